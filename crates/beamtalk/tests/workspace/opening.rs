//! What comes before the first prompt: the package, the start-up file, `--load`, `-e`.

use crate::home::Home;

#[test]
fn expressions_are_evaluated_in_order_and_that_is_all() {
    let home = Home::new();
    let said = home.pipe(&["repl", "-e", "x := 20", "-e", "x + 1", "-e", "-1 abs"], "99\n");
    assert_eq!((said.out.as_str(), said.code), ("20\n21\n1\n", Some(0)), "{said:?}");
    let said = home.pipe(&["repl", "-i", "-e", "x := 20"], "x + 2\n");
    assert_eq!((said.out.as_str(), said.code), ("20\n22\n", Some(0)), "{said:?}");
    let said = home.run(&["repl", "-e", "nowhere", "-e", "1"]);
    assert_eq!((said.out.as_str(), said.code), ("1\n", Some(1)), "{said:?}");
}

#[test]
fn files_are_loaded_first() {
    let home = Home::new();
    home.write("project/Pot.bt", "Object subclass: Pot\n\n  size => 3\n");
    let said = home.run(&["repl", "--load", "Pot.bt", "-e", "Pot new size"]);
    assert_eq!((said.out.as_str(), said.code), ("3\n", Some(0)), "{said:?}");
    let said = home.run(&["repl", "--load", "Nowhere.bt", "-e", "1"]);
    assert_eq!((said.out.as_str(), said.code), ("", Some(3)), "{said:?}");
    assert!(said.err.contains("Nowhere.bt"), "{said:?}");
    home.write("project/Bad.bt", "Object subclass: Bad\n\n  size => (3\n");
    let said = home.run(&["repl", "--load", "Bad.bt", "-e", "1"]);
    assert_eq!((said.out.as_str(), said.code), ("1\n", Some(1)), "{said:?}");
}

#[test]
fn the_start_up_file_comes_before_everything_else() {
    let home = Home::new();
    home.write(".beamtalk/startup.bt", "guest := \"Ada\"\n");
    let said = home.run(&["repl", "-e", "guest"]);
    assert_eq!((said.out.as_str(), said.code), ("\"Ada\"\n", Some(0)), "{said:?}");
    let said = home.run(&["repl", "--no-startup", "-e", "guest"]);
    assert_eq!((said.out.as_str(), said.code), ("", Some(1)), "{said:?}");
}

#[test]
fn the_classes_of_the_package_are_there_and_follow_its_sources() {
    let home = Home::new();
    home.write("project/beamtalk.toml", "[package]\nname = \"tea\"\nversion = \"0.1.0\"\n");
    home.write("project/src/Pot.bt", "Object subclass: Pot\n\n  size => 3\n");
    let said = home.run(&["repl", "-e", "Pot new size"]);
    assert_eq!((said.out.as_str(), said.code), ("3\n", Some(0)), "{said:?}");
    home.write("project/src/Pot.bt", "Object subclass: Pot\n\n  size => 4\n");
    let said = home.run(&["repl", "-e", "Pot new size"]);
    assert_eq!((said.out.as_str(), said.code), ("4\n", Some(0)), "{said:?}");
    // A package with errors does not keep anybody from the prompt.
    home.write("project/src/Pot.bt", "Object subclass: Pot\n\n  size => (\n");
    let said = home.run(&["repl", "-e", "3 + 4"]);
    assert_eq!(said.out, "7\n", "{said:?}");
    assert!(said.err.contains("Pot.bt"), "{said:?}");
}
