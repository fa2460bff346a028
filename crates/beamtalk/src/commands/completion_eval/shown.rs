//! The figures, for people, for machines, and as a table to keep.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Row;
use super::corpus::Corpus;
use super::sites::Site;
use super::tally::{Figures, Tally};

/// How many of the reasons for misses are shown.
const REASONS: usize = 12;

pub(super) fn text(rows: &[Row], left_out: usize) -> String {
    let mut text = String::new();
    for row in rows {
        section(&mut text, row);
    }
    if left_out > 0 {
        let _ = writeln!(text, "left out, because it is the class library: {left_out} files");
    }
    text
}

fn section(text: &mut String, row: &Row) {
    let tally = &row.tally;
    let _ = writeln!(text, "{}: {} places", row.name, tally.all.places);
    let _ = writeln!(
        text,
        "  {:<16} {:>6} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>6} {:>6}",
        "receiver",
        "places",
        "typed",
        "recall",
        "of typ.",
        "10/0",
        "10/2",
        "1st/2",
        "MRR/2",
        "length"
    );
    for (shape, figures) in &tally.shapes {
        line(text, shape.name(), figures);
    }
    line(text, "all", &tally.all);
    line(text, "(operators)", &tally.operators);
    for letters in 0..=super::LETTERS {
        let it = tally.all.letters(letters);
        let _ = writeln!(
            text,
            "  {letters} letters: recall {:.1} %, in the first ten {:.1} %, first {:.1} %, MRR {:.3}, list of {:.1}",
            it.recall(),
            it.in_ten(),
            it.first(),
            it.reciprocal_rank(),
            it.mean_length()
        );
    }
    let _ = writeln!(text, "  empty without a reason: {}", tally.silent);
    let milliseconds = |share| tally.time(share).as_secs_f64() * 1000.0;
    let _ = writeln!(
        text,
        "  time: p50 {:.3} ms, p95 {:.3} ms, p99 {:.3} ms, max {:.3} ms",
        milliseconds(0.5),
        milliseconds(0.95),
        milliseconds(0.99),
        milliseconds(1.0)
    );
    for (reason, count) in reasons(tally) {
        let _ = writeln!(text, "  {count:>5} × {reason}");
    }
    text.push('\n');
}

fn line(text: &mut String, name: &str, figures: &Figures) {
    let (none, two) = (figures.letters(0), figures.letters(2));
    let _ = writeln!(
        text,
        "  {name:<16} {:>6} {:>6.1}% {:>6.1}% {:>6.1}% {:>6.1}% {:>6.1}% {:>6.1}% {:>6.3} {:>6.1}",
        figures.places,
        figures.typed_share(),
        none.recall(),
        figures.recall_of_typed(),
        none.in_ten(),
        two.in_ten(),
        two.first(),
        two.reciprocal_rank(),
        none.mean_length(),
    );
}

/// The most frequent first.
fn reasons(tally: &Tally) -> Vec<(&str, usize)> {
    let mut all: Vec<(&str, usize)> =
        tally.misses.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    all.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    all.truncate(REASONS);
    all
}

pub(super) fn json(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let tally = &row.tally;
        let shapes = tally.shapes.iter().map(|(shape, it)| (shape.name().to_owned(), figures(it)));
        let milliseconds = |share| tally.time(share).as_secs_f64() * 1000.0;
        let object = json!({
            "engine": row.name,
            "all": figures(&tally.all),
            "shapes": shapes.collect::<serde_json::Map<String, Value>>(),
            "operators": figures(&tally.operators),
            "silent": tally.silent,
            "milliseconds": {
                "p50": milliseconds(0.5), "p95": milliseconds(0.95),
                "p99": milliseconds(0.99), "max": milliseconds(1.0),
            },
            "misses": reasons(tally).into_iter()
                .map(|(reason, count)| (reason.to_owned(), json!(count)))
                .collect::<serde_json::Map<String, Value>>(),
        });
        let _ = writeln!(text, "{object}");
    }
    text
}

fn figures(figures: &Figures) -> Value {
    let letters = figures.by_letters.iter().map(|it| {
        json!({
            "tries": it.tries,
            "recall": it.recall(),
            "first_ten": it.in_ten(),
            "first": it.first(),
            "mean_reciprocal_rank": it.reciprocal_rank(),
            "length": it.mean_length(),
        })
    });
    json!({
        "places": figures.places,
        "typed": figures.typed_share(),
        "recall_of_typed": figures.recall_of_typed(),
        "letters": letters.collect::<Vec<Value>>(),
    })
}

/// The ranks of each place in the order of the files. Places have no line, so that only what
/// changes a rank is a change.
pub(super) fn csv(rows: &[Row], corpus: &Corpus, sites: &[Site]) -> String {
    let mut text =
        String::from("engine,file,selector,part,receiver,typed,rank0,rank1,rank2,rank3\n");
    for row in rows {
        for (site, asked) in sites.iter().zip(&row.asked) {
            let Some(file) = corpus.files.get(site.file) else { continue };
            let rank =
                |letters| asked.rank(letters).map_or_else(String::new, |it: usize| it.to_string());
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{}",
                row.name,
                file.name,
                site.wanted,
                site.part,
                site.shape.name(),
                u8::from(asked.untyped.is_none()),
                rank(0),
                rank(1),
                rank(2),
                rank(3),
            );
        }
    }
    text
}
