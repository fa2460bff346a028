//! What an interface depends on, as a property: heads count, nothing else does.

use hierarchy::Origin;
use proptest::prelude::*;

use super::*;

/// A class in parts, so that it can be written in many ways.
#[derive(Clone, Debug)]
struct Written {
    flags: &'static str,
    superclass: &'static str,
    fields: Vec<(&'static str, &'static str, &'static str)>,
    methods: Vec<Head>,
}

#[derive(Clone, Debug)]
struct Head {
    side: &'static str,
    selector: &'static str,
    ty: &'static str,
    answer: &'static str,
}

/// What others cannot see.
#[derive(Clone, Debug)]
struct Inside {
    comment: &'static str,
    parameter: &'static str,
    body: &'static str,
    default: &'static str,
    blank_lines: usize,
    is_reversed: bool,
}

const SELECTORS: [&str; 4] = ["fill", "drain", "heat:", "+"];

impl Written {
    fn text(&self, inside: &Inside) -> String {
        let Inside { comment, parameter, body, default, blank_lines, is_reversed } = inside;
        let gap = "\n".repeat(*blank_lines);
        let mut text =
            format!("{gap}{comment}{} {} subclass: Kettle\n", self.flags, self.superclass);
        for (name, ty, is_given) in &self.fields {
            let default = if is_given.is_empty() { String::new() } else { format!(" = {default}") };
            text.push_str(&format!("{comment}  field: {name}{ty}{default}\n"));
        }
        let mut methods: Vec<String> = Vec::new();
        for Head { side, selector, ty, answer } in &self.methods {
            let takes_one = selector.ends_with(':') || *selector == "+";
            let parameter = if takes_one { format!(" {parameter}{ty}") } else { String::new() };
            let head = format!("{side}{selector}{parameter}{answer}");
            methods.push(format!("{gap}{comment}  {head} => {body}\n"));
        }
        if *is_reversed {
            methods.reverse();
        }
        text + "\n" + &methods.join("\n")
    }
}

fn digest(text: &str) -> Digest {
    let parse = syntax::parse(text);
    assert!(!parse.has_errors(), "{text}\n{:?}", parse.problems);
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(hierarchy::surface(&parse.tree), Origin::Project);
    Interfaces::of(&hierarchy).digest(&"Kettle".into())
}

fn written() -> impl Strategy<Value = Written> {
    let types = prop::sample::select(vec!["", " :: Integer", " :: List(Integer | Nil)"]);
    let fields = prop::sample::subsequence(vec!["water", "lid", "steam"], 0..=3);
    let fields = fields.prop_flat_map(move |names| {
        let one = names.into_iter().map(|name| {
            let given = prop::sample::select(vec!["", "given"]);
            (Just(name), prop::sample::select(vec!["", " :: Integer"]), given)
        });
        one.collect::<Vec<_>>()
    });
    let methods = prop::sample::subsequence(SELECTORS.to_vec(), 0..=4);
    let methods = methods.prop_flat_map(move |selectors| {
        let types = types.clone();
        let one = selectors.into_iter().map(move |selector| {
            let sides = vec!["", "class ", "sealed ", "internal "];
            let answers = vec!["", " -> Integer", " -> Self", " -> Nil | String"];
            let head = (prop::sample::select(sides), types.clone(), prop::sample::select(answers));
            head.prop_map(move |(side, ty, answer)| Head { side, selector, ty, answer })
        });
        one.collect::<Vec<_>>()
    });
    let flags = prop::sample::select(vec!["", "abstract", "sealed", "typed", "internal"]);
    let superclasses = prop::sample::select(vec!["Value", "Object"]);
    (flags, superclasses, fields, methods).prop_map(|(flags, superclass, fields, methods)| {
        // Only values have fields.
        let fields = if superclass == "Value" { fields } else { Vec::new() };
        Written { flags, superclass, fields, methods }
    })
}

fn inside() -> impl Strategy<Value = Inside> {
    let comment = prop::sample::select(vec!["", "// A comment.\n", "/// A doc.\n"]);
    let parameter = prop::sample::select(vec!["it", "other"]);
    let body = prop::sample::select(vec!["nil", "#(1, 2) size", "[:e | e + 1]"]);
    let default = prop::sample::select(vec!["1", "2 + 3"]);
    (comment, parameter, body, default, 0usize..3, any::<bool>()).prop_map(
        |(comment, parameter, body, default, blank_lines, is_reversed)| Inside {
            comment,
            parameter,
            body,
            default,
            blank_lines,
            is_reversed,
        },
    )
}

/// One change to a head.
fn changed(written: &Written, which: usize) -> Written {
    let mut other = written.clone();
    let answer = |it: &str| if it == " -> Integer" { " -> String" } else { " -> Integer" };
    match (which, other.methods.len(), other.fields.len()) {
        (0, 1.., _) => other.methods[0].answer = answer(other.methods[0].answer),
        (1, 1.., _) => drop(other.methods.pop()),
        (2, 1.., _) => {
            let side = if other.methods[0].side == "class " { "" } else { "class " };
            other.methods[0].side = side;
        }
        (3, 1.., _) => other.methods[0].selector = "renamed",
        (4, _, 1..) => drop(other.fields.pop()),
        (5, _, 1..) => other.fields[0].0 = "renamed",
        (6, _, 1..) => {
            other.fields[0].1 = if other.fields[0].1.is_empty() { " :: String" } else { "" };
        }
        (7, _, 2..) => other.fields.reverse(),
        (8, _, _) => {
            other.superclass = if other.superclass == "Value" { "Number" } else { "Block" }
        }
        _ => other.flags = if other.flags == "sealed" { "abstract" } else { "sealed" },
    }
    other
}

proptest! {
    #[test]
    fn what_nobody_sees_does_not_count(written in written(), one in inside(), other in inside()) {
        prop_assert_eq!(digest(&written.text(&one)), digest(&written.text(&other)));
    }

    #[test]
    fn every_head_counts(written in written(), inside in inside(), which in 0usize..10) {
        let other = changed(&written, which);
        prop_assert_ne!(
            digest(&written.text(&inside)),
            digest(&other.text(&inside)),
            "{}\n{}", written.text(&inside), other.text(&inside)
        );
    }
}

/// The names that a text reaches from `Start`.
fn reached(text: &str) -> String {
    let mut hierarchy = ClassHierarchy::empty();
    hierarchy.add_classes(hierarchy::surface(&syntax::parse(text).tree), Origin::Project);
    let reached = reach(&hierarchy, &[ClassName::from("Start")]);
    let names: Vec<&str> = reached.iter().map(|it| &**it).collect();
    names.join(" ")
}

#[test]
fn names_reach_what_they_are_made_of() {
    assert_eq!(reached("Tea subclass: Start\nLeaf subclass: Tea"), "Leaf Start Tea");
    assert_eq!(reached("Gone subclass: Start"), "Gone Start");
    assert_eq!(reached("net@Socket subclass: Start"), "Socket Start");
    assert_eq!(reached("Start subclass: Start"), "Start");
    assert_eq!(
        reached("type Start = Sack(Leaf) | Tea class\nLeaf subclass: Tea\nTea subclass: Leaf"),
        "Leaf Sack Start Tea"
    );
    let protocols = "Protocol define: Start\n  extending: Other\n\nProtocol define: Other\n";
    assert_eq!(reached(protocols), "Other Protocol Start");
    assert_eq!(reached(""), "Start");
}

#[test]
fn an_extension_is_part_of_what_a_class_understands() {
    let plain = "Object subclass: Kettle\n";
    let extended = format!("{plain}\nKettle >> boil => 1\n");
    assert_ne!(digest(plain), digest(&extended));
    assert_eq!(digest(&extended), digest(&extended.replace("=> 1", "=> 2")));
    assert_ne!(digest(&extended), digest(&extended.replace("boil", "boil -> Integer")));
}

#[test]
fn types_of_what_has_no_reader_count_too() {
    let typed = |field: &str, ty: &str| {
        digest(&format!("Actor subclass: Kettle\n  {field}: heat :: {ty} = 0\n"))
    };
    for field in ["state", "classState"] {
        assert_ne!(typed(field, "Integer"), typed(field, "Number"), "{field}");
        assert_eq!(typed(field, "Integer"), typed(field, "Integer"), "{field}");
    }
}
