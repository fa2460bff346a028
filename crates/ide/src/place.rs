//! The text around a problem, read without ever stepping outside it.
//!
//! A span that does not belong to the text reads as empty, so every diagnostic
//! has words for every place. Knows letters and lines, not the grammar.

use crate::diagnostic::{Diagnostic, Fix};
use crate::problems::Rule;
use crate::visible::{code, sentence, shown};
use syntax::{Severity, Span, TokenKind};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    source: &'a str,
    severity: Severity,
    pub(crate) span: Span,
}

impl<'a> Place<'a> {
    pub(crate) fn new(source: &'a str, severity: Severity, span: Span) -> Self {
        Place { source, severity, span }
    }

    /// The same text at another span.
    pub(crate) fn at(self, span: Span) -> Self {
        Place { span, ..self }
    }

    /// From the start of this place as far as `length` bytes.
    pub(crate) fn with_length(self, length: usize) -> Self {
        let Span { start, .. } = self.span;
        self.at(Span { start, end: start.saturating_add(length as u32) })
    }

    pub(crate) fn text(self) -> &'a str {
        self.span.of(self.source)
    }

    /// All text before the place.
    pub(crate) fn before(self) -> &'a str {
        self.source.get(..self.span.start as usize).unwrap_or("")
    }

    /// All text after the place.
    pub(crate) fn after(self) -> &'a str {
        self.source.get(self.span.end as usize..).unwrap_or("")
    }

    /// This place together with the spaces before it on its line.
    pub(crate) fn with_space_before(self) -> Self {
        let line = self.line_before();
        let space = (line.len() - line.trim_end().len()) as u32;
        self.at(Span { start: self.span.start.saturating_sub(space), end: self.span.end })
    }

    /// The empty place at the end of this one.
    pub(crate) fn end(self) -> Self {
        self.at(Span { start: self.span.end, end: self.span.end })
    }

    /// The text from the start of this place to the end of its line.
    pub(crate) fn line_from(self) -> &'a str {
        self.with_length(0).line_after()
    }

    pub(crate) fn line_before(self) -> &'a str {
        self.before().rsplit('\n').next().unwrap_or("")
    }

    pub(crate) fn line_after(self) -> &'a str {
        self.after().lines().next().unwrap_or("")
    }

    /// The word that ends just before the place, white space aside.
    pub(crate) fn word_before(self) -> &'a str {
        last_word(self.before().trim_end())
    }

    /// The word that begins just after the place, white space aside.
    pub(crate) fn word_after(self) -> &'a str {
        first_word(self.after().trim_start())
    }

    /// The last token before this place; empty where none is near.
    pub(crate) fn token_before(self) -> Self {
        let tokens = self.tokens_before(400);
        let last = tokens.into_iter().rfind(|(_, span)| !span.is_empty());
        self.at(last.map(|(_, span)| span).unwrap_or_default())
    }

    /// The tokens of the lines before this place, as far as `reach` bytes go. A text
    /// may have thousands of problems, so none of them may look at all of it.
    pub(crate) fn tokens_before(self, reach: usize) -> Vec<(TokenKind, Span)> {
        let before = self.before();
        let start = match before.len().checked_sub(reach) {
            Some(far) => {
                let near = (far..before.len()).find_map(|at| before.get(at..)).unwrap_or("");
                before.len() - near.split_once('\n').map_or(near, |(_, lines)| lines).len()
            }
            None => 0,
        };
        let shifted = |span: Span| Span {
            start: span.start.saturating_add(start as u32),
            end: span.end.saturating_add(start as u32),
        };
        let tokens = syntax::lex(before.get(start..).unwrap_or(""));
        tokens.iter().map(|(_, token)| (token.kind, shifted(token.span()))).collect()
    }

    /// Whether only white space stands before this place on its line.
    pub(crate) fn begins_line(self) -> bool {
        self.line_before().trim().is_empty()
    }

    pub(crate) fn is_end(self) -> bool {
        self.text().is_empty()
    }

    /// The line of this place, counted from one.
    pub(crate) fn line(self) -> usize {
        self.before().bytes().filter(|byte| *byte == b'\n').count() + 1
    }

    /// Where an earlier place is, seen from this one, for a sentence. A text may have
    /// thousands of problems, so that lines are counted only nearby.
    pub(crate) fn above(self, earlier: Span) -> String {
        const NEARBY: usize = 20_000;
        let between = self.source.get(earlier.end as usize..self.span.start as usize);
        let Some(between) = between.filter(|it| it.len() <= NEARBY) else {
            return "further up".to_owned();
        };
        match between.matches('\n').count() {
            0 => "on this line".to_owned(),
            1 => "on the line above".to_owned(),
            lines => format!("{lines} lines above"),
        }
    }

    /// What stands here, for a sentence.
    pub(crate) fn found(self) -> String {
        if self.is_end() { "the end of the text".into() } else { code(&shown(self.text())) }
    }

    pub(crate) fn report(self, rule: &Rule, title: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: rule.code,
            severity: self.severity,
            span: self.span,
            title: sentence(title),
            explanation: None,
            hint: None,
            fixes: vec![],
        }
    }

    /// An edit of this place; none where the place is not in the text.
    pub(crate) fn edit(self, label: impl Into<String>, replacement: &str) -> Option<Fix> {
        if self.source.get(self.span.range())? == replacement {
            return None;
        }
        Some(Fix { label: sentence(label), span: self.span, replacement: replacement.into() })
    }

    pub(crate) fn replace(self, replacement: &str) -> Option<Fix> {
        self.edit(format!("Replace with {}", code(&shown(replacement.trim()))), replacement)
    }

    pub(crate) fn insert_before(self, insertion: &str) -> Option<Fix> {
        let Span { start, .. } = self.span;
        let label = format!("Insert {}", code(insertion.trim()));
        self.at(Span { start, end: start }).edit(label, insertion)
    }

    pub(crate) fn remove(self) -> Option<Fix> {
        self.edit(format!("Remove {}", code(&shown(self.text().trim()))), "")
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

pub(crate) fn first_word(text: &str) -> &str {
    text.split(|character| !is_word(character)).next().unwrap_or("")
}

pub(crate) fn last_word(text: &str) -> &str {
    text.rsplit(|character| !is_word(character)).next().unwrap_or("")
}

/// Whether the text is one identifier and nothing else.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(is_word)
        && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether the text is one operator and nothing else.
pub(crate) fn is_operator(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| "+-*/<>=~%&?,\\".contains(it))
}

/// `dock` as `Dock`.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
