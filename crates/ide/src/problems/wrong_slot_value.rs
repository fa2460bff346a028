//! `wrong-slot-value`: a slot or class variable gets what it is not declared to hold.
//!
//! In: the slot, both types, and what of several does not fit. Out: which to change.

use super::Rule;
use super::wrong_result::listed;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "wrong-slot-value",
    summary: "A slot or class variable holds what it is declared to hold.",
    example: "Value subclass: Pan\n  field: size :: Integer = \"large\"",
    better: "Value subclass: Pan\n  field: size :: Integer = 3",
};

pub(super) fn default(
    at: Place,
    slot: &str,
    declared: &InferredType,
    value: &InferredType,
    partly: &[InferredType],
) -> Diagnostic {
    let (diagnostic, declared) = report(at, slot, declared, "begins as", value);
    if value.is_nil() {
        return diagnostic.hint(format!(
            "Leave the value out: the slot is nil until it is set. Or declare {}.",
            code(&format!(":: {} | Nil", declared.trim_matches('`')))
        ));
    }
    fitting(diagnostic, partly, &declared)
}

pub(super) fn assigned(
    at: Place,
    slot: &str,
    declared: &InferredType,
    value: &InferredType,
    partly: &[InferredType],
) -> Diagnostic {
    let (diagnostic, declared) = report(at, slot, declared, "gets", value);
    fitting(diagnostic, partly, &declared)
}

/// With the declared type as it is shown.
fn report(
    at: Place,
    slot: &str,
    declared: &InferredType,
    how: &str,
    value: &InferredType,
) -> (Diagnostic, String) {
    let shown = |ty: &InferredType| code(&ty.for_people().to_string());
    let (slot, declared, value) = (code(slot), shown(declared), shown(value));
    let title = format!("{slot} is declared {declared}, but {how} {value}");
    (at.report(&RULE, title), declared)
}

fn fitting(diagnostic: Diagnostic, partly: &[InferredType], declared: &str) -> Diagnostic {
    match partly.is_empty() {
        true => diagnostic.hint(format!("Give it {declared}, or declare the slot otherwise.")),
        false => diagnostic
            .explanation(format!("{} does not fit.", listed(partly)))
            .hint("Test for it first, or declare the slot otherwise."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn slot_and_types_are_named() {
        check_program(
            "Actor subclass: Stove\n  state: heat :: Integer = 0\n\n  warm => «self.heat := #high»",
            expect![[r#"
                `Stove.heat` is declared `Integer`, but gets `#high`
                try: Give it `Integer`, or declare the slot otherwise.
            "#]],
        );
        check_program(
            "Actor subclass: Stove\n  state: heat :: Integer = 0\n\n  warm: x :: Integer | Nil => «self.heat := x»",
            expect![[r#"
                `Stove.heat` is declared `Integer`, but gets `Integer | Nil`
                why: `Nil` does not fit.
                try: Test for it first, or declare the slot otherwise.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  «field: lid :: String = nil»",
            expect![[r#"
            `Pan.lid` is declared `String`, but begins as `Nil`
            try: Leave the value out: the slot is nil until it is set. Or declare `:: String | Nil`.
        "#]],
        );
    }
}
