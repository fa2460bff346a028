//! Test scripts (`.btscript`): expressions, each followed by what it should
//! answer. Read line by line; only the expressions are parsed.

use crate::completeness::{Completeness, completeness};
use crate::parser::parse;
use crate::problem::{Problem, ProblemKind};
use crate::span::Span;
use crate::trivia;

#[derive(Clone, Debug, Default)]
pub struct Script {
    pub loads: Vec<Load>,
    pub cases: Vec<Case>,
    pub problems: Vec<Problem>,
}

/// `// @load path`, or `// @load-error path => text`.
#[derive(Clone, Debug)]
pub struct Load {
    pub path: Span,
    pub error: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub expression: Span,
    /// Missing where a problem says so.
    pub expected: Option<Span>,
}

/// An expression longer than this many lines is taken as it is.
const MAX_LINES: usize = 1_000;

pub fn parse_script(text: &str) -> Script {
    let lines: Vec<Span> = line_spans(text);
    let mut script = Script::default();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let content = line.of(text);
        index += 1;
        if content.starts_with("//") {
            script.loads.extend(load(text, *line));
        } else if !content.is_empty() && !content.starts_with(':') {
            let rest = lines.get(index..).unwrap_or_default();
            index += case(&mut script, text, *line, rest);
        }
    }
    script
}

/// The lines of a text, trimmed.
fn line_spans(text: &str) -> Vec<Span> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let trimmed = line.trim_ascii_start();
            let from = start + (line.len() - trimmed.len());
            start += line.len();
            Span { start: from as u32, end: (from + trimmed.trim_ascii_end().len()) as u32 }
        })
        .collect()
}

fn load(text: &str, line: Span) -> Option<Load> {
    let directive = part_after(text, line, "//")?;
    if let Some(rest) = part_after(text, directive, "@load-error ") {
        let arrow = rest.of(text).find("=>")? as u32;
        let path = trim(text, Span { start: rest.start, end: rest.start + arrow });
        let error = trim(text, Span { start: rest.start + arrow + 2, end: rest.end });
        return Some(Load { path, error: Some(error) });
    }
    let path = part_after(text, directive, "@load ")?;
    Some(Load { path, error: None })
}

/// What stands behind `prefix`, trimmed.
fn part_after(text: &str, span: Span, prefix: &str) -> Option<Span> {
    let rest = span.of(text).strip_prefix(prefix)?;
    Some(trim(text, Span { start: span.end - rest.len() as u32, end: span.end }))
}

fn trim(text: &str, span: Span) -> Span {
    let content = span.of(text);
    let lead = (content.len() - content.trim_ascii_start().len()) as u32;
    let start = span.start + lead;
    Span { start, end: start + content.trim_ascii().len() as u32 }
}

/// Reads an expression that begins on `first`; answers how many more lines it
/// and its expectation take.
fn case(script: &mut Script, text: &str, first: Span, rest: &[Span]) -> usize {
    let mut whole = first;
    let mut taken = 0;
    while completeness(whole.of(text)) == Completeness::Incomplete && taken < MAX_LINES {
        match rest.get(taken) {
            Some(line) if !line.is_empty() && !line.of(text).starts_with("//") => {
                whole.end = line.end;
                taken += 1;
            }
            _ => break,
        }
    }
    let (expression, mut expected) = split_expectation(text, whole);
    if expected.is_none() {
        expected = rest.get(taken).and_then(|line| expectation(text, *line));
        taken += usize::from(expected.is_some());
    }
    let shift = |problem: Problem| Problem {
        span: Span {
            start: problem.span.start + expression.start,
            end: problem.span.end + expression.start,
        },
        ..problem
    };
    script.problems.extend(parse(expression.of(text)).problems.into_iter().map(shift));
    if expected.is_none() {
        script.problems.push(Problem { kind: ProblemKind::MissingExpectation, span: expression });
    }
    script.cases.push(Case { expression, expected });
    taken
}

fn expectation(text: &str, line: Span) -> Option<Span> {
    part_after(text, part_after(text, line, "//")?, "=>")
}

/// Parts an expression from an expectation at the end of its last line.
fn split_expectation(text: &str, whole: Span) -> (Span, Option<Span>) {
    let tokens = crate::lexer::lex(whole.of(text));
    let end = crate::token::TokenId(tokens.len() as u32 - 1);
    let gap = tokens.gap_before(end);
    let gap = Span { start: whole.start + gap.start, end: whole.start + gap.end };
    let comment = trivia::comments(text, gap).into_iter().next();
    match comment.and_then(|comment| expectation(text, comment.span)) {
        Some(expected) => (Span { start: whole.start, end: gap.start }, Some(expected)),
        None => (whole, None),
    }
}
