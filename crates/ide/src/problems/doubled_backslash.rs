//! `doubled-backslash`: `\\` in a type.
//!
//! In: the two backslashes. Out: one. The type is read as if one had been written.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "doubled-backslash",
    summary: "A difference of types is written with one backslash.",
    example: "Object subclass: Kettle\n  lid -> Lid \\\\ Nil => 1",
    better: "Object subclass: Kettle\n  lid -> Lid \\ Nil => 1",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, "Expected a single `\\` in the type, found `\\\\`")
        .hint("Did you mean `\\`, the difference of two types?");
    match at.text() {
        "\\\\" => diagnostic.fix(at.replace("\\")),
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::DoubledBackslash;

    #[test]
    fn one_backslash_is_enough() {
        check(
            DoubledBackslash,
            "Object subclass: Pan\n  lid -> Lid «\\\\» Nil => 1",
            expect![[r#"
                Expected a single `\` in the type, found `\\`
                try: Did you mean `\`, the difference of two types?
                fix: Replace with `\`
                   | Object subclass: Pan
                   |   lid -> Lid \ Nil => 1
            "#]],
        );
    }
}
