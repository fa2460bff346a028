//! `unknown-pattern-class`: a pattern that tests for a class nobody defines.
//!
//! In: the name, and one like it. Out: that one.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "unknown-pattern-class",
    summary: "A pattern tests for a class that is defined.",
    example: "Value subclass: Cup\n  of: x => x match: [n :: Intger -> n; _ -> 0]",
    better: "Value subclass: Cup\n  of: x => x match: [n :: Integer -> n; _ -> 0]",
};

pub(super) fn words(at: Place, meant: Option<&str>) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, format!("There is no class {} to test for", at.found()))
        .explanation("No value is an instance of it, and the arm is never taken.");
    match meant {
        Some(meant) => {
            diagnostic.hint(format!("Did you mean {}?", code(meant))).fix(at.replace(meant))
        }
        None => diagnostic.hint("Define the class, or leave the arm out."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn a_name_nearby_is_suggested() {
        check_program(
            "Value subclass: Cup\n  of: x => x match: [n :: «Strng» -> n; _ -> 0]",
            expect![[r#"
                There is no class `Strng` to test for
                why: No value is an instance of it, and the arm is never taken.
                try: Did you mean `String`?
                fix: Replace with `String`
                   | Value subclass: Cup
                   |   of: x => x match: [n :: String -> n; _ -> 0]
            "#]],
        );
        check_program(
            "Value subclass: Cup\n  of: x => x match: [n :: «Samovar» -> n; _ -> 0]",
            expect![[r#"
                There is no class `Samovar` to test for
                why: No value is an instance of it, and the arm is never taken.
                try: Define the class, or leave the arm out.
            "#]],
        );
    }
}
