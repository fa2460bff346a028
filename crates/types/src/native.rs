//! Signatures of Erlang functions, as the specs of their modules say.
//!
//! In goes the table that `beamtalk_native_signatures` makes, out come signatures by
//! module, function and number of arguments. Only what is asked for is decoded: a
//! module's lines when one of its functions is looked up, a function's types when it
//! is that function. Knows neither where the table comes from nor how calls are
//! checked.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use hierarchy::{Name, Parameter, Signature, Slot, Type};
use syntax::{TokenKind, Tree};

const HEADER: &str = "beamtalk natives 1";

/// The name of a parameter that nobody has named.
pub const PLACEHOLDER: &str = "arg";

/// What is known of Erlang's functions. By default nothing.
#[derive(Debug, Default)]
pub struct NativeSignatures {
    /// The lines of all functions.
    body: Box<str>,
    modules: HashMap<Box<str>, Module>,
}

#[derive(Debug)]
struct Module {
    place: Range<usize>,
    functions: OnceLock<HashMap<Key, Function>>,
}

type Key = (Box<str>, usize);

#[derive(Debug)]
struct Function {
    /// What follows `name/arity`, without the tab.
    slots: Range<usize>,
    /// `None` where there is no spec.
    signature: OnceLock<Option<Signature>>,
}

impl NativeSignatures {
    /// Reads a table. Bytes that are none, or only the beginning of one, are refused.
    pub fn read(bytes: &[u8]) -> Option<NativeSignatures> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (index, body) = text.strip_prefix(HEADER)?.split_once("\n\n")?;
        let mut lines = index.split('\n');
        lines.next().filter(|rest_of_header| rest_of_header.is_empty())?;
        let mut end = 0;
        let mut modules = HashMap::new();
        for line in lines {
            let (name, place) = module(line)?;
            body.get(place.clone())?;
            end = end.max(place.end);
            modules.insert(name.into(), Module { place, functions: OnceLock::new() });
        }
        (end == body.len()).then(|| NativeSignatures { body: body.into(), modules })
    }

    pub fn has_module(&self, module: &str) -> bool {
        self.modules.contains_key(module)
    }

    /// The declared types of a function. A type that its spec does not tell is
    /// [`Type::Dynamic`]; where there is no spec there is no signature.
    pub fn lookup(&self, module: &str, function: &str, arity: usize) -> Option<&Signature> {
        let found = self.functions_of(module)?.get(&(function.into(), arity))?;
        let read = || signature(self.body.get(found.slots.clone())?, arity);
        found.signature.get_or_init(read).as_ref()
    }

    /// The exported functions of a module with their numbers of arguments, whether
    /// they have a spec or not, in the order of their names.
    pub fn functions(&self, module: &str) -> Vec<(&str, usize)> {
        let functions = self.functions_of(module).into_iter().flat_map(HashMap::keys);
        let mut functions: Vec<_> = functions.map(|(name, arity)| (&**name, *arity)).collect();
        functions.sort_unstable();
        functions
    }

    /// With how many arguments an exported function may be called, in order.
    pub fn arities(&self, module: &str, function: &str) -> Vec<usize> {
        let functions = self.functions_of(module).into_iter().flat_map(HashMap::keys);
        let same = functions.filter(|(name, _)| **name == *function);
        let mut arities: Vec<usize> = same.map(|(_, arity)| *arity).collect();
        arities.sort_unstable();
        arities
    }

    /// The names of all modules, in order.
    pub fn modules(&self) -> Vec<&str> {
        let mut modules: Vec<&str> = self.modules.keys().map(|it| &**it).collect();
        modules.sort_unstable();
        modules
    }

    /// Adds modules of which no more is known than that they are there, such as those
    /// that a package brings itself.
    pub fn add_modules<'m>(&mut self, names: impl IntoIterator<Item = &'m str>) {
        for name in names {
            let unread = || Module { place: 0..0, functions: OnceLock::new() };
            self.modules.entry(name.into()).or_insert_with(unread);
        }
    }

    fn functions_of(&self, module: &str) -> Option<&HashMap<Key, Function>> {
        let module = self.modules.get(module)?;
        Some(module.functions.get_or_init(|| functions(&self.body, module.place.clone())))
    }
}

/// The message that calls a function: `put:with:with:`. The first keyword names it, and the
/// others only part arguments, so that no selector depends on the names in a spec.
pub fn selector(function: &str, arity: usize) -> String {
    match arity {
        0 => function.to_owned(),
        _ => format!("{function}:{}", "with:".repeat(arity - 1)),
    }
}

/// Whether a message to `Erlang` or to a module of it is no call, but is answered by the
/// object that it is sent to.
pub(crate) fn is_class_protocol(selector: &str) -> bool {
    const NAMES: [&str; 10] = [
        "new",
        "spawn",
        "class",
        "methods",
        "superclass",
        "subclasses",
        "allSubclasses",
        "class_name",
        "module_name",
        "printString",
    ];
    NAMES.contains(&selector)
}

/// Whether a text may call Erlang: only then is a table needed.
pub fn mentions_erlang(tree: &Tree) -> bool {
    tree.tokens
        .iter()
        .any(|(id, token)| token.kind == TokenKind::Identifier && tree.text_of(id) == "Erlang")
}

/// `lists TAB 0 TAB 4711`
fn module(line: &str) -> Option<(&str, Range<usize>)> {
    let mut parts = line.split('\t');
    let (name, from, length) = (parts.next()?, parts.next()?, parts.next()?);
    let from: usize = from.parse().ok()?;
    let end = from.checked_add(length.parse().ok()?)?;
    parts.next().is_none().then_some((name, from..end))
}

fn functions(body: &str, place: Range<usize>) -> HashMap<Key, Function> {
    let mut functions = HashMap::new();
    let mut start = place.start;
    for line in body.get(place).unwrap_or_default().split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        if let Some((head, _)) = line.split_once('\t')
            && let Some((name, arity)) = head.rsplit_once('/')
            && let Ok(arity) = arity.parse()
        {
            let slots = start + head.len() + 1..end;
            functions.insert((name.into(), arity), Function { slots, signature: OnceLock::new() });
        }
        start += line.len();
    }
    functions
}

/// The return, then name and type of each parameter. The return is empty where there
/// is no spec.
fn signature(slots: &str, arity: usize) -> Option<Signature> {
    let mut parts = slots.split('\t');
    let returns = parts.next().filter(|it| !it.is_empty())?;
    let mut parameters = Vec::new();
    while let Some(name) = parts.next() {
        let name = Some(Name::from(name));
        parameters.push(Parameter { name, slot: slot(parts.next()?) });
    }
    (parameters.len() == arity).then(|| Signature { parameters, returns: slot(returns) })
}

fn slot(text: &str) -> Slot {
    Slot::declared(Some(Type::parse(text, &[])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LISTS: &str = "last/1\tDynamic\tlist\tList\nseq/2\t\tfrom\tDynamic\tto\tDynamic\n";
    const MAPS: &str = "find/2\tResult(Dynamic, Nil)\tkey\tDynamic\tmap\tDictionary\n";

    /// As the runtime writes it.
    fn table(modules: &[(&str, &str)]) -> String {
        let (mut index, mut body) = (String::new(), String::new());
        for (name, lines) in modules {
            index += &format!("{name}\t{}\t{}\n", body.len(), lines.len());
            body += lines;
        }
        format!("{HEADER}\n{index}\n{body}")
    }

    fn lists_and_maps() -> String {
        table(&[("lists", LISTS), ("maps", MAPS)])
    }

    /// A signature as people would write it.
    fn shown(natives: &NativeSignatures, module: &str, function: &str, arity: usize) -> String {
        let Some(signature) = natives.lookup(module, function, arity) else {
            return "nothing".to_owned();
        };
        let slot = |slot: &Slot| slot.ty().unwrap().for_people().to_string();
        let parameters = signature.parameters.iter();
        let parameters: Vec<String> = parameters
            .map(|it| format!("{} :: {}", it.name.as_deref().unwrap(), slot(&it.slot)))
            .collect();
        format!("({}) -> {}", parameters.join(", "), slot(&signature.returns))
    }

    #[test]
    fn functions_are_found_by_name_and_number_of_arguments() {
        let natives = NativeSignatures::read(lists_and_maps().as_bytes()).unwrap();
        let cases = [
            ("lists", "last", 1, "(list :: List) -> Dynamic"),
            ("maps", "find", 2, "(key :: Dynamic, map :: Dictionary) -> Result(Dynamic, Nil)"),
            ("lists", "seq", 2, "nothing"),
            ("lists", "last", 2, "nothing"),
            ("maps", "last", 1, "nothing"),
            ("sets", "new", 0, "nothing"),
            ("lists", "", 0, "nothing"),
        ];
        for (module, function, arity, expected) in cases {
            let found = shown(&natives, module, function, arity);
            assert_eq!(found, expected, "{module}:{function}/{arity}");
        }
        assert!(natives.has_module("maps") && !natives.has_module("map"));
        assert_eq!(natives.functions("lists"), [("last", 1), ("seq", 2)]);
        assert_eq!(natives.functions("sets"), []);
    }

    #[test]
    fn types_are_those_of_the_language() {
        let returns = [
            "#eof | #'a b' | #'it''s'",
            "Result(String | Binary, #red | #green) | Symbol",
            "List(Tuple(Symbol, Integer))",
            "Dictionary(Symbol, List(List))",
            "Boolean | Nil",
            "Point",
        ];
        for text in returns {
            let natives = table(&[("m", &format!("f/0\t{text}\n"))]);
            let natives = NativeSignatures::read(natives.as_bytes()).unwrap();
            assert_eq!(shown(&natives, "m", "f", 0), format!("() -> {text}"));
            // What does not parse would be a class of that name.
            let ty = natives.lookup("m", "f", 0).unwrap().returns.ty();
            assert!(text == "Point" || ty != Some(&Type::class(text)), "{text}");
        }
    }

    #[test]
    fn a_function_with_a_slash_in_its_name_is_itself() {
        let natives = table(&[("erlang", "//2\tFloat\ta\tNumber\tb\tNumber\n")]);
        let natives = NativeSignatures::read(natives.as_bytes()).unwrap();
        assert_eq!(shown(&natives, "erlang", "/", 2), "(a :: Number, b :: Number) -> Float");
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let whole = lists_and_maps();
        for end in 0..whole.len() {
            assert!(NativeSignatures::read(&whole.as_bytes()[..end]).is_none(), "{end}");
        }
        let others = [
            "",
            "beamtalk natives 2\n\n",
            "beamtalk natives 1\nm\t0\t9\n\nf/0\tList\n rest",
            "beamtalk natives 1\nm\t5\t18446744073709551615\n\n",
            "beamtalk natives 1\nm\t0\n\n",
            "beamtalk natives 1\nm\t0\t1\t1\n\nx",
            "beamtalk natives 1\nm\t1\t1\n\né",
        ];
        for text in others {
            assert!(NativeSignatures::read(text.as_bytes()).is_none(), "{text:?}");
        }
        assert!(NativeSignatures::read(b"beamtalk natives 1\n\n").is_some());
    }

    #[test]
    fn a_line_that_is_damaged_says_nothing() {
        let lines = "f/1\tList\tname\ng/1\tList\nh/x\tList\nno line\n\nk/0\tList\n";
        let natives = NativeSignatures::read(table(&[("m", lines)]).as_bytes()).unwrap();
        assert!(natives.lookup("m", "f", 1).is_none() && natives.lookup("m", "g", 1).is_none());
        assert!(natives.lookup("m", "k", 0).is_some());
        assert_eq!(natives.functions("m"), [("f", 1), ("g", 1), ("k", 0)]);
    }

    #[test]
    fn only_a_text_that_names_erlang_needs_a_table() {
        let cases = [
            ("Object subclass: A\n  f => Erlang lists reverse: #(1)", true),
            ("Object subclass: A\n  f => [Erlang erlang now]", true),
            ("Object subclass: A\n  f => \"at {Erlang erlang now}\"", true),
            ("Object subclass: A\n  f => \"Erlang\"", false),
            ("// Erlang\nObject subclass: A", false),
            ("Object subclass: A\n  f => self erlang", false),
            ("Object subclass: A\n  f => #Erlang", false),
        ];
        for (text, expected) in cases {
            assert_eq!(mentions_erlang(&syntax::parse(text).tree), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_can_hurt(lines in "([a-z/0-9\t|#(), '\n]|Dynamic|List){0,60}", place in 0usize..80) {
            for text in [table(&[("m", &lines)]), format!("{HEADER}\nm\t{place}\t{place}\n\n{lines}")] {
                let Some(natives) = NativeSignatures::read(text.as_bytes()) else { continue };
                for (name, arity) in natives.functions("m") {
                    natives.lookup("m", name, arity);
                }
            }
        }
    }
}
