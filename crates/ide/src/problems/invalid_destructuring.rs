//! `invalid-destructuring`: a collection before `:=` that cannot be taken apart.
//!
//! In: the element, or the whole list where it is split into head and tail. Out:
//! what may stand there.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "invalid-destructuring",
    summary: "A collection before `:=` holds names, `_`, literals and a last `...name`; a map's \
              values are names or `_`.",
    example: "#[first, tray second] := pans",
    better: "#[first, second] := pans",
};

/// `#(head | tail) := …`
pub(super) fn head_and_tail(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, "A list with `|` cannot be taken apart by assignment");
    let parts = at.text().strip_prefix("#(").and_then(|text| text.strip_suffix(')'));
    match parts.and_then(|parts| parts.split_once('|')) {
        Some((elements, tail)) if is_name(tail.trim()) => {
            let listed = format!("#({}, ...{})", elements.trim(), tail.trim());
            diagnostic.hint(format!("Write {}.", code(&listed))).fix(at.replace(&listed))
        }
        _ => diagnostic.hint("List the elements, the rest last: `#(first, ...others) := pans`."),
    }
}

/// `#[first, #[second]] := …`
pub(super) fn element(at: Place) -> Diagnostic {
    let title = format!("{} cannot stand in a collection before `:=`", sentence(at));
    let diagnostic = at.report(&RULE, title);
    match at.text().get(..2) {
        Some("#[" | "#(" | "#{") => {
            diagnostic.hint("Give the inner part a name and take it apart in a second assignment.")
        }
        _ => diagnostic.hint(
            "Write a name, `_` or a literal; in a map, `#key => name` with a symbol or string as \
             key.",
        ),
    }
}

fn sentence(at: Place) -> String {
    if at.is_end() { "This".into() } else { at.found() }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::{ConsTarget, InvalidDestructuringElement};

    #[test]
    fn the_tail_becomes_a_spread() {
        check(
            ConsTarget,
            "«#(first | others)» := pans",
            expect![[r#"
                A list with `|` cannot be taken apart by assignment
                try: Write `#(first, ...others)`.
                fix: Replace with `#(first, ...others)`
                   | #(first, ...others) := pans
            "#]],
        );
    }

    #[test]
    fn elements_are_plain() {
        check(
            InvalidDestructuringElement,
            "#[a, «#[b]»] := pans",
            expect![[r#"
                `#[b]` cannot stand in a collection before `:=`
                try: Give the inner part a name and take it apart in a second assignment.
            "#]],
        );
        check(
            InvalidDestructuringElement,
            "#[a, «b + 1»] := pans",
            expect![[r#"
                `b + 1` cannot stand in a collection before `:=`
                try: Write a name, `_` or a literal; in a map, `#key => name` with a symbol or string as key.
            "#]],
        );
    }
}
