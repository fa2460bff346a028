//! `mixed-type-operators`: `&` and `\` in one chain of types.
//!
//! In: the second operator. Out: the two ways to group a chain of three. Longer
//! chains get the rule only.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, last_word};
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "mixed-type-operators",
    summary: "`&` and `\\` bind equally, so a type with both has parentheses.",
    example: "Object subclass: Kettle\n  lid -> Round & Steel \\ Nil => 1",
    better: "Object subclass: Kettle\n  lid -> (Round & Steel) \\ Nil => 1",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, "`&` and `\\` need parentheses between them");
    match chain(at) {
        Some((a, first, b, second, c)) => diagnostic.hint(format!(
            "Write {} or {}.",
            code(&format!("({a} {first} {b}) {second} {c}")),
            code(&format!("{a} {first} ({b} {second} {c})")),
        )),
        None => diagnostic.hint("Group them, as in `(A & B) \\ C` or `A & (B \\ C)`."),
    }
}

/// `A & B \ C` around the second operator.
fn chain(at: Place<'_>) -> Option<(&str, &str, &str, &str, &str)> {
    let second = Some(at.text()).filter(|text| matches!(*text, "&" | "\\"))?;
    let left = at.before().trim_end();
    let b = last_word(left);
    let left = left.strip_suffix(b)?.trim_end();
    let first = ["&", "\\"].into_iter().find(|operator| left.ends_with(operator))?;
    let left = left.strip_suffix(first)?.trim_end();
    let a = last_word(left);
    let is_start = !left.strip_suffix(a)?.trim_end().ends_with(['&', '\\', '@']);
    let parts = (a, first, b, second, at.word_after());
    (is_start && ![a, b, at.word_after()].contains(&"")).then_some(parts)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MixedTypeOperators;

    #[test]
    fn a_chain_of_three_groups_two_ways() {
        check(
            MixedTypeOperators,
            "Object subclass: Pan\n  lid -> Round & Steel «\\» Nil => 1",
            expect![[r#"
                `&` and `\` need parentheses between them
                try: Write `(Round & Steel) \ Nil` or `Round & (Steel \ Nil)`.
            "#]],
        );
    }

    #[test]
    fn longer_chains_get_the_rule() {
        check(
            MixedTypeOperators,
            "Object subclass: Pan\n  lid -> A & B & C «\\» D => 1",
            expect![[r#"
                `&` and `\` need parentheses between them
                try: Group them, as in `(A & B) \ C` or `A & (B \ C)`.
            "#]],
        );
    }
}
