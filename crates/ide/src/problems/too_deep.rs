//! `too-deep`: nesting beyond what the parser follows.
//!
//! In: the place where it stopped. Out: the limit. It bounds the parser's stack, so
//! it is not a setting.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::MAX_DEPTH;

pub(super) static RULE: Rule = Rule {
    code: "too-deep",
    summary: "Brackets, blocks, assignments and patterns nest at most 256 levels deep.",
    example: "((( … 300 of them … )))",
    better: "inner := (1 + 2). (inner + 3)",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("This is nested more than {MAX_DEPTH} levels deep"))
        .hint("Give an inner part a name with `:=`, or move it into a method of its own.")
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check_words, expect};
    use syntax::{MAX_DEPTH, ProblemKind::TooDeep};

    #[test]
    fn the_limit_is_named() {
        assert!(RULE.summary.contains(&format!("at most {MAX_DEPTH} levels")));
        check_words(
            TooDeep,
            "((«(»1)))",
            expect![[r#"
                This is nested more than 256 levels deep
                try: Give an inner part a name with `:=`, or move it into a method of its own.
            "#]],
        );
    }
}
