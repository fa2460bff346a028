//! `beamtalk check` in a package: each file in the light of all others, and as loud as the
//! manifest and the command line want it.

use crate::folder::{Folder, check};
use expect_test::expect;

const HOUSE: &str = "\
//- beamtalk.toml
[package]
name = \"house\"
version = \"0.1.0\"
//- src/Pot.bt
sealed Object subclass: Pot

  size => 3
//- src/Urn.bt
Pot subclass: Urn
//- src/Cup.bt
Object subclass: Cup

  handle => 1.
//- test/CupTest.bt
Cup subclass: CupTest
//- tour.btscript
Cup new handle
// => 1
";

#[test]
fn one_file_is_checked_in_the_light_of_its_package_and_reported_alone() {
    let folder = Folder::new(HOUSE);
    folder.write("src/Lid.bt", b"Pot subclass: Lid\n");
    let answer = folder.run("check src/Urn.bt");
    assert!(answer.starts_with("error[sealed-class]"), "{answer}");
    assert!(answer.contains("--> src/Urn.bt:1:1\n"), "{answer}");
    assert!(answer.ends_with("1 problem in 1 file (1 checked)\n--- exit 1\n"), "{answer}");
    let all = folder.run("check");
    assert!(all.ends_with("2 problems in 2 files (6 checked)\n--- exit 1\n"), "{all}");
    // From anywhere.
    let mut elsewhere = folder.command("check Urn.bt");
    elsewhere.current_dir(folder.path("src"));
    let answer = crate::folder::answer(&elsewhere.output().unwrap());
    assert!(answer.contains("--> Urn.bt:1:1\n"), "{answer}");
}

#[test]
fn nothing_is_written() {
    let folder = Folder::new(HOUSE);
    let before = folder.names("");
    folder.run("check");
    folder.run("type-coverage");
    folder.run("show types src/Cup.bt");
    assert_eq!(folder.names(""), before);
}

#[test]
fn what_a_package_needs_is_known() {
    let folder = Folder::new(HOUSE);
    folder.write("stove/beamtalk.toml", b"[package]\nname = \"stove\"\nversion = \"1.0.0\"\n");
    folder.write("stove/src/Flame.bt", b"sealed Object subclass: Flame\n\n  heat => (\n");
    folder.write("src/Urn.bt", b"Flame subclass: Urn\n");
    let manifest = folder.read("beamtalk.toml") + "[dependencies]\nstove = { path = \"stove\" }\n";
    folder.write("beamtalk.toml", manifest.as_bytes());
    let answer = folder.run("check src test");
    assert!(answer.starts_with("error[sealed-class]"), "{answer}");
    // What is wrong with another package is not ours to report.
    assert!(answer.ends_with("1 problem in 1 file (4 checked)\n--- exit 1\n"), "{answer}");
}

#[test]
fn a_manifest_with_errors_is_reported_and_leaves_the_syntax() {
    let folder = Folder::new(HOUSE);
    folder.edit("beamtalk.toml", "0.1.0\"", "0.1.0\"\n[diagnostics]\nunusd = \"off\"");
    folder.edit("src/Cup.bt", "1.", "(1");
    let answer = folder.run("check --json src");
    let codes: Vec<&str> =
        answer.lines().filter_map(|it| it.split("\"code\":\"").nth(1)?.split('"').next()).collect();
    assert_eq!(codes, ["invalid-manifest", "unclosed-bracket"]);
    assert!(answer.contains("did you mean `unused`?"), "{answer}");
    assert!(answer.ends_with("2 problems in 2 files (3 checked)\n--- exit 1\n"), "{answer}");
}

#[test]
fn hints_and_lints_are_counted_apart_and_lints_come_when_asked_for() {
    let folder = Folder::new("//- a.bt\nx := 1.\n");
    expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check a.bt"));
    let answer = folder.run("check --lint a.bt");
    assert!(
        answer.contains("\n--- stderr\n1 lint in 1 file (1 checked)\n--- exit 0\n"),
        "{answer}"
    );
    let denied = folder.run("check --deny=lint a.bt");
    assert!(denied.starts_with("error["), "{denied}");
    assert!(denied.ends_with("1 problem in 1 file (1 checked)\n--- exit 1\n"), "{denied}");
    let json = folder.run("check --json --lint a.bt");
    assert!(json.contains("\"severity\":\"lint\",\"category\":\"lint\""), "{json}");
}

#[test]
fn warnings_fail_when_they_are_denied() {
    let folder = Folder::new("//- a.bt\n/// Documents nothing.\nx := 1\n");
    for flag in ["--deny", "--deny=warnings", "--warnings-as-errors", "--deny=dnu,warnings"] {
        let answer = folder.run(&format!("check {flag} a.bt"));
        assert!(answer.starts_with("error[detached-doc-comment]"), "{flag}: {answer}");
        assert!(answer.ends_with("1 problem in 1 file (1 checked)\n--- exit 1\n"), "{answer}");
    }
    let answer = folder.run("check --deny=dnu a.bt");
    assert!(answer.ends_with("1 warning in 1 file (1 checked)\n--- exit 0\n"), "{answer}");
    let answer = folder.run("check --deny=unusd a.bt");
    assert!(
        answer.contains("did you mean `unused`?") && answer.ends_with("--- exit 2\n"),
        "{answer}"
    );
}

#[test]
fn the_manifest_speaks_for_its_package_alone() {
    let folder = Folder::new(HOUSE);
    folder.remove("src/Urn.bt");
    folder.edit("beamtalk.toml", "0.1.0\"", "0.1.0\"\n[diagnostics]\nlint = \"warn\"");
    folder.write("beside/a.bt", b"x := 1.\n");
    let answer = folder.run("check .");
    assert!(answer.starts_with("warning["), "{answer}");
    assert!(answer.contains("--> src/Cup.bt:3:14\n"), "{answer}");
    assert!(answer.ends_with("1 warning in 1 file (5 checked)\n--- exit 0\n"), "{answer}");
    let answer = folder.run("check --deny .");
    assert!(answer.ends_with("1 problem in 1 file (5 checked)\n--- exit 1\n"), "{answer}");
    folder.edit("beamtalk.toml", "\"warn\"", "\"off\"");
    let answer = folder.run("check --deny --lint .");
    assert!(answer.contains("--> beside/a.bt:1:7\n") && !answer.contains("src/Cup.bt"), "{answer}");
}

#[test]
fn build_and_test_fail_on_what_is_denied() {
    let folder = Folder::new(HOUSE);
    folder.remove("src/Urn.bt");
    folder.edit("src/Cup.bt", "1.", "1\n\n  /// Of nothing.");
    for command in ["build", "test"] {
        let answer = folder.run(&format!("{command} --warnings-as-errors"));
        assert!(answer.contains("error[detached-doc-comment]"), "{command}: {answer}");
        assert!(answer.ends_with("--- exit 1\n"), "{command}: {answer}");
        let answer = folder.run(command);
        assert!(answer.contains("warning[detached-doc-comment]"), "{command}: {answer}");
        assert!(answer.ends_with("--- exit 0\n"), "{command}: {answer}");
    }
}

#[test]
fn types_are_shown_in_the_light_of_the_package() {
    let folder = Folder::new(HOUSE);
    folder.write("src/Tray.bt", b"Object subclass: Tray\n\n  held: cup :: Cup => cup handle\n");
    expect![[r#"
        3	23	Integer	cup handle
        --- exit 0
    "#]]
    .assert_eq(&folder.run("show types src/Tray.bt"));
    expect![[r#"
        {"line":3,"column":23,"type":"Integer","source":"cup handle"}
        --- exit 0
    "#]]
    .assert_eq(&folder.run("show types --json src/Tray.bt"));
}

#[test]
fn hierarchies_that_cannot_be_are_told_and_end() {
    let house = "//- beamtalk.toml\n[package]\nname = \"h\"\nversion = \"0.1.0\"\n";
    let rows = [
        // Two that inherit from each other, and one from itself.
        ("//- src/A.bt\nB subclass: A\n//- src/B.bt\nA subclass: B\n", "superclass-cycle"),
        ("//- src/A.bt\nA subclass: A\n", "superclass-cycle"),
        // A name of the library, and a name twice.
        ("//- src/List.bt\nObject subclass: List\n", "reserved-class"),
        ("//- src/A.bt\nObject subclass: A\n//- src/B.bt\nObject subclass: A\n", "duplicate-class"),
    ];
    for (files, code) in rows {
        let methods = "\n  one => self two\n\n  two => super one\n";
        let files = files.replace("A\n", &format!("A\n{methods}"));
        let answer = Folder::new(&format!("{house}{files}")).run("check --json");
        assert!(answer.contains(&format!("\"code\":\"{code}\"")), "{code}: {answer}");
        assert!(answer.ends_with("--- exit 1\n"), "{code}: {answer}");
    }
    // One whose superclass is gone is no reason to say that it understands nothing.
    let orphan = "//- src/A.bt\nGone subclass: A\n\n  one => self three\n";
    let answer = Folder::new(&format!("{house}{orphan}")).run("check --json");
    assert!(!answer.contains("\"category\":\"dnu\""), "{answer}");
}

#[test]
fn types_that_would_never_end_do() {
    let house = "//- beamtalk.toml\n[package]\nname = \"h\"\nversion = \"0.1.0\"\n";
    let nest = "Value subclass: Nest(T)\n  field: in :: T\n\n  deeper => Nest in: self\n\n  \
                deepest => self deeper deepest\n";
    let mut many = String::from("Object subclass: Many\n");
    for number in 0..10_000 {
        many += &format!("\n  m{number} => self m{}\n", (number * 7 + 1) % 10_000);
    }
    let mut chain = String::from("Object subclass: Chain\n\n  all => 1");
    chain += &" + 1".repeat(500);
    chain += &format!("\n\n  long => self{}\n", " yourself".repeat(500));
    let ping = "Value subclass: Ping\n\n  go: n => n =:= 0 ifTrue: [1] ifFalse: [Pong new go: n]\n";
    let pong = "Value subclass: Pong\n\n  go: n => Ping new go: n - 1\n";
    let folder = Folder::new(house);
    for (name, text) in
        [("Nest", nest), ("Many", &many), ("Chain", &chain), ("Ping", ping), ("Pong", pong)]
    {
        folder.write(&format!("src/{name}.bt"), text.as_bytes());
    }
    let begun = std::time::Instant::now();
    let answer = folder.run("check");
    assert!(answer.ends_with("(5 checked)\n--- exit 0\n"), "{answer}");
    // Far more than it takes; what does not end takes longer.
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

#[test]
fn what_stands_beside_a_package_knows_its_classes() {
    let folder = Folder::new(HOUSE);
    folder.remove("src/Urn.bt");
    check(
        "//- a.btscript\nCup new handle\n// => 1\n",
        "check a.btscript",
        expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]],
    );
    folder.write("beside/Urn.bt", b"Pot subclass: Urn\n");
    let answer = folder.run("check beside");
    assert!(answer.starts_with("error[sealed-class]"), "{answer}");
}
