//! `cast-without-send`: `!` after something that is not a message send.
//!
//! In: the `!`. Out: the statement without it. What stood before it is read from the
//! line only.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "cast-without-send",
    summary: "`!` sends a message without waiting, so it ends a single send and has no value.",
    example: "answer := pan heat!",
    better: "answer := pan heat",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let statement = at.line_before();
    let diagnostic = at.report(&RULE, "Expected a single message send before '!'");
    // `!=` is a cast and an equals sign.
    if at.text() == "!" && at.after().starts_with('=') {
        let unequal = at.with_length(2);
        return diagnostic
            .hint("Inequality is `=/=` (strict) or `/=`.")
            .fix(unequal.replace("=/="))
            .fix(unequal.replace("/="));
    }
    let diagnostic = match () {
        () if statement.contains(":=") => diagnostic
            .explanation("A cast does not wait for an answer, so there is nothing to assign.")
            .hint("Remove the `!` to wait for the answer."),
        () if statement.contains(';') => diagnostic
            .explanation("A cast is one message; a cascade is several.")
            .hint("Cast each message in a statement of its own: `pan heat! pan stir!`."),
        () => diagnostic.hint("Write a message before it, as in `pan heat!`, or remove the `!`."),
    };
    diagnostic.fix(as_period(at))
}

/// A statement that goes on in the same line still has to end.
fn as_period(at: Place) -> Option<Fix> {
    match (at.text(), at.line_after().trim()) {
        ("!", "") => at.remove(),
        ("!", _) => at.replace("."),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::CastWithoutSend;

    #[test]
    fn casts_have_no_value() {
        check(
            CastWithoutSend,
            "answer := pan heat«!»",
            expect![[r#"
                Expected a single message send before '!'
                why: A cast does not wait for an answer, so there is nothing to assign.
                try: Remove the `!` to wait for the answer.
                fix: Remove `!`
                   | answer := pan heat
            "#]],
        );
        check(
            CastWithoutSend,
            "pan heat; stir«!» lid close",
            expect![[r#"
                Expected a single message send before '!'
                why: A cast is one message; a cascade is several.
                try: Cast each message in a statement of its own: `pan heat! pan stir!`.
                fix: Replace with `.`
                   | pan heat; stir. lid close
            "#]],
        );
        check(
            CastWithoutSend,
            "pan«!»",
            expect![[r#"
                Expected a single message send before '!'
                try: Write a message before it, as in `pan heat!`, or remove the `!`.
                fix: Remove `!`
                   | pan
            "#]],
        );
    }

    #[test]
    fn inequality_has_other_names() {
        check(
            CastWithoutSend,
            "heat «!»= 3",
            expect![[r#"
                Expected a single message send before '!'
                try: Inequality is `=/=` (strict) or `/=`.
                fix: Replace with `=/=`
                   | heat =/= 3
                fix: Replace with `/=`
                   | heat /= 3
            "#]],
        );
    }
}
