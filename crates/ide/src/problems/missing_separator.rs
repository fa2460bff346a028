//! `missing-separator`: an element that is followed by neither comma nor closer.
//!
//! In: the token found, and the sort of collection. Out: the comma before it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::Bracket;

pub(super) static RULE: Rule = Rule {
    code: "missing-separator",
    summary: "Elements are separated by commas, with a space after each.",
    example: "#(1 2 3)",
    better: "#(1, 2, 3)",
};

pub(super) fn words(at: Place, bracket: Bracket) -> Diagnostic {
    let closer = bracket.closer();
    let what = name(bracket);
    let title = format!("Expected ',' or '{closer}' in {what}, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    match at.text() {
        // A comma glued to a sign or another operator is one operator.
        glued if glued.len() > 1 && glued.starts_with(',') => {
            let apart = glued.replacen(',', ", ", 1);
            diagnostic
                .hint(format!("`{glued}` is read as one operator; write a space after the comma."))
                .fix(at.replace(&apart))
        }
        "" | ")" | "]" | "}" | ">>" => {
            diagnostic.hint(format!("Close the {what} with `{closer}`."))
        }
        "=>" => diagnostic.hint("Only a map has keys, one before each value: `#{#cups => 4}`."),
        ";" | "." => diagnostic.hint("Elements are separated by `,`.").fix(at.replace(",")),
        _ => diagnostic
            .hint(format!("Write a comma before {}.", at.found()))
            .fix(at.token_before().end().insert_before(comma(at))),
    }
}

/// The comma goes after the last element, whatever stands between the two.
fn comma(at: Place) -> &'static str {
    if at.before().ends_with(char::is_whitespace) { "," } else { ", " }
}

fn name(bracket: Bracket) -> &'static str {
    match bracket {
        Bracket::List => "list",
        Bracket::Array => "array",
        Bracket::Map => "map",
        Bracket::TuplePattern => "tuple pattern",
        Bracket::ArrayPattern => "array pattern",
        Bracket::MapPattern => "map pattern",
        Bracket::BinaryPattern => "binary pattern",
        Bracket::TypeArguments => "type arguments",
        Bracket::TypeParameters => "type parameters",
        Bracket::Block | Bracket::Match | Bracket::Guard | Bracket::Paren | Bracket::TypeGroup => {
            "brackets"
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{Bracket, ProblemKind::MissingSeparator};

    #[test]
    fn the_comma_is_written_before_the_next_element() {
        check(
            MissingSeparator(Bracket::List),
            "#(1 «2»)",
            expect![[r#"
                Expected ',' or ')' in list, found `2`
                try: Write a comma before `2`.
                fix: Insert `,`
                   | #(1, 2)
            "#]],
        );
    }

    #[test]
    fn commas_stand_apart_from_signs() {
        check(
            MissingSeparator(Bracket::Array),
            "#[1«,-»2]",
            expect![[r#"
                Expected ',' or ']' in array, found `,-`
                try: `,-` is read as one operator; write a space after the comma.
                fix: Replace with `, -`
                   | #[1, -2]
            "#]],
        );
    }

    #[test]
    fn other_separators_become_commas() {
        check(
            MissingSeparator(Bracket::Map),
            "#{#cups => 4«;» #lids => 2}",
            expect![[r#"
                Expected ',' or '}' in map, found `;`
                try: Elements are separated by `,`.
                fix: Replace with `,`
                   | #{#cups => 4, #lids => 2}
            "#]],
        );
    }

    #[test]
    fn only_maps_have_keys() {
        check(
            MissingSeparator(Bracket::Array),
            "#[#cups «=>» 4]",
            expect![[r#"
                Expected ',' or ']' in array, found `=>`
                try: Only a map has keys, one before each value: `#{#cups => 4}`.
            "#]],
        );
    }
}
