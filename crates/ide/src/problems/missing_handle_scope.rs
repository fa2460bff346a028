//! `missing-handle-scope`: a class around something of Erlang's that does not say how far it reaches.
//!
//! In: its name. Out: what to write.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "missing-handle-scope",
    summary: "A class whose instances wrap something of Erlang's says where they work: in one process, or on the node.",
    example: "Object subclass: Valve native: valve_port\n  open -> Boolean => self delegate",
    better: "Object subclass: Valve native: valve_port\n  handleScope: #node\n\n  open -> Boolean => self delegate",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("Where instances of {} work is not said", at.found()))
        .explanation("They wrap what an Erlang module gives, which may belong to one process.")
        .hint("Write `handleScope: #process` or `handleScope: #node` in the header.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_class_is_marked() {
        check_program(
            "Object subclass: «Valve» native: valve_port\n  open -> Boolean => self delegate",
            expect![[r#"
                Where instances of `Valve` work is not said
                why: They wrap what an Erlang module gives, which may belong to one process.
                try: Write `handleScope: #process` or `handleScope: #node` in the header.
            "#]],
        );
    }
}
