//! Where one input ends and the next begins.
//!
//! In goes what has been typed, pasted or piped so far; out comes whether it is to be
//! evaluated now, and where it falls apart into several inputs. Looks at tokens only and
//! knows neither terminals nor sessions.

use syntax::{Completeness, Definition, TokenId, completeness, lex};

/// How a text came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Line by line, by somebody who may want to go on.
    Typed,
    /// At once: nothing more will come.
    Whole,
}

/// Whether a text is to be evaluated, rather than continued on another line.
pub(crate) fn is_finished(text: &str, manner: Manner) -> bool {
    if text.trim().is_empty() {
        return true;
    }
    if is_command(text) {
        let rest = text.trim_start().split_once('\n').map_or("", |(_, rest)| rest);
        return is_finished(rest, manner);
    }
    let definition = Definition::of(text);
    if let Some(next) = definition.next {
        return text.get(next..).is_none_or(|rest| is_finished(rest, manner));
    }
    match completeness(text) {
        Completeness::Incomplete => false,
        _ if definition.lacks_body => false,
        _ if manner == Manner::Whole => true,
        Completeness::UntilBlankLine => ends_blank(text),
        Completeness::Complete => !definition.may_grow || ends_blank(text),
    }
}

/// The inputs that a text consists of: a command is one line, a definition ends where a
/// line begins in the first column.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let mut inputs = vec![];
    let mut rest = text;
    while let Some((head, tail)) = end_of_first(rest).and_then(|at| rest.split_at_checked(at)) {
        inputs.push(head);
        rest = tail;
    }
    inputs.push(rest);
    inputs
}

/// The inputs of a whole file, each with the byte it begins at: what a pipe would make
/// of it, line by line. Comments that belong to nothing are left out.
pub(crate) fn of_file(text: &str) -> Vec<(usize, &str)> {
    let mut inputs = vec![];
    let (mut start, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        while let Some(read) = text.get(start..end) {
            let first = split(read).first().copied().unwrap_or_default();
            let is_done = is_finished(read, Manner::Whole) && !may_grow(read) && !is_nothing(read);
            if first.len() == read.len() && !is_done {
                break;
            }
            inputs.push((start, first));
            start += first.len();
        }
    }
    inputs.extend(text.get(start..).map(|rest| (start, rest)));
    inputs.retain(|(_, input)| is_command(input) || !is_nothing(input));
    inputs
}

/// Whether there is nothing to evaluate: white space and comments.
pub(crate) fn is_nothing(text: &str) -> bool {
    let tokens = lex(text);
    tokens.len() == 1 && tokens.faults().is_empty()
}

/// Where the input after the first begins.
fn end_of_first(text: &str) -> Option<usize> {
    if !is_command(text) {
        return command_after_comments(text).or_else(|| Definition::of(text).next);
    }
    let indent = text.len() - text.trim_start().len();
    let end = indent + text.trim_start().find('\n')? + 1;
    text.get(end..).is_some_and(|rest| !rest.trim().is_empty()).then_some(end)
}

/// Where a command begins that has only comments before it.
fn command_after_comments(text: &str) -> Option<usize> {
    let first = lex(text).gap_before(TokenId(0)).end as usize;
    let (before, rest) = text.split_at_checked(first)?;
    let line = before.rfind('\n')? + 1;
    (rest.starts_with(':') && !before.trim().is_empty()).then_some(line)
}

/// Whether this is a definition to which more lines may belong, if they are indented.
pub(crate) fn may_grow(text: &str) -> bool {
    !is_command(text) && Definition::of(text).may_grow
}

/// Whether a text is for the prompt itself.
pub(crate) fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}

fn ends_blank(text: &str) -> bool {
    text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_goes_on_while_something_is_open() {
        let cases = [
            ("", true),
            ("3 + 4", true),
            ("3 +", false),
            ("3 +\n", false),
            ("x := ", false),
            ("pot pour: 3;", false),
            ("(1 + 2", false),
            ("[:x | x", false),
            ("[:x |\n\n", false),
            ("\"tea", false),
            ("/* tea", false),
            ("1 + 2)", true),
            ("'tea'", true),
            (":help", true),
            (":type (", true),
            ("  :bindings", true),
        ];
        for (text, finished) in cases {
            assert_eq!(is_finished(text, Manner::Typed), finished, "{text:?}");
        }
    }

    #[test]
    fn a_definition_stays_open_while_it_is_typed() {
        let cases = [
            ("Object subclass: Pot", false),
            ("Object subclass: Pot\n", true),
            ("Object subclass: Pot\n  state: n = 0", false),
            ("Object subclass: Pot\n  n => 1", false),
            ("Object subclass: Pot\n  n => 1\n  m => 2", false),
            ("Object subclass: Pot\n  n => 1\n", true),
            ("Object subclass: Pot\n  n => [\n", false),
            ("Object subclass: Pot\n  n => [\n    1\n]", false),
            ("Object subclass: Pot\n  n => 1\nPot new", true),
            ("Object subclass: Pot\n  n => 1\nPot new foo: [", false),
            ("Object subclass: Pot n => 1", false),
            ("Protocol define: Warm\n  heat -> Integer", false),
            ("Protocol define: Warm\n  heat -> Integer\n", true),
            ("Pot >> n => 1", true),
            ("Pot >> n =>", false),
            ("Pot >> n =>\n  1", false),
            ("Pot >> n =>\n  1\n", true),
            ("Pot class >> n => 1", true),
            ("8 >> 2", true),
        ];
        for (text, finished) in cases {
            assert_eq!(is_finished(text, Manner::Typed), finished, "{text:?}");
        }
    }

    #[test]
    fn what_came_at_once_needs_no_blank_line() {
        let cases = [
            ("Object subclass: Pot", true),
            ("Object subclass: Pot\n  n => 1", true),
            ("Object subclass: Pot\n  n => [", false),
            ("Pot >> n =>", false),
            ("3 +", false),
        ];
        for (text, finished) in cases {
            assert_eq!(is_finished(text, Manner::Whole), finished, "{text:?}");
        }
    }

    #[test]
    fn a_file_is_read_as_a_pipe_would() {
        let cases: [(&str, &[(usize, &str)]); 7] = [
            ("", &[]),
            ("// Nothing.\n\n", &[]),
            ("x := 1\ny :=\n  2", &[(0, "x := 1\n"), (7, "y :=\n  2")]),
            ("// Mine.\n:clear\n3 // Three.\n", &[(9, ":clear\n"), (16, "3 // Three.\n")]),
            (
                "Object subclass: A\n  n => 1\n\nA new n\n4",
                &[(0, "Object subclass: A\n  n => 1\n\n"), (29, "A new n\n"), (37, "4")],
            ),
            ("/// Doc.\nObject subclass: A\n", &[(0, "/// Doc.\nObject subclass: A\n")]),
            ("(1\n", &[(0, "(1\n")]),
        ];
        for (text, inputs) in cases {
            assert_eq!(of_file(text), inputs, "{text:?}");
        }
    }

    #[test]
    fn comments_are_nothing() {
        for text in ["", " ", "// c", "// c\n\n/* d */ /// e\n"] {
            assert!(is_nothing(text), "{text:?}");
        }
        for text in ["3", "/* open", "// c\n3", "'"] {
            assert!(!is_nothing(text), "{text:?}");
        }
    }

    #[test]
    fn a_line_in_the_first_column_begins_a_new_input() {
        let cases: [(&str, &[&str]); 10] = [
            ("3 + 4", &["3 + 4"]),
            ("// c\n:help\nx", &["// c\n", ":help\n", "x"]),
            ("x := 1\ny := 2", &["x := 1\ny := 2"]),
            ("Object subclass: Pot\n  n => 1", &["Object subclass: Pot\n  n => 1"]),
            (
                "Object subclass: Pot\n  n => 1\n\nPot new n",
                &["Object subclass: Pot\n  n => 1\n\n", "Pot new n"],
            ),
            (
                "Object subclass: A\n/// Doc.\nObject subclass: B\n  n => 1\nA new",
                &["Object subclass: A\n", "/// Doc.\nObject subclass: B\n  n => 1\n", "A new"],
            ),
            ("Object subclass: A\n  n => [\n1\n]\n", &["Object subclass: A\n  n => [\n1\n]\n"]),
            ("Object subclass:\nPot", &["Object subclass:\nPot"]),
            ("Pot >> n =>\n  1\nPot new n", &["Pot >> n =>\n  1\n", "Pot new n"]),
            (":help\nx", &[":help\n", "x"]),
        ];
        for (text, inputs) in cases {
            assert_eq!(split(text), inputs, "{text:?}");
            assert_eq!(split(text).concat(), text);
        }
    }
}
