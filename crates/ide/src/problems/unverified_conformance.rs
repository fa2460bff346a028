//! `unverified-conformance`: an argument of which nothing is known, for a protocol.
//!
//! In: which argument, the protocol, and why nothing is known. Out: what would help.

use super::Rule;
use super::type_words::argument;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{Argument, DynamicReason};

pub(super) static RULE: Rule = Rule {
    code: "unverified-conformance",
    summary: "Where a protocol is asked for, the type of the argument should be known.",
    example: "Protocol define: Heavy\n  weight -> Integer\n\nValue subclass: Scale\n  \
              put: it :: Heavy => it weight\n\n  try: it => self put: it",
    better: "Protocol define: Heavy\n  weight -> Integer\n\nValue subclass: Scale\n  \
             put: it :: Heavy => it weight\n\n  try: it :: Heavy => self put: it",
};

pub(super) fn words(
    at: Place,
    given: &Argument,
    protocol: &str,
    reason: DynamicReason,
) -> Diagnostic {
    let protocol = code(protocol);
    let title = format!("Nobody can tell whether {} conforms to {protocol}", argument(given));
    let diagnostic = at.report(&RULE, title);
    let diagnostic = match reason.words() {
        Some(words) => diagnostic.explanation(format!("Its type is not known: {words}.")),
        None => diagnostic,
    };
    diagnostic.hint("Declare the type of what it comes from.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn why_nothing_is_known_is_told() {
        check_program(
            "Protocol define: Heavy\n  weight -> Integer\n\nValue subclass: Scale\n  \
             put: it :: Heavy => it weight\n\n  try: it => «self put: it»",
            expect![[r#"
                Nobody can tell whether argument 1 of `Scale put:` conforms to `Heavy`
                why: Its type is not known: unannotated parameter.
                try: Declare the type of what it comes from.
            "#]],
        );
    }
}
