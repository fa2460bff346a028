//! Live changes: what the prompt says of them, and what becomes of the files.

use std::fs;
use std::process::Command;

use expect_test::{Expect, expect};

use crate::project::Project;

const PACKAGE: &str = "\
//- beamtalk.toml
[package]
name = \"tea\"
version = \"0.1.0\"
//- src/Pot.bt
/// Holds tea.
Value subclass: Pot

  /// How many.
  cups -> Integer => 3

  lid => #round

Value subclass: Lid
";

fn said(project: &Project, inputs: &[&str]) -> String {
    let piped = project.pipe(&format!("{}\n", inputs.join("\n")));
    let errors =
        piped.err.lines().filter(|it| it.starts_with("Error") || it.starts_with("Aborted"));
    errors.fold(piped.out, |all, it| all + it + "\n")
}

fn check(project: &Project, inputs: &[&str], expected: Expect) {
    expected.assert_eq(&said(project, inputs));
}

fn pot(project: &Project) -> String {
    fs::read_to_string(project.path("src/Pot.bt")).unwrap()
}

#[test]
fn changes_are_counted_listed_and_written() {
    let project = Project::new(PACKAGE);
    check(
        &project,
        &[
            ":changes",
            "Pot >> cups -> Integer => 4",
            "Pot compile: #pour: source: \"pour: n => n\"",
            ":changes",
            ":dirty",
            ":flush #class",
            ":flush Pot",
            ":changes",
            "Pot new cups",
        ],
        expect![[r#"
            ChangeLog with 0 entries
            Pot>>cups
            Pot
            ChangeLog with 2 entries
            #{#Pot => Set(#cups, #pour:)}
            #{#conflicts => #(), #files => #(), #flushed => 0, #newClasses => #(), #removedClasses => #(), #skipped => #()}
            #{#conflicts => #(), #files => #("src/Pot.bt"), #flushed => 2, #newClasses => #(), #removedClasses => #(), #skipped => #()}
            ChangeLog with 0 entries
            4
        "#]],
    );
    expect![[r#"
        /// Holds tea.
        Value subclass: Pot

          cups -> Integer => 4

          lid => #round

          pour: n => n

        Value subclass: Lid
    "#]]
    .assert_eq(&pot(&project));
    // What the file says now is what is live, so building it changes nothing.
    check(
        &project,
        &["(Workspace sync) at: #errors", "Pot new cups", ":flush #{#file => \"src/Pot.bt\"}"],
        expect![[r#"
            #()
            4
            #{#conflicts => #(), #files => #(), #flushed => 0, #newClasses => #(), #removedClasses => #(), #skipped => #()}
        "#]],
    );
}

#[test]
fn a_class_leaves_its_file_only_if_that_is_confirmed() {
    let project = Project::new(PACKAGE);
    let said = said(
        &project,
        &[
            "Lid removeFromSystem",
            ":flush",
            ":flush-destructive",
            "n",
            ":flush-destructive Lid",
            "y",
        ],
    );
    for words in ["#reason => #destructive", "Aborted: nothing", "#removedClasses => #(#Lid)"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(pot(&project).ends_with("\n  lid => #round\n"), "{}", pot(&project));
}

#[test]
fn changes_outlive_a_workspace_that_was_killed() {
    let project = Project::new(PACKAGE);
    said(&project, &["Pot >> cups -> Integer => 4", "Pot tryCompile: #lid source: \"lid => 1\""]);
    let folder = fs::read_dir(project.home().join(".beamtalk/workspaces")).unwrap();
    let folder = folder.filter_map(Result::ok).map(|it| it.path()).find(|it| it.is_dir()).unwrap();
    let pid = fs::read_to_string(folder.join("pid")).unwrap();
    assert!(Command::new("kill").args(["-9", pid.trim()]).status().unwrap().success());
    check(
        &project,
        &[
            "Pot new cups",
            "Workspace changes allEntries collect: [:it | #(it printString, it isPriorEpoch)]",
            "(Workspace flush) at: #flushed",
        ],
        expect![[r#"
            3
            #(#("Pot>>cups", true))
            1
        "#]],
    );
    assert!(pot(&project).contains("\n  cups -> Integer => 4\n"), "{}", pot(&project));
}

#[test]
fn a_file_that_somebody_has_edited_is_left_alone() {
    let project = Project::new(PACKAGE);
    said(&project, &["Pot >> cups -> Integer => 4"]);
    let edited = pot(&project).replace("=> 3", "=> 30");
    fs::write(project.path("src/Pot.bt"), &edited).unwrap();
    let said = said(&project, &[":flush", ":changes"]);
    assert!(said.contains("#reason => #changed_on_disk"), "{said}");
    assert_eq!(pot(&project), edited);
}

#[test]
fn the_image_is_checked_again() {
    let project = Project::new(PACKAGE);
    let said = said(
        &project,
        &[
            ":recheck",
            ":recheck all",
            ":recheck image",
            "Pot >> cups -> Integer => #many",
            "((Workspace recheckImage at: #findings) first) at: #message",
        ],
    );
    assert_eq!(said.matches("Usage: :recheck image").count(), 2, "{said}");
    assert!(said.contains("#findings => #()"), "{said}");
    assert!(said.contains("is declared to answer `Integer`"), "{said}");
}

#[test]
fn classes_whose_file_is_gone_go_with_it() {
    let project = Project::new(PACKAGE);
    fs::write(project.path("src/Cup.bt"), "Value subclass: Cup\n").unwrap();
    assert_eq!(said(&project, &["Cup new"]), "Cup()\n");
    fs::remove_file(project.path("src/Cup.bt")).unwrap();
    let said = said(&project, &["Cup new", ":sync"]);
    assert!(said.contains("Class 'Cup' not found"), "{said}");
}

#[test]
fn a_broken_file_holds_up_no_other() {
    let project = Project::new(PACKAGE);
    let write = |name: &str, size: &str| {
        let text = format!("Value subclass: {name}\n  size => {size}\n");
        fs::write(project.path(&format!("src/{name}.bt")), text).unwrap();
    };
    write("Cup", "2");
    write("Bad", "nobody");
    let first = project.pipe(":sync\nCup new size\nLid removeFromSystem\n:sync\n:sync --force\n");
    expect![[r#"
        Reloaded 2 of 3 files
        Classes: Cup, Lid, Pot
        2
        nil
        Reloaded 1 of 3 files (1 unchanged)
        Classes: Lid
        Reloaded 2 of 3 files
        Classes: Cup, Lid, Pot
    "#]]
    .assert_eq(&first.out);
    assert_eq!(first.err.matches("src/Bad.bt:2:11").count(), 4, "{first:?}");
    assert_eq!(first.err.matches("Not loaded: src/Bad.bt").count(), 3, "{first:?}");
    assert_eq!(first.status, Some(1));
    write("Bad", "7");
    let then = project.pipe(":sync\nBad new size\n");
    assert_eq!(then.out, "Reloaded 0 of 3 files (3 unchanged)\nClasses: none\n7\n", "{then:?}");
    assert_eq!(then.status, Some(0));
}
