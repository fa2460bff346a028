//! Advice for a keyword that stands where a value has to begin.
//!
//! Its receiver is missing, or it was not meant as a message: as a map key, or as
//! the declaration of a class whose body has ended.

use crate::brackets::innermost;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::TokenKind;

pub(super) fn keyword(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    let keyword = at.text();
    let name = keyword.trim_end_matches(':');
    match keyword {
        "state:" | "field:" | "classState:" => diagnostic.hint(format!(
            "`{keyword}` begins a declaration: it stands in a class body, indented like the \
             members around it."
        )),
        _ if is_key(at) => diagnostic
            .hint(format!("For a map key write `#{name} => …`."))
            .fix(at.replace(&format!("#{name} =>"))),
        _ if at.begins_line() && !at.before().trim().is_empty() => diagnostic.hint(format!(
            "To go on with the message above, indent `{keyword}` like that message's first part; \
             otherwise write its receiver before it, as in `self {keyword} …`."
        )),
        _ => diagnostic.hint(format!("Write the receiver first, as in `self {keyword} …`.")),
    }
}

/// Whether a map's key has to stand here.
fn is_key(at: Place) -> bool {
    innermost(at) == Some(TokenKind::MapOpen) && matches!(at.token_before().text(), "#{" | ",")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedExpression;

    #[test]
    fn keywords_need_a_receiver() {
        check(
            ExpectedExpression,
            "«heat:» 3",
            expect![[r#"
                expected expression, found heat:
                try: Write the receiver first, as in `self heat: …`.
            "#]],
        );
    }

    #[test]
    fn lines_go_on_in_their_column() {
        check(
            ExpectedExpression,
            "Object subclass: Pan\n  cook => x\n      at: 1\n    «put:» 2",
            expect![[r#"
                expected expression, found put:
                try: To go on with the message above, indent `put:` like that message's first part; otherwise write its receiver before it, as in `self put: …`.
            "#]],
        );
    }

    #[test]
    fn map_keys_are_symbols() {
        check(
            ExpectedExpression,
            "#{«cups:» 4}",
            expect![[r#"
                expected expression, found cups:
                try: For a map key write `#cups => …`.
                fix: Replace with `#cups =>`
                   | #{#cups => 4}
            "#]],
        );
    }

    #[test]
    fn declarations_stand_in_a_class() {
        check(
            ExpectedExpression,
            "Actor subclass: Pan\n  heat => 1\nlid close!\n  «state:» cups = 0",
            expect![[r#"
                expected expression, found state:
                try: `state:` begins a declaration: it stands in a class body, indented like the members around it.
            "#]],
        );
    }
}
