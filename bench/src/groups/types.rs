//! How fast the types of a program are found, beside the time that parsing it takes; how
//! that grows; how much room it takes; and how long it takes again after a change.

use std::time::Duration;

use hierarchy::{ClassHierarchy, Origin, surface};
use syntax::Tree;
use types::{
    AnalysisScope, Basis, Context, Inference, Problem, Program, infer, infer_program, recheck,
};

use crate::measure::{contender, side_by_side};
use crate::report::{Row, Target};
use crate::{allocation, corpus};

const GROUP: &str = "types";
const BUDGET: Duration = Duration::from_secs(10);
/// Sizes in lines, each ten times the one before, and how many texts there are of each.
const SIZES: [(usize, &str, u64); 3] =
    [(1_000, "1 k lines", 10), (10_000, "10 k lines", 10), (100_000, "100 k lines", 3)];
const FILES: usize = 100;

const LINES_A_SECOND: Target = Target::AtLeast(500_000.0);
const TIMES_PARSING: Target = Target::AtMost(4.0);
/// Ten times the text may take ten times as long, and a little more.
const LINEAR: Target = Target::AtMost(12.0);
const TIMES_TEXT: Target = Target::AtMost(40.0);
const OF_THE_WHOLE: Target = Target::AtMost(0.03);

pub(crate) fn run() -> Vec<Row> {
    let mut rows = sizes();
    rows.extend(checks());
    rows.extend(after_a_change());
    rows
}

struct Sample {
    text: String,
    tree: Tree,
    hierarchy: ClassHierarchy,
}

impl Sample {
    fn new(lines: usize, seed: u64) -> Self {
        Sample::of(corpus::generate(lines, seed))
    }

    fn sound(lines: usize, seed: usize) -> Self {
        let mut text = String::new();
        let mut length = 0;
        for number in seed * 1_000.. {
            let file = file(number);
            length += file.lines().count();
            text.push_str(&file);
            if length >= lines {
                break;
            }
        }
        Sample::of(text)
    }

    fn of(text: String) -> Self {
        let tree = syntax::parse(&text).tree;
        let mut hierarchy = ClassHierarchy::with_builtins();
        hierarchy.add_classes(surface(&tree), Origin::Module);
        Sample { text, tree, hierarchy }
    }

    /// What is wrong with the text, from its tree on.
    fn checked(&self) -> Vec<Problem> {
        let inference = infer(&self.tree, &self.hierarchy, None);
        let basis = Basis { hierarchy: &self.hierarchy, inference: &inference, natives: None };
        let program = Program::default();
        let context = Context::Module {
            file: "",
            program: &program,
            allows_primitives: false,
            scope: AnalysisScope::WHOLE,
        };
        types::check(&self.tree, basis, context)
    }
}

/// How fast something is, beside parsing, and how that grows.
fn against_parse(what: &str, times: &[[f64; 2]]) -> Vec<Row> {
    let mut rows = Vec::new();
    for ((lines, size, _), [parse, time]) in SIZES.iter().zip(times) {
        let rate = *lines as f64 / time * 1e3;
        let rate = Row::plain(GROUP, format!("{what}, {size}"), rate, "lines/s");
        rows.push(Row { target: Some(LINES_A_SECOND), ..rate });
        let name = format!("{what} against parse, {size}");
        rows.push(Row::plain(GROUP, name, *time, "ms").against(*parse, Some(TIMES_PARSING)));
    }
    for (pair, sizes) in times.windows(2).zip(SIZES.windows(2)) {
        let name = format!("{what}, {} against {}", sizes[1].1, sizes[0].1);
        let [small, large] = [pair[0][1], pair[1][1]];
        rows.push(Row::plain(GROUP, name, large, "ms").against(small, Some(LINEAR)));
    }
    rows
}

/// Types and findings of programs in which next to nothing is wrong: to tell of problems
/// is other work, and the generated texts above are full of them.
fn checks() -> Vec<Row> {
    let samples = SIZES.map(|(lines, _, count)| {
        (1..=count).map(|seed| Sample::sound(lines, seed as usize)).collect::<Vec<_>>()
    });
    let contenders = samples.iter().flat_map(|samples| {
        [contender(samples, |it| syntax::parse(&it.text)), contender(samples, Sample::checked)]
    });
    let times = side_by_side(contenders.collect(), BUDGET);
    let times: Vec<[f64; 2]> =
        times.as_chunks().0.iter().map(|pair: &[_; 2]| pair.map(milliseconds)).collect();
    against_parse("infer and check", &times)
}

fn sizes() -> Vec<Row> {
    let samples = SIZES.map(|(lines, _, count)| {
        (1..=count).map(|seed| Sample::new(lines, seed)).collect::<Vec<_>>()
    });
    let contenders = samples.iter().flat_map(|samples| {
        [
            contender(samples, |it| syntax::parse(&it.text)),
            contender(samples, |it| infer(&it.tree, &it.hierarchy, None)),
        ]
    });
    let times = side_by_side(contenders.collect(), BUDGET);
    let times: Vec<[f64; 2]> =
        times.as_chunks().0.iter().map(|pair: &[_; 2]| pair.map(milliseconds)).collect();
    let mut rows = against_parse("infer", &times);
    rows.extend(samples.iter().zip(SIZES).map(|(samples, (_, size, _))| memory(&samples[0], size)));
    rows
}

/// The most that a text, its tree and its types hold together.
fn memory(sample: &Sample, size: &str) -> Row {
    let (_, peak) = allocation::peak_of(|| {
        let tree = syntax::parse(&sample.text).tree;
        let inference = infer(&tree, &sample.hierarchy, None);
        (tree, inference)
    });
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    Row::plain(GROUP, format!("peak of tree and types against text, {size}"), megabytes(peak), "MB")
        .against(megabytes(sample.text.len()), Some(TIMES_TEXT))
}

/// Files of about ten classes each, in which all methods are for inference to find out.
fn after_a_change() -> Vec<Row> {
    let texts: Vec<String> = (0..FILES).map(file).collect();
    let mut trees: Vec<Tree> = texts.iter().map(|it| syntax::parse(it).tree).collect();
    let mut hierarchy = ClassHierarchy::with_builtins();
    trees.iter().for_each(|it| hierarchy.add_classes(surface(it), Origin::Project));
    let whole = infer_program(&trees.iter().collect::<Vec<_>>(), &hierarchy, None);
    let lines: usize = texts.iter().map(|it| it.lines().count()).sum();

    let before = trees.clone();
    trees[7] = syntax::parse(&texts[7].replace("* 2", "* 3")).tree;
    let same = again(&trees, &hierarchy, &whole);
    trees[7] = syntax::parse(&texts[7].replace("* 2", "* 2.5")).tree;
    let other = again(&trees, &hierarchy, &whole);

    let all: Vec<&Tree> = before.iter().collect();
    let whole = contender(std::slice::from_ref(&all), |it| infer_program(it, &hierarchy, None));
    let [whole] = side_by_side(vec![whole], BUDGET / 4).try_into().unwrap_or_default();
    let whole = milliseconds(whole);
    vec![
        Row::plain(GROUP, format!("infer {FILES} files, {lines} lines"), whole, "ms"),
        Row::plain(GROUP, "again, one body, same result", same.0, "ms")
            .against(whole, Some(OF_THE_WHOLE)),
        Row::plain(GROUP, format!("again, one body, {} files reached", other.1), other.0, "ms")
            .against(whole, None),
    ]
}

/// How long inference takes after the body of one file has changed, and how many files
/// it reaches.
fn again(trees: &[Tree], hierarchy: &ClassHierarchy, before: &[Inference]) -> (f64, usize) {
    let trees: Vec<&Tree> = trees.iter().collect();
    let mut times = Vec::new();
    let mut reached = 0;
    for _ in 0..21 {
        let before = before.to_vec();
        let start = std::time::Instant::now();
        let again = recheck(&trees, hierarchy, None, before, &[7]);
        times.push(start.elapsed());
        reached = again.inferred.len();
    }
    times.sort();
    (milliseconds(times[times.len() / 2]), reached)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Classes that ask those of the file before for what they do not declare.
fn file(number: usize) -> String {
    let mut text = String::new();
    for class in 0..10 {
        let before = if number.is_multiple_of(10) {
            String::from("4")
        } else {
            format!("Gear{}x{class} new ratio", number - 1)
        };
        text.push_str(&format!(
            "Value subclass: Gear{number}x{class}\n  \
             field: teeth :: Integer = 12\n  \
             field: name :: String | Nil = nil\n\n  \
             ratio => {before} * 2\n\n  \
             label =>\n    \
             self.name isNil ifTrue: [^\"gear\"]\n    \
             self.name size > 3 ifTrue: [self.name] ifFalse: [self.name ++ \" gear\"]\n\n  \
             worn: turns :: Integer =>\n    \
             sum := 0\n    \
             1 to: turns do: [:i | i isEven ifTrue: [sum := sum + i] ifFalse: [sum := sum - 1]]\n    \
             sum max: self.teeth\n\n  \
             parts => #(self label, self ratio printString) collect: [:it | it size]\n\n  \
             class small => self new: #{{#teeth => 6}}\n\n"
        ));
    }
    text
}
