//! `constructor-without-parts`: a class name alone before a guard.
//!
//! In: the name. Out: a class test for that class. Does not know its constructors.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "constructor-without-parts",
    summary: "A capitalised name before `when:` is a constructor and needs its keyword parts.",
    example: "tray match: [Pan when: [full] -> 1; _ -> 2]",
    better: "tray match: [pan :: Pan when: [full] -> 1; _ -> 2]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let class = at.text();
    if class.is_empty() {
        return at
            .report(&RULE, "Expected the keyword parts of a constructor before `when:`")
            .hint("Write `name :: Class` to test for a class.");
    }
    let test = format!("{} :: {class}", class.to_ascii_lowercase());
    at.report(&RULE, format!("Expected keyword parts after the constructor `{class}`"))
        .hint(format!(
            "Write `{test}` to test for the class, or the parts, as in `{class} with: part`."
        ))
        .fix(at.replace(&test))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ConstructorWithoutParts;

    #[test]
    fn a_class_test_is_offered() {
        check(
            ConstructorWithoutParts,
            "x match: [«Pan» when: [full] -> 1]",
            expect![[r#"
                Expected keyword parts after the constructor `Pan`
                try: Write `pan :: Pan` to test for the class, or the parts, as in `Pan with: part`.
                fix: Replace with `pan :: Pan`
                   | x match: [pan :: Pan when: [full] -> 1]
            "#]],
        );
    }
}
