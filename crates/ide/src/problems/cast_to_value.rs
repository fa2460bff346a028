//! `cast-to-value`: `!` after a message to a value.
//!
//! In: the send, and the type of its receiver. Out: the send without `!`.

use super::Rule;
use super::type_words::receiver;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use syntax::Span;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "cast-to-value",
    summary: "`!` sends a message to an actor without waiting; a value is no process that could \
              receive it.",
    example: "Value subclass: Pan\n\nPan new printString!",
    better: "Value subclass: Pan\n\nPan new printString",
};

pub(super) fn words(at: Place, to: &InferredType, selector: &str) -> Diagnostic {
    let title =
        format!("{} is a value, to which {} cannot be cast", code(&receiver(to)), code(selector));
    let diagnostic = at
        .report(&RULE, title)
        .explanation("Only actors have a mailbox in which a message can wait.")
        .hint("Send it without `!`.");
    match at.text().strip_suffix('!') {
        Some(before) => {
            let start = at.span.start.saturating_add(before.len() as u32);
            diagnostic.fix(at.at(Span { start, end: at.span.end }).remove())
        }
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_mark_goes() {
        check_program(
            "Value subclass: Pan\n\n«Pan new printString!»",
            expect![[r#"
            `Pan` is a value, to which `printString` cannot be cast
            why: Only actors have a mailbox in which a message can wait.
            try: Send it without `!`.
            fix: Remove `!`
               | Value subclass: Pan
               | 
               | Pan new printString
        "#]],
        );
        check_program(
            "«3 max: 4!»",
            expect![[r#"
            `Integer` is a value, to which `max:` cannot be cast
            why: Only actors have a mailbox in which a message can wait.
            try: Send it without `!`.
            fix: Remove `!`
               | 3 max: 4
        "#]],
        );
    }
}
