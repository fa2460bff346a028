//! `invalid-handle-scope`: `handleScope:` without a symbol, or after the header.
//!
//! In: the token instead of the symbol, or the misplaced keyword. Out: the symbol,
//! or where the line belongs.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};

pub(super) static RULE: Rule = Rule {
    code: "invalid-handle-scope",
    summary: "`handleScope:` takes a symbol and ends the class header, before any member.",
    example: "Object subclass: Kettle\n  handleScope: node",
    better: "Object subclass: Kettle\n  handleScope: #node",
};

/// The place is the token instead of the symbol.
pub(super) fn not_symbol(at: Place) -> Diagnostic {
    let title = format!("Expected a symbol after `handleScope:`, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    let word = at.text().trim_matches('"');
    match is_name(word) {
        true => diagnostic.hint(format!("Write `#{word}`.")).fix(at.replace(&format!("#{word}"))),
        false => diagnostic.hint("Write the scope as a symbol, as in `handleScope: #node`."),
    }
}

/// The place is the keyword.
pub(super) fn among_members(at: Place) -> Diagnostic {
    at.report(&RULE, "`handleScope:` stands after a member of the class")
        .hint("Move it directly below the `subclass:` line, before the first member.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::{HandleScopeAmongMembers, HandleScopeNotSymbol};

    #[test]
    fn a_word_becomes_its_symbol() {
        check(
            HandleScopeNotSymbol,
            "Object subclass: Pan\n  handleScope: «node»",
            expect![[r#"
                Expected a symbol after `handleScope:`, found `node`
                try: Write `#node`.
                fix: Replace with `#node`
                   | Object subclass: Pan
                   |   handleScope: #node
            "#]],
        );
        check(
            HandleScopeNotSymbol,
            "Object subclass: Pan\n  handleScope: «3»",
            expect![[r#"
                Expected a symbol after `handleScope:`, found `3`
                try: Write the scope as a symbol, as in `handleScope: #node`.
            "#]],
        );
    }

    #[test]
    fn the_header_comes_first() {
        check(
            HandleScopeAmongMembers,
            "Object subclass: Pan\n  state: heat = 0\n  «handleScope:» #node",
            expect![[r#"
                `handleScope:` stands after a member of the class
                try: Move it directly below the `subclass:` line, before the first member.
            "#]],
        );
    }
}
