//! `name-too-long`: a name that the BEAM has no room for.
//!
//! In: the name, symbol or selector, and how long it may be. Out: both lengths.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "name-too-long",
    summary: "A name, symbol or selector has at most 255 characters; what is defined has less: a \
              class 128, a slot or a method 200, because longer names are made of them.",
    example: "#aSymbolOfThreeHundredLetters…",
    better: "#aSymbol",
};

pub(super) fn words(at: Place, limit: usize) -> Diagnostic {
    at.report(&RULE, format!("{} is longer than {limit} characters", at.found()))
        .explanation("On the BEAM it becomes part of an atom, which has at most 255.")
        .hint("Write a shorter one.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn long_names_are_cut_short() {
        let long = "tea".repeat(100);
        check_program(
            &format!("«#{long}»"),
            expect![[r#"
                `#teateateateateateateateateateateateatea…` is longer than 255 characters
                why: On the BEAM it becomes part of an atom, which has at most 255.
                try: Write a shorter one.
            "#]],
        );
        check_program(
            &format!("Object subclass: «T{}»", &long[..245]),
            expect![[r#"
                `Tteateateateateateateateateateateateatea…` is longer than 128 characters
                why: On the BEAM it becomes part of an atom, which has at most 255.
                try: Write a shorter one.
            "#]],
        );
    }
}
