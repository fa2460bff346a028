//! `wrong-erlang-keyword`: a keyword in a call of Erlang that is not the name of the
//! parameter in its place.
//!
//! In: the function, the keyword and the name. Out: what to write.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use syntax::Span;
use types::NativeFunction;

pub(super) static RULE: Rule = Rule {
    code: "wrong-erlang-keyword",
    summary: "After the name of an Erlang function, keywords are the names of its parameters, or \
              `with:`.",
    example: "Erlang lists seq: 1 from: 5",
    better: "Erlang lists seq: 1 to: 5",
};

pub(super) fn words(
    at: Place,
    function: &NativeFunction,
    position: usize,
    (keyword, parameter): (&str, &str),
    place: Span,
) -> Diagnostic {
    let (function, name) = (code(&function.to_string()), code(&format!("{parameter}:")));
    let keyword = code(&format!("{keyword}:"));
    at.report(&RULE, format!("Argument {position} of {function} is {name}, not {keyword}"))
        .explanation("Arguments are passed in their order, whatever the keywords say.")
        .hint(format!("Write {name}, or `with:` if its name does not matter."))
        .fix(at.at(place).replace(parameter))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_name_of_the_parameter_is_told() {
        check_program(
            "«Erlang lists seq: 1 from: 5»",
            expect![[r#"
            Argument 2 of `lists:seq/2` is `to:`, not `from:`
            why: Arguments are passed in their order, whatever the keywords say.
            try: Write `to:`, or `with:` if its name does not matter.
            fix: Replace with `to`
               | Erlang lists seq: 1 to: 5
        "#]],
        );
    }
}
