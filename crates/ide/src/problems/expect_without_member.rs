//! `expect-without-member`: `@expect` in a class with no member after it.
//!
//! In: the directive. Out: where it belongs.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "expect-without-member",
    summary: "In a class body, `@expect` stands directly before the member it is about.",
    example: "Object subclass: Kettle\n  boil => 1\n  @expect type",
    better: "Object subclass: Kettle\n  @expect type\n  boil => 1",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "Expected a method or a declaration after `@expect`")
        .hint("Move it above the member it is about, or indent it into a method's body.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectWithoutMember;

    #[test]
    fn it_precedes_a_member() {
        check(
            ExpectWithoutMember,
            "Object subclass: Pan\n  heat => 1\n  «@expect» type",
            expect![[r#"
                Expected a method or a declaration after `@expect`
                try: Move it above the member it is about, or indent it into a method's body.
            "#]],
        );
    }
}
