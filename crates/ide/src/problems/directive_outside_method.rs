//! `directive-outside-method`: `@primitive` or `@intrinsic` where no method is.
//!
//! In: the directive. Out: where it belongs.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "directive-outside-method",
    summary: "`@primitive` and `@intrinsic` stand in for the body of a method.",
    example: "@primitive \"boil\"",
    better: "Object subclass: Kettle\n  boil => @primitive \"boil\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let directive = if at.is_end() { "This directive".into() } else { at.found() };
    at.report(&RULE, format!("{directive} can only stand in the body of a method"))
        .hint("Write it after a method header, as in `size => @primitive`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::DirectiveOutsideMethod;

    #[test]
    fn directives_are_bodies() {
        check(
            DirectiveOutsideMethod,
            "«@intrinsic» blockValue",
            expect![[r#"
                `@intrinsic` can only stand in the body of a method
                try: Write it after a method header, as in `size => @primitive`.
            "#]],
        );
    }
}
