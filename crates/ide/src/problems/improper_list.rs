//! `improper-list`: a list whose tail is no list.
//!
//! In: the list, and what its tail is. Out: how to write an element.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "improper-list",
    summary: "After the bar of a list stands another list.",
    example: "#(1, 2 | 3)",
    better: "#(1, 2 | #(3))",
};

pub(super) fn words(at: Place, tail: &InferredType) -> Diagnostic {
    let tail = code(&tail.for_people().to_string());
    at.report(&RULE, format!("The tail of this list is no list: it is {tail}"))
        .explanation("Most messages to such a list fail when they come to its end.")
        .hint("Write a comma for one more element, or a list after the bar.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_tail_is_named() {
        check_program(
            "x := «#(1 | \"end\")»",
            expect![[r#"
                The tail of this list is no list: it is `String`
                why: Most messages to such a list fail when they come to its end.
                try: Write a comma for one more element, or a list after the bar.
            "#]],
        );
    }
}
