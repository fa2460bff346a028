//! `needless-handle-scope`: `handleScope:` of a value or an actor.
//!
//! In: the scope and the kind. Out: why it says nothing.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use hierarchy::Kind;

pub(super) static RULE: Rule = Rule {
    code: "needless-handle-scope",
    summary: "`handleScope:` is for classes that are neither values nor actors and wrap something of Erlang's.",
    example: "Value subclass: Pan\n  handleScope: #process\n  field: size = 1",
    better: "Value subclass: Pan\n  field: size = 1",
};

pub(super) fn words(at: Place, kind: Kind) -> Diagnostic {
    let why = match kind {
        Kind::Value => "A value is copied, and goes wherever its slots can go.",
        Kind::Actor => "An actor is a process, which every other process can send to.",
        Kind::Object => "This class wraps nothing.",
    };
    at.report(&RULE, "`handleScope:` has no meaning for this class")
        .explanation(why)
        .hint("Remove it.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_scope_is_marked() {
        check_program(
            "Value subclass: Pan\n  handleScope: «#process»\n  field: size = 1",
            expect![[r#"
                `handleScope:` has no meaning for this class
                why: A value is copied, and goes wherever its slots can go.
                try: Remove it.
            "#]],
        );
        check_program(
            "Actor subclass: Stove\n  handleScope: «#node»\n  heat => 1",
            expect![[r#"
            `handleScope:` has no meaning for this class
            why: An actor is a process, which every other process can send to.
            try: Remove it.
        "#]],
        );
    }
}
