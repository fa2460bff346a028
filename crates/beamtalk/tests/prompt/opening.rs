//! What is evaluated before the first prompt, and what of it counts.

use std::fs;

use crate::project::Project;

fn with_startup(text: &str) -> Project {
    let project = Project::new("");
    let folder = project.home().join(".beamtalk");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("startup.bt"), text).unwrap();
    project
}

#[test]
fn each_input_of_the_startup_file_counts_and_what_is_wrong_has_its_place() {
    let project = with_startup(
        "// Mine.\ncups := 3\nzork pour.\n\n3 pour\n:bindings\nObject subclass: Pot\n  litres => 2\n\nmore := cups + Pot new litres\n:zork\n",
    );
    let said = project.pipe_to(&["repl", "-e", "more"], "");
    assert_eq!(said.out, "cups = 3\n5\n", "{said:?}");
    // What somebody wants at every start says nothing about what is asked for now.
    assert_eq!(said.status, Some(0), "{said:?}");
    for part in [
        ".beamtalk/startup.bt:3:1",
        "Undefined variable",
        "Integer does not understand 'pour'",
        ".beamtalk/startup.bt:5",
        "There is no command :zork",
    ] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    let said = project.pipe_to(&["repl", "-e", "zork"], "");
    assert_eq!(said.status, Some(1), "{said:?}");
}

#[test]
fn who_asks_for_a_value_is_not_told_who_else_is_there() {
    let project = Project::new("");
    let input = "Actor subclass: Pot\n  state: cups = 3\n\npot := Pot spawn\n";
    assert_eq!(project.pipe(input).status, Some(0));
    let said = project.pipe_to(&["repl", "-e", "3"], "");
    assert_eq!((&*said.out, &*said.err), ("3\n", ""), "{said:?}");
}

#[test]
fn comments_are_no_inputs() {
    let project = Project::new("");
    let said = project.pipe("// c\n3\n// d\n:bindings\n/// Doc.\nObject subclass: Pot\n// end\n");
    assert_eq!(said.out, "3\nNo bindings.\nPot\n", "{said:?}");
    assert_eq!(said.status, Some(0), "{said:?}");
    let said = project.pipe(":help Pot\n");
    assert!(said.out.contains("Doc."), "{said:?}");
    assert_eq!(project.pipe_to(&["repl", "-e", "// c"], "").status, Some(0));
}

/// All that there is to say of an input, also where one part of it is wrong for sure.
#[test]
fn a_hint_is_not_lost_beside_an_error() {
    let said = Project::new("").pipe("3 pour. zork\n");
    assert!(said.err.contains("does not understand `pour`"), "{said:?}");
    assert!(said.err.contains("Undefined variable"), "{said:?}");
}

#[test]
fn what_was_saved_passes_as_a_script() {
    let project = Project::new("");
    let inputs = "cups := 3\n\"a\\\"b\" ++ \"c\"\nObject subclass: Pot\n  litres => 2\n\nPot new litres + cups\n\
                  Actor subclass: Cup\n  state: tea = 1\n\ncup := Cup spawn\n(1 to: 9999) asList\n:save all.btscript\n";
    assert_eq!(project.pipe(inputs).status, Some(0));
    let said = project.pipe_to(&["test", "all.btscript"], "");
    assert!(said.out.contains("7 tests, 7 passed"), "{said:?}");
}
