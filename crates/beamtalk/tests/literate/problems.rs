//! Problems as lines: `severity code line:column "title"`, then `  hint: …`.
//!
//! An expectation may say less: only the severity, only severity and code, a
//! title of which only a part is fixed (`"…found ,…"`), no hint. A last line `…`
//! allows more problems, `none` is the listing of no problems. What is got is
//! printed in the detail of what is expected.

use ide::{Diagnostic, Problem};
use syntax::{ColumnUnit, LineIndex, Severity};

/// Every problem, in full.
pub(crate) fn listing<'p, P>(text: &str, problems: &'p [P]) -> String
where
    &'p P: Into<Problem>,
{
    matched(text, problems, "")
}

/// The problems, each as detailed as the line expected in its place.
pub(crate) fn matched<'p, P>(text: &str, problems: &'p [P], expected: &str) -> String
where
    &'p P: Into<Problem>,
{
    let index = LineIndex::new(text);
    let mut wanted = Wanted::read(expected).into_iter();
    let mut lines = String::new();
    for problem in problems {
        let wanted = wanted.next().unwrap_or_default();
        if wanted.is_rest {
            lines.push_str("…\n");
            break;
        }
        lines.push_str(&line(text, &index, &ide::diagnose(text, problem), &wanted));
    }
    // The rest may also be empty.
    if wanted.next().is_some_and(|wanted| wanted.is_rest) {
        lines.push_str("…\n");
    }
    match lines.as_str() {
        "" => "none\n".to_owned(),
        _ => lines,
    }
}

/// How much one expected line says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    is_rest: bool,
    code: bool,
    place: bool,
    title: Option<String>,
    hint: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted { is_rest: false, code: true, place: true, title: Some(String::new()), hint: true }
    }
}

impl Wanted {
    fn read(expected: &str) -> Vec<Wanted> {
        let mut all: Vec<Wanted> = Vec::new();
        for line in expected.lines().filter(|line| !line.trim().is_empty()) {
            if line.trim_start().starts_with("hint:") {
                if let Some(last) = all.last_mut() {
                    last.hint = true;
                }
                continue;
            }
            let (words, title) = match line.split_once(" \"") {
                Some((words, title)) => (words, Some(title.strip_suffix('"').unwrap_or(title))),
                None => (line, None),
            };
            let count = words.split_whitespace().count();
            all.push(Wanted {
                is_rest: words.trim() == "…",
                code: count > 1,
                place: count > 2,
                title: title.map(str::to_owned),
                hint: false,
            });
        }
        all
    }
}

fn line(text: &str, index: &LineIndex, diagnostic: &Diagnostic, wanted: &Wanted) -> String {
    let mut line = match diagnostic.severity {
        Severity::Error => "error".to_owned(),
        Severity::Warning => "warning".to_owned(),
        Severity::Hint => "hint".to_owned(),
        Severity::Lint => "lint".to_owned(),
    };
    if wanted.code {
        line += &format!(" {}", diagnostic.code);
    }
    if wanted.place {
        let position = index.position(text, diagnostic.span.start, ColumnUnit::Utf32);
        line += &format!(" {}:{}", position.line + 1, position.column + 1);
    }
    if let Some(title) = &wanted.title {
        let fixed = title.trim_matches('…');
        let is_part = fixed.len() < title.len() && diagnostic.title.contains(fixed);
        line += &format!(" \"{}\"", if is_part { title } else { &diagnostic.title });
    }
    line.push('\n');
    match &diagnostic.hint {
        Some(hint) if wanted.hint => line += &format!("  hint: {hint}\n"),
        _ => {}
    }
    line
}

#[test]
fn an_expected_line_says_as_much_as_it_likes() {
    let wanted = Wanted::read("error\nlint some-code\nerror a 1:2 \"b \"c\" d\"\n  hint: e\n…\n");
    let said: Vec<(bool, bool, Option<&str>, bool)> = wanted
        .iter()
        .map(|wanted| (wanted.code, wanted.place, wanted.title.as_deref(), wanted.hint))
        .collect();
    let expected = [
        (false, false, None, false),
        (true, false, None, false),
        (true, true, Some("b \"c\" d"), true),
        (false, false, None, false),
    ];
    assert_eq!(said, expected);
    assert!(wanted[3].is_rest);
}
