//! `unreachable-code`: statements behind a `^`.
//!
//! In: all that is not reached. Out: what to move.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "unreachable-code",
    summary: "`^` ends a method, so that nothing stands behind it.",
    example: "Object subclass: Shop\n  close: door =>\n    ^3\n    door lock",
    better: "Object subclass: Shop\n  close: door =>\n    door lock\n    ^3",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "This is never reached")
        .explanation("The `^` before it ends the method.")
        .hint("Remove it, or move it before the `^`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn all_behind_it_is_marked() {
        check_program(
            "Object subclass: Shop\n  close: door =>\n    ^3\n    «door lock\n    door leave»",
            expect![[r#"
                This is never reached
                why: The `^` before it ends the method.
                try: Remove it, or move it before the `^`.
            "#]],
        );
    }
}
