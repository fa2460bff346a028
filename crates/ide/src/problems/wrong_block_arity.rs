//! `wrong-block-arity`: a block that cannot take what it is given.
//!
//! In: the selector, and how many parameters there are and should be. Out: how to
//! begin the block.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "wrong-block-arity",
    summary: "A block has a parameter for each value that the message gives it.",
    example: "#(1, 2) do: [Transcript show: \"cup\"]",
    better: "#(1, 2) do: [:each | Transcript show: \"cup\"]",
};

pub(super) fn words(at: Place, selector: &str, takes: usize, expected: usize) -> Diagnostic {
    let selector = code(selector);
    let values = match expected {
        0 => "no value".to_owned(),
        1 => "one value".to_owned(),
        2 => "two values".to_owned(),
        more => format!("{more} values"),
    };
    let parameters = match takes {
        0 => "no parameter".to_owned(),
        1 => "one parameter".to_owned(),
        2 => "two parameters".to_owned(),
        more => format!("{more} parameters"),
    };
    let begin = match expected {
        0 => "[…]",
        1 => "[:each | …]",
        _ => "[:one :other | …]",
    };
    at.report(&RULE, format!("{selector} gives its block {values}, and this one has {parameters}"))
        .hint(format!("Write the block as {}.", code(begin)))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn both_numbers_are_named() {
        check_program(
            "«#(1, 2) inject: 0 into: [:sum | sum]»",
            expect![[r#"
                `inject:into:` gives its block two values, and this one has one parameter
                try: Write the block as `[:one :other | …]`.
            "#]],
        );
        check_program(
            "«3 timesRepeat: [:n | n]»",
            expect![[r#"
                `timesRepeat:` gives its block no value, and this one has one parameter
                try: Write the block as `[…]`.
            "#]],
        );
    }
}
