//! What is wrong with one source, ready for any renderer.
//!
//! Problems of the text get their words from `ide`; only what keeps a file from
//! being read as text at all is put into words here.

use ide::Problem;
use syntax::{Category, Severity, Span};

use crate::exit::Failure;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::sources::Unread;

/// One thing that is wrong. Lines and columns count from one, columns in characters;
/// the end is the first place after it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    /// What it is about, where a manifest may speak of that.
    pub(crate) category: Option<Category>,
    pub(crate) message: String,
    pub(crate) explanation: Option<String>,
    pub(crate) hint: Option<String>,
    pub(crate) span: Span,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
}

/// A source and its findings. The text is empty where it could not be had.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) text: String,
    /// At most as many as were asked for; the counts are of all.
    pub(crate) findings: Vec<Finding>,
    pub(crate) counts: Counts,
}

/// How many findings there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) hints: usize,
    pub(crate) lints: usize,
}

/// The codes of this file's own findings, with what they mean.
pub(crate) const RULES: [(&str, &str); 3] = [
    (
        NOT_UTF8,
        "Beamtalk source is UTF-8 text, and this file has bytes that are not. Save it as UTF-8.",
    ),
    (TOO_LARGE, "A source file may have at most 1 GiB; places in it are counted in 32 bits."),
    (
        INTERNAL_ERROR,
        "Beamtalk failed on this file. That is a bug in Beamtalk: please report it with the file.",
    ),
];

const NOT_UTF8: &str = "not-utf8";
const TOO_LARGE: &str = "too-large";
const INTERNAL_ERROR: &str = "internal-error";

/// What is wrong with a source, with at most `limit` findings in words.
pub(crate) fn report(reading: Reading, limit: usize, policy: &Policy) -> Report {
    let Reading { text, problems, .. } = reading;
    let mut counts = Counts::default();
    let judged = judged(&problems, policy);
    judged.iter().for_each(|(_, severity)| counts.add(*severity));
    let findings = in_words(&text, judged.into_iter().take(limit));
    Report { findings, counts, text }
}

/// Problems in words, as a policy has them.
pub(crate) fn shown(text: &str, problems: &[Problem], policy: &Policy) -> Vec<Finding> {
    in_words(text, judged(problems, policy))
}

/// Those that are shown, by their places, with what they count as.
fn judged<'p>(problems: &'p [Problem], policy: &Policy) -> Vec<(&'p Problem, Severity)> {
    let shown = problems.iter().filter_map(|problem| {
        Some((problem, policy.severity(problem.category(), problem.severity())?))
    });
    let mut judged: Vec<(&Problem, Severity)> = shown.collect();
    judged.sort_by_key(|(problem, _)| problem.span());
    judged
}

fn in_words<'p>(
    text: &str,
    judged: impl IntoIterator<Item = (&'p Problem, Severity)>,
) -> Vec<Finding> {
    let (problems, severities): (Vec<&Problem>, Vec<Severity>) = judged.into_iter().unzip();
    let mut findings = findings(text, problems);
    findings.iter_mut().zip(severities).for_each(|(finding, it)| finding.severity = it);
    findings
}

/// Problems in words and with their places.
pub(crate) fn findings<'p, P: 'p>(
    text: &str,
    problems: impl IntoIterator<Item = &'p P>,
) -> Vec<Finding>
where
    &'p P: Into<Problem>,
{
    let mut last = Place { offset: 0, line: 1, column: 1 };
    let mut findings = Vec::new();
    for problem in problems {
        let problem: Problem = problem.into();
        let category = problem.category();
        let diagnostic = ide::diagnose::<Problem>(text, &problem);
        let Span { start, end } = diagnostic.span;
        last = last.moved(text, start);
        findings.push(Finding { category, ..finding(diagnostic, last, last.moved(text, end)) });
    }
    findings
}

/// Why a source gave no text, as a finding where the file is to blame.
pub(crate) fn unreadable(unread: Unread) -> Result<Finding, Failure> {
    match unread {
        Unread::NotUtf8 { line, column, offset } => Ok(Finding {
            hint: Some("Save the file as UTF-8.".to_owned()),
            ..file_finding(
                NOT_UTF8,
                format!("This is not UTF-8 text: byte {offset}, on line {line}, is invalid"),
                (line, column),
            )
        }),
        Unread::TooLarge => Ok(Finding {
            hint: Some("Split it into several files.".to_owned()),
            ..file_finding(TOO_LARGE, "A source file may have at most 1 GiB".to_owned(), (1, 1))
        }),
        Unread::Failed(failure) => Err(failure),
    }
}

pub(crate) fn internal_error(panic: String) -> Finding {
    Finding {
        explanation: Some(panic),
        hint: Some("Please report it, with the file.".to_owned()),
        ..file_finding(
            INTERNAL_ERROR,
            "A bug in beamtalk stopped work on this file".to_owned(),
            (1, 1),
        )
    }
}

impl Report {
    pub(crate) fn of(finding: Finding) -> Report {
        let counts = Counts { errors: 1, ..Counts::default() };
        Report { findings: vec![finding], counts, ..Report::default() }
    }
}

impl Finding {
    /// Something about a file as a whole.
    pub(crate) fn new(code: &'static str, severity: Severity, message: String) -> Finding {
        Finding { severity, ..file_finding(code, message, (1, 1)) }
    }

    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Finding {
        Finding { hint: Some(hint.into()), ..self }
    }

    /// The same at a place of the file's text.
    pub(crate) fn at(self, text: &str, span: Span) -> Finding {
        let start = Place { offset: 0, line: 1, column: 1 }.moved(text, span.start);
        let end = start.moved(text, span.end);
        Finding {
            span,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            ..self
        }
    }
}

impl Counts {
    pub(crate) fn of(findings: &[Finding]) -> Counts {
        let mut counts = Counts::default();
        findings.iter().for_each(|it| counts.add(it.severity));
        counts
    }

    pub(crate) fn all(self) -> usize {
        let Counts { errors, warnings, hints, lints } = self;
        errors + warnings + hints + lints
    }

    fn add(&mut self, severity: Severity) {
        *match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Hint => &mut self.hints,
            Severity::Lint => &mut self.lints,
        } += 1;
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.hints += other.hints;
        self.lints += other.lints;
    }
}

/// An offset in a text, with its line and column. Each place is counted from the one
/// before it: a line of megabytes may have thousands of problems.
#[derive(Clone, Copy)]
struct Place {
    offset: u32,
    line: u32,
    column: u32,
}

impl Place {
    fn moved(self, text: &str, offset: u32) -> Place {
        let start =
            if offset < self.offset { Place { offset: 0, line: 1, column: 1 } } else { self };
        let between = Span { start: start.offset, end: offset }.of(text);
        let width = |text: &str| text.chars().count() as u32;
        match between.rsplit_once('\n') {
            None => Place { offset, line: start.line, column: start.column + width(between) },
            Some((lines, rest)) => Place {
                offset,
                line: start.line + lines.matches('\n').count() as u32 + 1,
                column: 1 + width(rest),
            },
        }
    }
}

fn finding(diagnostic: ide::Diagnostic, start: Place, end: Place) -> Finding {
    Finding {
        code: diagnostic.code,
        severity: diagnostic.severity,
        category: None,
        message: diagnostic.title,
        explanation: diagnostic.explanation,
        hint: diagnostic.hint,
        span: diagnostic.span,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

fn file_finding(code: &'static str, message: String, (line, column): (u32, u32)) -> Finding {
    Finding {
        code,
        severity: Severity::Error,
        category: None,
        message,
        explanation: None,
        hint: None,
        span: Span::default(),
        line,
        column,
        end_line: line,
        end_column: column,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{ColumnUnit, LineIndex};

    #[test]
    fn places_agree_with_the_line_index_in_any_order() {
        let text = "one\ntwö\r\n\nthrée\n";
        let lines = LineIndex::new(text);
        let offsets: Vec<u32> =
            (0..=text.len() as u32).filter(|it| text.is_char_boundary(*it as usize)).collect();
        for from in &offsets {
            let from = Place { offset: 0, line: 1, column: 1 }.moved(text, *from);
            for to in &offsets {
                let place = from.moved(text, *to);
                let expected = lines.position(text, *to, ColumnUnit::Utf32);
                assert_eq!((place.line - 1, place.column - 1), (expected.line, expected.column));
            }
        }
    }
}
