//! `missing-block-bar`: block parameters with no bar after them.
//!
//! In: the token found instead of the bar. Out: the bar, before it or in its place.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "missing-block-bar",
    summary: "A bar stands between the parameters of a block and its statements.",
    example: "pans do: [:pan pan heat]",
    better: "pans do: [:pan | pan heat]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let bar = match at.before().ends_with(char::is_whitespace) {
        true => "| ",
        false => " | ",
    };
    let parameters = at.before().rsplit('[').next().unwrap_or("").trim_end();
    let written = format!("[{} | …]", shown(parameters));
    at.report(&RULE, "Expected '|' after the block's parameters")
        .hint(format!("Write {}; the bar is needed even before an empty body.", code(&written)))
        .fix(match at.text() {
            "=>" | "->" => at.replace("|"),
            _ => at.insert_before(bar),
        })
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingBlockBar;

    #[test]
    fn the_bar_goes_before_what_was_found() {
        check(
            MissingBlockBar,
            "[:pan :lid «pan» heat]",
            expect![[r#"
                Expected '|' after the block's parameters
                try: Write `[:pan :lid | …]`; the bar is needed even before an empty body.
                fix: Insert `|`
                   | [:pan :lid | pan heat]
            "#]],
        );
        check(
            MissingBlockBar,
            "[:pan«]»",
            expect![[r#"
                Expected '|' after the block's parameters
                try: Write `[:pan | …]`; the bar is needed even before an empty body.
                fix: Insert `|`
                   | [:pan | ]
            "#]],
        );
    }

    #[test]
    fn arrows_become_the_bar() {
        check(
            MissingBlockBar,
            "[:pan «=>» pan heat]",
            expect![[r#"
                Expected '|' after the block's parameters
                try: Write `[:pan | …]`; the bar is needed even before an empty body.
                fix: Replace with `|`
                   | [:pan | pan heat]
            "#]],
        );
    }
}
