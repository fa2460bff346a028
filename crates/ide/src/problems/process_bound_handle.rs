//! `process-bound-handle`: a handle that leaves the process it works in.
//!
//! In: what carries it, its class, and how it leaves. Out: what to hand on instead.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Crossing;

pub(super) static RULE: Rule = Rule {
    code: "process-bound-handle",
    summary: "A handle that belongs to one process is used by that process alone.",
    example: "Object subclass: Valve\n  handleScope: #process\n\nActor subclass: Boiler\n  watch: valve :: Valve => valve class\n\nObject subclass: Plant\n  run: valve :: Valve => Boiler spawn watch: valve",
    better: "Object subclass: Valve\n  handleScope: #node\n\nActor subclass: Boiler\n  watch: valve :: Valve => valve class\n\nObject subclass: Plant\n  run: valve :: Valve => Boiler spawn watch: valve",
};

pub(super) fn words(at: Place, class: &str, crossing: Crossing) -> Diagnostic {
    let title = format!("{} works only in the process that made it", code(class));
    let diagnostic = at.report(&RULE, title);
    let diagnostic = match crossing {
        Crossing::Argument => diagnostic.explanation("An actor is another process."),
        Crossing::FirstState => diagnostic.explanation("The new actor is another process."),
        Crossing::Captured => {
            diagnostic.explanation("The block that reads it is evaluated in another process.")
        }
    };
    diagnostic
        .hint("Make it where it is used, or let an actor own it and send that actor messages.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn what_carries_it_is_marked() {
        check_program(
            "Object subclass: Valve\n  handleScope: #process\n\nActor subclass: Boiler\n  watch: valve => valve class\n\nObject subclass: Plant\n  run: valve :: Valve => Boiler spawn watch: «valve»",
            expect![[r#"
                `Valve` works only in the process that made it
                why: An actor is another process.
                try: Make it where it is used, or let an actor own it and send that actor messages.
            "#]],
        );
        check_program(
            "Object subclass: Valve\n  handleScope: #process\n\nActor subclass: Boiler\n  state: valve = nil\n\nObject subclass: Plant\n  run: valve :: Valve => Boiler spawnWith: #{#valve => «valve»}",
            expect![[r#"
                `Valve` works only in the process that made it
                why: The new actor is another process.
                try: Make it where it is used, or let an actor own it and send that actor messages.
            "#]],
        );
        check_program(
            "Object subclass: Valve\n  handleScope: #process\n\nObject subclass: Plant\n  run: valve :: Valve => Timer after: 5 do: [«valve» class]",
            expect![[r#"
                `Valve` works only in the process that made it
                why: The block that reads it is evaluated in another process.
                try: Make it where it is used, or let an actor own it and send that actor messages.
            "#]],
        );
    }
}
