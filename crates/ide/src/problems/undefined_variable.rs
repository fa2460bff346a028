//! `undefined-variable`: a name that nothing binds where it is read.
//!
//! In: the name, why it is not bound, and a name like it. Out: what to write.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use types::Unbound;

pub(super) static RULE: Rule = Rule {
    code: "undefined-variable",
    summary: "A name is a parameter, a variable assigned before in the same method or block, or a \
              slot of the class.",
    example: "pans := 3\nlids := pan + 1",
    better: "pans := 3\nlids := pans + 1",
};

pub(super) fn words(at: Place, why: Unbound, meant: Option<&str>) -> Diagnostic {
    let name = shown(at.text());
    let diagnostic = at.report(&RULE, format!("Undefined variable {}", code(&name)));
    let assign = code(&format!("{name} := …"));
    match (why, meant) {
        (Unbound::ClassVariable, _) => {
            let access = format!("self.{}", at.text());
            diagnostic
                .explanation("It is a variable of the class, and is reached through `self`.")
                .hint(format!("Write {}.", code(&shown(&access))))
                .fix(at.replace(&access))
        }
        (Unbound::InstanceSlot, _) => diagnostic
            .explanation("It is a slot of instances, and this is a method of the class.")
            .hint("Ask an instance for it."),
        (Unbound::Later(_), None) => diagnostic
            .explanation("It is assigned only after this place.")
            .hint(format!("Write {assign} before it is read.")),
        (Unbound::Ended(_), None) => diagnostic
            .explanation("It was introduced in a block or an arm that has ended.")
            .hint(format!("Write {assign} before the block, so that both share it.")),
        (_, Some(meant)) => {
            diagnostic.hint(format!("Did you mean {}?", code(meant))).fix(at.replace(meant))
        }
        (Unbound::Nowhere, None) => diagnostic.hint(format!(
            "Write {assign} before it is read; if it is a message, write its receiver before it."
        )),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn a_name_nearby_is_suggested() {
        check_program(
            "kettle := 1\n«ketle» + 1",
            expect![[r#"
                Undefined variable `ketle`
                try: Did you mean `kettle`?
                fix: Replace with `kettle`
                   | kettle := 1
                   | kettle + 1
            "#]],
        );
        check_program(
            "«transcript» cr",
            expect![[r#"
                Undefined variable `transcript`
                try: Did you mean `Transcript`?
                fix: Replace with `Transcript`
                   | Transcript cr
            "#]],
        );
        check_program(
            "«zebra»",
            expect![[r#"
                Undefined variable `zebra`
                try: Write `zebra := …` before it is read; if it is a message, write its receiver before it.
            "#]],
        );
    }

    #[test]
    fn names_that_are_not_bound_here_are_explained() {
        check_program(
            "x := [«lid»]\nlid := 3",
            expect![[r#"
                Undefined variable `lid`
                why: It is assigned only after this place.
                try: Write `lid := …` before it is read.
            "#]],
        );
        check_program(
            "[lid := 3]\n«lid»",
            expect![[r#"
                Undefined variable `lid`
                why: It was introduced in a block or an arm that has ended.
                try: Write `lid := …` before the block, so that both share it.
            "#]],
        );
    }

    #[test]
    fn class_variables_are_reached_through_self() {
        check_program(
            "Object subclass: Pan\n  classState: made = 0\n\n  class count => «made»",
            expect![[r#"
                Undefined variable `made`
                why: It is a variable of the class, and is reached through `self`.
                try: Write `self.made`.
                fix: Replace with `self.made`
                   | Object subclass: Pan
                   |   classState: made = 0
                   | 
                   |   class count => self.made
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  field: size = 0\n\n  class big => «size»",
            expect![[r#"
                Undefined variable `size`
                why: It is a slot of instances, and this is a method of the class.
                try: Ask an instance for it.
            "#]],
        );
    }
}
