//! `invalid-alias`: a type alias of another form than `type Name = Type`.
//!
//! In: the name, the token instead of `=`, or the parameters. Out: the form.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "invalid-alias",
    summary: "An alias is `type Name = Type`, with a name of two letters or more and no \
              parameters.",
    example: "type H = #low | #high",
    better: "type Heat = #low | #high",
};

/// The place is the name.
pub(super) fn one_letter(at: Place) -> Diagnostic {
    at.report(&RULE, format!("Expected a longer name for the alias, found {}", at.found()))
        .explanation("Names of one letter are kept for type parameters.")
        .hint("Write a word, as in `type Heat = #low | #high`.")
}

/// The place is the token instead of `=`.
pub(super) fn no_equals(at: Place) -> Diagnostic {
    let title = format!("Expected '=' after the alias name, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    match at.text() {
        ":=" | "=>" | "::" => {
            diagnostic.hint(format!("Write `=` instead of `{}`.", at.text())).fix(at.replace("="))
        }
        _ => diagnostic.hint("Write `type Name = Type`.").fix(at.insert_before("= ")),
    }
}

/// The place is the `(` of the parameters.
pub(super) fn generic(at: Place) -> Diagnostic {
    at.report(&RULE, "A type alias takes no parameters")
        .explanation("`type Name(…) = …` is kept for a later use.")
        .hint("Write the types out, as in `type Pans = List(Pan)`.")
}

/// The place is a single capital in the type.
pub(super) fn letter(at: Place) -> Diagnostic {
    at.report(&RULE, format!("The type parameter {} is not declared", at.found()))
        .explanation("Names of one letter are type parameters, and an alias takes none.")
        .hint("Write the type that is meant, as in `type Pans = List(Pan)`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, check_program, expect};
    use syntax::ProblemKind::{GenericAlias, MissingAliasEquals, OneLetterAlias};

    #[test]
    fn one_letter_is_a_parameter() {
        check(
            OneLetterAlias,
            "type «H» = #low",
            expect![[r#"
                Expected a longer name for the alias, found `H`
                why: Names of one letter are kept for type parameters.
                try: Write a word, as in `type Heat = #low | #high`.
            "#]],
        );
    }

    #[test]
    fn other_signs_become_the_equals_sign() {
        check(
            MissingAliasEquals,
            "type Heat «:=» #low",
            expect![[r#"
                Expected '=' after the alias name, found `:=`
                try: Write `=` instead of `:=`.
                fix: Replace with `=`
                   | type Heat = #low
            "#]],
        );
        check(
            MissingAliasEquals,
            "type Heat «#low» | #high",
            expect![[r#"
                Expected '=' after the alias name, found `#low`
                try: Write `type Name = Type`.
                fix: Insert `=`
                   | type Heat = #low | #high
            "#]],
        );
    }

    #[test]
    fn letters_are_parameters() {
        check_program(
            "type Pans = List(«E»)",
            expect![[r#"
                The type parameter `E` is not declared
                why: Names of one letter are type parameters, and an alias takes none.
                try: Write the type that is meant, as in `type Pans = List(Pan)`.
            "#]],
        );
    }

    #[test]
    fn parameters_are_reserved() {
        check(
            GenericAlias,
            "type Pans«(»E) = List(E)",
            expect![[r#"
                A type alias takes no parameters
                why: `type Name(…) = …` is kept for a later use.
                try: Write the types out, as in `type Pans = List(Pan)`.
            "#]],
        );
    }
}
