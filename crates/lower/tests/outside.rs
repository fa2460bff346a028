//! What a tree has outside its classes, and what becomes of it.

use hierarchy::ClassHierarchy;
use lower::core_erlang::{Module, print};

fn outside(text: &str) -> Option<Module> {
    let parse = syntax::parse(text);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    lower::outside(&parse.tree, &ClassHierarchy::empty(), "beside", Some("tea"), "beside.bt")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let module = outside(text);
    let exports = module.iter().flat_map(|it| &it.exports);
    let exports = exports.map(|it| format!("{}/{}", it.name, it.arity));
    let exports: Vec<String> = exports.filter(|it| !it.starts_with("module_info")).collect();
    let loads = module.iter().any(|it| it.attributes.iter().any(|(name, _)| &**name == "on_load"));
    let shown = format!("{}{}", exports.join(" "), if loads { " on load" } else { "" });
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn a_module_holds_only_what_is_there() {
    check("Object subclass: Cup", "");
    check("type Size = #small | #large", "");
    check("Cup >> fill => 1", "__beamtalk_extensions/0 register_extensions/0 on load");
    check(
        "Protocol define: Fillable\n  fill",
        "__beamtalk_protocols/0 register_extensions/0 on load",
    );
    check("cup := 1. cup + 1", "eval/1");
    check(
        "Cup >> fill => 1\ncup := 1",
        "__beamtalk_extensions/0 register_extensions/0 eval/1 on load",
    );
}

#[test]
fn protocols_are_described() {
    let text = "Protocol define: Fillable\n  extending: Vessel\n  fill: n -> Self\n  class empty";
    let text = print(&outside(text).unwrap());
    for part in [
        "'name' => 'Fillable'",
        "'package' => 'tea'",
        "'extending' => 'Vessel'",
        "'methods' => ['fill:']",
        "'class_methods' => ['empty']",
        "call 'beamtalk_protocols':'register'",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}
