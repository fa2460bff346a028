//! `not-conforming`: an argument without the methods that a protocol asks for.
//!
//! In: which argument, the protocol, and what is missing of it. Out: the same in words.

use super::Rule;
use super::type_words::{listed, receiver, the_argument, ty};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{Argument, InferredType, Lack};

pub(super) static RULE: Rule = Rule {
    code: "not-conforming",
    summary: "Where a protocol is asked for, an argument should have all of its methods.",
    example: "Protocol define: Heavy\n  weight -> Integer\n\nValue subclass: Pan\n\n\
              Value subclass: Scale\n  put: it :: Heavy => it weight\n\nScale new put: Pan new",
    better: "Protocol define: Heavy\n  weight -> Integer\n\nValue subclass: Pan\n  weight -> Integer \
             => 2\n\nValue subclass: Scale\n  put: it :: Heavy => it weight\n\nScale new put: Pan new",
};

pub(super) fn words(
    at: Place,
    given: &Argument,
    protocol: &str,
    got: &InferredType,
    lacks: &[Lack],
) -> Diagnostic {
    let who = listed(lacks.iter().map(|it| code(&receiver(&it.ty))));
    let verb = if lacks.len() == 1 { "does" } else { "do" };
    let title = format!("{who} {verb} not conform to {}", code(protocol));
    let mut missing: Vec<String> =
        lacks.iter().flat_map(|it| &it.missing).map(|it| code(&it.to_string())).collect();
    missing.dedup();
    let missing = listed(missing);
    let asking = the_argument(given);
    let explanation = match got {
        InferredType::Union { .. } => {
            format!("{asking}, which is {}, must have {missing}.", ty(got))
        }
        _ => format!("{asking} must have {missing}."),
    };
    at.report(&RULE, title).explanation(explanation).hint(format!("Add what is missing to {who}."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    const SCALE: &str = "Protocol define: Heavy\n  weight -> Integer\n  class units -> Symbol\n\n\
                         Value subclass: Pan\n\nValue subclass: Brick\n  weight -> Integer => 2\n\n  \
                         class units -> Symbol => #kg\n\nValue subclass: Scale\n  put: it :: Heavy \
                         => it weight\n\n";

    #[test]
    fn what_is_missing_is_listed() {
        check_program(
            &format!("{SCALE}«Scale new put: Pan new»"),
            expect![[r#"
                `Pan` does not conform to `Heavy`
                why: Argument 1 of `Scale put:` must have `weight` and `class units`.
                try: Add what is missing to `Pan`.
            "#]],
        );
        check_program(
            &format!("{SCALE}«Scale new put: Pan»"),
            expect![[r#"
                `Pan class` does not conform to `Heavy`
                why: Argument 1 of `Scale put:` must have `weight`.
                try: Add what is missing to `Pan class`.
            "#]],
        );
        check_program(
            &format!("{SCALE}Scale >> try: it :: Pan | Brick => «self put: it»"),
            expect![[r#"
                `Pan` does not conform to `Heavy`
                why: Argument 1 of `Scale put:`, which is `Pan | Brick`, must have `weight` and `class units`.
                try: Add what is missing to `Pan`.
            "#]],
        );
    }
}
