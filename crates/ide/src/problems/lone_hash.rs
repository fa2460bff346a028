//! `lone-hash`: a `#` with nothing glued to it that it could begin.
//!
//! In: the `#`. Out: what may follow it, and the repair where the next text shows
//! what was meant.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;
use crate::visible::code;
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "lone-hash",
    summary: "`#` directly begins a symbol, a list `#(`, an array `#[` or a map `#{`.",
    example: "menu at: # soup",
    better: "menu at: #soup",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(
        &RULE,
        "Expected a name, an operator, a quoted text or a bracket directly after `#`",
    );
    match repaired(at) {
        Some((meant, fix)) => diagnostic.hint(format!("Write {}.", code(&meant))).fix(fix),
        None => diagnostic.hint(
            "Write `#name` or `#'any text'` for a symbol, `#(1, 2)` for a list, `#[1, 2]` for an \
             array, `#{#key => 1}` for a map.",
        ),
    }
}

/// What was meant by a space after the `#`, or by double quotes.
fn repaired(at: Place) -> Option<(String, Option<Fix>)> {
    let after = at.line_after();
    let apart = after.trim_start();
    if apart.len() < after.len() && apart.starts_with(begins_symbol) {
        let gap = (after.len() - apart.len()) as u32;
        let whole = at.at(Span { start: at.span.start, end: at.span.end.checked_add(gap)? });
        let meant = format!("#{}", apart.split_whitespace().next()?);
        return Some((meant, whole.edit("Remove the space after `#`", "#")));
    }
    let (content, _) = after.strip_prefix('"')?.split_once('"')?;
    let is_plain = !content.is_empty() && !content.contains(['\'', '{', '\\']);
    let meant = format!("#'{content}'");
    let length = content.len() as u32 + 2;
    let whole = at.at(Span { start: at.span.start, end: at.span.end.checked_add(length)? });
    is_plain.then(|| (meant.clone(), whole.replace(&meant)))
}

fn begins_symbol(character: char) -> bool {
    character.is_ascii_alphabetic() || matches!(character, '_' | '(' | '[' | '{' | '\'')
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::LoneHash;

    #[test]
    fn what_follows_shows_what_was_meant() {
        check(
            LoneHash,
            "menu at: «#» soup",
            expect![[r#"
                Expected a name, an operator, a quoted text or a bracket directly after `#`
                try: Write `#soup`.
                fix: Remove the space after `#`
                   | menu at: #soup
            "#]],
        );
        check(
            LoneHash,
            "menu at: «#»\"leek soup\"",
            expect![[r#"
                Expected a name, an operator, a quoted text or a bracket directly after `#`
                try: Write `#'leek soup'`.
                fix: Replace with `#'leek soup'`
                   | menu at: #'leek soup'
            "#]],
        );
    }

    #[test]
    fn otherwise_all_forms_are_listed() {
        check(
            LoneHash,
            "menu at: «#»7",
            expect![[r#"
                Expected a name, an operator, a quoted text or a bracket directly after `#`
                try: Write `#name` or `#'any text'` for a symbol, `#(1, 2)` for a list, `#[1, 2]` for an array, `#{#key => 1}` for a map.
            "#]],
        );
        check(
            LoneHash,
            "«#»",
            expect![[r#"
                Expected a name, an operator, a quoted text or a bracket directly after `#`
                try: Write `#name` or `#'any text'` for a symbol, `#(1, 2)` for a list, `#[1, 2]` for an array, `#{#key => 1}` for a map.
            "#]],
        );
    }
}
