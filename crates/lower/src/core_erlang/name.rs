//! Names as Core Erlang spells them.

use std::borrow::Cow;
use std::fmt::Write;

/// Names for what is bound and never read: `_1`, `_2`, and so on.
#[derive(Debug, Default)]
pub(super) struct Wildcards(u32);

impl Wildcards {
    /// The name of a variable where it is bound. `_` may be bound any number of
    /// times, and Core wants names that differ.
    pub(super) fn bound<'a>(&mut self, name: &'a str) -> Cow<'a, str> {
        if name != "_" {
            return variable(name);
        }
        self.0 += 1;
        Cow::Owned(format!("_{}", self.0))
    }
}

/// A variable's name, the same in text and in the term.
///
/// Core's variables begin with a capital or `_` and go on in letters, digits, `_`
/// and `@`. Any other name is spelled `_@…` with its odd bytes as `@` and two
/// digits, so that no two names become one.
pub(super) fn variable(name: &str) -> Cow<'_, str> {
    match is_variable(name) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(spelled(name)),
    }
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@'))
        && !name.starts_with("_@")
        && !is_wildcard(name)
}

fn is_wildcard(name: &str) -> bool {
    name.strip_prefix('_').and_then(|rest| rest.bytes().next()).is_some_and(|b| b.is_ascii_digit())
}

fn spelled(name: &str) -> String {
    let mut text = String::from("_@");
    for byte in name.bytes() {
        match byte.is_ascii_alphanumeric() || byte == b'_' {
            true => text.push(char::from(byte)),
            // Writing to a string does not fail.
            false => _ = write!(text, "@{byte:02x}"),
        }
    }
    text
}

/// Puts a name or a text between the quotes of an atom or a string.
///
/// The scanner reads bytes and takes those above 127 as they are: as UTF-8 here.
pub(super) fn quoted(text: &str, quote: char, into: &mut String) {
    into.push(quote);
    for c in text.chars() {
        match c {
            '\n' => into.push_str("\\n"),
            '\t' => into.push_str("\\t"),
            '\r' => into.push_str("\\r"),
            '\\' => into.push_str("\\\\"),
            _ if c == quote => into.extend(['\\', c]),
            _ if c.is_ascii_control() => _ = write!(into, "\\{:03o}", u32::from(c)),
            _ => into.push(c),
        }
    }
    into.push(quote);
}

#[cfg(test)]
mod tests {
    use super::{Wildcards, quoted, variable};

    #[test]
    fn odd_names_are_spelled_and_stay_apart() {
        let spelled = |name| variable(name).into_owned();
        assert_eq!(spelled("Self@1"), "Self@1");
        assert_eq!(spelled("_"), "_");
        assert_eq!(spelled("count"), "_@count");
        assert_eq!(spelled("_@count"), "_@_@40count");
        assert_eq!(spelled("größe"), "_@gr@c3@b6@c3@9fe");
        assert_eq!(spelled("a@b"), "_@a@40b");
        assert_eq!(spelled(""), "_@");
    }

    #[test]
    fn wildcards_are_like_no_other_name() {
        let mut wildcards = Wildcards::default();
        let bound = ["_", "X", "_", "_1"].map(|name| wildcards.bound(name).into_owned());
        assert_eq!(bound, ["_1", "X", "_2", "_@_1"]);
    }

    #[test]
    fn quotes_and_controls_are_escaped() {
        let atom = |name| {
            let mut text = String::new();
            quoted(name, '\'', &mut text);
            text
        };
        assert_eq!(atom("at:put:"), "'at:put:'");
        assert_eq!(atom("it's \"so\"\\"), r#"'it\'s "so"\\'"#);
        assert_eq!(atom("a\n\u{1}1\u{7f}é"), "'a\\n\\0011\\177é'");
    }
}
