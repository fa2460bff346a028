//! A method put into the text of a class, and which place of the one is which of the
//! other.

use hierarchy::Side;
use syntax::tree::{Class, Member};
use syntax::{ColumnUnit, LineIndex, Position, Span, Tree};

use super::layout::{MEMBER, indented};
use super::places::{Placed, class_place, member_place};

/// A change of a text: what stands there is replaced.
pub(super) struct Edit {
    pub(super) at: Span,
    pub(super) text: String,
}

/// Puts a method into a class: in the place of the one of its selector, or behind all
/// members. The text begins in column 0.
pub(super) fn put(tree: &Tree, class: &Class, side: Side, selector: &str, text: &str) -> Edit {
    let indented = indented(text, MEMBER);
    let name = class.name.map_or("", |name| tree.name(name));
    let own = class.members.iter().filter_map(|member| match member {
        Member::Method(method) => Some(member_place(tree, name, method)),
        Member::Data(_) => None,
    });
    let old = own.into_iter().find(|it| it.side == side && it.selector == selector);
    if let Some(Placed { span, .. }) = old {
        let line = Span { start: line_start(&tree.text, span.start), end: span.start };
        let is_first = line.of(&tree.text).trim().is_empty();
        let start = if is_first { line.start } else { span.start };
        return Edit { at: Span { start, ..span }, text: indented };
    }
    let end = members_end(tree, class);
    Edit { at: Span { start: end, end }, text: format!("\n\n{indented}") }
}

/// Where the line ends that holds the last of a class: a new member goes there.
pub(super) fn members_end(tree: &Tree, class: &Class) -> u32 {
    line_end(&tree.text, class_place(tree, class).end)
}

/// The text with all changes made, none of which overlap.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| edit.at);
    let mut out = String::new();
    let mut from = 0;
    for edit in ordered {
        out.push_str(Span { start: from, end: edit.at.start }.of(text));
        out.push_str(&edit.text);
        from = edit.at.end;
    }
    out.push_str(Span { start: from, end: text.len() as u32 }.of(text));
    out
}

/// Which place of a text a place of another is, where the second was indented and put
/// into a third.
pub(super) struct Inserted<'t> {
    /// Where it stands there.
    pub(super) at: Span,
    pub(super) original: &'t str,
    pub(super) inserted: &'t str,
}

impl Inserted<'_> {
    /// Nothing for what stands elsewhere.
    pub(super) fn original(&self, span: Span) -> Option<Span> {
        let is_inside = self.at.start <= span.start && span.start < self.at.end;
        is_inside.then(|| Span { start: self.offset(span.start), end: self.offset(span.end) })
    }

    fn offset(&self, offset: u32) -> u32 {
        let inside = offset.min(self.at.end) - self.at.start;
        let (here, there) = (LineIndex::new(self.inserted), LineIndex::new(self.original));
        let blank = self.inserted.len() - self.inserted.trim_start_matches('\n').len();
        let line = here.line(inside).saturating_sub(blank as u32);
        let starts = |lines: &LineIndex, text: &str, line| {
            let first = Position { line, column: 0 };
            lines.offset(text, first, ColumnUnit::Utf8)
        };
        let line_here = starts(&here, self.inserted, line + blank as u32);
        let line_there = starts(&there, self.original, line);
        let width = |text: &str, start: u32| {
            let rest = Span { start, end: text.len() as u32 }.of(text);
            rest.split('\n').next().unwrap_or("").len() as u32
        };
        let moved =
            width(self.inserted, line_here).saturating_sub(width(self.original, line_there));
        let column = (inside - line_here.min(inside)).saturating_sub(moved);
        line_there + column.min(width(self.original, line_there))
    }
}

fn line_start(text: &str, offset: u32) -> u32 {
    let before = Span { start: 0, end: offset }.of(text);
    before.rfind('\n').map_or(0, |at| at as u32 + 1)
}

fn line_end(text: &str, offset: u32) -> u32 {
    let after = Span { start: offset, end: text.len() as u32 }.of(text);
    offset + after.find('\n').unwrap_or(after.len()) as u32
}
