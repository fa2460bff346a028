//! What stands behind `// =>`, and whether an evaluation is what it asks for.
//!
//! In go the text of the expectation and what became of the expression; out comes
//! nothing, or what was expected and what was got instead, in words.

use std::fmt;

/// What became of an expression: its outcome, and the warnings it was compiled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    pub(crate) outcome: Outcome,
    pub(crate) warnings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The printed form of the answer.
    Value(String),
    /// Also where the expression could not be compiled.
    Raised { kind: String, message: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// `_`: any value.
    Anything,
    Text(String),
    /// The pieces between wildcards; at least two.
    Pattern(Vec<String>),
    Error(String),
    Warning(String),
    NoWarning(String),
    Includes(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    pub(crate) expected: String,
    pub(crate) got: String,
}

impl Expectation {
    /// Any text is an expectation.
    pub(crate) fn parse(text: &str) -> Expectation {
        let text = text.trim();
        let marked = |mark: &str| text.strip_prefix(mark).map(|rest| rest.trim().to_owned());
        if let Some(error) = marked("ERROR:") {
            return Expectation::Error(error);
        }
        if let Some(warning) = marked("WARNING:") {
            return Expectation::Warning(warning);
        }
        if let Some(warning) = marked("NO-WARNING:") {
            return Expectation::NoWarning(warning);
        }
        if let Some(item) = marked("INCLUDES:") {
            return Expectation::Includes(item);
        }
        if text == "_" {
            return Expectation::Anything;
        }
        let mut pieces = pieces(&unescape(text));
        match pieces.len() {
            1 => Expectation::Text(pieces.remove(0)),
            _ => Expectation::Pattern(pieces),
        }
    }

    pub(crate) fn matches(&self, evaluation: &Evaluation) -> Result<(), Mismatch> {
        match self.is_met(evaluation) {
            true => Ok(()),
            false => Err(Mismatch { expected: self.to_string(), got: self.got(evaluation) }),
        }
    }

    fn is_met(&self, evaluation: &Evaluation) -> bool {
        let warned = |part: &str| evaluation.warnings.iter().any(|it| it.contains(part));
        match (self, &evaluation.outcome) {
            (Expectation::Warning(part), _) => warned(part),
            (Expectation::NoWarning(part), _) => !warned(part),
            (Expectation::Error(part), Outcome::Raised { kind, message }) => {
                kind == part || message.contains(part)
            }
            (Expectation::Error(_), Outcome::Value(_)) | (_, Outcome::Raised { .. }) => false,
            (Expectation::Anything, Outcome::Value(_)) => true,
            (Expectation::Text(text), Outcome::Value(value)) => text == value,
            (Expectation::Pattern(pieces), Outcome::Value(value)) => fits(pieces, value),
            (Expectation::Includes(item), Outcome::Value(value)) => has_item(value, item),
        }
    }

    fn got(&self, evaluation: &Evaluation) -> String {
        let is_of_warnings = matches!(self, Expectation::Warning(_) | Expectation::NoWarning(_));
        match &evaluation.outcome {
            _ if is_of_warnings && evaluation.warnings.is_empty() => "no warning".to_owned(),
            _ if is_of_warnings => format!("WARNING: {}", evaluation.warnings.join("; ")),
            Outcome::Value(value) => value.clone(),
            Outcome::Raised { kind, message } => format!("ERROR: {kind}: {message}"),
        }
    }
}

/// As it would be written.
impl fmt::Display for Expectation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Anything => write!(out, "_"),
            Expectation::Text(text) => write!(out, "{text}"),
            Expectation::Pattern(pieces) => write!(out, "{}", pieces.join("_")),
            Expectation::Error(part) => write!(out, "ERROR: {part}"),
            Expectation::Warning(part) => write!(out, "WARNING: {part}"),
            Expectation::NoWarning(part) => write!(out, "NO-WARNING: {part}"),
            Expectation::Includes(item) => write!(out, "INCLUDES: {item}"),
        }
    }
}

/// A backslash before anything else is a backslash.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let escaped = match (character, rest.as_str().chars().next()) {
            ('\\', Some('n')) => '\n',
            ('\\', Some('t')) => '\t',
            ('\\', Some(kept @ ('\\' | '"'))) => kept,
            _ => {
                out.push(character);
                continue;
            }
        };
        out.push(escaped);
        rest.next();
    }
    out
}

/// Parts a text at its wildcards. An underscore between two letters or digits is part
/// of a word.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut before = None;
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let after = rest.as_str().chars().next();
        let is_in_word =
            before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric);
        match pieces.last_mut() {
            Some(piece) if character != '_' || is_in_word => piece.push(character),
            _ => pieces.push(String::new()),
        }
        before = Some(character);
    }
    pieces
}

/// Whether the pieces stand in the value in their order, the first at its beginning and
/// the last at its end. Taking each as early as possible leaves most for the others.
fn fits(pieces: &[String], value: &str) -> bool {
    let [first, middle @ .., last] = pieces else { return false };
    let Some(mut rest) = value.strip_prefix(first.as_str()) else { return false };
    for piece in middle {
        match rest.split_once(piece.as_str()) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

/// What prints around elements is not part of the first or the last.
const AROUND: [(&str, &str); 6] =
    [("", ""), ("\"", "\""), ("#(", ")"), ("#[", "]"), ("#{", "}"), ("Set(", ")")];

fn has_item(value: &str, item: &str) -> bool {
    AROUND.iter().any(|(before, after)| {
        let inside = value.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        inside.is_some_and(|inside| inside.split(',').any(|part| part.trim() == item))
    })
}

#[cfg(test)]
mod tests {
    use super::{Evaluation, Expectation, Mismatch, Outcome};

    fn value(text: &str) -> Evaluation {
        Evaluation { outcome: Outcome::Value(text.to_owned()), warnings: Vec::new() }
    }

    fn raised(kind: &str, message: &str) -> Evaluation {
        let outcome = Outcome::Raised { kind: kind.to_owned(), message: message.to_owned() };
        Evaluation { outcome, warnings: Vec::new() }
    }

    fn warned(warning: &str) -> Evaluation {
        Evaluation { warnings: vec![warning.to_owned()], ..value("7") }
    }

    fn is_met(expectation: &str, evaluation: &Evaluation) -> bool {
        Expectation::parse(expectation).matches(evaluation).is_ok()
    }

    #[test]
    fn values() {
        let rows = [
            // Text.
            ("7", "7", true),
            ("7", "7.0", false),
            ("  7 ", "7", true),
            ("", "", true),
            ("", "7", false),
            (r#""tea\npot""#, "\"tea\npot\"", true),
            (r"a\tb", "a\tb", true),
            (r"a\\b", r"a\b", true),
            (r"a\\nb", r"a\nb", true),
            (r#"\"tea\""#, "\"tea\"", true),
            (r"a\qb", r"a\qb", true),
            (r"a\", r"a\", true),
            ("#at_put", "#at_put", true),
            ("#at_put", "#at-and-put", false),
            ("a_1", "a--1", false),
            ("é_à", "é…à", false),
            // Anything.
            ("_", "7", true),
            ("_", "", true),
            // Patterns.
            ("Point(_)", "Point(x: 1, y: 2)", true),
            ("Point(_)", "Point()", true),
            ("Point(_)", "Pixel()", false),
            ("#Pid<_>", "#Pid<0.84.0>", true),
            ("_ cups", "3 cups", true),
            ("_ cups", "3 cups of tea", false),
            ("cups _", "cups of tea", true),
            ("cups_", "cups", true),
            ("_cups", "of cups", true),
            ("a_, b_", "a1, b2", true),
            ("a_, b_, c", "a1, c", false),
            ("_, _", "1, 2, 3", true),
            ("aba_aba", "abaXaba", false),
            ("aba _ aba", "aba aba", false),
            ("(_)(_)", "(1)(2)", true),
            ("__", "anything", true),
            (r"a\n_", "a\nb", true),
            // Items.
            ("INCLUDES: size", "isEmpty, size, sort", true),
            ("INCLUDES: siz", "isEmpty, size, sort", false),
            ("INCLUDES: #b", "#(#a, #b)", true),
            ("INCLUDES: #a", "#(#a, #b)", true),
            ("INCLUDES: 1", "Set(1, 2)", true),
            ("INCLUDES: at:put:", "\"at:, at:put:\"", true),
            ("INCLUDES: size", "size", true),
            // Errors.
            ("ERROR: tea", "tea", false),
        ];
        for (expectation, got, expected) in rows {
            assert_eq!(is_met(expectation, &value(got)), expected, "{expectation} for {got}");
        }
    }

    #[test]
    fn errors() {
        let error = raised("does_not_understand", "Integer does not understand 'fly'");
        let rows = [
            ("ERROR: does_not_understand", true),
            ("ERROR: does_not", false),
            ("ERROR: not understand 'fly'", true),
            ("ERROR:does_not_understand", true),
            ("ERROR:", true),
            ("ERROR: type_error", false),
            ("_", false),
            ("Integer does not understand 'fly'", false),
            ("Integer _", false),
            ("INCLUDES: Integer", false),
        ];
        for (expectation, expected) in rows {
            assert_eq!(is_met(expectation, &error), expected, "{expectation}");
        }
    }

    #[test]
    fn warnings() {
        let rows = [
            ("WARNING: unused", warned("an unused variable"), true),
            ("WARNING: unused", warned("a shadowed variable"), false),
            ("WARNING: unused", value("7"), false),
            ("NO-WARNING: unused", warned("an unused variable"), false),
            ("NO-WARNING: unused", warned("a shadowed variable"), true),
            ("NO-WARNING: unused", value("7"), true),
            ("7", warned("an unused variable"), true),
        ];
        for (expectation, evaluation, expected) in rows {
            assert_eq!(is_met(expectation, &evaluation), expected, "{expectation} {evaluation:?}");
        }
    }

    #[test]
    fn mismatches_tell_both_sides() {
        let rows = [
            ("8", value("7"), "8", "7"),
            ("Point(_)", value("7"), "Point(_)", "7"),
            ("7", raised("type_error", "no"), "7", "ERROR: type_error: no"),
            ("ERROR: no", value("7"), "ERROR: no", "7"),
            ("WARNING: tea", value("7"), "WARNING: tea", "no warning"),
            ("NO-WARNING: tea", warned("tea is cold"), "NO-WARNING: tea", "WARNING: tea is cold"),
        ];
        for (expectation, evaluation, expected, got) in rows {
            let mismatch = Mismatch { expected: expected.to_owned(), got: got.to_owned() };
            assert_eq!(Expectation::parse(expectation).matches(&evaluation), Err(mismatch));
        }
    }
}
