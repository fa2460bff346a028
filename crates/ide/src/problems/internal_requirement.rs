//! `internal-requirement`: an internal method that a protocol asks for.
//!
//! In: the method and the protocol. Out: which of the two to change.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "internal-requirement",
    summary: "What a protocol asks for is there for everybody: an `internal` method does not \
              provide it.",
    example: "Protocol define: Edible\n  taste -> Symbol\n\n\
              Object subclass: Egg\n  internal taste -> Symbol => #bland",
    better: "Protocol define: Edible\n  taste -> Symbol\n\n\
             Object subclass: Egg\n  taste -> Symbol => #bland",
};

/// `class` is `Egg` or `Egg class`.
pub(super) fn words(at: Place, class: &str, selector: &str, protocol: &str) -> Diagnostic {
    let method = code(&format!("{class} >> {selector}"));
    let title = format!("{method} is internal, but protocol {} asks for it", code(protocol));
    at.report(&RULE, title).hint("Make the method public, or give it another selector.")
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_protocol_is_named() {
        check_program(
            &RULE.example.replace("internal taste", "internal «taste»"),
            expect![[r#"
            `Egg >> taste` is internal, but protocol `Edible` asks for it
            try: Make the method public, or give it another selector.
        "#]],
        );
    }
}
