//! `actor-new`: `new` sent to a class of actors.
//!
//! In: the send, the class and the selector. Out: the message that starts an actor.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "actor-new",
    summary: "An actor is a process: `spawn` and `spawnWith:` start one, `new` and `new:` do not.",
    example: "Actor subclass: Stove\n\nstove := Stove new",
    better: "Actor subclass: Stove\n\nstove := Stove spawn",
};

pub(super) fn words(at: Place, class: &str, selector: &str) -> Diagnostic {
    let instead = if selector == "new" { "spawn" } else { "spawnWith:" };
    let title = format!("{} is a class of actors: it has no {}", code(class), code(selector));
    let diagnostic = at.report(&RULE, title).hint(format!("Write `{instead}`."));
    match at.text().strip_suffix("new") {
        Some(before) => {
            let start = at.span.start.saturating_add(before.len() as u32);
            diagnostic.fix(at.at(Span { start, end: at.span.end }).replace(instead))
        }
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn new_becomes_spawn() {
        check_program(
            "Actor subclass: Stove\n\nstove := «Stove new»",
            expect![[r#"
                `Stove` is a class of actors: it has no `new`
                try: Write `spawn`.
                fix: Replace with `spawn`
                   | Actor subclass: Stove
                   | 
                   | stove := Stove spawn
            "#]],
        );
        check_program(
            "Actor subclass: Stove\n\n«Stove new: #{#heat => 3}»",
            expect![[r#"
                `Stove` is a class of actors: it has no `new:`
                try: Write `spawnWith:`.
            "#]],
        );
    }
}
