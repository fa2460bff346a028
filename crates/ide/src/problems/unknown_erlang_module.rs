//! `unknown-erlang-module`: a module of Erlang that nobody knows.
//!
//! In: its name, and one like it. Out: what was meant.

use super::Rule;
use super::type_words::meant;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Meant;

pub(super) static RULE: Rule = Rule {
    code: "unknown-erlang-module",
    summary: "What is sent to `Erlang` is the name of a module that is there.",
    example: "Erlang listz reverse: #(1, 2)",
    better: "Erlang lists reverse: #(1, 2)",
};

pub(super) fn words(at: Place, module: &str, near: Option<&Meant>) -> Diagnostic {
    let title = format!("Erlang has no module {}", code(module));
    meant(at.report(&RULE, title), at, near)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_module_that_was_meant_is_suggested() {
        check_program(
            "«Erlang listz» reverse: #(1, 2)",
            expect![[r#"
            Erlang has no module `listz`
            try: Did you mean `lists`?
            fix: Replace with `lists`
               | Erlang lists reverse: #(1, 2)
        "#]],
        );
    }
}
