//! The same text becomes the same bytes: each time, in any order, on any number of
//! threads, and in any process.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "sources are read, and another process is asked"
)]

#[path = "../../../fuzz/src/choices.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod choices;
#[path = "../../../fuzz/src/code/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod code;
#[path = "../../../fuzz/src/lowering.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod lowering;
#[path = "../../../fuzz/src/random.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod random;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hierarchy::STDLIB_SOURCES;
use lower::core_erlang::{Module, encode, print};
use random::Random;

/// How often everything is lowered.
const TIMES: u64 = 20;
/// A process that finds this in its environment prints its digest and does no more.
const ASKED: &str = "BEAMTALK_PRINT_DIGEST";

/// The library, the examples, and some programs that hold what neither does.
fn sources() -> Vec<String> {
    let library = STDLIB_SOURCES.iter().map(|(_, text)| (*text).to_owned());
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let examples = std::fs::read_dir(examples).unwrap().map(|file| file.unwrap().path());
    let mut examples: Vec<_> =
        examples.filter(|path| path.extension().is_some_and(|it| it == "bt")).collect();
    examples.sort();
    assert!(!examples.is_empty(), "there are examples");
    let examples = examples.iter().map(|path| std::fs::read_to_string(path).unwrap());
    let made_up =
        (0..100).map(|seed| code::text(&mut choices::Choices::new(&Random::new(seed).bytes(120))));
    library.chain(examples).chain(made_up).collect()
}

/// What a text becomes, as bytes and as text.
fn lowered(text: &str) -> Vec<u8> {
    let tree = syntax::parse(text).tree;
    let mut bytes = Vec::new();
    for module in lowering::modules(&tree) {
        bytes.extend(encode(&module));
        bytes.extend(print(&module).bytes());
    }
    bytes
}

/// Lowers texts in some order, and answers the outcomes in the order of the texts.
fn lowered_by(threads: usize, texts: &[String], order: &[usize]) -> Vec<Vec<u8>> {
    let outcomes = Mutex::new(vec![Vec::new(); texts.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = lowered(&texts[*index]);
                    outcomes.lock().unwrap()[*index] = outcome;
                }
            });
        }
    });
    outcomes.into_inner().unwrap()
}

fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

#[test]
fn order_and_threads_change_nothing() {
    let texts = sources();
    let order: Vec<usize> = (0..texts.len()).collect();
    let first = lowered_by(1, &texts, &order);
    let empty = first.iter().filter(|bytes| bytes.is_empty()).count();
    assert!(empty * 10 < texts.len(), "most sources have a class");
    for time in 0..TIMES {
        let threads = if time % 2 == 0 { 1 } else { 8 };
        let again = lowered_by(threads, &texts, &shuffled(texts.len(), time));
        for ((first, again), text) in first.iter().zip(&again).zip(&texts) {
            assert!(first == again, "different on {threads} threads:\n{text}");
        }
    }
}

#[test]
fn other_processes_lower_the_same() {
    let mut hasher = DefaultHasher::new();
    sources().iter().for_each(|text| lowered(text).hash(&mut hasher));
    let digest = format!("digest {:x}", hasher.finish());
    if std::env::var_os(ASKED).is_some() {
        println!("{digest}");
        return;
    }
    // Each process has other keys for its hash maps.
    for (locale, zone) in [("C", "UTC"), ("tr_TR.UTF-8", "Pacific/Kiritimati"), ("", "")] {
        let answer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "other_processes_lower_the_same", "--nocapture"])
            .envs([(ASKED, "1"), ("LC_ALL", locale), ("LANG", locale), ("TZ", zone)])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&answer.stdout);
        assert!(said.contains(&digest), "expected {digest} with {locale} and {zone}:\n{said}");
    }
}

#[test]
fn sources_hold_more_than_classes() {
    let trees = sources().into_iter().map(|text| syntax::parse(&text).tree);
    let modules: Vec<_> = trees.flat_map(|tree| lowering::modules(&tree)).collect();
    for (name, function) in [
        ("fuzz_outside", "__beamtalk_extensions"),
        ("fuzz_outside", "__beamtalk_protocols"),
        ("fuzz_outside", "eval"),
        ("fuzz_lines", "second"),
    ] {
        let has_function = |it: &&Module| it.functions.iter().any(|it| &*it.name.name == function);
        let found = modules.iter().filter(|it| &*it.name == name).filter(has_function).count();
        assert!(found > 3, "{found} modules {name} with {function}");
    }
}
