//! `symbol-required`: a name where a message of reflection takes a symbol.
//!
//! In: the selector and the name. Out: the symbol of that name.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "symbol-required",
    summary: "Messages of reflection take the name of a thing as a symbol.",
    example: "3 respondsTo: Integer",
    better: "3 respondsTo: #isEven",
};

pub(super) fn words(at: Place, selector: &str, name: &str, written: Span) -> Diagnostic {
    let symbol = format!("#{name}");
    at.report(
        &RULE,
        format!("{} takes a symbol, and {} is none", code(selector), code(&shown(name))),
    )
    .hint(format!("Write {}.", code(&shown(&symbol))))
    .fix(at.at(written).replace(&symbol))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_symbol_is_offered() {
        check_program(
            "«3 respondsTo: Integer»",
            expect![[r#"
                `respondsTo:` takes a symbol, and `Integer` is none
                try: Write `#Integer`.
                fix: Replace with `#Integer`
                   | 3 respondsTo: #Integer
            "#]],
        );
    }
}
