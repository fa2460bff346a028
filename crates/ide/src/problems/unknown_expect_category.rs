//! `unknown-expect-category`: `@expect` with no category, or with an unknown one.
//!
//! In: the word, or the directive where there is none. Out: the nearest category,
//! and all of them.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::spelling::{alternatives, nearest};
use syntax::expectable;

pub(super) static RULE: Rule = Rule {
    code: "unknown-expect-category",
    summary: "`@expect` names the category of the warning that is expected.",
    example: "@expect unsued\nspoons := 4",
    better: "@expect unused\nspoons := 4",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let names = expectable();
    let all = alternatives(&names);
    if matches!(at.text(), "" | "@expect") {
        return at
            .report(&RULE, "Expected a category after `@expect`")
            .hint(format!("Write one of {all}."));
    }
    let diagnostic = at.report(&RULE, format!("Unknown `@expect` category {}", at.found()));
    match nearest(at.text(), &names) {
        Some(meant) => diagnostic
            .explanation(format!("It can be {all}."))
            .hint(format!("Did you mean `{meant}`?"))
            .fix(at.replace(meant)),
        None => diagnostic.hint(format!("Write one of {all}.")),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::UnknownExpectCategory;

    #[test]
    fn near_categories_are_suggested() {
        check(
            UnknownExpectCategory,
            "@expect «unsued»\ncups := 4",
            expect![[r#"
                Unknown `@expect` category `unsued`
                why: It can be `dnu`, `type`, `unused`, `dead_assignment`, `deprecation`, `actor_new`, `visibility`, `unresolved_class`, `unresolved_ffi`, `arity_mismatch`, `shadowed_class`, `type_annotation`, `inheritance`, `sendability` or `all`.
                try: Did you mean `unused`?
                fix: Replace with `unused`
                   | @expect unused
                   | cups := 4
            "#]],
        );
    }

    #[test]
    fn otherwise_all_are_listed() {
        check(
            UnknownExpectCategory,
            "@expect «rain»\ncups := 4",
            expect![[r#"
                Unknown `@expect` category `rain`
                try: Write one of `dnu`, `type`, `unused`, `dead_assignment`, `deprecation`, `actor_new`, `visibility`, `unresolved_class`, `unresolved_ffi`, `arity_mismatch`, `shadowed_class`, `type_annotation`, `inheritance`, `sendability` or `all`.
            "#]],
        );
        check(
            UnknownExpectCategory,
            "«@expect»\ncups := 4",
            expect![[r#"
                Expected a category after `@expect`
                try: Write one of `dnu`, `type`, `unused`, `dead_assignment`, `deprecation`, `actor_new`, `visibility`, `unresolved_class`, `unresolved_ffi`, `arity_mismatch`, `shadowed_class`, `type_annotation`, `inheritance`, `sendability` or `all`.
            "#]],
        );
    }
}
