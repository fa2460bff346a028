//! `unclosed-bracket`: a bracket that is still open where it cannot be.
//!
//! In: the token found instead of the closing bracket, and what opened where. Out:
//! the closing bracket, and the line of the opening one if that is another.

use super::Rule;
use crate::brackets::closes_something;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;
use syntax::{Bracket, Span};

pub(super) static RULE: Rule = Rule {
    code: "unclosed-bracket",
    summary: "Every bracket that opens is closed by its partner, in the opposite order.",
    example: "[:pan | (pan heat + 1]",
    better: "[:pan | (pan heat + 1)]",
};

pub(super) fn words(at: Place, bracket: Bracket, opened_at: u32) -> Diagnostic {
    let closer = bracket.closer();
    let title = format!("Expected '{closer}' to close {}, found {}", name(bracket), at.found());
    let diagnostic = at.report(&RULE, title).hint(advice(at, bracket)).fix(closed(at, bracket));
    let between = at.at(Span { start: opened_at, end: at.span.start });
    match between.text().contains('\n') {
        true => diagnostic.explanation(format!(
            "`{}` on line {} is still open here.",
            opener(bracket),
            between.line()
        )),
        false => diagnostic,
    }
}

fn advice(at: Place, bracket: Bracket) -> String {
    let closer = bracket.closer();
    match bracket {
        _ if glued(at, bracket) => {
            format!("{} is read as one operator; remove what is before `{closer}`.", at.found())
        }
        Bracket::Paren | Bracket::Guard if at.line_after().contains(closer) => {
            format!("One expression fits in here; {} does not go on with it.", at.found())
        }
        Bracket::Match if at.text() == "," => "Arms are separated by `;`.".into(),
        Bracket::Match if at.line_after().contains(closer) => {
            format!("Write `;` between two arms, or `{closer}` before {}.", at.found())
        }
        _ if has_elements(bracket) && at.line_after().contains(closer) => {
            format!("Write `,` between two elements, or `{closer}` before {}.", at.found())
        }
        _ => format!("Write `{closer}` before {}.", at.found()),
    }
}

fn has_elements(bracket: Bracket) -> bool {
    match bracket {
        Bracket::List
        | Bracket::Array
        | Bracket::Map
        | Bracket::TuplePattern
        | Bracket::ArrayPattern
        | Bracket::MapPattern
        | Bracket::BinaryPattern
        | Bracket::TypeArguments
        | Bracket::TypeParameters => true,
        Bracket::Block | Bracket::Paren | Bracket::Match | Bracket::Guard | Bracket::TypeGroup => {
            false
        }
    }
}

/// `,>>`: the closer run together with an operator before it.
fn glued(at: Place, bracket: Bracket) -> bool {
    at.text().len() > 2 && bracket == Bracket::BinaryPattern && at.text().ends_with(">>")
}

/// Only where no other place for the closer is likely: before a bracket that closes
/// something else, instead of one that closes nothing, and at the end of the text.
fn closed(at: Place, bracket: Bracket) -> Option<Fix> {
    let closer = bracket.closer();
    match at.text() {
        _ if glued(at, bracket) => at.replace(closer),
        "," if bracket == Bracket::Match => at.replace(";"),
        "" => at.insert_before(closer),
        ")" | "]" | "}" if closes_something(at) => at.insert_before(closer),
        ")" | "]" | "}" => at.replace(closer),
        _ => None,
    }
}

fn opener(bracket: Bracket) -> &'static str {
    match bracket {
        Bracket::Block | Bracket::Match | Bracket::Guard => "[",
        Bracket::Paren | Bracket::TypeArguments | Bracket::TypeGroup | Bracket::TypeParameters => {
            "("
        }
        Bracket::List => "#(",
        Bracket::Array | Bracket::ArrayPattern => "#[",
        Bracket::Map | Bracket::MapPattern => "#{",
        Bracket::TuplePattern => "{",
        Bracket::BinaryPattern => "<<",
    }
}

fn name(bracket: Bracket) -> &'static str {
    match bracket {
        Bracket::Block => "block",
        Bracket::Paren => "parenthesis",
        Bracket::Match => "match",
        Bracket::Guard => "guard",
        Bracket::List => "list",
        Bracket::Array => "array",
        Bracket::Map => "map",
        Bracket::TuplePattern => "tuple pattern",
        Bracket::ArrayPattern => "array pattern",
        Bracket::MapPattern => "map pattern",
        Bracket::BinaryPattern => "binary pattern",
        Bracket::TypeArguments => "type arguments",
        Bracket::TypeGroup => "grouped type",
        Bracket::TypeParameters => "type parameters",
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{Bracket, ProblemKind::Unclosed};

    #[test]
    fn the_closer_is_named_with_what_it_closes() {
        check(
            Unclosed(Bracket::Paren, 1),
            "[(pan heat«]»",
            expect![[r#"
                Expected ')' to close parenthesis, found `]`
                try: Write `)` before `]`.
                fix: Insert `)`
                   | [(pan heat)]
            "#]],
        );
        check(
            Unclosed(Bracket::Block, 0),
            "[pan heat«)»",
            expect![[r#"
                Expected ']' to close block, found `)`
                try: Write `]` before `)`.
                fix: Replace with `]`
                   | [pan heat]
            "#]],
        );
    }

    #[test]
    fn operators_swallow_a_closer() {
        check(
            Unclosed(Bracket::BinaryPattern, 10),
            "x match: [<<a«,>>» -> a]",
            expect![[r#"
                Expected '>>' to close binary pattern, found `,>>`
                try: `,>>` is read as one operator; remove what is before `>>`.
                fix: Replace with `>>`
                   | x match: [<<a>> -> a]
            "#]],
        );
    }

    #[test]
    fn parentheses_hold_one_expression() {
        check(
            Unclosed(Bracket::Paren, 0),
            "(pan «3»)",
            expect![[r#"
                Expected ')' to close parenthesis, found `3`
                try: One expression fits in here; `3` does not go on with it.
            "#]],
        );
    }

    #[test]
    fn the_opener_is_named_when_it_is_far() {
        check(
            Unclosed(Bracket::Map, 8),
            "tray := #{\n  #cups => 2«»\n",
            expect![[r#"
                Expected '}' to close map, found the end of the text
                why: `#{` on line 1 is still open here.
                try: Write `}` before the end of the text.
                fix: Insert `}`
                   | tray := #{
                   |   #cups => 2}
            "#]],
        );
        check(
            Unclosed(Bracket::Block, 31),
            "Object subclass: Pan\n  cook => [1\n  «serve» => 2",
            expect![[r#"
                Expected ']' to close block, found `serve`
                why: `[` on line 2 is still open here.
                try: Write `]` before `serve`.
            "#]],
        );
        check(
            Unclosed(Bracket::Block, 22),
            "pans do: [\n  lids do: [1«»\n",
            expect![[r#"
                Expected ']' to close block, found the end of the text
                try: Write `]` before the end of the text.
                fix: Insert `]`
                   | pans do: [
                   |   lids do: [1]
            "#]],
        );
    }

    #[test]
    fn elements_and_arms_are_separated() {
        check(
            Unclosed(Bracket::TuplePattern, 0),
            "{first «second»} := pair",
            expect![[r#"
                Expected '}' to close tuple pattern, found `second`
                try: Write `,` between two elements, or `}` before `second`.
            "#]],
        );
        check(
            Unclosed(Bracket::Match, 9),
            "x match: [0 -> 1 «2» -> 3]",
            expect![[r#"
                Expected ']' to close match, found `2`
                try: Write `;` between two arms, or `]` before `2`.
            "#]],
        );
        check(
            Unclosed(Bracket::Match, 9),
            "x match: [0 -> 1«,» 2 -> 3]",
            expect![[r#"
                Expected ']' to close match, found `,`
                try: Arms are separated by `;`.
                fix: Replace with `;`
                   | x match: [0 -> 1; 2 -> 3]
            "#]],
        );
    }
}
