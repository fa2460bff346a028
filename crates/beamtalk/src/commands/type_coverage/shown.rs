//! What was counted, for people and for machines.

use std::collections::BTreeMap;

use serde::Serialize;

use super::count::{ClassCoverage, Coverage, Share, Unknown};
use crate::cli::TypeCoverage;

/// A table by file and class, the total, and the reasons.
pub(super) fn text(coverage: &Coverage, arguments: &TypeCoverage) -> String {
    let mut text = String::new();
    let mut file = None;
    for class in &coverage.classes {
        if file != Some(&class.file) {
            text += &format!("{}\n", class.file);
            file = Some(&class.file);
        }
        text += &row(class.share, class.class.as_deref().unwrap_or("outside of classes"));
        if arguments.detail {
            class.unknown.iter().for_each(|it| text += &detail(class, it));
        }
    }
    text += "in all\n";
    text += &row(coverage.total(), &reasons(coverage));
    text
}

/// One object.
pub(super) fn json(coverage: &Coverage, arguments: &TypeCoverage) -> String {
    let total = coverage.total();
    let report = Report {
        total_expressions: total.total,
        typed_expressions: total.typed,
        coverage_percent: total.percent(),
        threshold: arguments.at_least,
        passed: arguments.at_least.is_none_or(|share| total.reaches(share)),
        reasons: coverage.reasons().into_iter().collect(),
        classes: coverage.classes.iter().map(|it| class_line(it, arguments.detail)).collect(),
    };
    // Numbers, texts and nothing cannot fail to become JSON.
    serde_json::to_string(&report).unwrap_or_default() + "\n"
}

fn row(share: Share, what: &str) -> String {
    let Share { typed, total } = share;
    format!("  {:5.1} %  {typed:5} of {total:<5}  {what}\n", share.percent())
}

fn detail(ClassCoverage { file, .. }: &ClassCoverage, it: &Unknown) -> String {
    let Unknown { line, column, reason, source } = it;
    format!("           {file}:{line}:{column} ({reason}) {source}\n")
}

fn reasons(coverage: &Coverage) -> String {
    let reasons = coverage.reasons().into_iter();
    let reasons: Vec<String> = reasons.map(|(reason, count)| format!("{count} {reason}")).collect();
    match reasons.is_empty() {
        true => "all are known".to_owned(),
        false => format!("not known: {}", reasons.join(", ")),
    }
}

#[derive(Serialize)]
struct Report<'a> {
    total_expressions: usize,
    typed_expressions: usize,
    coverage_percent: f64,
    threshold: Option<f64>,
    passed: bool,
    reasons: BTreeMap<&'a str, usize>,
    classes: Vec<ClassLine<'a>>,
}

#[derive(Serialize)]
struct ClassLine<'a> {
    /// Nothing for what stands outside of classes.
    name: Option<&'a str>,
    file: &'a str,
    total: usize,
    typed: usize,
    coverage_percent: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dynamic: Option<Vec<UnknownLine<'a>>>,
}

#[derive(Serialize)]
struct UnknownLine<'a> {
    line: u32,
    column: u32,
    reason: &'a str,
    source: &'a str,
}

fn class_line(it: &ClassCoverage, has_detail: bool) -> ClassLine<'_> {
    ClassLine {
        name: it.class.as_deref(),
        file: &it.file,
        total: it.share.total,
        typed: it.share.typed,
        coverage_percent: it.share.percent(),
        dynamic: has_detail.then(|| it.unknown.iter().map(unknown_line).collect()),
    }
}

fn unknown_line(it: &Unknown) -> UnknownLine<'_> {
    let Unknown { line, column, reason, source } = it;
    UnknownLine { line: *line, column: *column, reason, source }
}
