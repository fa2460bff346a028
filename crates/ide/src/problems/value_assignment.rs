//! `value-assignment`: assigning a slot of a value.
//!
//! In: the target. Out: the setter that answers a copy.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, capitalised};
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "value-assignment",
    summary: "A value never changes: a method answers a copy with another slot. Only tests may \
              assign theirs.",
    example: "Value subclass: Pan\n  field: heat = 0\n\n  warm => self.heat := 1",
    better: "Value subclass: Pan\n  field: heat = 0\n\n  warm => self withHeat: 1",
};

/// The place is `self.slot`.
pub(super) fn words(at: Place) -> Diagnostic {
    let slot = at.text().rsplit('.').next().unwrap_or("").trim();
    let setter = format!("self with{}: …", capitalised(&shown(slot)));
    at.report(&RULE, format!("Cannot assign to slot {} of a value", code(&shown(slot))))
        .explanation("Values never change.")
        .hint(format!("Answer a copy: {}.", code(&setter)))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_setter_is_named() {
        check_program(
            "Value subclass: Pan\n  field: heat = 0\n\n  warm => [«self.heat» := 1] value",
            expect![[r#"
                Cannot assign to slot `heat` of a value
                why: Values never change.
                try: Answer a copy: `self withHeat: …`.
            "#]],
        );
    }
}
