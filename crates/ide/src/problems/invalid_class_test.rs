//! `invalid-class-test`: `::` in a pattern where no class test can stand.
//!
//! In: what is too much. Out: the pattern without it, or the test as a guard. Does not
//! know the classes.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, first_word, is_name};

pub(super) static RULE: Rule = Rule {
    code: "invalid-class-test",
    summary: "A class test is `name :: Class`: not for `nil`, without type arguments, and not \
              inside a constructor.",
    example: "pans match: [list :: List(Pan) -> list; _ -> nil]",
    better: "pans match: [list :: List -> list; _ -> nil]",
};

/// `nil :: Nil`; the place is `:: Nil`.
pub(super) fn nil(at: Place) -> Diagnostic {
    at.report(&RULE, "The pattern `nil` takes no class test")
        .hint("Write `nil` alone: it matches nil and nothing else.")
        .fix(at.with_space_before().remove())
}

/// `list :: List(Pan)`; the place is `(Pan)`.
pub(super) fn generic(at: Place) -> Diagnostic {
    let class = at.word_before();
    at.report(&RULE, "A class test takes no type arguments")
        .explanation("What a collection holds is not known when the pattern is tried.")
        .hint(format!("Write `{}` alone.", if class.is_empty() { "Class" } else { class }))
        .fix(at.remove())
}

/// `Result ok: v :: Integer`; the place is `:: Integer`.
pub(super) fn in_constructor(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, "A class test cannot stand inside a constructor pattern");
    let name = at.word_before();
    let class = first_word(at.text().trim_start_matches(':').trim_start());
    match is_name(name) && is_name(class) {
        true => diagnostic.hint(format!(
            "Bind `{name}` and test it in a guard: `when: [{name} class =:= {class}]`."
        )),
        false => {
            diagnostic.hint("Bind a name and test it in a guard: `when: [v class =:= Integer]`.")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::{ConstructorClassTest, GenericClassTest, NilClassTest};

    #[test]
    fn nil_tests_itself() {
        check(
            NilClassTest,
            "x match: [nil «:: Nil» -> 1]",
            expect![[r#"
                The pattern `nil` takes no class test
                try: Write `nil` alone: it matches nil and nothing else.
                fix: Remove `:: Nil`
                   | x match: [nil -> 1]
            "#]],
        );
    }

    #[test]
    fn type_arguments_are_not_tested() {
        check(
            GenericClassTest,
            "x match: [a :: List«(Pan)» -> 1]",
            expect![[r#"
                A class test takes no type arguments
                why: What a collection holds is not known when the pattern is tried.
                try: Write `List` alone.
                fix: Remove `(Pan)`
                   | x match: [a :: List -> 1]
            "#]],
        );
        check(
            GenericClassTest,
            "x match: [a :: Dictionary«(Pan, List(Lid))» -> 1]",
            expect![[r#"
                A class test takes no type arguments
                why: What a collection holds is not known when the pattern is tried.
                try: Write `Dictionary` alone.
                fix: Remove `(Pan, List(Lid))`
                   | x match: [a :: Dictionary -> 1]
            "#]],
        );
    }

    #[test]
    fn constructors_need_a_guard() {
        check(
            ConstructorClassTest,
            "x match: [Result ok: v «:: Pan» -> 1]",
            expect![[r#"
                A class test cannot stand inside a constructor pattern
                try: Bind `v` and test it in a guard: `when: [v class =:= Pan]`.
            "#]],
        );
    }
}
