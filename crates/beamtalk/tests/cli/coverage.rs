//! `beamtalk type-coverage`: how much is known, of what, and why not more.

use crate::folder::{Folder, check};
use expect_test::expect;

const HOUSE: &str = "\
//- beamtalk.toml
[package]
name = \"house\"
version = \"0.1.0\"
//- src/Cup.bt
Object subclass: Cup

  handle => 1

  fill: drink => drink warm
//- src/Tray.bt
Object subclass: Tray

  held: cup :: Cup => cup handle + 1
//- src/Word.bt
type Word = String | Symbol
//- test/CupTest.bt
Object subclass: CupTest

  cup: it => it
";

#[test]
fn the_share_of_each_class_and_the_reasons() {
    check(
        HOUSE,
        "type-coverage",
        expect![[r#"
        src/Cup.bt
           33.3 %      1 of 3      Cup
        src/Tray.bt
          100.0 %      4 of 4      Tray
        in all
           71.4 %      5 of 7      not known: 1 dynamic receiver, 1 unannotated parameter
        --- exit 0
    "#]],
    );
}

#[test]
fn every_place_is_listed_when_asked_for() {
    check(
        HOUSE,
        "type-coverage --detail src/Cup.bt",
        expect![[r#"
        src/Cup.bt
           33.3 %      1 of 3      Cup
                   src/Cup.bt:5:18 (unannotated parameter) drink
                   src/Cup.bt:5:18 (dynamic receiver) drink warm
        in all
           33.3 %      1 of 3      not known: 1 dynamic receiver, 1 unannotated parameter
        --- exit 0
    "#]],
    );
    check(
        HOUSE,
        "type-coverage --class Tray",
        expect![[r#"
        src/Tray.bt
          100.0 %      4 of 4      Tray
        in all
          100.0 %      4 of 4      all are known
        --- exit 0
    "#]],
    );
}

#[test]
fn machines_get_one_object() {
    check(
        HOUSE,
        "type-coverage --json",
        expect![[r#"
        {"total_expressions":7,"typed_expressions":5,"coverage_percent":71.4,"threshold":null,"passed":true,"reasons":{"dynamic receiver":1,"unannotated parameter":1},"classes":[{"name":"Cup","file":"src/Cup.bt","total":3,"typed":1,"coverage_percent":33.3},{"name":"Tray","file":"src/Tray.bt","total":4,"typed":4,"coverage_percent":100.0}]}
        --- exit 0
    "#]],
    );
    check(
        HOUSE,
        "type-coverage --format json --detail --class Cup",
        expect![[r#"
        {"total_expressions":3,"typed_expressions":1,"coverage_percent":33.3,"threshold":null,"passed":true,"reasons":{"dynamic receiver":1,"unannotated parameter":1},"classes":[{"name":"Cup","file":"src/Cup.bt","total":3,"typed":1,"coverage_percent":33.3,"dynamic":[{"line":5,"column":18,"reason":"unannotated parameter","source":"drink"},{"line":5,"column":18,"reason":"dynamic receiver","source":"drink warm"}]}]}
        --- exit 0
    "#]],
    );
}

#[test]
fn tests_count_if_they_are_named() {
    check(
        HOUSE,
        "type-coverage test",
        expect![[r#"
        test/CupTest.bt
            0.0 %      0 of 1      CupTest
        in all
            0.0 %      0 of 1      not known: 1 unannotated parameter
        --- exit 0
    "#]],
    );
}

#[test]
fn a_share_can_be_asked_for() {
    let folder = Folder::new(HOUSE);
    for (share, exit) in [("50", 0), ("70", 0), ("100", 1)] {
        let answer = folder.run(&format!("type-coverage --at-least {share}"));
        assert!(answer.ends_with(&format!("--- exit {exit}\n")), "{share}: {answer}");
    }
    let answer = folder.run("type-coverage --at-least 100 --json");
    assert!(answer.contains("\"threshold\":100.0,\"passed\":false,"), "{answer}");
    let answer = folder.run("type-coverage --at-least 101");
    assert!(answer.ends_with("--- exit 2\n"), "{answer}");
}

#[test]
fn what_has_errors_is_named_and_not_counted() {
    let folder = Folder::new(HOUSE);
    folder.edit("src/Cup.bt", "drink warm", "(drink");
    let answer = folder.run("type-coverage");
    assert!(answer.contains("not counted, because of errors: 1 file (src/Cup.bt)\n"), "{answer}");
    assert!(answer.ends_with("--- exit 1\n"), "{answer}");
}

#[test]
fn files_without_a_package_are_counted() {
    let fixture = "//- a.bt\nObject subclass: A\n\n  b => B new c\n\
                   //- b.bt\nObject subclass: B\n\n  c => 1\n";
    check(
        fixture,
        "type-coverage",
        expect![[r#"
        a.bt
          100.0 %      3 of 3      A
        b.bt
          100.0 %      1 of 1      B
        in all
          100.0 %      4 of 4      all are known
        --- exit 0
    "#]],
    );
    check(
        "//- a.bt\n",
        "type-coverage a.bt b.bt",
        expect![[r#"
        --- stderr
        error: there is no file or folder `b.bt`
        --- exit 2
    "#]],
    );
}
