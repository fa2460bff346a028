//! `intrinsic-without-name`: `@intrinsic` with no name on its line.
//!
//! In: the directive. Out: the form. Does not know which intrinsics there are.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "intrinsic-without-name",
    summary: "`@intrinsic` is followed by its name on the same line.",
    example: "Object subclass: Kettle\n  boil => @intrinsic",
    better: "Object subclass: Kettle\n  boil => @intrinsic boil",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "Expected a name after `@intrinsic` on the same line").hint(
        "Write the intrinsic's name, as in `@intrinsic blockValue`; only `@primitive` can do \
         without one.",
    )
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::IntrinsicWithoutName;

    #[test]
    fn intrinsics_have_names() {
        check(
            IntrinsicWithoutName,
            "Object subclass: Pan\n  run => «@intrinsic»",
            expect![[r#"
                Expected a name after `@intrinsic` on the same line
                try: Write the intrinsic's name, as in `@intrinsic blockValue`; only `@primitive` can do without one.
            "#]],
        );
    }
}
