//! `lone-carriage-return`: a carriage return with no line feed after it.
//!
//! In: the character. Out: a line feed. A warning: it is white space, but editors
//! that show a new line here see other lines than the parser does.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "lone-carriage-return",
    summary: "Only a line feed ends a line; a carriage return by itself is white space.",
    example: "soup stir\rsoup serve",
    better: "soup stir\nsoup serve",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, "Found a carriage return that ends no line")
        .explanation("Editors may show a new line here, but the text goes on in the same line.")
        .hint("Save the file with line feeds, or carriage return and line feed, at line ends.");
    match at.text() {
        "\r" => diagnostic.fix(at.edit("Replace with a line feed", "\n")),
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::LoneCarriageReturn;

    #[test]
    fn a_line_feed_ends_the_line() {
        check(
            LoneCarriageReturn,
            "soup stir«\r»soup serve",
            expect![[r#"
                Found a carriage return that ends no line
                why: Editors may show a new line here, but the text goes on in the same line.
                try: Save the file with line feeds, or carriage return and line feed, at line ends.
                fix: Replace with a line feed
                   | soup stir
                   | soup serve
            "#]],
        );
    }
}
