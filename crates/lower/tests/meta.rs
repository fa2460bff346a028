//! What the metadata of a class says of types: in atoms what they can say, in texts
//! everything, and inferred results beside declared ones.

use etf::{Map, Term};
use hierarchy::{ClassHierarchy, ClassName, Origin, STDLIB_SOURCES, Side, surface};
use lower::core_erlang::Literal;
use syntax::tree::Member;

const HARBOUR: &str = r#"
type Berth = #north | #south
type Master = Person
type Crew = List(Master)

Protocol define: Moored
  berth -> Berth

Value subclass: Person
  field: name :: String = "x"

Actor subclass: Pier
  state: depth :: Integer = 4
  state: master :: Master | Nil = nil
  state: deputy :: Master = nil

  soundings => self.depth * 2
  twice => self soundings + self soundings
  here => self
  sort => self class
  flag => #red
  lines => #("a", "b")
  either => self.depth > 3 ifTrue: [3] ifFalse: ["s"]
  any: x => x
  fail => self error: "wet"
  nothing => nil
  round: n => n > 0 ifTrue: [self round: n - 1] ifFalse: [0]
  told -> Number => 7
  berth -> Berth => #north
  chief -> Master => self.deputy
  crew -> Crew => #()
  moored -> Moored => self error: "none"
  none -> Nil => nil
  same -> Self => self
  plans -> Self class => self class
  deeper: n :: Integer -> Self => self
  called => self.master
  class ground => 9
  class anew => self spawn

Value subclass: Chest(Item)
  field: item :: Item = nil

  first => self.item
  all => #(self.item)
  me => self

Person >> shout => self.name size
"#;

/// A hierarchy with the results of all bodies.
fn harbour() -> ClassHierarchy {
    let parse = syntax::parse(HARBOUR);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let inference = types::infer(&parse.tree, &hierarchy, None);
    types::record_results(&mut hierarchy, &[inference]);
    hierarchy
}

fn meta(hierarchy: &ClassHierarchy, class: &str) -> Term {
    let info = hierarchy.compiled_class(&class.into()).unwrap();
    term(&lower::meta(&info, hierarchy))
}

fn term(literal: &Literal) -> Term {
    match literal {
        Literal::Integer(value) => Term::from(*value),
        Literal::Atom(name) => Term::atom(name),
        Literal::Binary(bytes) => Term::binary(bytes),
        Literal::Nil => Term::nil(),
        Literal::Cons(head, tail) => Term::list_with_tail([term(head)], term(tail)),
        Literal::Map(pairs) => {
            let pairs: Vec<_> = pairs.iter().map(|(key, it)| (term(key), term(it))).collect();
            Map::new(pairs).into()
        }
        other => panic!("no metadata has {other:?}"),
    }
}

/// `atom / text`, with a question mark where nobody has declared it.
fn answer(meta: &Term, side: Side, selector: &str) -> String {
    let methods = meta.get(if side == Side::Class { "class_method_info" } else { "method_info" });
    let method = methods.and_then(|it| it.get(selector)).unwrap();
    let text = method.get("return_type_text").unwrap();
    let mark = if method.get("is_inferred").unwrap().is_atom("true") { "?" } else { "" };
    let atom = method.get("return_type").and_then(Term::as_atom).unwrap();
    format!("{atom} / {}{mark}", text.as_str().or(text.as_atom()).unwrap())
}

#[test]
fn results_stand_in_atoms_and_in_texts() {
    let meta = meta(&harbour(), "Pier");
    let rows = [
        ("soundings", "Integer / Integer?"),
        ("twice", "Integer / Integer?"),
        ("here", "Pier / Pier?"),
        ("sort", "Pier class / Pier class?"),
        ("nothing", "UndefinedObject / Nil?"),
        ("flag", "none / #red?"),
        ("lines", "none / List(String)?"),
        ("either", "none / Integer | String?"),
        ("called", "none / Person | Nil?"),
        ("fail", "none / Never?"),
        ("any:", "none / none"),
        ("round:", "none / none"),
        ("told", "Number / Number"),
        ("berth", "none / #north | #south"),
        ("chief", "Person / Person"),
        ("crew", "none / List(Person)"),
        ("moored", "none / Moored"),
        ("none", "UndefinedObject / Nil"),
        ("same", "Self / Self"),
        ("plans", "Self class / Self class"),
        ("deeper:", "Self / Self"),
    ];
    let got = rows.map(|(selector, _)| (selector, answer(&meta, Side::Instance, selector)));
    assert_eq!(got, rows.map(|(selector, expected)| (selector, expected.to_owned())));
    assert_eq!(answer(&meta, Side::Class, "ground"), "Integer / Integer?");
    assert_eq!(answer(&meta, Side::Class, "anew"), "Pier / Pier?");
    let fields = meta.get("field_types").unwrap();
    let field = |name| fields.get(name).and_then(Term::as_atom);
    assert_eq!(
        ["depth", "master", "deputy"].map(field),
        [Some("Integer"), Some("none"), Some("Person")]
    );
}

#[test]
fn type_parameters_are_told_in_texts() {
    let meta = meta(&harbour(), "Chest");
    let got = ["first", "all", "me", "item", "withItem:"]
        .map(|selector| answer(&meta, Side::Instance, selector));
    assert_eq!(got[..3], ["none / Item?", "none / List(Item)?", "none / Chest(Item)?"]);
    assert_eq!(got[3], "none / Item");
    assert!(!got[4].ends_with('?'), "{got:?}");
}

#[test]
fn what_others_add_has_results_too() {
    let hierarchy = harbour();
    let shout = hierarchy.find_method(&"Person".into(), "shout").unwrap().method;
    assert_eq!(shout.signature.returns.ty().map(ToString::to_string).as_deref(), Some("Integer"));
    assert_eq!(shout.signature.returns.declared, None);
}

/// A text whose methods no longer say what they answer.
fn without_answers(text: &str) -> String {
    let tree = syntax::parse(text).tree;
    let classes = tree.nodes.classes.iter().flat_map(|(_, it)| &it.members);
    let answers = classes.filter_map(|it| match it {
        Member::Method(method) => Some(tree.type_span(method.header.return_type?)),
        Member::Data(_) => None,
    });
    let mut answers: Vec<_> = answers.collect();
    answers.sort();
    let mut text = text.to_owned();
    for span in answers.into_iter().rev() {
        let arrow = text[..span.start as usize].rfind("->").unwrap();
        text.replace_range(arrow..span.end as usize, "");
    }
    text
}

/// Of the class library, with what its bodies answer: what is read back is what was said.
#[test]
fn results_read_back_as_they_were() {
    let texts = STDLIB_SOURCES.iter().map(|(_, it)| without_answers(it));
    let trees: Vec<_> = texts.map(|it| syntax::parse(&it).tree).collect();
    let mut hierarchy = ClassHierarchy::with_builtins();
    trees.iter().for_each(|it| hierarchy.add_classes(surface(it), Origin::Module));
    let inferences = types::infer_program(&trees.iter().collect::<Vec<_>>(), &hierarchy, None);
    types::record_results(&mut hierarchy, &inferences);
    let mut results = 0;
    let classes: Vec<ClassName> = hierarchy.classes().iter().map(|it| it.name.clone()).collect();
    for class in classes {
        let decoded = hierarchy::meta::decode(&meta(&hierarchy, &class)).class.unwrap();
        for side in [Side::Instance, Side::Class] {
            for method in decoded.methods_on(side) {
                let mut said = hierarchy.compiled_methods(&class, side);
                let said = said.find(|it| it.selector == method.selector).unwrap();
                let (said, read) = (&said.signature.returns, &method.signature.returns);
                let expanded = |ty: &Option<_>| ty.as_ref().map(|it| hierarchy.expanded(it));
                assert_eq!(expanded(&said.declared), read.declared, "{class} {method}");
                assert_eq!(said.inferred, read.inferred, "{class} {method}");
                results += usize::from(read.inferred.is_some());
            }
        }
    }
    assert!(results > 100, "{results}");
}
