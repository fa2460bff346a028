//! `annotation-not-allowed`: a type on something else than a plain name.
//!
//! In: the `::`. Out: where the type can be written instead. Does not know
//! the class that declares a field.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};

pub(super) static RULE: Rule = Rule {
    code: "annotation-not-allowed",
    summary: "In an assignment only a plain name takes a type, not a field or a pattern.",
    example: "self.heat :: Integer := 3",
    better: "self.heat := 3",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let target = at.line_before().trim();
    let diagnostic = at
        .report(&RULE, "Only a plain name takes a type in an assignment")
        .fix(annotation(at).and_then(Place::remove));
    match target.rsplit_once('.') {
        Some((_, field)) if is_name(field) => diagnostic
            .hint(format!("Give `{field}` its type where the class declares it, and none here.")),
        _ => diagnostic.hint("Remove the type; what a pattern binds takes none."),
    }
}

/// The `::` with its type and the space before it, up to the `:=`.
fn annotation(at: Place) -> Option<Place> {
    let (ty, _) = at.line_from().strip_prefix("::")?.split_once(":=")?;
    Some(at.with_length(2 + ty.trim_end().len()).with_space_before())
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::AnnotationNotAllowed;

    #[test]
    fn fields_have_their_type_in_the_class() {
        check(
            AnnotationNotAllowed,
            "self.heat «::» Integer := 3",
            expect![[r#"
                Only a plain name takes a type in an assignment
                try: Give `heat` its type where the class declares it, and none here.
                fix: Remove `:: Integer`
                   | self.heat := 3
            "#]],
        );
    }

    #[test]
    fn patterns_have_none() {
        check(
            AnnotationNotAllowed,
            "#[a, b] «::» Array := pans",
            expect![[r#"
                Only a plain name takes a type in an assignment
                try: Remove the type; what a pattern binds takes none.
                fix: Remove `:: Array`
                   | #[a, b] := pans
            "#]],
        );
    }
}
