//! The same input makes the same bytes, whatever the order, the threads and the place.

use hierarchy::{ClassHierarchy, Origin, STDLIB_PACKAGE, STDLIB_SOURCES};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::super::compile::{Task, compile};
use super::super::unit::examine;
use super::*;
use crate::policy::Policy;

const REPEATS: usize = 100;

/// Items in some other order each time.
fn shuffled<T: Clone + std::fmt::Debug>(items: Vec<T>, runner: &mut TestRunner) -> Vec<T> {
    Just(items).prop_shuffle().new_tree(runner).unwrap().current()
}

/// The library lowered from nothing but its texts, by module.
fn lowered(units: &[Unit], threads: usize) -> BTreeMap<String, Vec<u8>> {
    // Tables of its own: two of them need not list their entries in the same order.
    let mut hierarchy = ClassHierarchy::empty();
    for unit in units {
        hierarchy.add_classes(unit.surface.clone(), Origin::Project);
    }
    let modules: Vec<Vec<String>> = units
        .iter()
        .map(|unit| unit.surface.classes.iter().map(lower::module_name).collect())
        .collect();
    let tasks = units.iter().zip(&modules).map(|(unit, modules)| Task {
        package: None,
        unit,
        hierarchy: &hierarchy,
        modules: modules.iter().map(String::as_str).collect(),
    });
    let tasks: Vec<Task> = tasks.collect();
    let mut compiler = Pretender::default();
    let failed = compile(&tasks, threads, &mut compiler, &mut |_| Ok(())).unwrap();
    assert_eq!(failed, []);
    compiler.jobs.into_iter().map(|job| (job.module, job.core)).collect()
}

#[test]
fn lowering_makes_the_same_bytes_in_any_order_on_any_number_of_threads() {
    let folder = Folder::new("");
    let mut runner = TestRunner::deterministic();
    let mut sources = Vec::new();
    for (name, text) in STDLIB_SOURCES {
        let name = Path::new(name).file_name().unwrap().to_string_lossy().into_owned();
        folder.write(&name, text.as_bytes());
        sources.push((name.clone(), Source::named(&folder.path(&name)).unwrap()));
    }
    let mut first = None;
    for repeat in 0..REPEATS {
        let units: Vec<Unit> = shuffled(sources.clone(), &mut runner)
            .into_iter()
            .map(|(path, source)| {
                examine(&source, path, Some(STDLIB_PACKAGE), &Policy::default()).unwrap()
            })
            .collect();
        let bytes = lowered(&units, repeat % 4);
        let classes = units.iter().map(|unit| unit.surface.classes.len()).sum::<usize>();
        assert!(classes > 40 && bytes.len() == classes, "{classes} classes");
        let first = first.get_or_insert_with(|| bytes.clone());
        assert!(bytes == *first, "the bytes of repeat {repeat} differ");
    }
}

#[test]
fn building_leaves_the_same_bytes_in_any_order_anywhere() {
    let mut runner = TestRunner::deterministic();
    let files: Vec<String> = HOUSE.split("//- ").skip(1).map(|it| format!("//- {it}")).collect();
    let mut first = None;
    for threads in [0, 1, 2, 3, 7] {
        // Folders list their files in the order in which they were made, or in none.
        let mut project = Project::new(&shuffled(files.clone(), &mut runner).concat());
        project.request.threads = threads;
        project.build();
        let output = project.output("_build");
        assert!(output == *first.get_or_insert(output.clone()), "with {threads} threads");
    }
}
