//! `unnecessary-period`: a period where the statement ends anyway.
//!
//! In: the period. Out: the text without it. A lint: it changes nothing.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "unnecessary-period",
    summary: "A line end, `]` or the end of a method ends a statement without a period.",
    example: "pans do: [:pan | pan heat.]",
    better: "pans do: [:pan | pan heat]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, "This period is not needed")
        .hint("Remove it; a period only separates statements on one line.");
    match at.text() {
        "." => diagnostic.fix(at.remove()),
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::UnnecessaryPeriod;

    #[test]
    fn the_period_can_go() {
        check(
            UnnecessaryPeriod,
            "[pan heat«.»]",
            expect![[r#"
                This period is not needed
                try: Remove it; a period only separates statements on one line.
                fix: Remove `.`
                   | [pan heat]
            "#]],
        );
    }
}
