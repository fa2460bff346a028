//! The guides and the example package of this repository: what they say holds.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::Folder;

/// A guide shows classes in the words of the file that its examples run on.
#[test]
fn the_guide_to_actors_holds() {
    let folder = copy(&["docs/actors.md", "docs/fixtures/Kitchen.bt"]);
    let (guide, classes) = (folder.read("docs/actors.md"), folder.read("docs/fixtures/Kitchen.bt"));
    let blocks = guide.split("```beamtalk\n").skip(1).filter_map(|it| it.split_once("```"));
    for (listing, _) in blocks.filter(|(block, _)| !block.contains("// =>")) {
        assert!(classes.contains(listing), "{listing}");
    }
    holds(&folder.run("test-docs docs/actors.md"));
}

#[test]
fn the_post_office_works() {
    let package = "examples/post_office";
    let mut files = vec![format!("{package}/beamtalk.toml"), format!("{package}/README.md")];
    for part in ["src", "test"] {
        let entries = fs::read_dir(root().join(package).join(part)).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        files.extend(names.map(|name| format!("{package}/{part}/{name}")));
    }
    let folder = copy(&files);
    let run = |arguments: &str| {
        let mut command = folder.command(arguments);
        crate::folder::answer(&command.current_dir(folder.path(package)).output().unwrap())
    };
    holds(&run("test"));
    holds(&run("test-docs"));
}

#[track_caller]
fn holds(answer: &str) {
    assert!(answer.contains(" passed, 0 failed "), "{answer}");
    assert!(answer.ends_with("--- exit 0\n"), "{answer}");
}

fn copy<S: AsRef<str>>(files: &[S]) -> Folder {
    let folder = Folder::new("");
    for file in files.iter().map(AsRef::as_ref) {
        folder.write(file, &fs::read(root().join(file)).unwrap());
    }
    folder
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
