//! Places in a text: byte spans, and lines and columns made from them.

use std::ops::Range;

/// Bytes `start..end` of a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text at this place; empty when the span is not of this text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// What a column counts. Editors disagree; terminals count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnUnit {
    Utf8,
    Utf16,
    Utf32,
}

/// A line and a column, both from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// Where the lines of one text begin. A line feed alone ends a line.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let feeds = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(feeds.map(|(at, _)| at as u32 + 1)).collect();
        LineIndex { starts }
    }

    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line of a byte offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1) as u32
    }

    /// The line and column of a byte offset. An offset inside a character
    /// counts as its start, one past the end as the end.
    pub fn position(&self, text: &str, offset: u32, unit: ColumnUnit) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset as u32) as usize;
        let before = text.get(self.start_of(line)..offset).unwrap_or("");
        Position { line: line as u32, column: width(before, unit) }
    }

    /// The byte offset of a position. A column past the end of its line is the
    /// end of that line, a line past the last is the end of the text.
    pub fn offset(&self, text: &str, position: Position, unit: ColumnUnit) -> u32 {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return text.len() as u32;
        }
        let start = self.start_of(line);
        let rest = text.get(start..).unwrap_or("");
        let content = rest.split('\n').next().unwrap_or("");
        let mut column = 0;
        for (at, character) in content.char_indices() {
            if column >= position.column {
                return (start + at) as u32;
            }
            column += character_width(character, unit);
        }
        (start + content.len()) as u32
    }

    fn start_of(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(0) as usize
    }
}

fn width(text: &str, unit: ColumnUnit) -> u32 {
    match unit {
        ColumnUnit::Utf8 => text.len() as u32,
        ColumnUnit::Utf16 | ColumnUnit::Utf32 => {
            text.chars().map(|character| character_width(character, unit)).sum()
        }
    }
}

fn character_width(character: char, unit: ColumnUnit) -> u32 {
    match unit {
        ColumnUnit::Utf8 => character.len_utf8() as u32,
        ColumnUnit::Utf16 => character.len_utf16() as u32,
        ColumnUnit::Utf32 => 1,
    }
}
