//! Which modules an edit makes new.

use super::*;

/// After the edit exactly these modules are compiled, and then none.
fn check(edits: &[(&str, &str, &str)], expected: &[&str]) {
    let project = Project::new(HOUSE);
    project.build();
    for (file, from, to) in edits {
        project.edit(file, from, to);
    }
    let (_, compiled, built) = project.build_with(&mut Pretender::default());
    assert_eq!(built.unwrap().exit, Exit::Clean, "{edits:?}");
    assert_eq!(compiled, expected, "{edits:?}");
    let mut again = Pretender::default();
    let (_, compiled, _) = project.build_with(&mut again);
    assert_eq!((compiled.len(), again.calls), (0, 0), "{edits:?}");
}

const TEA: &str = "bt@house@tea";
const VESSEL: &str = "bt@house@vessel";
const POT: &str = "bt@house@pot";
const SAMOVAR: &str = "bt@house@samovar";
const GUEST: &str = "bt@house@guest";
const TABLE: &str = "bt@house@table";

#[test]
fn the_first_build_compiles_all_and_the_second_asks_nobody() {
    let project = Project::new(HOUSE);
    let mut first = Pretender::default();
    let (said, compiled, built) = project.build_with(&mut first);
    assert_eq!(said, "Compiling 5 files\n");
    assert_eq!(compiled, [GUEST, POT, SAMOVAR, TABLE, TEA, VESSEL]);
    assert_eq!((built.unwrap().exit, first.calls), (Exit::Clean, 1));
    let before = project.output("_build");
    let mut second = Pretender::default();
    let (said, _, built) = project.build_with(&mut second);
    assert_eq!(said, "All 5 files are unchanged\n");
    assert_eq!((built.unwrap().exit, second.calls), (Exit::Clean, 0));
    assert_eq!(project.output("_build"), before);
}

#[test]
fn what_changes_inside_a_file_concerns_that_file_alone() {
    check(&[("src/Tea.bt", "grams * 2", "grams * 3")], &[TEA]);
    check(&[("src/Tea.bt", "Leaves in water", "Hot leaves")], &[TEA]);
    check(&[("src/Vessel.bt", "Value", "// A comment.\n\n\nValue")], &[VESSEL]);
    check(&[("src/Pot.bt", "heat = 0", "heat = 1")], &[POT, SAMOVAR]);
    check(&[("src/Table.bt", "legs => 4", "legs => 3")], &[TABLE]);
}

#[test]
fn a_head_that_changes_concerns_all_who_mention_the_class() {
    let tea = &[POT, SAMOVAR, TEA];
    check(&[("src/Tea.bt", "strength -> Integer", "strength -> Number")], tea);
    check(&[("src/Tea.bt", "strength -> Integer", "power -> Integer")], tea);
    check(&[("src/Tea.bt", "grams :: Integer", "grams :: Number")], tea);
    check(&[("src/Tea.bt", "Value subclass", "sealed Value subclass")], tea);
    check(&[("src/Tea.bt", "  class plain", "  classState: sold = 0\n\n  class plain")], tea);
    check(&[("src/Tea.bt", "class plain", "internal class plain")], tea);
}

#[test]
fn a_head_that_changes_concerns_all_subclasses() {
    let vessel = &[GUEST, POT, SAMOVAR, VESSEL];
    check(&[("src/Vessel.bt", "field: content", "field: inside")], vessel);
    check(&[("src/Vessel.bt", "content = nil", "content")], vessel);
    check(&[("src/Vessel.bt", "content = nil", "content = nil\n\n  isEmpty => true")], vessel);
    check(&[("src/Vessel.bt", "Value subclass", "Tea subclass")], vessel);
}

#[test]
fn an_alias_stands_for_what_it_names() {
    check(&[("src/Beverage.bt", "| Nil", "| Nil | String")], &[GUEST]);
    check(&[("src/Beverage.bt", "type", "/// To drink.\ntype")], &[]);
}

#[test]
fn a_protocol_is_what_it_asks_for() {
    let project = Project::new(HOUSE);
    let protocol = "Protocol define: Drinkable\n  size -> Integer\n";
    project.folder.write("src/Drinkable.bt", protocol.as_bytes());
    project.edit("src/Beverage.bt", "| Nil", "| Drinkable");
    project.build();
    for (from, to, is_guest_new) in [
        ("Protocol", "/// What can be drunk.\nProtocol", false),
        ("size -> Integer", "size -> Number", true),
        ("size -> Number", "size -> Number\n  temperature", true),
    ] {
        project.edit("src/Drinkable.bt", from, to);
        let (_, compiled, _) = project.build_with(&mut Pretender::default());
        let is_new = |module: &str| compiled.iter().any(|it| it == module);
        assert_eq!((is_new(GUEST), is_new(TEA)), (is_guest_new, false), "{to}");
    }
}

#[test]
fn the_order_of_methods_and_the_names_of_parameters_concern_nobody_else() {
    let moved = "class plain -> Tea => self new\n\n  strength -> Integer => self.grams * 2\n";
    let text = "strength -> Integer => self.grams * 2\n\n  class plain -> Tea => self new\n";
    check(&[("src/Tea.bt", text, moved)], &[TEA]);
    check(
        &[("src/Guest.bt", "drinks: cup :: Beverage => cup", "drinks: it :: Beverage => it")],
        &[GUEST],
    );
}

#[test]
fn a_name_that_comes_to_mean_something_is_noticed() {
    let project = Project::new(HOUSE);
    project.edit("src/Table.bt", "legs => 4", "legs => Leg count");
    project.build();
    project.folder.write("src/Leg.bt", b"Object subclass: Leg\n\n  class count => 4\n");
    let (_, compiled, _) = project.build_with(&mut Pretender::default());
    assert_eq!(compiled, ["bt@house@leg", TABLE]);
    project.folder.remove("src/Leg.bt");
    let (said, compiled, _) = project.build_with(&mut Pretender::default());
    let ending = "removed bt@house@leg\nCompiling 1 of 5 files (4 unchanged)\n";
    assert!(said.contains("There is no class `Leg`") && said.ends_with(ending), "{said}");
    assert_eq!(compiled, [TABLE]);
}

#[test]
fn new_tools_make_everything_new() {
    let tools: [fn(&mut Toolchain); 3] = [
        |it| it.beamtalk = "0.2.0".to_owned(),
        |it| it.otp = "27.0".to_owned(),
        |it| it.options.push("inline".to_owned()),
    ];
    for change in tools {
        let mut project = Project::new(HOUSE);
        project.build();
        change(&mut project.request.toolchain);
        assert_eq!(project.build_with(&mut Pretender::default()).1.len(), 6);
        assert_eq!(project.build_with(&mut Pretender::default()).1.len(), 0);
    }
}

#[test]
fn force_makes_everything_new() {
    let mut project = Project::new(HOUSE);
    project.build();
    project.request.is_forced = true;
    assert_eq!(project.build_with(&mut Pretender::default()).1.len(), 6);
}

#[test]
fn a_file_that_moves_is_compiled_again_under_the_same_module() {
    let project = Project::new(HOUSE);
    project.build();
    let text = project.folder.read("src/Table.bt");
    project.folder.remove("src/Table.bt");
    project.folder.write("src/room/Table.bt", &text);
    let (said, compiled, _) = project.build_with(&mut Pretender::default());
    assert_eq!(said, "Compiling 1 of 5 files (4 unchanged)\n");
    assert_eq!(compiled, [TABLE]);
}
