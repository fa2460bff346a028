//! `wrong-erlang-argument`: an argument that is not what the spec of an Erlang function
//! says.
//!
//! In: the function, the parameter, and both types. Out: what was expected.

use super::Rule;
use super::wrong_argument::misfitting;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{InferredType, Misfit, NativeFunction};

pub(super) static RULE: Rule = Rule {
    code: "wrong-erlang-argument",
    summary: "An Erlang function is given what its spec says that it takes.",
    example: "Erlang lists reverse: 3",
    better: "Erlang lists reverse: #(1, 2)",
};

/// The parameter has its place, and its name if somebody gave it one.
pub(super) fn words(
    at: Place,
    function: &NativeFunction,
    parameter: (usize, Option<&str>),
    (expected, got): (&InferredType, &InferredType),
    misfit: &Misfit,
) -> Diagnostic {
    let (position, name) = parameter;
    let function = code(&function.to_string());
    let what = match name {
        Some(name) => format!("Argument {position} of {function}, {},", code(name)),
        None => format!("Argument {position} of {function}"),
    };
    misfitting(at, &RULE, &what, expected, got, misfit)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_parameter_is_named() {
        check_program(
            "«Erlang lists reverse: 3»",
            expect![[r#"
            Argument 1 of `lists:reverse/1`, `list`, must be `List`, not `Integer`
        "#]],
        );
    }
}
