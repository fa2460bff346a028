//! Values of a manifest with the types they should have; what is otherwise becomes
//! a finding at its place.

use std::ops::Range;

use syntax::{Severity, Span};
use toml::de::{DeTable, DeValue};

use super::{INVALID_MANIFEST, UNKNOWN_KEY};
use crate::guess;
use crate::report::Finding;

/// Collects what is wrong with one text.
pub(super) struct Reader<'t> {
    text: &'t str,
    findings: Vec<Finding>,
}

/// A table of the manifest. The document as a whole is one without a name.
#[derive(Clone, Copy)]
pub(super) struct Section<'m> {
    name: &'m str,
    table: &'m DeTable<'m>,
    span: Span,
}

/// A key and its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<'m> {
    pub(super) key: &'m str,
    pub(super) key_span: Span,
    pub(super) value: &'m DeValue<'m>,
    pub(super) span: Span,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Reader { text, findings: Vec::new() }
    }

    pub(super) fn document<'m>(&self, table: &'m DeTable<'m>) -> Section<'m> {
        Section { name: "", table, span: Span::default() }
    }

    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// All findings, by their places.
    pub(super) fn findings(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|finding| finding.span);
        self.findings
    }

    pub(super) fn report(&mut self, finding: Finding, span: Span) {
        // Keys and values are in our words, and could rewrite the terminal from there.
        let message = printable(finding.message);
        let finding = Finding { message, hint: finding.hint.map(printable), ..finding };
        self.findings.push(finding.at(self.text, span));
    }

    pub(super) fn error(&mut self, span: Span, message: String, hint: &str) {
        let finding = Finding::new(INVALID_MANIFEST, Severity::Error, message);
        self.report(finding.with_hint(hint), span);
    }

    pub(super) fn syntax_error(&mut self, message: &str, span: Option<Range<usize>>) {
        let message = format!("This is not TOML: {message}");
        let finding = Finding::new(INVALID_MANIFEST, Severity::Error, message);
        self.report(finding, span.map_or(Span::default(), narrow));
    }

    pub(super) fn string(&mut self, entry: &Entry) -> Option<String> {
        match entry.value {
            DeValue::String(text) => Some(text.clone().into_owned()),
            _ => self.wrong_type(entry, "text", "\"…\""),
        }
    }

    pub(super) fn table<'m>(&mut self, entry: &Entry<'m>) -> Option<Section<'m>> {
        match entry.value {
            DeValue::Table(table) => Some(Section { name: entry.key, table, span: entry.key_span }),
            _ => self.wrong_type(entry, "a table", "{ … }"),
        }
    }

    fn wrong_type<T>(&mut self, entry: &Entry, wanted: &str, example: &str) -> Option<T> {
        let message = format!("`{}` must be {wanted}, not {}", entry.key, type_word(entry.value));
        self.error(entry.span, message, &format!("as in `{} = {example}`", entry.key));
        None
    }
}

impl<'m> Section<'m> {
    /// The keys and values, by key.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'m>> {
        self.table.iter().map(|(key, value)| Entry {
            key: key.get_ref(),
            key_span: narrow(key.span()),
            value: value.get_ref(),
            span: narrow(value.span()),
        })
    }

    pub(super) fn entry(self, key: &str) -> Option<Entry<'m>> {
        self.entries().find(|entry| entry.key == key)
    }

    pub(super) fn required(self, reader: &mut Reader, key: &str) -> Option<Entry<'m>> {
        let entry = self.entry(key);
        if entry.is_none() {
            let message = format!("`[{}]` does not say `{key}`", self.name);
            reader.error(self.span, message, &format!("add a line `{key} = \"…\"` below it"));
        }
        entry
    }

    pub(super) fn section(self, reader: &mut Reader, key: &str) -> Option<Section<'m>> {
        let entry = self.entry(key)?;
        match entry.value {
            DeValue::Table(table) => Some(Section { name: entry.key, table, span: entry.key_span }),
            other => {
                let message = format!("`{key}` must be a section, not {}", type_word(other));
                reader.error(entry.span, message, &format!("as in `[{key}]` on a line of its own"));
                None
            }
        }
    }

    pub(super) fn required_section(self, reader: &mut Reader, key: &str) -> Option<Section<'m>> {
        if self.entry(key).is_none() {
            let hint = "add `[package]`, and below it `name = \"…\"` and `version = \"0.1.0\"`";
            reader.error(Span::default(), format!("There is no section `[{key}]`"), hint);
        }
        self.section(reader, key)
    }

    pub(super) fn string(self, reader: &mut Reader, key: &str) -> Option<String> {
        self.entry(key).and_then(|entry| reader.string(&entry))
    }

    pub(super) fn boolean(self, reader: &mut Reader, key: &str) -> Option<bool> {
        let entry = self.entry(key)?;
        match entry.value {
            DeValue::Boolean(value) => Some(*value),
            _ => reader.wrong_type(&entry, "true or false", "true"),
        }
    }

    pub(super) fn natural(self, reader: &mut Reader, key: &str) -> Option<u64> {
        let entry = self.entry(key)?;
        let DeValue::Integer(number) = entry.value else {
            return reader.wrong_type(&entry, "a whole number", "3600");
        };
        let natural = u64::from_str_radix(number.as_str(), number.radix()).ok();
        if natural.is_none() {
            let message = format!("`{key}` cannot be `{}`", number.as_str());
            reader.error(entry.span, message, "a number from 0 is meant, as in `3600`");
        }
        natural
    }

    /// A list of texts; empty where there is none.
    pub(super) fn strings(self, reader: &mut Reader, key: &str) -> Vec<String> {
        let Some(entry) = self.entry(key) else { return Vec::new() };
        let DeValue::Array(array) = entry.value else {
            return reader.wrong_type(&entry, "a list of texts", "[\"…\"]").unwrap_or_default();
        };
        let mut texts = Vec::new();
        for element in array {
            match element.get_ref() {
                DeValue::String(text) => texts.push(text.clone().into_owned()),
                other => {
                    let message = format!("`{key}` holds texts, and this is {}", type_word(other));
                    let hint = format!("as in `{key} = [\"…\"]`");
                    reader.error(narrow(element.span()), message, &hint);
                }
            }
        }
        texts
    }

    pub(super) fn warn_of_unknown_keys(self, reader: &mut Reader, known: &[&str]) {
        for entry in self.entries().filter(|entry| !known.contains(&entry.key)) {
            let message = format!("`[{}]` has no key `{}`; it is ignored", self.name, entry.key);
            let hint = guess::nearest(entry.key, known.iter().copied()).map_or_else(
                || format!("its keys are {}", listed(known)),
                |it| format!("did you mean `{it}`?"),
            );
            let finding = Finding::new(UNKNOWN_KEY, Severity::Warning, message).with_hint(hint);
            reader.report(finding, entry.key_span);
        }
    }
}

/// `a`, `b` and `c`
pub(super) fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn printable(text: String) -> String {
    match text.contains(char::is_control) {
        true => text.escape_debug().to_string(),
        false => text,
    }
}

fn type_word(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A manifest is far smaller than 4 GiB.
fn narrow(range: Range<usize>) -> Span {
    Span { start: range.start as u32, end: range.end as u32 }
}
