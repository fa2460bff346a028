//! `not-generic`: type arguments of a class that takes none.
//!
//! In: the type and its class. Out: the class alone.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "not-generic",
    summary: "Only a class that declares type parameters takes type arguments.",
    example: "Object subclass: Pan\n  fry: egg :: String(Integer) => egg",
    better: "Object subclass: Pan\n  fry: egg :: String => egg",
};

pub(super) fn words(at: Place, class: &str) -> Diagnostic {
    let name = at.text().split('(').next().unwrap_or("").trim_end();
    let is_written = !name.is_empty() && at.text().contains('(');
    let arguments =
        syntax::Span { start: at.span.start.saturating_add(name.len() as u32), end: at.span.end };
    let ends = at.text().ends_with(')');
    at.report(&RULE, format!("{} has no type parameters", code(class)))
        .hint(format!("Write {}.", code(class)))
        .fix((is_written && ends).then(|| at.at(arguments).remove()).flatten())
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_arguments_are_left_out() {
        check_program(
            "size :: Number | «Symbol(#a, #b)» := 3\nsize",
            expect![[r#"
            `Symbol` has no type parameters
            try: Write `Symbol`.
            fix: Remove `(#a, #b)`
               | size :: Number | Symbol := 3
               | size
        "#]],
        );
    }
}
