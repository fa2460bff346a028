//! `wrong-erlang-arity`: a function of Erlang with too many arguments or too few.
//!
//! In: the function, how many it is given, and how many it takes. Out: the same in
//! words.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::spelling::alternatives;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "wrong-erlang-arity",
    summary: "A call of an Erlang function has as many arguments as the function takes.",
    example: "Erlang lists reverse",
    better: "Erlang lists reverse: #(1, 2)",
};

pub(super) fn words(
    at: Place,
    module: &str,
    function: &str,
    given: usize,
    taken: &[usize],
) -> Diagnostic {
    let name = code(&format!("{module}:{function}/{given}"));
    let others: Vec<String> = taken.iter().map(|it| format!("{module}:{function}/{it}")).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    at.report(&RULE, format!("There is no function {name} in Erlang"))
        .explanation("The number after the slash is how many arguments a function takes.")
        .hint(format!("There is {}.", alternatives(&others)))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_functions_that_are_there_are_told() {
        check_program(
            "«Erlang lists reverse»",
            expect![[r#"
            There is no function `lists:reverse/0` in Erlang
            why: The number after the slash is how many arguments a function takes.
            try: There is `lists:reverse/1`.
        "#]],
        );
    }
}
