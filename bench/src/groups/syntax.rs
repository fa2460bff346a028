//! How fast text becomes tokens, a tree, and text again; how that grows with the
//! text; and how much room a tree takes. The baseline is tree-sitter with its
//! Ruby grammar, on a Ruby text of as many bytes.
//!
//! How time grows is asked fairly: one text of ten times the lines against ten
//! different texts, so that neither is better served by the processor's caches.

use std::time::Duration;

use crate::measure::{Contender, contender, side_by_side};
use crate::report::{Row, Target};
use crate::{allocation, corpus, ruby_corpus};

const GROUP: &str = "syntax";
/// The baseline is slow: apart from it, our own work gets more rounds.
const OWN_BUDGET: Duration = Duration::from_secs(40);
const BASELINE_BUDGET: Duration = Duration::from_secs(60);

/// Sizes in lines, each ten times the one before, and how many texts there are of each.
const SIZES: [(usize, &str, u64); 3] =
    [(10_000, "10 k lines", 10), (100_000, "100 k lines", 10), (1_000_000, "1 M lines", 1)];

const FASTER_THAN_BASELINE: Target = Target::AtLeast(8.0);
const TEN_TIMES_THE_TEXT: Target = Target::AtMost(11.0);
const TREE_TO_TEXT: Target = Target::AtMost(12.0);

pub(crate) fn run() -> Vec<Row> {
    let subjects = SIZES.map(|(lines, size, count)| Subject::new(lines, size, count));
    let own = subjects.iter().flat_map(Subject::own).collect();
    let own = side_by_side(own, OWN_BUDGET);
    let own: Vec<_> = own.as_chunks().0.iter().map(|times| Times::new(*times)).collect();
    let with_baseline = subjects.iter().flat_map(Subject::with_baseline).collect();
    let with_baseline = side_by_side(with_baseline, BASELINE_BUDGET);

    let measured: Vec<_> = subjects.iter().zip(&own).collect();
    let mut rows: Vec<_> = measured.iter().flat_map(|(it, times)| rate_rows(it, times)).collect();
    let pairs = subjects.iter().zip(with_baseline.as_chunks().0);
    rows.extend(pairs.map(|(subject, times)| baseline_row(subject, *times)));
    for pair in measured.windows(2) {
        rows.extend(growth_rows(pair[0], pair[1]));
    }
    rows.extend(subjects.iter().flat_map(memory_rows));
    rows
}

/// What is measured at one size.
struct Subject {
    size: &'static str,
    lines: usize,
    samples: Vec<Sample>,
    /// Mean of the samples.
    bytes: f64,
    /// As long as the first sample.
    ruby: String,
}

/// A text, its tree, and the room that takes.
struct Sample {
    text: String,
    tree: syntax::Tree,
    tree_bytes: usize,
    peak_bytes: usize,
}

impl Subject {
    fn new(lines: usize, size: &'static str, count: u64) -> Self {
        let samples: Vec<_> = (1..=count).map(|seed| Sample::new(lines, seed)).collect();
        let bytes = mean(&samples, |sample| sample.text.len());
        let ruby = ruby_corpus::generate(samples[0].text.len(), 1);
        Subject { size, lines, samples, bytes, ruby }
    }

    /// What [`Times`] names, in that order.
    fn own(&self) -> [Contender<'_>; 3] {
        [
            contender(&self.samples, |sample| syntax::lex(&sample.text)),
            contender(&self.samples, |sample| syntax::parse(&sample.text)),
            contender(&self.samples, |sample| syntax::format(&sample.tree)),
        ]
    }

    fn with_baseline(&self) -> [Contender<'_>; 2] {
        let mut baseline = ruby_parser();
        [
            contender(&self.samples[..1], |sample| syntax::parse(&sample.text)),
            contender(std::slice::from_ref(&self.ruby), move |ruby| baseline.parse(ruby, None)),
        ]
    }

    fn megabytes_per_second(&self, time: Duration) -> f64 {
        self.bytes / 1e6 / time.as_secs_f64()
    }
}

impl Sample {
    fn new(lines: usize, seed: u64) -> Self {
        let text = corpus::generate(lines, seed);
        let (syntax::Parse { mut tree, problems }, peak_bytes) =
            allocation::peak_of(|| syntax::parse(&text));
        // Recovering from errors is other work than what is measured here.
        assert!(problems.is_empty(), "the generated program has problems");
        let tree_bytes = tree.heap_bytes();
        Sample { text, tree, tree_bytes, peak_bytes }
    }
}

fn mean(samples: &[Sample], figure: impl Fn(&Sample) -> usize) -> f64 {
    samples.iter().map(figure).sum::<usize>() as f64 / samples.len() as f64
}

/// How long each piece of our own work took.
struct Times {
    lex: Duration,
    parse: Duration,
    format: Duration,
}

impl Times {
    fn new([lex, parse, format]: [Duration; 3]) -> Self {
        Times { lex, parse, format }
    }
}

fn rate_rows(subject: &Subject, times: &Times) -> Vec<Row> {
    let tasks = [("lex", times.lex), ("parse", times.parse), ("format", times.format)];
    let mut rows = Vec::new();
    for (task, time) in tasks {
        let name = format!("{task}, {}", subject.size);
        let lines = subject.lines as f64 / time.as_secs_f64();
        rows.push(Row::plain(GROUP, &name, subject.megabytes_per_second(time), "MB/s"));
        rows.push(Row::plain(GROUP, &name, lines, "lines/s"));
    }
    rows
}

fn baseline_row(subject: &Subject, [ours, theirs]: [Duration; 2]) -> Row {
    let name = format!("parse against tree-sitter-ruby, {}", subject.size);
    Row::plain(GROUP, name, subject.megabytes_per_second(ours), "MB/s")
        .against(subject.megabytes_per_second(theirs), Some(FASTER_THAN_BASELINE))
}

fn growth_rows(small: (&Subject, &Times), large: (&Subject, &Times)) -> [Row; 3] {
    let tasks = [
        ("lex", small.1.lex, large.1.lex),
        ("parse", small.1.parse, large.1.parse),
        ("format", small.1.format, large.1.format),
    ];
    tasks.map(|(task, small_time, large_time)| {
        let name = format!("{task} time, {} to {}", small.0.size, large.0.size);
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        Row::plain(GROUP, name, milliseconds(large_time), "ms")
            .against(milliseconds(small_time), Some(TEN_TIMES_THE_TEXT))
    })
}

fn memory_rows(subject: &Subject) -> [Row; 2] {
    let megabytes = |bytes: f64| bytes / 1e6;
    let text = megabytes(subject.bytes);
    let tree = megabytes(mean(&subject.samples, |sample| sample.tree_bytes));
    let peak = megabytes(mean(&subject.samples, |sample| sample.peak_bytes));
    let size = subject.size;
    [
        Row::plain(GROUP, format!("tree in memory against text, {size}"), tree, "MB")
            .against(text, Some(TREE_TO_TEXT)),
        Row::plain(GROUP, format!("peak while parsing against text, {size}"), peak, "MB")
            .against(text, None),
    ]
}

fn ruby_parser() -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    let language = tree_sitter_ruby::LANGUAGE.into();
    parser.set_language(&language).expect("tree-sitter reads the grammar it was built with");
    parser
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corpus_has_no_problems() {
        for seed in 0..20 {
            let text = corpus::generate(2_000, seed);
            let problems = syntax::parse(&text).problems;
            if let Some(problem) = problems.first() {
                let before = &text[..problem.span.start as usize];
                let line = before.matches('\n').count();
                let near: Vec<_> = text.lines().skip(line.saturating_sub(4)).take(8).collect();
                panic!("seed {seed}: {:?} near\n{}", problem.kind, near.join("\n"));
            }
        }
    }

    #[test]
    fn formatted_corpus_stays_as_it_is() {
        for seed in 0..20 {
            let once = syntax::format(&syntax::parse(&corpus::generate(2_000, seed)).tree);
            let twice = syntax::format(&syntax::parse(&once).tree);
            let changed = once.lines().zip(twice.lines()).find(|(before, after)| before != after);
            assert_eq!(changed, None, "seed {seed}");
            assert_eq!(once.len(), twice.len(), "seed {seed}");
        }
    }

    #[test]
    fn corpus_is_mostly_canonical() {
        let text = corpus::generate(20_000, 1);
        let formatted = syntax::format(&syntax::parse(&text).tree);
        let kept: std::collections::HashSet<_> = formatted.lines().collect();
        let moved = text.lines().filter(|line| !kept.contains(line)).count();
        assert!(moved < 2_000, "{moved} lines of 20 000 are laid out anew");
    }

    #[test]
    fn baseline_reads_its_corpus() {
        for seed in 0..10 {
            let text = ruby_corpus::generate(60_000, seed);
            let tree = ruby_parser().parse(&text, None).unwrap();
            assert!(!tree.root_node().has_error(), "seed {seed}");
        }
    }
}
