//! The command as a whole: help, version, completions, explanations, wrong use.

use crate::folder::{Folder, check};
use expect_test::expect;

#[test]
fn help_is_worth_reading() {
    check(
        "",
        "--help",
        expect![[r#"
            Beamtalk: a live, Smalltalk-like language on the BEAM

            Usage: beamtalk [OPTIONS] <COMMAND>

            Packages:
              new              Make a new package

            Reading source:
              check            Report problems in files and folders
              type-coverage    Say how much of the code has known types
              show             Print a file as the compiler sees it: tokens, tree, types or core
              explain          Say what a diagnostic code means

            Writing source:
              fmt              Put files into the canonical layout

            Running:
              repl             Evaluate what you type, in a workspace that lives on
              workspace        List, start, stop or join workspaces
              build            Compile a package, or files without one
              run              Run a program
              eval             Print the value of an expression
              test             Run tests
              test-docs        Run the examples in Markdown files

            The tool itself:
              completions      Print completions for a shell
              completion-eval  Measure how good completion is
              help             Print help for a command

            Options:
                  --color <WHEN>  Colour the output (auto heeds NO_COLOR, CLICOLOR and the terminal) [default:
                                  auto] [possible values: auto, always, never]
              -h, --help          Print help
              -V, --version       Print version

            Examples:
              beamtalk repl                       a prompt, in the workspace of this project
              beamtalk eval '3 + 4'               print the value of an expression
              beamtalk run Tea.bt Tea pour        send a message to a class of a file
              beamtalk new tea_house              make a package in a folder of that name
              beamtalk build                      compile what has changed in the package here
              beamtalk run TeaHouse hello         send a message to a class of the package
              beamtalk new --app tea_stall        make a package that is an application
              beamtalk run .                      run the application until Ctrl-C
              beamtalk test                       run its tests
              beamtalk test-docs README.md        run the examples of a text
              beamtalk check                      check everything below this folder
              beamtalk check --json src | jq .    the same for a machine
              beamtalk type-coverage --at-least 80
                                                  fail if fewer types are known
              beamtalk fmt src test               rewrite in place
              beamtalk fmt --check                print what would change
              beamtalk show tree Counter.bt       print the tree
              beamtalk explain unclosed-bracket   explain a code

            Exit status:
              0  nothing to report         2  wrong use of the command
              1  problems were reported    3  the system refused: permissions, disk, no Erlang
              A program that ends itself (`Erlang erlang halt: 4`) chooses its own.
            --- exit 0
        "#]],
    );
}

#[test]
fn every_command_has_help_with_its_exit() {
    for command in [
        "new",
        "check",
        "fmt",
        "show",
        "explain",
        "completions",
        "build",
        "run",
        "eval",
        "repl",
        "workspace",
        "workspace attach",
        "workspace create",
        "workspace list",
        "workspace status",
        "workspace stop",
        "test",
        "test-docs",
    ] {
        let answer = Folder::new("").run(&format!("{command} --help"));
        assert!(answer.contains("Usage: beamtalk"), "{command}: {answer}");
        assert!(answer.ends_with("--- exit 0\n"), "{command}: {answer}");
    }
}

#[test]
fn the_version_is_named() {
    let version = format!("beamtalk {}\n--- exit 0\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(Folder::new("").run("--version"), version);
    assert_eq!(Folder::new("").run("-V"), version);
}

#[test]
fn wrong_use_points_at_help() {
    check(
        "",
        "",
        expect![[r#"
            --- stderr
            error: 'beamtalk' requires a subcommand but one was not provided
              [subcommands: new, check, type-coverage, fmt, show, explain, completions, completion-eval, build, run, eval, repl, workspace, test, test-docs, help]

            Usage: beamtalk [OPTIONS] <COMMAND>

            For more information, try '--help'.
            --- exit 2
        "#]],
    );
    check(
        "",
        "chek",
        expect![[r#"
        --- stderr
        error: unrecognized subcommand 'chek'

          tip: a similar subcommand exists: 'check'

        Usage: beamtalk [OPTIONS] <COMMAND>

        For more information, try '--help'.
        --- exit 2
    "#]],
    );
    check(
        "",
        "check --jsn",
        expect![[r#"
        --- stderr
        error: unexpected argument '--jsn' found

          tip: a similar argument exists: '--json'

        Usage: beamtalk check --json [PATH]...

        For more information, try '--help'.
        --- exit 2
    "#]],
    );
}

/// What the Makefile asks for is no word for users.
#[test]
fn what_is_not_for_users_is_offered_nowhere() {
    let folder = Folder::new("");
    let ways = [
        "",
        "help",
        "--help",
        "build-stdli",
        "buildstdlib",
        "help build-stdli",
        "completions bash",
        "completions zsh",
        "completions fish",
    ];
    for arguments in ways {
        let answer = folder.run(arguments);
        assert!(!answer.contains("build-stdlib"), "{arguments}: {answer}");
    }
    let asked = folder.run("build-stdlib --help");
    assert!(asked.contains("Usage: beamtalk build-stdlib"), "{asked}");
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let answer = Folder::new("").run(&format!("completions {shell}"));
        assert!(answer.contains("explain") && answer.ends_with("--- exit 0\n"), "{shell}");
    }
}

#[test]
fn a_code_is_explained() {
    check(
        "",
        "explain unclosed-bracket",
        expect![[r#"
            unclosed-bracket

            Every bracket that opens is closed by its partner, in the opposite order.

            This breaks the rule:

                [:pan | (pan heat + 1]

            This does not:

                [:pan | (pan heat + 1)]
            --- exit 0
        "#]],
    );
    check(
        "",
        "explain not-utf8",
        expect![[r#"
        not-utf8

        Beamtalk source is UTF-8 text, and this file has bytes that are not. Save it as UTF-8.
        --- exit 0
    "#]],
    );
}

#[test]
fn an_unknown_code_is_guessed_at() {
    check(
        "",
        "explain unclosed-brackets",
        expect![[r#"
        --- stderr
        error: there is no diagnostic code `unclosed-brackets`
          hint: did you mean `unclosed-bracket`?
        --- exit 2
    "#]],
    );
    check(
        "",
        "explain ferry",
        expect![[r#"
        --- stderr
        error: there is no diagnostic code `ferry`
          hint: `beamtalk explain` lists all codes
        --- exit 2
    "#]],
    );
}

#[test]
fn all_codes_are_listed() {
    let answer = Folder::new("").run("explain");
    for rule in ide::rules() {
        assert!(answer.contains(rule.code), "{}", rule.code);
    }
    for code in ["not-utf8", "duplicate-class", "reserved-class", "source-file-name"] {
        assert!(answer.contains(&format!("\n{code} ")), "{code}");
    }
}
