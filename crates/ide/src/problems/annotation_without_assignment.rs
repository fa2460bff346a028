//! `annotation-without-assignment`: a typed local that is given no value.
//!
//! In: the token found instead of `:=`. Out: how the declaration goes on. Cannot
//! know the first value.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "annotation-without-assignment",
    summary: "A local gets its type together with its first value: `name :: Type := value`.",
    example: "cups :: Integer",
    better: "cups :: Integer := 4",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let line = at.line_before().trim();
    let diagnostic = at.report(&RULE, "Expected ':=' after the type of a local");
    let diagnostic = match at.text() {
        "=" => diagnostic.fix(at.replace(":=")),
        _ => diagnostic,
    };
    match line.contains("::") {
        true => diagnostic.hint(format!("Write {}.", code(&format!("{} := …", shown(line))))),
        false => diagnostic.hint("Write `name :: Type := value`."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::AnnotationWithoutAssignment;

    #[test]
    fn a_value_belongs_to_the_type() {
        check(
            AnnotationWithoutAssignment,
            "cups :: Integer«»",
            expect![[r#"
                Expected ':=' after the type of a local
                try: Write `cups :: Integer := …`.
            "#]],
        );
        check(
            AnnotationWithoutAssignment,
            "cups :: Integer «=» 4",
            expect![[r#"
                Expected ':=' after the type of a local
                try: Write `cups :: Integer := …`.
                fix: Replace with `:=`
                   | cups :: Integer := 4
            "#]],
        );
    }
}
