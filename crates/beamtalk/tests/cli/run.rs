//! `beamtalk run`: files, scripts and packages.

use std::process::Stdio;

use crate::folder::{Folder, answer, check};
use expect_test::expect;

/// A package with one class and a test of it.
pub(crate) const PACKAGE: &str = "\
//- beamtalk.toml
[package]
name = \"house\"
version = \"0.1.0\"
//- src/Pot.bt
/// A pot.
Object subclass: Pot

  class cups -> Integer => 4

  class pour => Transcript show: self cups; cr

  class pour: guests => Transcript show: guests; cr
//- test/PotTest.bt
TestCase subclass: PotTest

  testCups => self assert: Pot cups equals: 4
";

const POT: &str = "\
//- Pot.bt
Object subclass: Pot

  class pour => Transcript show: \"tea\"; cr

  class pour: guests => guests do: [:guest | Transcript show: guest; cr]

  class leave => Erlang erlang halt: 3

  class drop =>
    shards := self break: 3
    shards + 1

  class break: pieces =>
    broken := pieces brew
    broken + 1

  class ask =>
    line := Erlang io get_line: \"\"
    Transcript show: line
";

#[test]
fn the_statements_of_a_file_are_run() {
    check(
        "//- Tea.bt\nValue subclass: Tea\n  field: cups = 2\n\ntea := Tea new\nTranscript show: tea cups; cr\n",
        "run Tea.bt",
        expect![[r#"
            2
            --- exit 0
        "#]],
    );
    check(
        POT,
        "run Pot.bt",
        expect![[r#"
            --- stderr
            error: `Pot.bt` has no statements outside its classes
              hint: name a class and a message: beamtalk run Pot.bt Pot pour
            --- exit 2
        "#]],
    );
}

#[test]
fn a_method_between_statements_counts_from_there() {
    check(
        "\
//- Bell.bt
Actor subclass: Bell
  state: rings = 0

  ring => self.rings := self.rings + 1

  twice => #(self ring, self ring)

  class motto => \"ding\"

Integer >> tripled => self * 3

bell := Bell spawn
Transcript show: bell twice printString; cr
Bell >> ring -> Integer => self.rings := self.rings + 10
Bell class >> motto => \"dong\"
Transcript show: bell twice printString; cr
Transcript show: Bell motto; cr
Integer >> printString => \"some\"
Transcript show: (2 tripled) printString; cr
Integer removeSelector: #printString
Bell removeSelector: #ring
Transcript show: bell twice printString; cr
",
        "run Bell.bt",
        expect![[r#"
            #(1, 2)
            #(12, 22)
            dong
            some
            #(23, 24)
            --- exit 0
        "#]],
    );
}

/// Those that hear of the end are ended like all others, and nobody reports it.
#[test]
fn actors_end_with_the_program_and_without_a_word() {
    check(
        "\
//- Ear.bt
Server subclass: Ear
  initialize => Erlang erlang process_flag: #trap_exit with: true

Ear spawn
Transcript show: \"done\"; cr
",
        "run Ear.bt",
        expect![[r#"
            done
            --- exit 0
        "#]],
    );
}

#[test]
fn a_message_is_sent_to_a_class_of_a_file() {
    let folder = Folder::new(POT);
    expect![[r#"
        tea
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot pour"));
    expect![[r#"
        Ann
        Bob
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot pour: Ann Bob"));
    expect![[r#"
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot pour:"));
    expect![[r#"
        --json
        -q
        --help
        --
        é
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot pour: --json -q --help -- é"));
}

#[test]
fn what_cannot_be_sent_is_told() {
    let folder = Folder::new(POT);
    let mut told = String::new();
    expect![[r#"
        --- stderr
        error: there is no class `Pto`
          hint: did you mean `Pot`?
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pto pour"));
    expect![[r#"
        --- stderr
        error: there is no class `pot`
          hint: did you mean `Pot`?
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run Pot.bt pot pour"));
    for words in ["Zork pour", "zork pour", "Pot zork", "Pot", "zork"] {
        told.push_str(&format!("$ {words}\n{}", folder.run(&format!("run Pot.bt {words}"))));
    }
    expect![[r#"
        $ Zork pour
        --- stderr
        error: there is no class `Zork`
          hint: check its spelling, and that its file is named or is in the `src` of the package
        --- exit 1
        $ zork pour
        --- stderr
        error: there is no class `zork`
          hint: a class name begins with a capital letter: beamtalk run Main run
        --- exit 1
        $ Pot zork
        --- stderr
        error: Pot does not understand 'zork'
          hint: Class does not understand this message
        --- exit 1
        $ Pot
        --- stderr
        error: name a message for the class `Pot`
          hint: beamtalk run Pot.bt Pot run
        --- exit 2
        $ zork
        --- stderr
        error: name a class and a message
          hint: beamtalk run Pot.bt Main run
        --- exit 2
    "#]]
    .assert_eq(&told);
    expect![[r#"
        --- stderr
        error: Pot does not understand 'puor'
          hint: did you mean `pour`?
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot puor"));
    expect![[r#"
        --- stderr
        error: `pour` takes no arguments, and one was given
          hint: a message with one keyword takes them as a list: beamtalk run Pot.bt Pot pour: Ann
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot pour Ann"));
    expect![[r#"
        --- stderr
        error: `pour:into:` has several keywords; a program is started with one at most
          hint: beamtalk run Pot.bt Pot main: one two
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot pour:into: Ann"));
    expect![[r#"
        --- stderr
        error: name a message for the class `Pot`
          hint: beamtalk run Pot.bt Pot run
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run Pot.bt Pot"));
    expect![[r#"
        --- stderr
        error: there is no file or folder `Gone.bt`
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run Gone.bt"));
    expect![[r#"
        --- stderr
        error: there is no package here: no `beamtalk.toml` in this folder or above it
          hint: name the file with the class: beamtalk run Pot.bt Pot pour
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run Pot pour"));
    let answer = folder.run("run Kettle pour");
    assert!(answer.contains(": beamtalk run FILE.bt Kettle pour\n--- exit 2\n"), "{answer}");
}

#[test]
fn a_program_chooses_its_exit_status() {
    check(
        POT,
        "run Pot.bt Pot leave",
        expect![[r#"
        --- exit 3
    "#]],
    );
}

#[test]
fn an_error_is_told_with_where_it_came_from() {
    check(
        POT,
        "run Pot.bt Pot drop",
        expect![[r#"
        --- stderr
        error: Integer does not understand 'brew'
          hint: Check spelling or use 'respondsTo:' to verify method exists
          at Pot>>break: (Pot.bt:14)
          at Pot>>drop (Pot.bt:10)
        --- exit 1
    "#]],
    );
}

#[test]
fn a_file_with_errors_is_not_run() {
    check(
        "//- Tea.bt\nTranscript show: \"no\"\nTranscript show: (cups + 1)\n",
        "run Tea.bt",
        expect![[r#"
            --- stderr
            error[undefined-variable]: Undefined variable `cups`
             --> Tea.bt:2:19
              |
            2 | Transcript show: (cups + 1)
              |                   ^^^^
              |
              = hint: Write `cups := …` before it is read; if it is a message, write its receiver before it.
            --- exit 1
        "#]],
    );
}

#[test]
fn a_program_reads_what_is_typed() {
    let folder = Folder::new(POT);
    let input = "très bien\n".as_bytes();
    expect![[r#"
        très bien
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("run Pot.bt Pot ask", input));
}

#[test]
fn a_package_is_built_and_run() {
    let folder = Folder::new(PACKAGE);
    expect![[r#"
        4
        --- stderr
        Compiling 1 file
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run Pot pour"));
    expect![[r##"
        #("Ann")
        --- exit 0
    "##]]
    .assert_eq(&folder.run("run Pot pour: Ann"));
    folder.write("src/Pot.bt", b"Object subclass: Pot\n\n  class pour => (1\n");
    expect![[r#"
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
         --> src/Pot.bt:3:19
          |
        3 |   class pour => (1
          |                   ^
          |
          = hint: Write `)` before the end of the text.

        1 error in 1 file
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run Pot pour"));
}

/// What the build has compiled is not loaded a second time.
#[test]
fn a_file_of_the_package_is_run_as_part_of_it() {
    let folder = Folder::new(PACKAGE);
    folder.run("build");
    expect![[r#"
        4
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run src/Pot.bt Pot pour"));
    folder.write("src/Tea.bt", b"Transcript show: Pot cups; cr\n");
    expect![[r#"
        4
        --- stderr
        Compiling 1 of 2 files (1 unchanged)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run src/Tea.bt"));
}

/// Whatever the locale says: source is UTF-8, and so is what it prints.
#[test]
fn output_is_utf8_in_every_environment() {
    let folder = Folder::new(POT);
    for (variable, value) in
        [("LANG", "C"), ("LC_ALL", "POSIX"), ("TERM", "dumb"), ("TERM", ""), ("TZ", "No/Where:;")]
    {
        let mut command = folder.command("run Pot.bt Pot pour: thé-日本");
        command.env_remove("LC_ALL").env_remove("LANG").env(variable, value);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!(answer(&output), "thé-日本\n--- exit 0\n", "{variable}={value}");
    }
    let mut command = folder.command("run Pot.bt Pot pour: thé");
    let output = command.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).output();
    assert_eq!(answer(&output.unwrap()), "thé\n--- exit 0\n");
}
