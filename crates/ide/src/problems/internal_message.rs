//! `internal-message`: a message that only the package of its method may send.
//!
//! In: the method, and whose it is. Out: where it can be sent.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "internal-message",
    summary: "An `internal` method answers to its own package alone.",
    example: "ladle dip",
    better: "ladle serve",
};

/// `class` is `Pan` or `Pan class`.
pub(super) fn words(at: Place, class: &str, selector: &str, package: &str) -> Diagnostic {
    let method = code(&format!("{class} >> {selector}"));
    at.report(&RULE, format!("{method} is internal to package {}", code(package)))
        .hint("Send a message that the package offers to others.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_meaning, expect};
    use hierarchy::Side;
    use types::{ProblemKind, VisibilityProblem};

    #[test]
    fn the_package_is_named() {
        let kind = VisibilityProblem::Send {
            class: "Ladle".into(),
            side: Side::Class,
            selector: "dip".into(),
            package: "kitchen".into(),
        };
        check_meaning(
            ProblemKind::Visibility(kind),
            "«Ladle dip»",
            expect![[r#"
            `Ladle class >> dip` is internal to package `kitchen`
            try: Send a message that the package offers to others.
        "#]],
        );
    }
}
