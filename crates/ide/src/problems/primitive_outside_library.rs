//! `primitive-outside-library`: a method left to the runtime by a program.
//!
//! In: the directive. Out: what a program can do instead.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "primitive-outside-library",
    summary: "Only methods of the class library are left to the runtime with `@primitive` or \
              `@intrinsic`.",
    example: "Value subclass: Pan\n  heat => @primitive",
    better: "Value subclass: Pan\n  heat => Erlang stove heat",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} is only for the class library", at.found()))
        .hint("Write the method out, or call an Erlang function: `Erlang lists reverse: xs`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_directive_is_marked() {
        check_program(
            "Object subclass: Pan\n  stir => «@primitive \"stir\"»",
            expect![[r#"
                `@primitive "stir"` is only for the class library
                try: Write the method out, or call an Erlang function: `Erlang lists reverse: xs`.
            "#]],
        );
        check_program(
            "Integer >> stir => «@intrinsic stir»",
            expect![[r#"
                `@intrinsic stir` is only for the class library
                try: Write the method out, or call an Erlang function: `Erlang lists reverse: xs`.
            "#]],
        );
    }
}
