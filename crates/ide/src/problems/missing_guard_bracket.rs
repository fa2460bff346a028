//! `missing-guard-bracket`: `when:` with a condition that is not in brackets.
//!
//! In: the first token of the condition. Out: the condition in brackets, where the
//! arrow that ends it is on the same line.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "missing-guard-bracket",
    summary: "The condition after `when:` stands in brackets.",
    example: "cups match: [n when: n > 9 -> \"many\"; _ -> \"few\"]",
    better: "cups match: [n when: [n > 9] -> \"many\"; _ -> \"few\"]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, format!("Expected '[' after `when:`, found {}", at.found()));
    match condition(at) {
        Some(condition) => {
            let bracketed = format!("[{}]", condition.text());
            let written = code(&format!("when: {}", shown(&bracketed)));
            diagnostic.hint(format!("Write {written}.")).fix(condition.replace(&bracketed))
        }
        None => diagnostic.hint("Write the condition in brackets, as in `when: [n > 9]`."),
    }
}

/// From the place to the arrow of the arm.
fn condition(at: Place) -> Option<Place> {
    let line = at.at(Span { start: at.span.start, end: at.span.start }).line_after();
    let (condition, _) = line.split_once("->")?;
    let length = condition.trim_end().len() as u32;
    let span = Span { start: at.span.start, end: at.span.start.checked_add(length)? };
    (length > 0 && !condition.contains(['[', ']', ';'])).then(|| at.at(span))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingGuardBracket;

    #[test]
    fn the_condition_goes_into_brackets() {
        check(
            MissingGuardBracket,
            "x match: [n when: «n» > 9 -> 1]",
            expect![[r#"
                Expected '[' after `when:`, found `n`
                try: Write `when: [n > 9]`.
                fix: Replace with `[n > 9]`
                   | x match: [n when: [n > 9] -> 1]
            "#]],
        );
        check(
            MissingGuardBracket,
            "x match: [n when: «->» 1]",
            expect![[r#"
                Expected '[' after `when:`, found `->`
                try: Write the condition in brackets, as in `when: [n > 9]`.
            "#]],
        );
    }
}
