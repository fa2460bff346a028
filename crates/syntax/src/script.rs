//! Test scripts (`.btscript`): expressions and definitions, each followed by what it
//! should answer, and lines for a prompt. Read line by line; only what is Beamtalk is
//! parsed.

use crate::completeness::{Completeness, completeness};
use crate::definition::Definition;
use crate::parser::parse;
use crate::problem::{Problem, ProblemKind};
use crate::span::Span;
use crate::trivia;

#[derive(Clone, Debug, Default)]
pub struct Script {
    pub loads: Vec<Load>,
    pub cases: Vec<Case>,
    /// Lines that begin with a colon, which a prompt obeys. They need no expectation.
    pub commands: Vec<Case>,
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

/// An expression that is still open after this many lines is taken as it is.
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
        } else if content.starts_with(':') {
            let (command, taken) = expected_after(text, *line, lines.get(index));
            script.commands.push(command);
            index += taken;
        } else if !content.is_empty() {
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

/// Reads an expression or a definition that begins on `first`; answers how many more
/// lines it and its expectation take.
fn case(script: &mut Script, text: &str, first: Span, rest: &[Span]) -> usize {
    let (whole, taken) = extent(text, first, rest);
    let (case, expectations) = expected_after(text, whole, rest.get(taken));
    let expression = case.expression;
    let shift = |problem: Problem| Problem {
        span: Span {
            start: problem.span.start + expression.start,
            end: problem.span.end + expression.start,
        },
        ..problem
    };
    script.problems.extend(parse(expression.of(text)).problems.into_iter().map(shift));
    if case.expected.is_none() {
        script.problems.push(Problem { kind: ProblemKind::MissingExpectation, span: expression });
    }
    script.cases.push(case);
    taken + expectations
}

/// What begins on `first`, and how many of the lines after it belong to it: all while it
/// is open, and the indented ones of a definition. An expectation ends anything.
fn extent(text: &str, first: Span, rest: &[Span]) -> (Span, usize) {
    let (mut whole, mut last, mut taken) = (first, first, 0);
    for _ in 0..MAX_LINES {
        if is_answered(text, whole, last) {
            break;
        }
        let so_far = whole.of(text);
        let definition = Definition::of(so_far);
        let is_open = definition.lacks_body || completeness(so_far) == Completeness::Incomplete;
        let grows = |line| definition.may_grow && is_indented(text, line);
        let Some((line, after)) = next_line(text, rest, taken) else { break };
        if !is_open && !grows(line) {
            break;
        }
        (whole.end, last, taken) = (line.end, line, after);
        // The lines of a definition are not looked at one by one.
        while let Some((line, after)) = next_line(text, rest, taken)
            && !last.of(text).contains("// =>")
            && grows(line)
        {
            (whole.end, last, taken) = (line.end, line, after);
        }
    }
    (whole, taken)
}

/// The next line that is neither blank nor a comment, and how many are taken with it.
/// Nothing where the script speaks in between.
fn next_line(text: &str, rest: &[Span], taken: usize) -> Option<(Span, usize)> {
    for (index, line) in rest.iter().enumerate().skip(taken) {
        let content = line.of(text);
        if expectation(text, *line).is_some() || load(text, *line).is_some() {
            return None;
        }
        if !content.is_empty() && !content.starts_with("//") {
            return Some((*line, index + 1));
        }
    }
    None
}

fn is_indented(text: &str, line: Span) -> bool {
    let before = text.get(..line.start as usize).unwrap_or("");
    !before.is_empty() && !before.ends_with('\n')
}

/// Whether the expectation stands at the end of the last line.
fn is_answered(text: &str, whole: Span, last: Span) -> bool {
    last.of(text).contains("// =>") && split_expectation(text, whole).1.is_some()
}

/// An input with what it should answer, from its own line or the next one; and how many
/// of these were taken.
fn expected_after(text: &str, whole: Span, next: Option<&Span>) -> (Case, usize) {
    let (expression, expected) = split_expectation(text, whole);
    if expected.is_some() {
        return (Case { expression, expected }, 0);
    }
    let expected = next.and_then(|line| expectation(text, *line));
    (Case { expression, expected }, usize::from(expected.is_some()))
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
