//! Inputs from a pipe: no prompts, values on standard output, a status that tells.

use expect_test::{Expect, expect};

use crate::project::Project;

fn check(input: &str, expected: Expect) {
    let piped = Project::new("").pipe(input);
    expected.assert_eq(&format!("{}--- {:?}\n", piped.out, piped.status));
}

#[test]
fn each_input_is_evaluated_and_printed() {
    check(
        "3 + 4\nx := \"42\"\n\n(x size +\n  1)\n#foo\n_\n\"last\"",
        expect![[r#"
            7
            "42"
            3
            #foo
            #foo
            "last"
            --- Some(0)
        "#]],
    );
}

#[test]
fn definitions_need_no_blank_line_and_may_have_some() {
    check(
        "Object subclass: Pot\n  cups => 3\n\n  more => self cups + 1\n/// Twice.\nPot subclass: Big\n  \
         cups => 6\nBig new more\nPot >> less =>\n  self cups - 1\nBig new less\n",
        expect![[r#"
            Pot
            Big
            7
            Pot>>less
            5
            --- Some(0)
        "#]],
    );
}

#[test]
fn a_failure_shows_in_the_status_and_the_rest_still_runs() {
    let piped = Project::new("").pipe("1\npto\n2\n");
    assert_eq!(piped.out, "1\n2\n");
    assert!(piped.err.contains("Error: Undefined variable"), "{}", piped.err);
    assert_eq!(piped.status, Some(1));
    assert!(!piped.err.contains("bt>") && !piped.err.contains('\x1b'), "{}", piped.err);
}

#[test]
fn nothing_is_an_input_too() {
    check(
        "",
        expect![[r#"
        --- Some(0)
    "#]],
    );
    check(
        "\n  \n",
        expect![[r#"
        --- Some(0)
    "#]],
    );
}

#[test]
fn candidates_are_lines_with_tabs_or_a_reason() {
    let piped =
        Project::new("").pipe(":complete \"tea\" uppe\n:complete \"tea\" zzz\n:complete :unb\n");
    let lines: Vec<&str> = piped.out.lines().collect();
    assert!(
        lines.iter().any(|it| it.starts_with("uppercase\tuppercase -> String\tString")),
        "{lines:?}"
    );
    assert!(lines.iter().any(|it| it.starts_with("# ")), "{lines:?}");
    assert!(lines.contains(&":unbind\t:unbind NAME\t"), "{lines:?}");
    assert_eq!(piped.status, Some(0));
}

#[test]
fn expressions_and_files_come_from_the_command_line() {
    let project = Project::new("//- Pot.bt\nObject subclass: Pot\n  cups => 3\n");
    let piped =
        project.pipe_to(&["repl", "--load", "Pot.bt", "-e", "Pot new cups", "-e", "_ + 1"], "");
    assert_eq!((&*piped.out, piped.status), ("3\n4\n", Some(0)), "{}", piped.err);
}

#[test]
fn output_comes_before_the_value() {
    check(
        "Transcript show: \"hi\". 6 * 7\n",
        expect![[r#"
            hi
            42
            --- Some(0)
        "#]],
    );
}

#[test]
fn a_session_ends_with_the_status_that_it_is_given() {
    let project = Project::new("");
    for (input, out, status) in [
        ("1\n:exit 7\n2\n", "1\n", 7),
        ("pto\n:quit\n", "", 1),
        (":exit 0\n", "", 0),
        (":exit 256\n3\n", "3\n", 1),
        (":exit tea\n3\n", "3\n", 1),
        (
            "1\nErlang erlang exit: (Erlang erlang list_to_tuple: #(#'beamtalk_exit', 9))\n2\n",
            "1\n",
            9,
        ),
    ] {
        let piped = project.pipe(input);
        assert_eq!((&*piped.out, piped.status), (out, Some(status)), "{input:?} {piped:?}");
    }
    let leave = "Erlang erlang exit: (Erlang erlang list_to_tuple: #(#'beamtalk_exit', 9))";
    let piped = project.pipe_to(&["repl", "-e", leave, "-e", "1"], "");
    assert_eq!((&*piped.out, piped.status), ("", Some(9)), "{piped:?}");
}
