//! `body-in-protocol`: a method with a body inside a protocol.
//!
//! In: the `=>`. Out: the signature alone. Lines of the body below it are not seen.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "body-in-protocol",
    summary: "A protocol only declares signatures; bodies stand in the classes that conform.",
    example: "Protocol define: Heatable\n  heat -> Integer => 100",
    better: "Protocol define: Heatable\n  heat -> Integer",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let signature = at.line_before().trim();
    let diagnostic = at.report(&RULE, "A protocol only declares signatures, found a body");
    let diagnostic = match signature {
        "" => diagnostic.hint("Remove `=>` and what follows it."),
        _ => diagnostic.hint(format!(
            "Leave {} here and move the body into a class.",
            code(&shown(signature))
        )),
    };
    diagnostic.fix(signature_only(at))
}

/// Removes the rest of the line, and the space before the arrow.
fn signature_only(at: Place) -> Option<Fix> {
    let body = at.with_length(at.line_from().len()).with_space_before();
    if at.text() == "=>" { body.edit("Remove the body", "") } else { None }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::BodyInProtocol;

    #[test]
    fn the_signature_stays() {
        check(
            BodyInProtocol,
            "Protocol define: Heatable\n  heat -> Integer «=>» 100\n  cool",
            expect![[r#"
                A protocol only declares signatures, found a body
                try: Leave `heat -> Integer` here and move the body into a class.
                fix: Remove the body
                   | Protocol define: Heatable
                   |   heat -> Integer
                   |   cool
            "#]],
        );
    }
}
