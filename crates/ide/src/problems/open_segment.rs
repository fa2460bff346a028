//! `open-segment`: segments after one that takes all bytes.
//!
//! In: the specifier of the greedy one. Out: what to write instead.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "open-segment",
    summary: "Only the last segment of a binary pattern takes all the bytes that are left; before \
              others it has a size.",
    example: "data := nil\ndata match: [<<head/binary, last>> -> last; _ -> nil]",
    better: "data := nil\ndata match: [<<head:4/binary, last>> -> last; _ -> nil]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let sized = code(&format!("name:size/{}", shown(at.text())));
    at.report(&RULE, "This segment takes all the bytes, and others follow it")
        .hint(format!("Give it a size, as in {sized}, or put it last."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_specifier_is_marked() {
        check_program(
            "nil match: [<<head/«bytes», last>> -> #(head, last)]",
            expect![[r#"
                This segment takes all the bytes, and others follow it
                try: Give it a size, as in `name:size/bytes`, or put it last.
            "#]],
        );
    }
}
