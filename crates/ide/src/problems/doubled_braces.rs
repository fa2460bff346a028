//! `doubled-braces`: two braces in a string, as other languages escape one.
//!
//! In: the text from brace to brace. Out: escaped braces, or an
//! interpolation. Cannot know which of the two was meant.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "doubled-braces",
    summary: "Doubling a brace in a string does not escape it; a backslash does.",
    example: "\"use {{name}} here\"",
    better: "\"use \\{name\\} here\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, "Doubled braces are not an escape")
        .hint("Write `\\{` and `\\}` for braces that are text, single braces for a value.");
    let content = at.text().strip_prefix("{{").and_then(|text| text.strip_suffix("}}"));
    match content {
        Some(content) => diagnostic
            .fix(at.replace(&format!("\\{{{content}\\}}")))
            .fix(at.replace(&format!("{{{content}}}"))),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault::DoubledBraces, ProblemKind::Lexical};

    #[test]
    fn text_and_value_are_both_offered() {
        check(
            Lexical(DoubledBraces),
            "\"use «{{name}}» here\"",
            expect![[r#"
                Doubled braces are not an escape
                try: Write `\{` and `\}` for braces that are text, single braces for a value.
                fix: Replace with `\{name\}`
                   | "use \{name\} here"
                fix: Replace with `{name}`
                   | "use {name} here"
            "#]],
        );
    }
}
