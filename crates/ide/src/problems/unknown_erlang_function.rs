//! `unknown-erlang-function`: a function that its module does not export.
//!
//! In: both names, and a function like it. Out: what was meant.

use super::Rule;
use super::type_words::meant;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Meant;

pub(super) static RULE: Rule = Rule {
    code: "unknown-erlang-function",
    summary: "A message to a module of Erlang begins with the name of a function that it exports.",
    example: "Erlang lists revers: #(1, 2)",
    better: "Erlang lists reverse: #(1, 2)",
};

pub(super) fn words(at: Place, module: &str, function: &str, near: Option<&Meant>) -> Diagnostic {
    let title = format!("Erlang's {} has no function {}", code(module), code(function));
    meant(at.report(&RULE, title), at, near)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_function_that_was_meant_is_suggested() {
        check_program(
            "«Erlang lists revers: #(1, 2)»",
            expect![[r#"
            Erlang's `lists` has no function `revers`
            try: Did you mean `reverse`?
            fix: Replace with `reverse`
               | Erlang lists reverse: #(1, 2)
        "#]],
        );
    }
}
