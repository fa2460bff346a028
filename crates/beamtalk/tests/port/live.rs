//! Classes as the system tells of them: seen by the next request, replaced and forgotten.

use etf::{Map, Term};

use crate::client::{Port, shown, text, text_map, texts};

/// What a compiled class says of itself: selectors with what they answer.
fn meta(class: &str, superclass: &str, methods: &[(&str, &str)]) -> Term {
    let methods = methods.iter().map(|(selector, answer)| {
        let arity = selector.matches(':').count();
        let none = Term::atom("none");
        let info = Term::map([
            ("arity", Term::Integer(arity as i64)),
            ("param_types", Term::list(vec![none.clone(); arity])),
            ("return_type", Term::atom(answer)),
            ("is_sealed", false.into()),
            ("visibility", Term::atom("public")),
        ]);
        (Term::atom(selector), info)
    });
    Term::map([
        ("class", Term::atom(class)),
        ("superclass", Term::atom(superclass)),
        ("meta_version", 2.into()),
        ("package", Term::atom("none")),
        ("fields", Term::nil()),
        ("method_info", Map::new(methods.collect::<Vec<_>>()).into()),
        ("class_method_info", Map::new(Vec::new()).into()),
    ])
}

fn register(port: &mut Port, class: &str, superclass: &str, methods: &[(&str, &str)]) {
    let meta = meta(class, superclass, methods);
    port.tell("register_class", &[("class", Term::atom(class)), ("meta", meta)]);
}

fn instance(class: &str) -> Term {
    Term::tuple([Term::atom("instance"), text(class)])
}

/// The type of an expression in which `tea` is a Tea.
fn type_of(port: &mut Port, expression: &str) -> String {
    let bindings = text_map(&[("tea", instance("Tea"))]);
    let answer = port.ask(
        "resolve_completion_type",
        &[("expression", text(expression)), ("bindings", bindings)],
    );
    match answer.get("types").and_then(Term::as_list) {
        Some([one]) => one.get("class_name").and_then(Term::as_str).unwrap().to_owned(),
        _ => shown(&answer),
    }
}

/// The messages of what is wrong with a line in which `tea` is a Tea.
fn problems(port: &mut Port, source: &str) -> Vec<String> {
    let bindings = text_map(&[("tea", instance("Tea"))]);
    let answer = port.ask("diagnostics", &[("source", text(source)), ("binding_types", bindings)]);
    let found = answer.get("diagnostics").unwrap().as_list().unwrap().iter();
    found.map(|it| it.get("message").and_then(Term::as_str).unwrap().to_owned()).collect()
}

#[test]
fn a_class_is_known_replaced_and_forgotten() {
    let mut port = Port::start();
    assert_eq!(type_of(&mut port, "tea"), "status: not_found\nreason: \"there is no class Tea\"\n");
    register(&mut port, "Tea", "Object", &[("minutes", "Integer"), ("leaf", "String")]);
    assert_eq!(type_of(&mut port, "tea minutes"), "Integer");
    assert_eq!(type_of(&mut port, "(tea leaf) size"), "Integer");
    register(&mut port, "Oolong", "Tea", &[]);
    assert_eq!(type_of(&mut port, "Oolong new leaf"), "String");
    register(&mut port, "Tea", "Object", &[("minutes", "Float")]);
    assert_eq!(type_of(&mut port, "tea minutes"), "Float");
    assert!(type_of(&mut port, "tea leaf").contains("not_found"));
    port.tell("remove_class", &[("class", Term::atom("Tea"))]);
    assert!(type_of(&mut port, "tea minutes").contains("not_found"));
    register(&mut port, "Tea", "Object", &[("minutes", "Float")]);
    port.tell("clear_classes", &[]);
    assert!(type_of(&mut port, "tea minutes").contains("not_found"));
}

#[test]
fn a_class_of_the_library_keeps_its_description_and_takes_new_methods() {
    let mut port = Port::start();
    register(&mut port, "Integer", "Number", &[("cups", "String"), ("abs", "String")]);
    assert_eq!(type_of(&mut port, "3 cups"), "String");
    assert_eq!(type_of(&mut port, "3 abs"), "Integer");
    assert_eq!(type_of(&mut port, "3 + 4"), "Integer");
    register(&mut port, "Integer", "Number", &[]);
    assert!(type_of(&mut port, "3 cups").contains("not_found"));
    port.tell("remove_class", &[("class", Term::atom("Integer"))]);
    assert_eq!(type_of(&mut port, "3 abs"), "Integer");
}

/// A class of the library with a method that was put into it at run time.
fn patch(port: &mut Port, class: &str, selector: &str, source: &str) {
    let arity = selector.matches(':').count();
    let info = Term::map([
        ("arity", Term::Integer(arity as i64)),
        ("param_types", Term::list(vec![Term::atom("none"); arity])),
        ("return_type", Term::atom("none")),
        ("is_patched", true.into()),
        ("source", text(source)),
    ]);
    let methods = Map::new(vec![(Term::atom(selector), info)]);
    let meta = Term::map([
        ("class", Term::atom(class)),
        ("superclass", Term::atom("Number")),
        ("meta_version", 2.into()),
        ("method_info", methods.into()),
        ("class_method_info", Map::new(Vec::new()).into()),
    ]);
    port.tell("register_class", &[("class", Term::atom(class)), ("meta", meta)]);
}

#[test]
fn what_is_put_into_a_class_is_typed_by_its_text() {
    let mut port = Port::start();
    patch(&mut port, "Integer", "cups", "cups -> String => self printString");
    assert_eq!(type_of(&mut port, "3 cups"), "String");
    patch(&mut port, "Integer", "cups:", "cups: each => self abs");
    assert_eq!(type_of(&mut port, "3 cups: #(1)"), "Integer", "what the body comes to");
    assert!(type_of(&mut port, "3 cups").contains("not_found"));
    patch(&mut port, "Integer", "abs", "abs => self printString");
    assert_eq!(type_of(&mut port, "3 abs"), "String", "before what the library says");
    patch(&mut port, "Integer", "cups", "what is this");
    assert!(type_of(&mut port, "3 cups").contains("not_found"));
    assert_eq!(type_of(&mut port, "3 + 4"), "Integer");
}

/// The labels that come with the place at the end of a text.
fn listed(port: &mut Port, key: &str, source: &str, bindings: Term) -> Vec<String> {
    let answer = port.ask("complete", &[("source", text(source)), ("bindings", bindings)]);
    let items = answer.get(key).and_then(Term::as_list).unwrap_or_default();
    items.iter().map(|it| it.get("label").and_then(Term::as_str).unwrap().to_owned()).collect()
}

#[test]
fn messages_to_what_only_the_text_knows_come_along() {
    let mut port = Port::start();
    let class = "Object subclass: Pot\n  lid => 1\n  lift => 2\n";
    let cases = [
        (format!("{class}  go => self li"), vec!["lid", "lift"]),
        (format!("{class}  go: pot :: Pot => pot li"), vec!["lid", "lift"]),
        (format!("{class}Pot subclass: Jug\n  go => self li"), vec!["lid", "lift"]),
        ("Integer >> stir => 1\n3 sti".to_owned(), vec!["stir"]),
        (format!("{class}  go => 3 isE"), vec![]),
        ("3 isE".to_owned(), vec![]),
    ];
    for (source, expected) in cases {
        let labels = listed(&mut port, "messages", &source, text_map(&[]));
        assert_eq!(labels, expected, "{source}");
    }
}

#[test]
fn what_a_collection_holds_is_told() {
    let mut port = Port::start();
    let held = |class: &str, parts: Vec<Term>| {
        Term::tuple([Term::atom("instance"), text(class), Term::list(parts)])
    };
    let any_of = |all: &[&str]| Term::list(all.iter().map(|it| instance(it)).collect::<Vec<_>>());
    let cases = [
        (held("List", vec![any_of(&["String"])]), "cups first", "String"),
        (held("Dictionary", vec![any_of(&["Symbol"]), any_of(&["Float"])]), "cups at: #a", "Float"),
        (held("List", vec![any_of(&["String", "UndefinedObject"])]), "cups first", "String"),
        (
            held("List", vec![Term::list(vec![held("List", vec![any_of(&["Integer"])])])]),
            "cups first first",
            "Integer",
        ),
        (held("List", vec![any_of(&[])]), "cups size", "Integer"),
    ];
    for (held, expression, expected) in cases {
        let fields =
            [("expression", text(expression)), ("bindings", text_map(&[("cups", held.clone())]))];
        let answer = port.ask("resolve_completion_type", &fields);
        let types = answer.get("types").and_then(Term::as_list).unwrap_or_default();
        let found = types.first().and_then(|it| it.get("class_name")?.as_str());
        assert_eq!(found, Some(expected), "{expression} {held:?}");
    }
    for odd in [held("List", vec![text("String")]), held("List", vec![Term::nil(), Term::nil()])] {
        let fields = [("expression", text("cups first")), ("bindings", text_map(&[("cups", odd)]))];
        assert!(shown(&port.ask("resolve_completion_type", &fields)).contains("not_found"));
    }
}

#[test]
fn what_is_registered_is_checked_against() {
    let mut port = Port::start();
    register(&mut port, "Tea", "Object", &[("minutes", "Integer")]);
    port.tell(
        "register_protocols",
        &[(
            "protocols",
            texts(&[
                "Protocol define: Steeped\n  minutes -> Integer",
                "Protocol define: Iced\n  ice",
            ]),
        )],
    );
    port.tell("register_aliases", &[("aliases", texts(&["type Cup = Steeped"]))]);
    assert_eq!(problems(&mut port, "cup :: Steeped := tea"), [""; 0]);
    assert_eq!(problems(&mut port, "cup :: Cup := tea"), [""; 0]);
    let wrong = problems(&mut port, "cup :: Iced := tea");
    assert!(matches!(wrong.as_slice(), [one] if one.contains("Iced")), "{wrong:?}");
    let wrong = problems(&mut port, "cup :: String := tea minutes");
    assert!(matches!(wrong.as_slice(), [one] if one.contains("String")), "{wrong:?}");
    assert_eq!(type_of(&mut port, "tea minutes"), "Integer");
}

#[test]
fn a_prompt_is_not_told_of_style() {
    let mut port = Port::start();
    assert_eq!(problems(&mut port, "3\n4\nx := 5\nx := 6"), [""; 0]);
}

#[test]
fn a_class_that_cannot_be_read_is_told_of_and_the_rest_of_it_is_kept() {
    let mut port = Port::start();
    register(&mut port, "Tea", "Object", &[("minutes", "Integer")]);
    let odd = Term::map([("class", Term::atom("Tea")), ("meta", Term::Integer(3))]);
    port.send(&Term::map([("command", Term::atom("register_class"))].into_iter().chain(
        odd.as_map().unwrap().pairs().iter().map(|(key, it)| (key.as_atom().unwrap(), it.clone())),
    )));
    let notice = port.next();
    assert_eq!(
        shown(&notice),
        "notice: malformed_class\nclass: \"Tea\"\nproblems: [\"the metadata is no map\"]\n"
    );
    // Nothing that was true before is said of it any more.
    assert!(type_of(&mut port, "tea minutes").contains("not_found"));
    let half = Term::map([
        ("class", Term::atom("Tea")),
        ("superclass", Term::atom("Object")),
        ("meta_version", 2.into()),
        ("fields", Term::atom("many")),
        (
            "method_info",
            meta("Tea", "Object", &[("leaf", "String")]).get("method_info").unwrap().clone(),
        ),
    ]);
    port.tell("register_class", &[("class", Term::atom("Tea")), ("meta", half)]);
    let notice = port.next();
    assert!(shown(&notice).contains("`fields` is not of its form"), "{}", shown(&notice));
    assert_eq!(type_of(&mut port, "tea leaf"), "String");
    port.tell("register_aliases", &[("aliases", texts(&["3 + 4"]))]);
    assert!(shown(&port.next()).contains("this is no type alias"));
}

#[test]
fn a_request_sees_every_class_that_was_registered_before_it() {
    let mut port = Port::start();
    let answers = ["Integer", "String", "Float", "Symbol"];
    for turn in 0..1_000 {
        let answer = answers[turn % answers.len()];
        register(&mut port, "Tea", "Object", &[("minutes", answer)]);
        assert_eq!(type_of(&mut port, "tea minutes"), answer, "turn {turn}");
    }
}

#[test]
fn classes_may_come_with_the_request() {
    let mut port = Port::start();
    let classes = Map::new(vec![
        (Term::atom("Tea"), meta("Tea", "Object", &[("minutes", "Integer")])),
        (Term::atom("Odd"), Term::Integer(3)),
    ]);
    let fields = [
        ("source", text("cup :: String := tea minutes")),
        ("class_hierarchy", classes.into()),
        ("binding_types", text_map(&[("tea", instance("Tea"))])),
    ];
    let answer = port.ask("diagnostics", &fields);
    assert!(shown(&answer).contains("String"), "{}", shown(&answer));
    assert!(type_of(&mut port, "tea minutes").contains("not_found"));
}

#[test]
fn what_a_class_does_not_understand_is_told_at_the_next_line() {
    let mut port = Port::start();
    assert_eq!(problems(&mut port, "tea minuts"), [""; 0]);
    register(&mut port, "Tea", "Object", &[("minutes", "Integer"), ("pour:", "Self")]);
    assert_eq!(problems(&mut port, "tea minuts"), ["`Tea` does not understand `minuts`"]);
    assert_eq!(
        problems(&mut port, "(tea pour: 1) minutes + \"x\""),
        ["`Integer +` needs a number on the right, not `String`"]
    );
    register(&mut port, "Tea", "Object", &[("minuts", "Integer")]);
    assert_eq!(problems(&mut port, "tea minuts"), [""; 0]);
}
