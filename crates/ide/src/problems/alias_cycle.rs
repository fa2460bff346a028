//! `alias-cycle`: a type alias that means itself.
//!
//! In: the name, and the aliases on the way back to it. Out: that way.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::spelling::round;
use hierarchy::ClassName;

pub(super) static RULE: Rule = Rule {
    code: "alias-cycle",
    summary: "A type alias stands for a type; it cannot stand for itself, nor for another alias \
              that does.",
    example: "type Filling = List(Pie)\ntype Pie = Filling | Nil",
    better: "type Filling = List(Symbol)\ntype Pie = Filling | Nil",
};

pub(super) fn words(at: Place, ring: &[ClassName]) -> Diagnostic {
    at.report(&RULE, format!("The alias {} means itself", at.found()))
        .explanation(round(ring, "names"))
        .hint("Write out the type that one of them stands for.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_way_round_is_told() {
        check_program(
            "type «Pie» = Pie | Nil",
            expect![[r#"
                The alias `Pie` means itself
                why: `Pie` names `Pie`.
                try: Write out the type that one of them stands for.
            "#]],
        );
        check_program(
            "type Pie = Filling\ntype «Filling» = List(Pie)",
            expect![[r#"
                The alias `Filling` means itself
                why: `Filling` names `Pie`, which names `Filling`.
                try: Write out the type that one of them stands for.
            "#]],
        );
    }
}
