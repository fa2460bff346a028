//! Advice for an operator that stands where a value has to begin.
//!
//! Either nothing stands before it, or it is one that cannot be sent infix, such as
//! `,` or `&`, so the expression before it had already ended.

use crate::brackets::innermost;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_operator};
use crate::visible::code;
use syntax::TokenKind;

/// The operators with a precedence, longest first.
const INFIX: [&str; 17] = [
    "=:=", "=/=", "**", "++", "<=", ">=", "==", "/=", ">>", "->", "*", "/", "%", "+", "-", "<", ">",
];

pub(super) fn other(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    let token = at.text();
    if token == "-" {
        return diagnostic.hint(
            "There are no prefix operators: write `0 - value`, or `-3` without a space for a number.",
        );
    }
    if INFIX.contains(&token) {
        return diagnostic.hint(format!("Write a value before `{token}`."));
    }
    if token == "," {
        return comma(at, diagnostic);
    }
    if !is_operator(token) {
        return diagnostic;
    }
    if let Some(operator) = glued(at) {
        let apart = format!("{operator} -");
        return diagnostic
            .hint(format!("`{token}` is read as one operator; write `{apart}` with a space."))
            .fix(at.replace(&apart));
    }
    let hint = format!("{} cannot be sent infix.", code(token));
    let meant = meant(token);
    let diagnostic = match (advice(token), meant) {
        (Some(advice), _) => diagnostic.hint(format!("{hint} {advice}")),
        (None, [first, second]) => {
            diagnostic.hint(format!("{hint} Write `{first}` or `{second}`."))
        }
        (None, [only]) => diagnostic.hint(format!("{hint} Write `{only}`.")),
        (None, _) => diagnostic.hint(format!("{hint} Write a keyword message instead.")),
    };
    meant.iter().fold(diagnostic, |diagnostic, meant| diagnostic.fix(at.replace(meant)))
}

fn comma(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    let is_before_keyword = at.after().trim_start().starts_with(&format!("{}:", at.word_after()));
    match innermost(at) {
        _ if is_before_keyword && !at.word_after().is_empty() => diagnostic
            .hint("`,` cannot be sent infix. The parts of a message follow without commas.")
            .fix(at.remove()),
        Some(TokenKind::LeftBracket) => diagnostic.hint(
            "`,` cannot be sent infix. `[…]` is a block; write `#[1, 2]` for an array, or join \
             strings with `++`.",
        ),
        _ => diagnostic
            .hint("`,` cannot be sent infix. Join strings with `++`; a list is written `#(1, 2)`."),
    }
}

/// Operators of other languages, and what they are called here.
fn meant(token: &str) -> &'static [&'static str] {
    match token {
        "~=" | "<>" | "~~" => &["=/=", "/="],
        "===" => &["=:="],
        "\\\\" => &["%"],
        "=<" => &["<="],
        "<-" => &[":="],
        _ => &[],
    }
}

fn advice(token: &str) -> Option<&'static str> {
    match token {
        "&" | "&&" => Some("Write `and:` with a block: `a and: [b]`."),
        "?" => Some("Write `ifTrue:ifFalse:` with two blocks."),
        "+=" | "-=" | "*=" => Some("Write it out: `n := n + 1`."),
        _ => None,
    }
}

/// The `*` of `*-1`: an operator run together with a sign.
fn glued(at: Place<'_>) -> Option<&str> {
    let operator = at.text().strip_suffix('-').filter(|it| INFIX.contains(it))?;
    at.after().starts_with(|next: char| next.is_ascii_digit()).then_some(operator)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedExpression;

    #[test]
    fn commas_separate_elements() {
        check(
            ExpectedExpression,
            "first «,» last",
            expect![[r#"
                expected expression, found ,
                try: `,` cannot be sent infix. Join strings with `++`; a list is written `#(1, 2)`.
            "#]],
        );
        check(
            ExpectedExpression,
            "tray := [1«,» 2]",
            expect![[r#"
                expected expression, found ,
                try: `,` cannot be sent infix. `[…]` is a block; write `#[1, 2]` for an array, or join strings with `++`.
            "#]],
        );
        check(
            ExpectedExpression,
            "tray at: 1«,» put: 2",
            expect![[r#"
                expected expression, found ,
                try: `,` cannot be sent infix. The parts of a message follow without commas.
                fix: Remove `,`
                   | tray at: 1 put: 2
            "#]],
        );
    }

    #[test]
    fn operators_without_precedence_say_so() {
        check(
            ExpectedExpression,
            "hot «&» full",
            expect![[r#"
                expected expression, found &
                try: `&` cannot be sent infix. Write `and:` with a block: `a and: [b]`.
            "#]],
        );
        check(
            ExpectedExpression,
            "a «~=» b",
            expect![[r#"
                expected expression, found ~=
                try: `~=` cannot be sent infix. Write `=/=` or `/=`.
                fix: Replace with `=/=`
                   | a =/= b
                fix: Replace with `/=`
                   | a /= b
            "#]],
        );
        check(
            ExpectedExpression,
            "a «\\\\» b",
            expect![[r#"
                expected expression, found \\
                try: `\\` cannot be sent infix. Write `%`.
                fix: Replace with `%`
                   | a % b
            "#]],
        );
        check(
            ExpectedExpression,
            "a «%%» b",
            expect![[r#"
                expected expression, found %%
                try: `%%` cannot be sent infix. Write a keyword message instead.
            "#]],
        );
    }

    #[test]
    fn signs_keep_their_distance() {
        check(
            ExpectedExpression,
            "heat «*-»1",
            expect![[r#"
                expected expression, found *-
                try: `*-` is read as one operator; write `* -` with a space.
                fix: Replace with `* -`
                   | heat * -1
            "#]],
        );
        check(
            ExpectedExpression,
            "«-» heat",
            expect![[r#"
                expected expression, found -
                try: There are no prefix operators: write `0 - value`, or `-3` without a space for a number.
            "#]],
        );
    }

    #[test]
    fn infix_operators_need_a_left_side() {
        check(
            ExpectedExpression,
            "«+» 3",
            expect![[r#"
                expected expression, found +
                try: Write a value before `+`.
            "#]],
        );
    }
}
