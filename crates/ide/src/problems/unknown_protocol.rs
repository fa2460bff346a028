//! `unknown-protocol`: a protocol that extends one nobody defines.
//!
//! In: the name, and one like it. Out: that one.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "unknown-protocol",
    summary: "A protocol extends another one that is defined.",
    example: "Protocol define: Hot\n  extending: Warm\n  burn -> Boolean",
    better: "Protocol define: Warm\n  heat -> Integer\n\nProtocol define: Hot\n  extending: Warm\n  \
             burn -> Boolean",
};

pub(super) fn words(at: Place, meant: Option<&str>) -> Diagnostic {
    let diagnostic = at.report(&RULE, format!("There is no protocol {}", at.found()));
    match meant {
        Some(meant) => {
            diagnostic.hint(format!("Did you mean {}?", code(meant))).fix(at.replace(meant))
        }
        None => diagnostic.hint("Define it, or leave `extending:` out."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn a_name_nearby_is_suggested() {
        check_program(
            "Protocol define: Hot\n  extending: «Warm»",
            expect![[r#"
                There is no protocol `Warm`
                try: Define it, or leave `extending:` out.
            "#]],
        );
        check_program(
            "Protocol define: Warmth\n  heat\n\nProtocol define: Hot\n  extending: «Warmht»",
            expect![[r#"
                There is no protocol `Warmht`
                try: Did you mean `Warmth`?
                fix: Replace with `Warmth`
                   | Protocol define: Warmth
                   |   heat
                   | 
                   | Protocol define: Hot
                   |   extending: Warmth
            "#]],
        );
    }
}
