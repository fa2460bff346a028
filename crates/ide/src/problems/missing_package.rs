//! `missing-package`: `@Name` with no package before the sign.
//!
//! In: the `@` and the class name. Out: the class without the sign. Does not know
//! the packages.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "missing-package",
    summary: "A qualified class is written `package@Class`, with the package directly before `@`.",
    example: "oven := @Oven new",
    better: "oven := kitchen@Oven new",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let class = at.text().strip_prefix('@').unwrap_or("Class");
    let diagnostic =
        at.report(&RULE, format!("Expected a package name before {}", at.found())).hint(format!(
            "Write `package@{class}` with no space between, or `{class}` for the class in scope."
        ));
    match at.text() {
        "" => diagnostic,
        _ => diagnostic.fix(at.replace(class)),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault::MissingPackage, ProblemKind::Lexical};

    #[test]
    fn the_class_alone_is_offered() {
        check(
            Lexical(MissingPackage),
            "«@Oven» new",
            expect![[r#"
                Expected a package name before `@Oven`
                try: Write `package@Oven` with no space between, or `Oven` for the class in scope.
                fix: Replace with `Oven`
                   | Oven new
            "#]],
        );
    }
}
