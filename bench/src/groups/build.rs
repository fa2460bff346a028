//! How fast text becomes Core Erlang and how that grows, and how long `beamtalk build`
//! takes for a package of a hundred classes: at first, with nothing changed, and with one
//! file changed. The command is the one that `make build` leaves in `bin`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hierarchy::{ClassHierarchy, Origin, surface};
use lower::core_erlang::encode;

use crate::measure::{contender, side_by_side};
use crate::report::{Row, Target};

const GROUP: &str = "build";
const BUDGET: Duration = Duration::from_secs(20);
/// Classes of about ten lines each.
const SIZES: [(usize, &str); 3] =
    [(100, "1 k lines"), (1_000, "10 k lines"), (10_000, "100 k lines")];
const CLASSES: usize = 100;
const ROUNDS: usize = 7;

/// Ten times the text may take ten times as long, and a little more.
const LINEAR: Target = Target::AtMost(12.0);
const A_TENTH: Target = Target::AtMost(0.1);

pub(crate) fn run() -> Vec<Row> {
    let mut rows = front_end();
    rows.extend(whole_builds());
    rows
}

fn front_end() -> Vec<Row> {
    let texts: Vec<String> =
        SIZES.iter().map(|(classes, _)| (0..*classes).map(class).collect()).collect();
    let contenders =
        texts.iter().map(|text| contender(std::slice::from_ref(text), |it| to_core(it)));
    let times = side_by_side(contenders.collect(), BUDGET);
    let mut rows = Vec::new();
    for ((text, time), (_, size)) in texts.iter().zip(&times).zip(SIZES) {
        let lines = text.lines().count() as f64 / time.as_secs_f64();
        rows.push(Row::plain(GROUP, format!("parse to Core, {size}"), lines, "lines/s"));
    }
    for (pair, sizes) in times.windows(2).zip(SIZES.windows(2)) {
        let name = format!("parse to Core, {} against {}", sizes[1].1, sizes[0].1);
        let [small, large] = [pair[0], pair[1]].map(|time| time.as_secs_f64() * 1e3);
        rows.push(Row::plain(GROUP, name, large, "ms").against(small, Some(LINEAR)));
    }
    rows
}

/// Everything that a build does before OTP's compiler.
fn to_core(text: &str) -> usize {
    let tree = syntax::parse(text).tree;
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&tree), Origin::Module);
    let lines = syntax::LineIndex::new(text);
    let classes = tree.nodes.classes.iter();
    let lowered =
        classes.map(|(_, it)| lower::class_with_lines(&tree, it, &hierarchy, "bench.bt", &lines));
    lowered.map(|module| encode(&module).len()).sum()
}

fn whole_builds() -> Vec<Row> {
    let folder = std::env::temp_dir().join(format!("beamtalk-bench-build-{}", std::process::id()));
    let sources = folder.join("src");
    fs::create_dir_all(&sources).expect("a folder for the package");
    let manifest = "[package]\nname = \"bench\"\nversion = \"1.0.0\"\n";
    fs::write(folder.join("beamtalk.toml"), manifest).expect("a manifest");
    for number in 0..CLASSES {
        fs::write(sources.join(format!("Part{number}.bt")), class(number)).expect("a source");
    }
    let (mut full, mut none, mut one) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        full.push(build(&folder, &["--force"]));
        none.push(build(&folder, &[]));
        let text = class(7).replace("* 2", &format!("* {}", round + 3));
        fs::write(sources.join("Part7.bt"), text).expect("a source");
        one.push(build(&folder, &[]));
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
    let [full, none, one] = [full, none, one].map(shortest);
    vec![
        Row::plain(GROUP, "build, 100 classes", full, "ms"),
        Row::plain(GROUP, "build, nothing changed", none, "ms").against(full, None),
        Row::plain(GROUP, "build, one body changed", one, "ms").against(full, Some(A_TENTH)),
    ]
}

fn shortest(times: Vec<Duration>) -> f64 {
    times.into_iter().min().unwrap_or_default().as_secs_f64() * 1e3
}

fn build(folder: &Path, options: &[&str]) -> Duration {
    let begun = Instant::now();
    let status = Command::new(command())
        .arg("build")
        .args(options)
        .current_dir(folder)
        .stderr(Stdio::null())
        .status()
        .expect("bin/beamtalk: has `make build` been run?");
    assert!(status.success(), "the package does not build");
    begun.elapsed()
}

fn command() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../bin/beamtalk")
}

/// A class with some of everything, which mentions the one before it.
fn class(number: usize) -> String {
    let before = number.saturating_sub(1);
    format!(
        "/// Part {number} of a whole.\n\
         Value subclass: Part{number}\n  \
         field: size :: Integer = {number}\n  \
         field: name :: String = \"part\"\n\n  \
         class small -> Self => self new: #{{#size => 1}}\n\n  \
         double -> Integer => self.size * 2\n\n  \
         label -> String => \"{{self.name}} of {{self double}}\"\n\n  \
         sumTo: n :: Integer -> Integer =>\n    \
         sum := 0\n    \
         1 to: n do: [:i | i isEven ifTrue: [sum := sum + i] ifFalse: [sum := sum - 1]]\n    \
         sum\n\n  \
         before -> Integer => Part{before} small double\n\n  \
         safely: block => [block value: self.size] on: Error do: [:e | e message]\n\n"
    )
}
