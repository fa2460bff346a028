//! `beamtalk check`: what is reported, how, and with which status.

use crate::folder::{Folder, check};
use expect_test::expect;

#[test]
fn a_clean_file_is_quiet() {
    check(
        "//- a.bt\nx := 1\n",
        "check a.bt",
        expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]],
    );
}

#[test]
fn problems_show_the_line_a_caret_the_code_and_a_hint() {
    check(
        "//- a.bt\none := 1\ntwo := (3\n",
        "check a.bt",
        expect![[r#"
            error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
             --> a.bt:2:10
              |
            2 | two := (3
              |          ^
              |
              = hint: Write `)` before the end of the text.

            --- stderr
            1 problem in 1 file (1 checked)
            --- exit 1
        "#]],
    );
}

#[test]
fn json_is_one_object_a_line() {
    let answer = Folder::new("//- a.bt\né := )\n//- b.bt\nx := (1\n").run("check --json .");
    let (lines, rest) = answer.split_once("---").unwrap();
    assert_eq!(rest, " stderr\n3 problems in 2 files (2 checked)\n--- exit 1\n");
    let mut places = String::new();
    for line in lines.lines() {
        let start = line.find("\"code\"").unwrap();
        places += &format!("{}\n", &line[..start]);
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["severity"], "error");
        assert!(ide::explain(object["code"].as_str().unwrap()).is_some(), "{line}");
        assert!(object["message"].as_str().is_some_and(|it| !it.is_empty()), "{line}");
        assert!(object["hint"].is_string() || object["hint"].is_null(), "{line}");
    }
    expect![[r#"
        {"file":"a.bt","line":1,"column":1,"end_line":1,"end_column":2,
        {"file":"a.bt","line":1,"column":6,"end_line":1,"end_column":7,
        {"file":"b.bt","line":1,"column":8,"end_line":1,"end_column":8,
    "#]]
    .assert_eq(&places);
}

#[test]
fn warnings_are_shown_and_do_not_fail() {
    check(
        "//- a.bt\n/// Documents nothing.\nx := 1\n",
        "check a.bt",
        expect![[r#"
            warning[detached-doc-comment]: This doc comment documents nothing
             --> a.bt:1:1
              |
            1 | /// Documents nothing.
              | ^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: No class, protocol, alias, declaration or method follows it.
              = hint: Write `//` for an ordinary comment.

            --- stderr
            1 warning in 1 file (1 checked)
            --- exit 0
        "#]],
    );
}

#[test]
fn lints_are_not_shown() {
    check(
        "//- a.bt\nx := 1.\ny := 2.\n",
        "check a.bt",
        expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]],
    );
}

#[test]
fn only_the_first_hundred_problems_of_a_file_are_shown_to_people() {
    let folder = Folder::new("");
    folder.write("a.bt", "x := )\n".repeat(150).as_bytes());
    let answer = folder.run("check a.bt");
    assert_eq!(answer.matches("error[").count(), 100);
    assert!(answer.contains("\n… and 50 more in a.bt\n"), "{answer}");
    assert!(answer.ends_with("150 problems in 1 file (1 checked)\n--- exit 1\n"), "{answer}");
    let json = folder.run("check --json a.bt");
    assert_eq!(json.lines().filter(|line| line.starts_with('{')).count(), 150);
}

#[test]
fn the_summary_counts() {
    let fixture = "//- a.bt\nx := )\n//- b.bt\n/// Alone.\nx := )\n//- c.bt\nx := 1\n";
    let answer = Folder::new(fixture).run("check --json");
    assert!(answer.ends_with("2 problems and 1 warning in 2 files (3 checked)\n--- exit 1\n"));
}

#[test]
fn scripts_are_checked_by_their_own_rules() {
    check(
        "//- a.btscript\n1 + 2\n// => 3\n\n3 + 4\n",
        "check a.btscript",
        expect![[r#"
            error[missing-expectation]: Expected an answer after `3 + 4`
             --> a.btscript:4:1
              |
            4 | 3 + 4
              | ^^^^^
              |
              = hint: Write `// => 7` below it with the answer, or `// => _` to accept any.

            --- stderr
            1 problem in 1 file (1 checked)
            --- exit 1
        "#]],
    );
}

#[test]
fn standard_input_is_checked() {
    let answer = Folder::new("").run_with_stdin("check --json -", b"x := (1\n");
    assert!(answer.starts_with("{\"file\":\"<stdin>\",\"line\":"), "{answer}");
    assert!(answer.ends_with("1 problem in 1 file (1 checked)\n--- exit 1\n"), "{answer}");
}

#[test]
fn syntax_only_is_accepted() {
    check(
        "//- a.bt\nx := 1\n",
        "check --syntax a.bt",
        expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]],
    );
}

#[test]
fn syntax_only_keeps_to_the_syntax() {
    check(
        "//- a.bt\nx := zebra\n",
        "check --syntax a.bt",
        expect![[r#"
            --- stderr
            no problems (1 checked)
            --- exit 0
        "#]],
    );
}

#[test]
fn files_are_checked_as_one_program() {
    check(
        "//- a.bt\nStove subclass: Oven\n  state: door = 1\n  field: heat = 2\n\nPan subclass: Wok\n\
         //- b.bt\nActor subclass: Stove\n\nsealed Value subclass: Pan\n",
        "check",
        expect![[r#"
            error[wrong-data-keyword]: `Oven` is a class of actors: it has no `field:`
             --> a.bt:3:3
              |
            3 |   field: heat = 2
              |   ^^^^^^
              |
              = hint: Write `state:`.

            error[sealed-class]: `Pan` is sealed: it has no subclasses
             --> a.bt:5:1
              |
            5 | Pan subclass: Wok
              | ^^^
              |
              = hint: Keep one in a slot and pass messages on, or add methods to it: `Name >> selector`.

            --- stderr
            2 problems in 1 file (2 checked)
            --- exit 1
        "#]],
    );
}

#[test]
fn a_name_is_defined_once_in_a_program() {
    check(
        "//- a.bt\nObject subclass: Pan\n\nInteger >> dozens => 12\n\
         //- b.bt\ntype Pan = #wok | #pot\n\nInteger >> dozens => 13\n",
        "check",
        expect![[r#"
            error[duplicate-definition]: `Pan` is defined twice
             --> b.bt:1:6
              |
            1 | type Pan = #wok | #pot
              |      ^^^
              |
              = note: The first definition is in `a.bt`.
              = hint: Give one of them another name: classes, protocols and aliases share all names.

            error[duplicate-extension]: `Integer >> dozens` is defined twice
             --> b.bt:3:12
              |
            3 | Integer >> dozens => 13
              |            ^^^^^^
              |
              = note: The first definition is in `a.bt`.
              = hint: Remove one of them, or give it another selector.

            --- stderr
            2 problems in 1 file (2 checked)
            --- exit 1
        "#]],
    );
}

#[test]
fn a_ring_across_files_is_told_once() {
    check(
        "//- a.bt\nWok subclass: Pan\n//- b.bt\nPan subclass: Wok\n",
        "check",
        expect![[r#"
        error[superclass-cycle]: `Pan` inherits from itself
         --> a.bt:1:1
          |
        1 | Wok subclass: Pan
          | ^^^
          |
          = note: `Pan` inherits from `Wok`, which inherits from `Pan`.
          = hint: Let one of them inherit from a class outside, such as Object.

        --- stderr
        1 problem in 1 file (2 checked)
        --- exit 1
    "#]],
    );
}

#[test]
fn of_a_file_with_wrong_syntax_only_that_is_said() {
    check(
        "//- a.bt\nActor subclass: Stove\n  state: heat = 1\n\n  warm => (zebra\n\
         //- b.bt\nStove subclass: Oven\n  glow => heat + light\n",
        "check",
        expect![[r#"
            error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
             --> a.bt:4:17
              |
            4 |   warm => (zebra
              |                 ^
              |
              = hint: Write `)` before the end of the text.

            --- stderr
            1 problem in 1 file (2 checked)
            --- exit 1
        "#]],
    );
}

#[test]
fn warnings_of_meaning_do_not_fail() {
    check(
        "//- a.bt\nObject subclass: List\n  size => 0\n//- b.bt\nList new\n",
        "check",
        expect![[r#"
            warning[library-class-name]: `List` is the name of a library class
             --> a.bt:1:18
              |
            1 | Object subclass: List
              |                  ^^^^
              |
              = note: The running system keeps its own class and refuses this one.
              = hint: Give the class another name, or add methods to the library's: `Name >> selector`.

            --- stderr
            1 warning in 1 file (2 checked)
            --- exit 0
        "#]],
    );
}

#[test]
fn cases_see_earlier_cases_and_may_expect_errors() {
    check(
        "//- a.btscript\ncups := 2\n// => 2\n\ncups + zebra\n// => ERROR: Undefined variable\n\n\
         Value subclass: Pan field: size = 1. area => size * width\n// => _\n\n\
         Pan >> half => size / 2\n// => _\n\n(Pan size: 2) area + lids\n// => 4\n",
        "check",
        expect![[r#"
            error[undefined-variable]: Undefined variable `width`
             --> a.btscript:7:53
              |
            7 | Value subclass: Pan field: size = 1. area => size * width
              |                                                     ^^^^^
              |
              = hint: Write `width := …` before it is read; if it is a message, write its receiver before it.

            error[undefined-variable]: Undefined variable `lids`
              --> a.btscript:13:22
               |
            13 | (Pan size: 2) area + lids
               |                      ^^^^
               |
               = hint: Write `lids := …` before it is read; if it is a message, write its receiver before it.

            --- stderr
            2 problems in 1 file (1 checked)
            --- exit 1
        "#]],
    );
}

#[test]
fn primitives_are_for_the_library_and_those_who_ask() {
    let folder = Folder::new("//- a.bt\nObject subclass: Pan\n  size => @primitive\n");
    assert!(folder.run("check").ends_with("1 problem in 1 file (1 checked)\n--- exit 1\n"));
    assert!(folder.run("check --allow-primitives").ends_with("--- exit 0\n"));
    assert!(folder.run("check --stdlib-mode").ends_with("--- exit 0\n"));
    for (name, text) in hierarchy::STDLIB_SOURCES {
        folder.write(name, text.as_bytes());
    }
    std::fs::remove_file(folder.path("a.bt")).unwrap();
    let count = hierarchy::STDLIB_SOURCES.len();
    let clean = format!("--- stderr\nno problems ({count} checked)\n--- exit 0\n");
    assert_eq!(folder.run("check"), clean);
}

#[test]
fn a_folder_without_source_is_not_a_problem() {
    check(
        "//- readme.txt\nhello\n",
        "check",
        expect![[r#"
        --- stderr
        no Beamtalk files found
        --- exit 0
    "#]],
    );
}

#[test]
fn a_path_that_does_not_exist_is_wrong_use() {
    check(
        "//- a.bt\nx := 1\n",
        "check a.bt nowhere",
        expect![[r#"
        --- stderr
        error: there is no file or folder `nowhere`
        --- exit 2
    "#]],
    );
    check(
        "//- a.bt\nx := 1\n",
        "check a",
        expect![[r#"
        --- stderr
        error: there is no file or folder `a`
          hint: did you mean `a.bt`?
        --- exit 2
    "#]],
    );
    check(
        "//- a.bt\nx := 1\n",
        "check a.bt/b.bt",
        expect![[r#"
        --- stderr
        error: there is no file or folder `a.bt/b.bt`
        --- exit 2
    "#]],
    );
}

#[test]
fn colour_comes_when_asked_for_and_only_then() {
    let folder = Folder::new("//- a.bt\nx := )\n");
    let coloured = |arguments: &str, variable: &str| {
        let mut command = folder.command(arguments);
        if !variable.is_empty() {
            command.env(variable, "1");
        }
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!coloured("check", ""), "a pipe is no terminal");
    assert!(coloured("check --color always", ""));
    assert!(coloured("check --color always", "NO_COLOR"), "the flag is nearer than the variable");
    assert!(coloured("check", "CLICOLOR_FORCE"));
    assert!(!coloured("check --color never", "CLICOLOR_FORCE"));
    assert!(!coloured("check", "NO_COLOR"));
    assert!(!coloured("check --json --color always", ""), "machines get no colour");
}
