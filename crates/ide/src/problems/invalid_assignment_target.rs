//! `invalid-assignment-target`: `:=` after something that cannot be assigned to.
//!
//! In: the target. Out: the field it was probably meant to be. Does not know which
//! fields the class has.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};

pub(super) static RULE: Rule = Rule {
    code: "invalid-assignment-target",
    summary: "`:=` assigns to a name or to a field, or takes a collection apart.",
    example: "self heat := 3",
    better: "self.heat := 3",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, "Only a name or a field can be assigned to");
    match at.text().split_whitespace().collect::<Vec<_>>().as_slice() {
        ["self", field] if is_name(field) => diagnostic
            .hint(format!("For the field write `self.{field} := …`."))
            .fix(at.replace(&format!("self.{field}"))),
        [receiver, selector] if is_name(receiver) && is_name(selector) => diagnostic.hint(format!(
            "To change `{receiver}`, send it a message: `{receiver} {selector}: …`."
        )),
        _ => diagnostic.hint("Write `name := …` or `self.field := …`."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::InvalidAssignmentTarget;

    #[test]
    fn unary_sends_look_like_fields() {
        check(
            InvalidAssignmentTarget,
            "«self heat» := 3",
            expect![[r#"
                Only a name or a field can be assigned to
                try: For the field write `self.heat := …`.
                fix: Replace with `self.heat`
                   | self.heat := 3
            "#]],
        );
        check(
            InvalidAssignmentTarget,
            "«pan heat» := 3",
            expect![[r#"
                Only a name or a field can be assigned to
                try: To change `pan`, send it a message: `pan heat: …`.
            "#]],
        );
    }

    #[test]
    fn other_targets_show_the_forms() {
        check(
            InvalidAssignmentTarget,
            "«3» := 4",
            expect![[r#"
                Only a name or a field can be assigned to
                try: Write `name := …` or `self.field := …`.
            "#]],
        );
    }
}
