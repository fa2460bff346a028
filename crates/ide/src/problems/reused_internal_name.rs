//! `reused-internal-name`: a method called like an internal one of another package.
//!
//! In: the inherited method, and whose it is. Out: another name.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "reused-internal-name",
    summary: "A class does not take the name of an `internal` method that it inherits from \
              another package.",
    example: "kitchen@Pan subclass: Wok\n  scrub => 1",
    better: "kitchen@Pan subclass: Wok\n  scrubInside => 1",
};

/// `class` is `Pan` or `Pan class`.
pub(super) fn words(at: Place, class: &str, selector: &str, package: &str) -> Diagnostic {
    let method = code(&format!("{class} >> {selector}"));
    at.report(&RULE, format!("{method} is internal to package {}", code(package)))
        .explanation("The package sends that message to itself and would get this method.")
        .hint("Give the method another selector.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_meaning, expect};
    use hierarchy::Side;
    use types::{ProblemKind, VisibilityProblem};

    #[test]
    fn the_owner_is_named() {
        let kind = VisibilityProblem::Reused {
            class: "Pan".into(),
            side: Side::Instance,
            selector: "scrub".into(),
            package: "kitchen".into(),
        };
        let text = "kitchen@Pan subclass: Wok\n  «scrub» => 1";
        check_meaning(
            ProblemKind::Visibility(kind),
            text,
            expect![[r#"
            `Pan >> scrub` is internal to package `kitchen`
            why: The package sends that message to itself and would get this method.
            try: Give the method another selector.
        "#]],
        );
    }
}
