//! Who may import whom. A new edge between rooms changes this table and
//! ARCHITECTURE.md together.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room, and the rooms it may import.
const ROOMS: [(&str, &[&str]); 7] = [
    ("syntax", &[]),
    ("etf", &[]),
    ("hierarchy", &["syntax", "etf"]),
    ("types", &["syntax", "hierarchy"]),
    ("lower", &["syntax", "hierarchy", "etf"]),
    ("ide", &["syntax", "hierarchy", "types"]),
    ("beamtalk", &["syntax", "etf", "hierarchy", "types", "lower", "ide"]),
];

/// The one room that may touch files, streams and the clock.
const OUTSIDE: &str = "beamtalk";

#[test]
fn rooms_import_only_what_the_table_allows() {
    let names: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    assert_eq!(folders(&crates()), names.iter().map(|it| it.to_string()).collect());
    for (room, allowed) in ROOMS {
        let manifest = fs::read_to_string(crates().join(room).join("Cargo.toml")).unwrap();
        let imports = imports(&manifest);
        let ours: Vec<_> = imports.iter().filter(|it| names.contains(it.as_str())).collect();
        assert!(ours.iter().all(|it| allowed.contains(&it.as_str())), "{room} imports {ours:?}");
    }
}

#[test]
fn the_architecture_names_every_room() {
    let text = fs::read_to_string(crates().join("../ARCHITECTURE.md")).unwrap();
    for (room, _) in ROOMS {
        assert!(text.contains(&format!("`crates/{room}`")), "{room} is missing");
    }
}

/// Clippy bans input and output in pure rooms through `crates/clippy.toml`; a room
/// that brings its own rules, or switches the ban off, would escape.
#[test]
fn pure_rooms_keep_the_ban_on_input_and_output() {
    let ban = fs::read_to_string(crates().join("clippy.toml")).unwrap();
    assert!(ban.contains("std::fs::File") && ban.contains("std::println"));
    for (room, _) in ROOMS.iter().filter(|(room, _)| *room != OUTSIDE) {
        assert!(!crates().join(room).join("clippy.toml").exists(), "{room} has rules of its own");
        for file in rust_files(&crates().join(room).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains("clippy::disallowed"), "{} lifts the ban", file.display());
        }
    }
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folders(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(rust_files(&path)),
            false => files.push(path),
        }
    }
    files
}

/// What a manifest depends on, outside its tests.
fn imports(manifest: &str) -> BTreeSet<String> {
    let mut imports = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let (table, name) = match section.split_once("dependencies.") {
                Some((before, name)) => (format!("{before}dependencies"), Some(name)),
                None => (section.to_owned(), None),
            };
            inside = table.ends_with("dependencies") && !table.ends_with("dev-dependencies");
            imports.extend(name.filter(|_| inside).map(str::to_owned));
        } else if inside {
            let name = line.split(['.', '=', ' ']).next().unwrap_or("");
            imports.insert(name.to_owned());
        }
    }
    imports
}

#[test]
fn imports_are_read_in_every_spelling() {
    let manifest = "\
        [package]\nname = \"x\"\n[dependencies]\na.workspace = true\nb = \"1\"\n\
        [dependencies.c]\npath = \"../c\"\n[target.'cfg(unix)'.dependencies]\nd = \"1\"\n\
        [build-dependencies]\ne = \"1\"\n[dev-dependencies]\nf = \"1\"\n";
    let imports = imports(manifest);
    assert!(["a", "b", "c", "d", "e"].iter().all(|it| imports.contains(*it)), "{imports:?}");
    assert!(!imports.contains("f"));
}
