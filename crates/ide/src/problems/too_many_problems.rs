//! `too-many-problems`: the list of problems was cut.
//!
//! In: the place where it was cut. Out: what to do next. The problems before it are
//! all there.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "too-many-problems",
    summary: "A text with very many problems shows only the first of them.",
    example: ") ) ) … hundreds of them …",
    better: "pan heat",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "There are more problems than are shown")
        .explanation("Later problems often follow from the first.")
        .hint("Mend the first ones and check again.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_words, expect};
    use syntax::ProblemKind::TooManyProblems;

    #[test]
    fn the_first_problems_come_first() {
        check_words(
            TooManyProblems,
            ") ) «)» )",
            expect![[r#"
                There are more problems than are shown
                why: Later problems often follow from the first.
                try: Mend the first ones and check again.
            "#]],
        );
    }
}
