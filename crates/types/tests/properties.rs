//! Laws that hold for the checks of any text: they end in linear time, never
//! panic, and what they find lies in the text, in order.

// The room itself does no IO and reads no clock; its tests read files and time it.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use common::{check, check_in};
use hierarchy::{ClassHierarchy, Name, Origin, STDLIB_SOURCES};
use proptest::prelude::*;
use types::{Context, Problem};

// ---- The laws ----

fn hold_laws(text: &str) {
    let bound = BTreeSet::from([Name::from("a"), Name::from("cup")]);
    let script = |is_live| check_in(text, Context::Script { bound: &bound, is_live });
    let contexts = [check(text), script(false), script(true)];
    let library = check_in(text, Context::Library);
    for problems in contexts.iter().chain([&library]) {
        assert!(problems.is_sorted_by_key(|problem| problem.span), "{problems:?}");
        for Problem { kind, span } in problems {
            assert!(text.get(span.range()).is_some(), "{kind:?} at {span:?} in {text:?}");
        }
    }
    types::introduced_names(&syntax::parse(text).tree);
}

// ---- The repository, disturbed ----

/// Every text of the repository: source files, and the sources of literate cases.
fn corpus() -> &'static [String] {
    static CORPUS: OnceLock<Vec<String>> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut texts = Vec::new();
        for path in ["examples", "stdlib", "tests"].iter().flat_map(|it| files(&root.join(it))) {
            let text = || fs::read_to_string(&path).unwrap();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("bt") => texts.push(text()),
                Some("md") => texts.extend(fenced(&text())),
                _ => {}
            }
        }
        assert!(texts.len() > 100, "only {} texts were found", texts.len());
        texts
    })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.into_iter().flat_map(below).collect()
}

fn fenced(markdown: &str) -> Vec<String> {
    let parts = markdown.split("```beamtalk\n").skip(1);
    parts.filter_map(|part| part.split_once("\n```")).map(|(text, _)| format!("{text}\n")).collect()
}

/// What is put in place of something.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "", "", "", " ", "\n", "\n  ", "a", "cup", "_", "__x", "self", "super", "nil", "Cup", "Self",
    "Object", "Value", "Actor", "Integer", "subclass:", "state:", "field:", "classState:", "class",
    "sealed ", "abstract ", "type Cup = Cup\n", "Protocol define: Cup\n", "Cup >> a => ", "=> ",
    "== x => ", "-> ", ":= ", ".", "...", "...a", "(", ")", "[", "]", "#[", "#{", "{", "}", "<<",
    ">>", "match: [", "|", ":: ", "^", ";", "!", "@primitive", "@expect all\n", "@expect type\n",
    "new", "spawn", "self.a", "a.b", "#'x y'", "1", "// c\n",
];

/// A text of the repository with a few places replaced.
fn disturbed() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..12usize, prop::sample::select(PIECES));
    (any::<prop::sample::Index>(), prop::collection::vec(edit, 0..6)).prop_map(|(which, edits)| {
        let mut text: Vec<char> = which.get(corpus()).chars().collect();
        for (at, length, piece) in edits {
            let start = at.index(text.len() + 1);
            let end = (start + length).min(text.len());
            text.splice(start..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

fn soup() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select(PIECES), prop::sample::select(&[" ", " ", "", "\n  "][..]));
    prop::collection::vec(piece, 0..60)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, glue)| [piece, glue]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_disturbed_text_is_checked(text in disturbed()) {
        hold_laws(&text);
    }

    #[test]
    fn any_tokens_are_checked(text in soup()) {
        hold_laws(&text);
    }
}

#[test]
fn the_library_and_the_examples_are_clean() {
    for (name, text) in STDLIB_SOURCES {
        assert_eq!(check_in(text, Context::Library), [], "{name}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let paths = if path.is_dir() { files(&path) } else { vec![path] };
        let is_source = |path: &PathBuf| path.extension().is_some_and(|it| it == "bt");
        let paths: Vec<PathBuf> = paths.into_iter().filter(is_source).collect();
        let texts: Vec<String> = paths.iter().map(|it| fs::read_to_string(it).unwrap()).collect();
        for (path, problems) in paths.iter().zip(check_together(&texts)) {
            assert_eq!(problems, [], "{}", path.display());
        }
    }
}

/// The problems of each file of one program.
fn check_together(texts: &[String]) -> Vec<Vec<Problem>> {
    let trees: Vec<_> = texts.iter().map(|text| syntax::parse(text).tree).collect();
    let mut hierarchy = ClassHierarchy::with_builtins();
    for tree in &trees {
        hierarchy.add_classes(hierarchy::surface(tree), Origin::Project);
    }
    let program = types::Program::default();
    let context = Context::Module {
        file: "",
        program: &program,
        allows_primitives: false,
        scope: types::AnalysisScope::WHOLE,
    };
    let check = |tree: &syntax::Tree| {
        let inference = types::infer(tree, &hierarchy, None);
        let basis = types::Basis { hierarchy: &hierarchy, inference: &inference, natives: None };
        types::check(tree, basis, context)
    };
    trees.iter().map(check).collect()
}

// ---- Long texts ----

/// A text of so many parts; most have something wrong with each of them.
type Long = (&'static str, fn(usize) -> String);

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[rustfmt::skip]
const LONG: &[Long] = &[
    ("statements", |n| lines(n, |i| format!("v{i} := v{} foo: [:x | x + y{i}]\n", i / 2))),
    ("classes", |n| lines(n / 4, |i| format!(
        "Value subclass: C{i}\n  field: a = 1\n  go => a + b + self.a\n  class make => C{} new\n", i / 2))),
    ("superclasses", |n| lines(n, |i| format!("C{i} subclass: C{}\n", (i + 1) % n))),
    ("methods", |n| format!("Actor subclass: C\n  state: a = 1\n{}",
        lines(n, |i| format!("  m{}: x => x + a + m{i}\n", i / 2)))),
    ("slots", |n| format!("Value subclass: C\n{}  go =>\n{}",
        lines(n / 2, |i| format!("  field: a{i} = z\n")), lines(n / 2, |i| format!("    a{i} + b{i}\n")))),
    ("slots below", |n| format!("Value subclass: B\n{}B subclass: C\n{}",
        lines(n / 2, |i| format!("  field: a{i}\n")), lines(n / 2, |i| format!("  m{i} => a{i} + b{i}\n")))),
    ("subclasses of many slots", |n| format!("Value subclass: B\n{}{}",
        lines(n / 3, |i| format!("  field: a{i}\n")),
        lines(n / 3, |i| format!("B subclass: C{i}\n  m => a{i} + b{i}\n")))),
    ("aliases", |n| lines(n, |i| format!("type A{i} = A{} | List(A{})\n", (i + 1) % n, i / 2))),
    ("equal aliases", |n| lines(n, |_| "type Aa = Bb\n".to_owned())),
    ("extensions", |n| lines(n, |i| format!("C{} >> m{} => zebra\n", i % 7, i / 2))),
    ("hidden extensions", |n| format!("Value subclass: C\n{}{}",
        lines(n / 2, |i| format!("  m{i} => 1\n")), lines(n / 2, |i| format!("C >> m{i} => 1\n")))),
    ("unknown classes", |n| lines(n, |i| format!("Zebra{i} foo: Strng\n"))),
    ("assignments", |n| format!("Value subclass: C\n  go =>\n    a := 1\n{}    a",
        lines(n, |i| format!("    a := {i}\n    [a := {i}]\n")))),
    ("arms", |n| format!("x match: [\n{}]", lines(n, |i| format!("  {{a, a, v{i}}} -> last := b{i}\n")))),
    ("elements", |n| format!("{{{}b}} := nil", lines(n, |i| format!("a{},\n", i / 2)))),
    ("sends", |n| format!("a{}", lines(n, |_| " foo: 1;\n bar".to_owned()))),
    ("chain", |n| format!("a{}", " foo".repeat(n))),
    ("fields", |n| format!("a{}", ".b".repeat(n))),
    ("directives", |n| lines(n / 2, |_| "@expect all\nzebra\n".to_owned())),
    ("directives in a row", |n| format!("{}zebra", lines(n, |_| "@expect all\n".to_owned()))),
    ("protocols", |n| lines(n, |i| format!("Protocol define: P{i} extending: Q{i}\n"))),
];

/// On a small stack, so that a recursion that grows with the text is seen.
fn time(text: String) -> Duration {
    let work = move || {
        let tree = syntax::parse(&text).tree;
        let mut hierarchy = hierarchy::ClassHierarchy::with_builtins();
        hierarchy.add_classes(hierarchy::surface(&tree), hierarchy::Origin::Module);
        let program = types::Program::default();
        let context = Context::Module {
            file: "",
            program: &program,
            allows_primitives: false,
            scope: types::AnalysisScope::WHOLE,
        };
        let start = Instant::now();
        let inference = types::infer(&tree, &hierarchy, None);
        let basis = types::Basis { hierarchy: &hierarchy, inference: &inference, natives: None };
        types::check(&tree, basis, context);
        start.elapsed()
    };
    thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

#[test]
fn what_nests_as_deep_as_it_may_is_checked() {
    let nests = [
        ("(", ")"),
        ("[:x | ", "]"),
        ("#(", ")"),
        ("#{#a => ", "}"),
        ("\"{", "}\""),
        ("a := ", ""),
        ("{a} := ", ""),
        ("a at: (", ")"),
        ("a foo; bar: [", "]"),
        ("r match: [a -> ", "]"),
        ("r match: [n when: [", "] -> 1]"),
    ];
    let around =
        [("1 match: [", "{", "b", "}", " -> 1]"), ("type Cup = ", "List(", "Cup", ")", "")];
    for depth in 1..260 {
        for (open, close) in nests {
            time(format!("{}b{}", open.repeat(depth), close.repeat(depth)));
        }
        for (head, open, inner, close, tail) in around {
            let (open, close) = (open.repeat(depth), close.repeat(depth));
            time(format!("{head}{open}{inner}{close}{tail}"));
        }
    }
}

/// Four times the text may take more than four times as long where a machine is
/// busy, so each may try again; a quadratic walk takes sixteen times as long.
#[test]
fn a_hundred_thousand_lines_take_linear_time() {
    for &(name, text) in LONG {
        let mut last = (Duration::ZERO, Duration::ZERO);
        let is_linear = |_| {
            last = (time(text(25_000)), time(text(100_000)));
            last.1 < last.0 * 8 + Duration::from_millis(100)
        };
        assert!((0..4).any(is_linear), "{name}: {last:?}");
    }
}
