//! `invisible-character`: a character in a string or comment that nobody sees.
//!
//! In: the character. Out: its number and name. A warning: text may need it, but
//! one that reverses the direction can make code read differently than it runs.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible;

pub(super) static RULE: Rule = Rule {
    code: "invisible-character",
    summary: "Characters that change how text is shown, without being seen, do not belong in \
              source.",
    example: "role := \"cook\u{202E}\"",
    better: "role := \"cook\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let character = at.text().chars().next();
    let described = match character.map(|it| (visible::number(it), visible::name(it))) {
        Some((number, Some(name))) => format!(" {number} ({name})"),
        Some((number, None)) => format!(" {number}"),
        None => String::new(),
    };
    let diagnostic = at
        .report(&RULE, format!("Found the invisible character{described}"))
        .explanation("What is shown here may differ from what is run.")
        .hint("Remove it; where a program needs it, build it from its number.");
    match character {
        Some(character) => {
            diagnostic.fix(at.edit(format!("Remove {}", visible::number(character)), ""))
        }
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::InvisibleCharacter;

    #[test]
    fn hidden_characters_are_named() {
        check(
            InvisibleCharacter,
            "role := \"cook«\u{202E}»\"",
            expect![[r#"
                Found the invisible character U+202E (text direction control)
                why: What is shown here may differ from what is run.
                try: Remove it; where a program needs it, build it from its number.
                fix: Remove U+202E
                   | role := "cook"
            "#]],
        );
    }
}
