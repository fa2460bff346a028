//! Advice for a `=` or `:=` that stands where a value has to begin.
//!
//! `=` is no operator: it begins the value of a data declaration or an alias, and
//! `:=` assigns. Which of them was meant is read from what stands before.

use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use syntax::Span;

/// Equality, unless a lone name before it looks like an assignment.
pub(super) fn equals(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    if let Some(unequal) = unequal(at) {
        return diagnostic
            .hint("Inequality is `=/=` (strict) or `/=`.")
            .fix(unequal.replace("=/="))
            .fix(unequal.replace("/="));
    }
    let left = at.line_before().trim();
    let diagnostic = match is_name(left) {
        true => diagnostic
            .hint(match at.line_before().starts_with(char::is_whitespace) {
                true => format!(
                    "Write `{left} := …` to assign, or `{left} => …` to define a method; equality \
                     is `=:=` (strict) or `==`."
                ),
                false => {
                    format!("Write `{left} := …` to assign; equality is `=:=` (strict) or `==`.")
                }
            })
            .fix(at.replace(":=")),
        false => diagnostic
            .hint("Equality is `=:=` (strict) or `==`; `=` only begins a declaration's value."),
    };
    diagnostic.fix(at.replace("=:=")).fix(at.replace("=="))
}

/// The whole of `!=`, whose `!` was read as a cast.
fn unequal(at: Place) -> Option<Place> {
    let start = at.span.start.checked_sub(1)?;
    at.before().ends_with('!').then(|| at.at(Span { start, end: at.span.end }))
}

/// Data declarations take their first value after `=`.
pub(super) fn assign(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    let mut words = at.line_before().split_whitespace();
    match (words.next(), words.next()) {
        (Some(data @ ("state:" | "field:" | "classState:")), Some(name)) => diagnostic
            .hint(format!("A declaration takes `=`: write `{data} {name} = …`."))
            .fix(at.replace("=")),
        _ => diagnostic.hint("Write the name or field to assign to before `:=`."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedExpression;

    #[test]
    fn equality_has_two_spellings() {
        check(
            ExpectedExpression,
            "pan heat «=» 3",
            expect![[r#"
                expected expression, found =
                try: Equality is `=:=` (strict) or `==`; `=` only begins a declaration's value.
                fix: Replace with `=:=`
                   | pan heat =:= 3
                fix: Replace with `==`
                   | pan heat == 3
            "#]],
        );
        check(
            ExpectedExpression,
            "pan heat !«=» 3",
            expect![[r#"
                expected expression, found =
                try: Inequality is `=/=` (strict) or `/=`.
                fix: Replace with `=/=`
                   | pan heat =/= 3
                fix: Replace with `/=`
                   | pan heat /= 3
            "#]],
        );
    }

    #[test]
    fn a_lone_name_is_assigned() {
        check(
            ExpectedExpression,
            "heat «=» 3",
            expect![[r#"
                expected expression, found =
                try: Write `heat := …` to assign; equality is `=:=` (strict) or `==`.
                fix: Replace with `:=`
                   | heat := 3
                fix: Replace with `=:=`
                   | heat =:= 3
                fix: Replace with `==`
                   | heat == 3
            "#]],
        );
        check(
            ExpectedExpression,
            "Object subclass: Pan\n  heat «=»\n    3",
            expect![[r#"
                expected expression, found =
                try: Write `heat := …` to assign, or `heat => …` to define a method; equality is `=:=` (strict) or `==`.
                fix: Replace with `:=`
                   | Object subclass: Pan
                   |   heat :=
                   |     3
                fix: Replace with `=:=`
                   | Object subclass: Pan
                   |   heat =:=
                   |     3
                fix: Replace with `==`
                   | Object subclass: Pan
                   |   heat ==
                   |     3
            "#]],
        );
    }

    #[test]
    fn declarations_take_an_equals_sign() {
        check(
            ExpectedExpression,
            "Actor subclass: Pan\n  state: heat «:=» 0",
            expect![[r#"
                expected expression, found :=
                try: A declaration takes `=`: write `state: heat = …`.
                fix: Replace with `=`
                   | Actor subclass: Pan
                   |   state: heat = 0
            "#]],
        );
        check(
            ExpectedExpression,
            "«:=» 3",
            expect![[r#"
                expected expression, found :=
                try: Write the name or field to assign to before `:=`.
            "#]],
        );
    }
}
