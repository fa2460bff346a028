//! `misplaced-spread`: `...name` where no rest can be taken.
//!
//! In: the spread. Out: where it may stand.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "misplaced-spread",
    summary: "`...name` takes the rest of an array, and stands last in the target of an \
              assignment only.",
    example: "pans := #[1, 2]\nall := #[0, ...pans]",
    better: "pans := #[1, 2]\n#[first, ...others] := pans",
};

pub(super) fn in_expression(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} can only be assigned to", at.found()))
        .hint("Join lists with `++`; `...name` belongs left of `:=`, as in `#[first, ...others]`.")
}

pub(super) fn in_arm(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} cannot stand in a match arm", at.found()))
        .hint("Bind the whole array, and take it apart in the arm: `#[first, ...others] := all`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn each_place_has_its_advice() {
        check_program(
            "pans := #(1)\n#(«...pans»)",
            expect![[r#"
                `...pans` can only be assigned to
                try: Join lists with `++`; `...name` belongs left of `:=`, as in `#[first, ...others]`.
            "#]],
        );
        check_program(
            "#[1] match: [#[a, «...rest»] -> a; _ -> 0]",
            expect![[r#"
                `...rest` cannot stand in a match arm
                try: Bind the whole array, and take it apart in the arm: `#[first, ...others] := all`.
            "#]],
        );
    }
}
