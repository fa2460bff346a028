//! Where one input ends and the next begins.
//!
//! In goes what has been typed, pasted or piped so far; out comes whether it is to be
//! evaluated now, and where it falls apart into several inputs. Looks at tokens only and
//! knows neither terminals nor sessions.

use syntax::{Completeness, TokenId, TokenKind, Tokens, completeness, lex};

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

/// Where the input after the first begins.
fn end_of_first(text: &str) -> Option<usize> {
    if !is_command(text) {
        return Definition::of(text).next;
    }
    let indent = text.len() - text.trim_start().len();
    let end = indent + text.trim_start().find('\n')? + 1;
    text.get(end..).is_some_and(|rest| !rest.trim().is_empty()).then_some(end)
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

/// What a text has of a class, a protocol or a method of a class.
#[derive(Default)]
struct Definition {
    /// Indented lines that follow belong to it.
    may_grow: bool,
    /// It ends in `=>`.
    lacks_body: bool,
    /// Where the next input begins, if there is one.
    next: Option<usize>,
}

impl Definition {
    fn of(text: &str) -> Definition {
        let tokens = lex(text);
        let mut definition = Definition::default();
        let mut depth = 0_usize;
        let mut head = Head::None;
        for (id, token) in tokens.iter() {
            if token.kind == TokenKind::Eof {
                break;
            }
            if depth == 0 && head == Head::Done && token.begins_line() && !token.kind.is_closer() {
                definition.next = first_column(text, &tokens, id);
                if definition.next.is_some() {
                    return definition;
                }
            }
            if token.kind.closer().is_some() {
                depth += 1;
            } else if token.kind.is_closer() {
                depth = depth.saturating_sub(1);
            }
            let word = token.span().of(text);
            definition.lacks_body = depth == 0 && token.kind == TokenKind::FatArrow;
            head = match (head, token.kind) {
                (Head::None, TokenKind::Keyword) if matches!(word, "subclass:" | "define:") => {
                    Head::Named
                }
                (Head::None, TokenKind::GtGt) if depth == 0 => Head::Method,
                (Head::Method, TokenKind::FatArrow) if depth == 0 => {
                    // A body beside its head is all of it.
                    let next = tokens.get(TokenId(id.0 + 1));
                    if next.begins_line() || next.kind == TokenKind::Eof {
                        definition.may_grow = true;
                        Head::Named
                    } else {
                        return Definition::default();
                    }
                }
                (Head::Named, _) => Head::Done,
                (head, _) => head,
            };
            definition.may_grow |= matches!(head, Head::Named | Head::Done);
        }
        definition
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    None,
    /// `Class >> …`, before the arrow.
    Method,
    /// What comes next still belongs to the head.
    Named,
    Done,
}

/// The first line in the gap before a token that begins in the first column, comments
/// included: a doc comment belongs to what it stands above.
fn first_column(text: &str, tokens: &Tokens, id: TokenId) -> Option<usize> {
    let gap = tokens.gap_before(id);
    let end = gap.end as usize;
    let lines = text.get(gap.start as usize..end)?.match_indices('\n');
    let mut starts = lines.map(|(at, _)| gap.start as usize + at + 1);
    let is_indented =
        |at: usize| text.get(at..).is_none_or(|it| it.starts_with([' ', '\t', '\r', '\n']));
    starts.find(|at| !is_indented(*at)).filter(|_| {
        // The token itself must stand in the first column, whatever comments do.
        text.get(..end).is_some_and(|before| before.ends_with('\n'))
    })
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
    fn a_line_in_the_first_column_begins_a_new_input() {
        let cases: [(&str, &[&str]); 9] = [
            ("3 + 4", &["3 + 4"]),
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
