//! Which file, which class: what is wrong names it, and what is not there is not asked about.

use crate::project::Project;

const BROKEN: &str = "\
//- pots/a.bt
Object subclass: A
  n => zork
//- pots/b.bt
Object subclass: B

  n => pto
  m => otp
//- cups/c.bt
Object subclass: C
  n => 3 pour
";

#[test]
fn problems_of_files_say_which_file() {
    let project = Project::new(BROKEN);
    let said = project.pipe(":load pots\n:load cups\n:reload\n");
    for part in ["pots/a.bt:2:8", "pots/b.bt:3:8", "pots/b.bt:4:8", "cups/c.bt:2:"] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    assert_eq!(said.out, "Loaded 1 file from cups\nReloaded: C\n", "{said:?}");
}

/// What could not be loaded is not what was last loaded.
#[test]
fn reload_repeats_what_was_loaded() {
    let project = Project::new(BROKEN);
    let said = project.pipe(":load cups/c.bt\n:load pots/a.bt\n:reload\n");
    assert_eq!(said.out, "Loaded: C\nReloaded: C\n", "{said:?}");
}

#[test]
fn a_program_that_loads_a_file_hears_of_all_that_is_wrong() {
    let project = Project::new(BROKEN);
    let said = project.pipe("Workspace load: \"pots/b.bt\"\n");
    assert!(said.err.contains("pots/b.bt:3:8: Undefined variable"), "{said:?}");
    assert!(said.err.contains("pots/b.bt:4:8: Undefined variable"), "{said:?}");
    assert!(!said.err.contains("Error: Error:"), "{said:?}");
}

#[test]
fn a_path_that_is_not_there_was_never_there() {
    let project = Project::new("");
    let said = project.pipe_to(&["repl", "--load", "nowhere.bt"], "");
    assert!(said.err.contains("check the path"), "{said:?}");
    let said = project.pipe("1\n:save /nowhere/out\n");
    assert!(said.err.contains("check the path"), "{said:?}");
}

#[test]
fn nobody_is_asked_about_a_class_that_is_not_there() {
    let project = Project::new("");
    let said = project.pipe(":remove-class Zork\n3\n:remove-method Zork pour\n4\n");
    assert_eq!(said.out, "3\n4\n", "{said:?}");
    assert_eq!(said.err.matches("Class 'Zork' not found").count(), 2, "{said:?}");
    let terminal = project.prompt();
    let said = terminal.line(":edit Zork");
    assert!(said.contains("Class 'Zork' not found"), "{said}");
}

#[test]
fn a_method_that_is_not_there_is_named() {
    let project = Project::new("");
    let said = project.pipe("Object subclass: Pot\n  n => 1\n\n:remove-method Pot pour\n");
    assert!(said.err.contains("Pot has no method 'pour' of its own"), "{said:?}");
}

#[test]
fn a_class_of_the_library_is_not_changed_without_a_question() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys(":remove-method Integer isEven\r");
    terminal.see("[y/N]");
    terminal.keys("n\r");
    terminal.see("Aborted");
    terminal.prompt();
    assert!(terminal.line("4 isEven").contains("true"));
}
