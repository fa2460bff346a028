//! What classes of the library can do where there is a workspace.

use expect_test::{Expect, expect};

use crate::project::Project;

fn check(fixture: &str, input: &str, expected: Expect) {
    let piped = Project::new(fixture).pipe(input);
    expected.assert_eq(&format!("{}{}--- {:?}\n", piped.out, said(&piped.err), piped.status));
}

/// What went wrong, without where.
fn said(err: &str) -> String {
    err.lines()
        .filter(|it| it.starts_with("Error: "))
        .fold(String::new(), |all, it| all + it + "\n")
}

#[test]
fn a_typed_class_is_changed_by_messages() {
    check(
        "",
        r#"Value subclass: Cup
  sip => 1
  gulp => self sip + 1

cup := Cup new
Cup compile: #sip source: "sip => 10"
cup gulp
Cup compile: #wash: source: "
/// Cleans.
wash: n :: Integer -> Integer => n"
cup wash: 3
(Cup >> #wash:) doc
Cup removeSelector: #gulp
Cup tryCompile: #dry source: "dry => #dry"
Cup methods
Cup class compile: #twice source: "twice => self new sip * 2"
Cup twice
Cup class removeSelector: #twice
Cup class methods includes: #twice
Cup compile: #sip source: "slurp => 10"
Cup compile: #sip source: "sip => ("
Cup reload
"#,
        expect![[r#"
            Cup
            Cup()
            Cup
            11
            Cup
            3
            "Cleans."
            Cup
            Cup
            #(#dry, #sip, #wash:)
            Cup class
            20
            Cup class
            false
            Error: The source defines 'slurp', not 'sip'
            Error: expected expression, found <eof>
            Error: Cup has no source file; only classes from files can be reloaded
            --- Some(1)
        "#]],
    );
}

#[test]
fn classes_of_the_library_are_changed_too() {
    check(
        "",
        r#"Integer compile: #half source: "half => self / 2"
3 half
Integer removeSelector: #half
3 respondsTo: #half
"#,
        expect![[r#"
            Integer
            1.5
            Integer
            false
            --- Some(0)
        "#]],
    );
}

#[test]
fn files_are_loaded_and_loaded_again() {
    check(
        "//- Tea.bt\nValue subclass: Tea\n  grams => 3\n\nValue subclass: Pot\n",
        r#"Workspace load: "Tea.bt"
Tea new grams
Tea compile: #grams source: "grams => 5"
Tea new grams
Tea reload
Tea new grams
[Workspace load: "Coffee.bt"] on: Error do: [:it | it kind]
"#,
        expect![[r#"
            #(Tea, Pot)
            3
            Tea
            5
            Tea
            3
            #file_not_found
            --- Some(0)
        "#]],
    );
}

#[test]
fn a_session_knows_itself() {
    check(
        "",
        r#"x := 5
Session current kind
Session current bindings at: #x
Session current bindings at: #y put: 6
x + y
Session current resolve: #Integer
(Session withId: Session current id) =:= Workspace currentSession
Workspace sessions size
Session current bindings removeKey: #x
Session current bindings includesKey: #x
Session current clear
y
Session current resolve: #nobody
"#,
        expect![[r#"
            5
            "repl"
            5
            6
            11
            Integer
            true
            1
            nil
            false
            nil
            Error: Undefined variable `y`
            Error: Undefined variable 'nobody'
            --- Some(1)
        "#]],
    );
}

#[test]
fn names_of_the_workspace_are_known_at_every_prompt() {
    let project = Project::new("");
    let one = project.prompt();
    let other = project.prompt();
    one.line("Workspace bind: #(1, 2) as: #numbers");
    assert_eq!(other.line("numbers size"), "2\n");
    assert_eq!(other.line("numbers := 3"), "3\n");
    assert_eq!(other.line("numbers"), "3\n");
    assert_eq!(one.line("numbers"), "#(1, 2)\n");
    let refused =
        one.line("(Workspace sessions reject: [:each | each =:= Session current]) first clear");
    assert!(refused.contains("another session"), "{refused}");
    one.line("Workspace unbind: #numbers");
    assert!(one.line("numbers").contains("Undefined variable"), "{}", one.screen());
}
