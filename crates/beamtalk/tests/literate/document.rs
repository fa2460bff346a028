//! Markdown to cases, and blessed text back into Markdown.
//!
//! Knows headings, fences and tables; does not know what a stage means beyond
//! its name.

use std::ops::Range;

use crate::stages::{SourceKind, Stage};

/// One file of cases.
pub(crate) struct Document {
    lines: Vec<String>,
    pub(crate) cases: Vec<Case>,
    /// Line and what is wrong with the file itself.
    pub(crate) faults: Vec<(usize, String)>,
}

pub(crate) struct Case {
    pub(crate) heading: String,
    pub(crate) line: usize,
    pub(crate) kind: SourceKind,
    pub(crate) source: String,
    pub(crate) expectations: Vec<Expectation>,
}

pub(crate) struct Expectation {
    pub(crate) stage: Stage,
    pub(crate) text: String,
    pub(crate) place: Place,
}

/// Where an expectation is written, to bless it. Lines count from zero here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The lines between the fences.
    Fence(Range<usize>),
    Cell {
        line: usize,
        column: usize,
    },
}

impl Document {
    pub(crate) fn read(text: &str) -> Document {
        let lines = text.lines().map(str::to_owned).collect();
        let mut document = Document { lines, cases: Vec::new(), faults: Vec::new() };
        let mut at = 0;
        let mut heading = String::new();
        // The fenced case under the current heading, until the next heading.
        let mut open: Option<Case> = None;
        while let Some(line) = document.lines.get(at).cloned() {
            if let Some(fence) = Fence::opening(&line) {
                let end = document.end_of_fence(at, &fence);
                document.fenced(&fence, at, end, &heading, &mut open);
                at = end;
            } else if let Some(title) = title(&line) {
                document.cases.extend(open.take());
                heading = title.to_owned();
            } else if line.trim_start().starts_with('|') {
                let end = document.end_of_table(at);
                document.table(at..end, &heading);
                at = end;
                continue;
            }
            at += 1;
        }
        document.cases.extend(open);
        document
    }

    /// The file with new text at some places.
    pub(crate) fn with_blessed(&mut self, mut edits: Vec<(Place, String)>) -> String {
        // From the bottom up, so that places above stay true.
        edits.sort_by_key(|(place, _)| match place {
            Place::Fence(range) => std::cmp::Reverse(range.start),
            Place::Cell { line, .. } => std::cmp::Reverse(*line),
        });
        for (place, text) in edits {
            match place {
                Place::Fence(range) => {
                    self.lines.splice(range, text.lines().map(str::to_owned));
                }
                Place::Cell { line, column } => {
                    let mut cells = cells(&self.lines[line]);
                    cells[column] = format!(" `{}` ", escaped(&text));
                    self.lines[line] = format!("|{}|", cells.join("|"));
                }
            }
        }
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The line of the closing fence, or the end of the file.
    fn end_of_fence(&mut self, start: usize, fence: &Fence) -> usize {
        let rest = self.lines.iter().enumerate().skip(start + 1);
        match rest.into_iter().find(|(_, line)| fence.is_closed_by(line)) {
            Some((end, _)) => end,
            None => {
                self.faults.push((start + 1, "this fence is never closed".to_owned()));
                self.lines.len()
            }
        }
    }

    fn fenced(
        &mut self,
        fence: &Fence,
        start: usize,
        end: usize,
        heading: &str,
        open: &mut Option<Case>,
    ) {
        let content = start + 1..end;
        let text = self.lines[content.clone()].iter().map(|line| format!("{line}\n")).collect();
        let mut fault = |words: String| self.faults.push((start + 1, words));
        match (SourceKind::named(&fence.name), Stage::named(&fence.name), open.as_mut()) {
            _ if fence.name.is_empty() => {}
            (Some(_), _, Some(_)) => fault(format!("a second source under `{heading}`")),
            (Some(_), _, None) if heading.is_empty() => {
                fault("a source before any heading".to_owned())
            }
            (Some(kind), _, None) => {
                let heading = heading.to_owned();
                *open = Some(Case {
                    heading,
                    line: start + 1,
                    kind,
                    source: text,
                    expectations: vec![],
                });
            }
            (None, Some(_), None) => fault(format!("`{}` stands before its source", fence.name)),
            (None, Some(stage), Some(case)) => {
                if case.expectations.iter().any(|other| other.stage == stage) {
                    fault(format!("a second `{}` under `{heading}`", fence.name));
                }
                case.expectations.push(Expectation { stage, text, place: Place::Fence(content) });
            }
            (None, None, _) => fault(format!("`{}` is not the name of a stage", fence.name)),
        }
    }

    fn end_of_table(&self, start: usize) -> usize {
        let is_row = |line: &&String| line.trim_start().starts_with('|');
        start + self.lines[start..].iter().take_while(is_row).count()
    }

    /// A table without a `source` column is prose.
    fn table(&mut self, rows: Range<usize>, heading: &str) {
        let head: Vec<String> =
            cells(&self.lines[rows.start]).iter().map(|cell| cell.trim().to_owned()).collect();
        let Some(source) = head.iter().position(|name| name == "source") else { return };
        let mut stages = Vec::new();
        for (column, name) in head.iter().enumerate() {
            match (name.as_str(), Stage::named(name)) {
                ("source" | "#" | "note", _) => {}
                (_, Some(stage)) => stages.push((column, stage)),
                (_, None) => {
                    self.faults
                        .push((rows.start + 1, format!("`{name}` is not the name of a stage")));
                }
            }
        }
        for line in rows.skip(2) {
            let cells = cells(&self.lines[line]);
            if cells.len() != head.len() {
                let words = format!("{} cells under {} headings", cells.len(), head.len());
                self.faults.push((line + 1, words));
                continue;
            }
            let expectations =
                stages.iter().filter(|(column, _)| !cells[*column].trim().is_empty());
            let expectations = expectations.map(|&(column, stage)| Expectation {
                stage,
                text: unescaped(&cells[column]),
                place: Place::Cell { line, column },
            });
            self.cases.push(Case {
                heading: heading.to_owned(),
                line: line + 1,
                kind: SourceKind::Module,
                source: unescaped(&cells[source]),
                expectations: expectations.collect(),
            });
        }
    }
}

/// The opening line of a fenced block.
struct Fence {
    ticks: usize,
    name: String,
}

impl Fence {
    fn opening(line: &str) -> Option<Fence> {
        let rest = line.trim_start_matches('`');
        let ticks = line.len() - rest.len();
        let is_fence = ticks >= 3 && !rest.contains('`');
        is_fence.then(|| Fence { ticks, name: rest.trim().to_owned() })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim_end();
        line.len() >= self.ticks && line.bytes().all(|byte| byte == b'`')
    }
}

fn title(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    (rest.len() < line.len()).then(|| rest.strip_prefix(' ')).flatten().map(str::trim)
}

/// The raw text between the bars of a table row; `\|` is no bar.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut before = ' ';
    for character in line.chars() {
        if character == '|' && before != '\\' {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(character);
        }
        before = character;
    }
    cells
}

/// What a cell stands for: its code span, with the line ends and bars put back.
fn unescaped(cell: &str) -> String {
    let cell = cell.trim();
    let ticks = cell.len() - cell.trim_start_matches('`').len();
    let inner = cell.len().checked_sub(2 * ticks).and_then(|len| cell.get(ticks..ticks + len));
    let inner = inner.unwrap_or(cell);
    inner.replace("\\|", "|").replace('⏎', "\n").replace('␍', "\r").replace('␉', "\t")
}

fn escaped(text: &str) -> String {
    let text = text.trim_end_matches('\n').replace('|', "\\|");
    text.replace('\n', "⏎").replace('\r', "␍").replace('\t', "␉")
}

#[test]
fn a_heading_with_fences_is_one_case() {
    let text = "# Title\n\n## Sum\n\nProse.\n\n````beamtalk\n1 + 2\n```\n````\n\n```tree\nx\n```\n";
    let document = Document::read(text);
    assert_eq!(document.faults, vec![]);
    let [case] = document.cases.as_slice() else { panic!("one case") };
    assert_eq!((case.heading.as_str(), case.line), ("Sum", 7));
    assert_eq!(case.source, "1 + 2\n```\n");
    assert_eq!(case.expectations[0].text, "x\n");
    assert_eq!(case.expectations[0].place, Place::Fence(12..13));
}

#[test]
fn a_row_with_a_source_is_one_case() {
    let text = "## T\n\n| # | source | tree |\n|---|---|---|\n| 1 | `a⏎[:b \\| c]` | `a` |\n| 2 | `d` | |\n";
    let document = Document::read(text);
    assert_eq!(document.faults, vec![]);
    let sources: Vec<&str> = document.cases.iter().map(|case| case.source.as_str()).collect();
    assert_eq!(sources, ["a\n[:b | c]", "d"]);
    assert_eq!(document.cases[0].expectations[0].place, Place::Cell { line: 4, column: 2 });
    assert!(document.cases[1].expectations.is_empty());
}

#[test]
fn unknown_stages_and_lost_expectations_are_faults() {
    let text =
        "## T\n```tree\nx\n```\n```soup\n```\n```\nplain\n```\n| source | soup |\n|---|---|\n";
    let faults: Vec<usize> =
        Document::read(text).faults.into_iter().map(|(line, _)| line).collect();
    assert_eq!(faults, [2, 5, 10]);
}

#[test]
fn blessing_changes_only_what_differs() {
    let text = "## T\n```beamtalk\na\n```\n```tree\nold\n```\n| source | tree |\n|---|---|\n| `a` | `b` |\n";
    let mut document = Document::read(text);
    let cell = Place::Cell { line: 9, column: 1 };
    let edits = vec![(Place::Fence(5..6), "x\ny\n".to_owned()), (cell, "c | d\n".to_owned())];
    let expected = text.replace("old", "x\ny").replace("`b`", "`c \\| d`");
    assert_eq!(document.with_blessed(edits), expected);
}
