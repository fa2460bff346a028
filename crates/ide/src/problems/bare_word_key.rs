//! `bare-word-key`: a plain word as the key of a map.
//!
//! In: the word. Out: the symbol of that name, or the variable in parentheses. Does
//! not know whether there is such a variable.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "bare-word-key",
    summary: "A map key is a symbol, string, number or class; a variable goes into parentheses.",
    example: "#{cups => 4}",
    better: "#{#cups => 4}",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let word = at.text();
    if word.is_empty() {
        return at.report(&RULE, "Expected a symbol as map key").hint("Write `#key => value`.");
    }
    at.report(&RULE, format!("Expected a symbol as map key, found the bare word `{word}`"))
        .hint(format!("Write `#{word}`, or `({word})` for the value of a variable."))
        .fix(at.replace(&format!("#{word}")))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::BareWordKey;

    #[test]
    fn a_word_becomes_its_symbol() {
        check(
            BareWordKey,
            "#{«cups» => 4}",
            expect![[r#"
                Expected a symbol as map key, found the bare word `cups`
                try: Write `#cups`, or `(cups)` for the value of a variable.
                fix: Replace with `#cups`
                   | #{#cups => 4}
            "#]],
        );
    }
}
