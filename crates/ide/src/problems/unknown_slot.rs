//! `unknown-slot`: a key in the map for `spawnWith:` or `new:` that is no slot.
//!
//! In: the class, the key, and a slot like it. Out: what was meant.

use super::Rule;
use super::type_words::meant;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Meant;

pub(super) static RULE: Rule = Rule {
    code: "unknown-slot",
    summary: "The keys of the map that a new object begins with are slots of its class.",
    example: "Actor subclass: Kettle\n  state: litres = 0\n\nKettle spawnWith: #{#liters => 3}",
    better: "Actor subclass: Kettle\n  state: litres = 0\n\nKettle spawnWith: #{#litres => 3}",
};

pub(super) fn words(
    at: Place,
    class: &str,
    selector: &str,
    key: &str,
    near: Option<&Meant>,
) -> Diagnostic {
    let title = format!("{} has no slot {}", code(class), code(key));
    let diagnostic = at
        .report(&RULE, title)
        .explanation(format!("The map for {} gives it a value.", code(selector)));
    meant(diagnostic, at, near)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_slot_that_was_meant_is_suggested() {
        check_program(
            "Actor subclass: Kettle\n  state: litres = 0\n\n«Kettle spawnWith: #{#liters => 3}»",
            expect![[r#"
                `Kettle` has no slot `liters`
                why: The map for `spawnWith:` gives it a value.
                try: Did you mean `litres`?
                fix: Replace with `#litres`
                   | Actor subclass: Kettle
                   |   state: litres = 0
                   | 
                   | Kettle spawnWith: #{#litres => 3}
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  field: size = 0\n\n«Pan new: #{#zork => 3}»",
            expect![[r#"
                `Pan` has no slot `zork`
                why: The map for `new:` gives it a value.
            "#]],
        );
    }
}
