//! What methods answer that declare nothing: known across files, kept from build to build,
//! and never the reason for another outcome.

use hierarchy::{ClassName, Side};

use super::*;

const KITCHEN: &str = "
//- beamtalk.toml
[package]
name = \"kitchen\"
version = \"0.1.0\"
//- src/Kettle.bt
Value subclass: Kettle
  field: litres :: Integer = 1

  level => self.litres
//- src/Cook.bt
Value subclass: Cook

  amount: kettle :: Kettle => kettle level
//- src/Guest.bt
Value subclass: Guest

  asks: cook :: Cook => cook amount: Kettle new
//- src/Chair.bt
Value subclass: Chair

  legs => 4
//- test/CookTest.bt
Value subclass: CookTest

  amount => Cook new amount: Kettle new
";

const CHAIR: &str = "bt@kitchen@chair";
const COOK: &str = "bt@kitchen@cook";
const GUEST: &str = "bt@kitchen@guest";
const KETTLE: &str = "bt@kitchen@kettle";
const TEST: &str = "bt@kitchen@cook_test";

fn kitchen() -> Project {
    let mut project = Project::new(KITCHEN);
    project.request.with_tests = true;
    project
}

fn answer(built: &Built, class: &str, selector: &str) -> Option<String> {
    let methods = built.hierarchy.own_methods(&ClassName::from(class), Side::Instance);
    let method = methods.into_iter().find(|it| &*it.selector == selector)?;
    method.signature.returns.inferred.as_ref().map(ToString::to_string)
}

#[test]
fn answers_are_known_across_files_and_to_tests() {
    let project = kitchen();
    // From nothing, and from what was kept.
    for _ in 0..2 {
        let built = project.build_with(&mut Pretender::default()).2.unwrap();
        assert_eq!(built.exit, Exit::Clean);
        let rows = [
            ("Kettle", "level"),
            ("Cook", "amount:"),
            ("Guest", "asks:"),
            ("Chair", "legs"),
            ("CookTest", "amount"),
        ];
        for (class, selector) in rows {
            let known = answer(&built, class, selector);
            assert_eq!(known.as_deref(), Some("Integer"), "{class} {selector}");
        }
    }
}

#[test]
fn a_body_that_answers_the_same_concerns_its_module_alone() {
    let project = kitchen();
    project.build();
    project.edit("src/Kettle.bt", "=> self.litres", "=> self.litres + 1");
    assert_eq!(project.build_with(&mut Pretender::default()).1, [KETTLE]);
}

#[test]
fn an_answer_that_changes_goes_as_far_as_answers_do() {
    let project = kitchen();
    project.build();
    project.edit("src/Kettle.bt", "=> self.litres", "=> \"full\"");
    let (_, compiled, built) = project.build_with(&mut Pretender::default());
    assert_eq!(compiled, [COOK, TEST, GUEST, KETTLE]);
    assert_eq!(answer(&built.unwrap(), "CookTest", "amount").as_deref(), Some("String"));
    project.edit("src/Kettle.bt", "level =>", "level -> Integer =>");
    project.edit("src/Kettle.bt", "\"full\"", "self.litres");
    let (_, compiled, _) = project.build_with(&mut Pretender::default());
    assert_eq!(compiled, [COOK, TEST, GUEST, KETTLE]);
    project.edit("src/Chair.bt", "4", "nil");
    assert_eq!(project.build_with(&mut Pretender::default()).1, [CHAIR]);
}

/// Edits after each of which all output must be what it would be from nothing. Some make
/// methods call each other in circles, across files; some break them again.
const EDITS: [(&str, &str, &str); 9] = [
    ("src/Kettle.bt", "=> self.litres", "=> self.litres + 1"),
    ("src/Chair.bt", "legs => 4", "legs => #four"),
    ("src/Kettle.bt", "=> self.litres + 1", "=> Cook new amount: self"),
    ("src/Cook.bt", "kettle level", "kettle isNil ifTrue: [1] ifFalse: [kettle level]"),
    ("src/Guest.bt", "cook amount: Kettle new", "#[cook amount: Kettle new]"),
    ("src/Kettle.bt", "=> Cook new amount: self", "=> (Guest new asks: Cook new) size"),
    ("src/Cook.bt", "ifTrue: [1]", "ifTrue: [\"one\"]"),
    ("src/Kettle.bt", "=> (Guest new asks: Cook new) size", "=> 2.5"),
    ("src/Cook.bt", "amount: kettle", "amount: pot :: Kettle => pot level\n\n  other: kettle"),
];

#[test]
fn building_on_leaves_what_building_from_nothing_leaves() {
    let project = kitchen();
    project.build();
    for (number, (file, from, to)) in EDITS.into_iter().enumerate() {
        project.edit(file, from, to);
        assert_eq!(project.build_with(&mut Pretender::default()).2.unwrap().exit, Exit::Clean);
        let anew = kitchen();
        for (file, from, to) in EDITS.into_iter().take(number + 1) {
            anew.edit(file, from, to);
        }
        anew.build();
        assert!(project.output("_build") == anew.output("_build"), "after {file}: {to}");
    }
}

#[test]
fn findings_are_told_again_although_nothing_is_looked_at_again() {
    let project = kitchen();
    project.edit("src/Chair.bt", "legs => 4", "legs => 4.\n\n  /// Of nothing.");
    project.edit(
        "beamtalk.toml",
        "version",
        "version = \"0.1.0\"\n[diagnostics]\nlint = \"warn\"\n#",
    );
    let first = project.build_with(&mut Pretender::default()).0;
    let again = project.build_with(&mut Pretender::default()).0;
    let findings = |said: &str| -> Vec<String> {
        said.lines().filter(|it| it.contains("src/Chair.bt:")).map(str::to_owned).collect()
    };
    assert_eq!(findings(&first).len(), 2, "{first}");
    assert_eq!(findings(&first), findings(&again));
}

#[test]
fn the_manifest_decides_what_fails() {
    let rows = [("off", 0, Exit::Clean), ("hint", 1, Exit::Clean), ("error", 1, Exit::Problems)];
    for (level, findings, exit) in rows {
        let project = kitchen();
        project.edit("src/Chair.bt", "legs => 4", "legs => 4.");
        let table = format!("version = \"0.1.0\"\n[diagnostics]\nlint = \"{level}\"\n#");
        project.edit("beamtalk.toml", "version", &table);
        let (said, _, built) = project.build_with(&mut Pretender::default());
        assert_eq!(said.matches("src/Chair.bt:").count(), findings, "{level}: {said}");
        assert_eq!(built.unwrap().exit, exit, "{level}");
    }
}

#[test]
fn what_the_command_line_denies_is_not_denied_to_dependencies() {
    let mut project = Project::new(KITCHEN);
    project.edit(
        "beamtalk.toml",
        "version",
        "version = \"0.1.0\"\n[dependencies]\npot = { path = \"pot\" }\n#",
    );
    project.folder.write("pot/beamtalk.toml", b"[package]\nname = \"pot\"\nversion = \"0.1.0\"\n");
    let text = "Object subclass: Pot\n\n  lid => 1\n\n  /// Of nothing.\n";
    project.folder.write("pot/src/Pot.bt", text.as_bytes());
    project.request.flags.denies_warnings = true;
    let (said, _, built) = project.build_with(&mut Pretender::default());
    assert!(said.contains("detached-doc-comment"), "{said}");
    assert_eq!(built.unwrap().exit, Exit::Clean);
    let text = "Object subclass: Chair\n\n  lid => 1\n\n  /// Of nothing.\n";
    project.folder.write("src/Chair.bt", text.as_bytes());
    assert_eq!(project.build_with(&mut Pretender::default()).2.unwrap().exit, Exit::Problems);
}
