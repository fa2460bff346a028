//! `unknown-directive`: an `@` with a word that is no directive.
//!
//! In: the `@` and its word. Out: the directives there are, and the nearest one.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::spelling::{alternatives, nearest};
use syntax::DIRECTIVES;

pub(super) static RULE: Rule = Rule {
    code: "unknown-directive",
    summary: "A directive is `@primitive`, `@intrinsic` or `@expect`.",
    example: "@expct unused\nspoons := 4",
    better: "@expect unused\nspoons := 4",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let directives = DIRECTIVES.map(|word| format!("@{word}"));
    let directives = directives.each_ref().map(String::as_str);
    let list = alternatives(&directives);
    if at.text() == "@" {
        return at.report(&RULE, "Expected a directive after `@`").hint(format!(
            "Write {list}; a package's class is written without spaces, as in `kitchen@Oven`."
        ));
    }
    let diagnostic = at.report(&RULE, format!("Unknown directive {}", at.found()));
    match nearest(at.text(), &directives) {
        Some(meant) => diagnostic.hint(format!("Did you mean `{meant}`?")).fix(at.replace(meant)),
        None => diagnostic.hint(format!("Write {list}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check, expect};
    use syntax::{DIRECTIVES, LexFault::UnknownDirective, ProblemKind::Lexical};

    #[test]
    fn the_rule_names_all_directives() {
        assert!(DIRECTIVES.iter().all(|word| RULE.summary.contains(&format!("`@{word}`"))));
    }

    #[test]
    fn near_words_are_suggested() {
        check(
            Lexical(UnknownDirective),
            "«@expct» unused",
            expect![[r#"
                Unknown directive `@expct`
                try: Did you mean `@expect`?
                fix: Replace with `@expect`
                   | @expect unused
            "#]],
        );
        check(
            Lexical(UnknownDirective),
            "«@override» stir",
            expect![[r#"
                Unknown directive `@override`
                try: Write `@primitive`, `@intrinsic` or `@expect`.
            "#]],
        );
    }

    #[test]
    fn a_lone_sign_shows_both_uses() {
        check(
            Lexical(UnknownDirective),
            "kitchen «@» Oven",
            expect![[r#"
                Expected a directive after `@`
                try: Write `@primitive`, `@intrinsic` or `@expect`; a package's class is written without spaces, as in `kitchen@Oven`.
            "#]],
        );
    }
}
