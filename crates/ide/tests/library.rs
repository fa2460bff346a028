//! Code that is right has no findings: all messages of the class library are understood,
//! and all arguments fit.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::fs;
use std::path::{Path, PathBuf};

use hierarchy::ClassHierarchy;
use syntax::{Tree, parse};
use types::{Basis, Context, ProblemKind};

#[test]
fn the_library_is_right() {
    let paths = sources(&root().join("stdlib/src"));
    let texts: Vec<String> = paths.iter().map(|it| fs::read_to_string(it).unwrap()).collect();
    let trees: Vec<Tree> = texts.iter().map(|it| parse(it).tree).collect();
    let hierarchy = ClassHierarchy::with_builtins();
    let mut findings = Vec::new();
    for ((path, text), tree) in paths.iter().zip(&texts).zip(&trees) {
        let inference = types::infer(tree, &hierarchy, None);
        let basis = Basis { hierarchy: &hierarchy, inference: &inference, natives: None };
        for problem in types::check(tree, basis, Context::Library) {
            if !matches!(problem.kind, ProblemKind::Message(_) | ProblemKind::Argument(_)) {
                continue;
            }
            let line = text[..problem.span.start as usize].lines().count();
            let words = ide::diagnose(text, &problem);
            findings.push(format!("{}:{line}: {}", path.display(), words.title));
        }
    }
    assert!(paths.len() > 40, "only {} sources were found", paths.len());
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        return entries(path).iter().flat_map(|it| sources(it)).collect();
    }
    let is_source = path.extension().is_some_and(|it| it == "bt");
    is_source.then(|| path.to_owned()).into_iter().collect()
}
