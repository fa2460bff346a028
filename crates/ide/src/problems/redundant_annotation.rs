//! `redundant-annotation`: a variable's type is the one of its value anyway.
//!
//! In: the type, and where the name ends. Out: the assignment without it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use syntax::Span;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "redundant-annotation",
    summary: "A variable needs no type where its value tells the same.",
    example: "size :: Integer := 3",
    better: "size := 3",
};

pub(super) fn words(at: Place, ty: &InferredType, after: Span) -> Diagnostic {
    let ty = code(&ty.for_people().to_string());
    let annotation = Span { start: after.end, end: at.span.end };
    at.report(&RULE, format!("The value is known to be {ty} without the annotation"))
        .hint("Leave the type out.")
        .fix((annotation.start <= annotation.end).then(|| at.at(annotation).remove()).flatten())
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_type_is_left_out() {
        check_program(
            "hot :: «Boolean» := 3 > 2\nhot",
            expect![[r#"
            The value is known to be `Boolean` without the annotation
            try: Leave the type out.
            fix: Remove `:: Boolean`
               | hot := 3 > 2
               | hot
        "#]],
        );
    }
}
