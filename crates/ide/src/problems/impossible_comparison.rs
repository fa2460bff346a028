//! `impossible-comparison`: a comparison with a symbol that the other side never is.
//!
//! In: the symbol, what the other side is, and a symbol of it that is spelled alike.
//! Out: that one.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use syntax::{Span, literal};
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "impossible-comparison",
    summary: "A value is compared with a symbol that it can be.",
    example: "Value subclass: Stove\n  isHot: heat :: #low | #high => heat =:= #hihg",
    better: "Value subclass: Stove\n  isHot: heat :: #low | #high => heat =:= #high",
};

pub(super) fn never(
    at: Place,
    name: &str,
    written: Span,
    value: &InferredType,
    meant: Option<&str>,
) -> Diagnostic {
    let diagnostic = at.report(&RULE, title("never", name, value));
    match meant.map(symbol) {
        Some(meant) => diagnostic
            .hint(format!("Did you mean {}?", code(&meant)))
            .fix(at.at(written).replace(&meant)),
        None => diagnostic.hint(HINT),
    }
}

pub(super) fn always(at: Place, name: &str, value: &InferredType) -> Diagnostic {
    at.report(&RULE, title("always", name, value)).hint(HINT)
}

const HINT: &str = "Compare with something that the value can be, or leave the comparison out.";

fn title(when: &str, name: &str, value: &InferredType) -> String {
    let value = code(&value.for_people().to_string());
    format!("This is {when} true: {} is none of {value}", code(&symbol(name)))
}

fn symbol(name: &str) -> String {
    match literal::is_bare_symbol(name) {
        true => format!("#{name}"),
        false => format!("#'{}'", name.replace('\'', "''")),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn a_symbol_nearby_is_suggested() {
        check_program(
            "Value subclass: Stove\n  isHot: heat :: #low | #high => «#hihg =:= heat»",
            expect![[r#"
                This is never true: `#hihg` is none of `#low | #high`
                try: Did you mean `#high`?
                fix: Replace with `#high`
                   | Value subclass: Stove
                   |   isHot: heat :: #low | #high => #high =:= heat
            "#]],
        );
        check_program(
            "Value subclass: Stove\n  isHot: heat :: Integer | String => «heat =:= #high»",
            expect![[r#"
                This is never true: `#high` is none of `Integer | String`
                try: Compare with something that the value can be, or leave the comparison out.
            "#]],
        );
    }

    #[test]
    fn what_differs_from_all_always_does() {
        check_program(
            "Value subclass: Stove\n  isHot: heat :: #low | #high => «heat /= #hihg»",
            expect![[r#"
                This is always true: `#hihg` is none of `#low | #high`
                try: Compare with something that the value can be, or leave the comparison out.
            "#]],
        );
    }
}
