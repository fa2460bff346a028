//! `internal-reference`: a class or alias that another package keeps to itself.
//!
//! In: what it is, and whose. Out: where it can be used.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Internal;

pub(super) static RULE: Rule = Rule {
    code: "internal-reference",
    summary: "What is `internal` can be named in its own package alone.",
    example: "kitchen@Ladle new",
    better: "kitchen@Spoon new",
};

pub(super) fn words(at: Place, sort: Internal, name: &str, package: &str) -> Diagnostic {
    let sort = match sort {
        Internal::Class => "Class",
        Internal::Alias => "Alias",
    };
    let title = format!("{sort} {} is internal to package {}", code(name), code(package));
    at.report(&RULE, title).hint("Use what the package offers to others.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_meaning, expect};
    use types::{Internal, ProblemKind, VisibilityProblem};

    #[test]
    fn the_package_is_named() {
        for sort in [Internal::Class, Internal::Alias] {
            let (name, package) = ("Ladle".into(), "kitchen".into());
            let kind = VisibilityProblem::Reference { sort, name, package };
            let expected = match sort {
                Internal::Class => expect![[r#"
                    Class `Ladle` is internal to package `kitchen`
                    try: Use what the package offers to others.
                "#]],
                Internal::Alias => expect![[r#"
                    Alias `Ladle` is internal to package `kitchen`
                    try: Use what the package offers to others.
                "#]],
            };
            check_meaning(ProblemKind::Visibility(kind), "«Ladle» new", expected);
        }
    }
}
