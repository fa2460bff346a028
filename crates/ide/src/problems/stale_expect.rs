//! `stale-expect`: an `@expect` that silences nothing.
//!
//! In: the directive, with its reason. Out: the text without it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "stale-expect",
    summary: "`@expect` stands before what has the problem that it names.",
    example: "@expect dnu\npan := 3",
    better: "pan := 3",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let (directive, reason) = match at.text().split_once('"') {
        Some((directive, reason)) => (directive.trim_end(), reason.strip_suffix('"')),
        None => (at.text(), None),
    };
    let title = format!("{} silences nothing", code(&shown(directive)));
    let title = match reason {
        Some(reason) => format!("{title} (reason given: {})", shown(reason)),
        None => title,
    };
    at.report(&RULE, title)
        .explanation(
            "What follows it has no problem of that sort: a directive before a statement \
                      does not reach problems of the whole method.",
        )
        .hint("Remove it.")
        .fix(whole_lines(at).edit("Remove the directive", ""))
}

/// With the line end, where the directive has its lines for itself.
fn whole_lines(at: Place) -> Place {
    let indent = at.line_before().len() as u32;
    let rest = at.line_after();
    if !at.begins_line() || !rest.trim().is_empty() {
        return at;
    }
    let line_end = match at.after().get(rest.len()..) {
        Some(after) if after.starts_with("\r\n") => 2,
        Some(after) if after.starts_with('\n') => 1,
        _ => 0,
    };
    let Span { start, end } = at.span;
    let start = start.saturating_sub(indent);
    at.at(Span { start, end: end.saturating_add(rest.len() as u32 + line_end) })
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_line_goes() {
        check_program(
            "Object subclass: Pan\n  stir =>\n    «@expect dnu \"so far\"»\n    self",
            expect![[r#"
                `@expect dnu` silences nothing (reason given: so far)
                why: What follows it has no problem of that sort: a directive before a statement does not reach problems of the whole method.
                try: Remove it.
                fix: Remove the directive
                   | Object subclass: Pan
                   |   stir =>
                   |     self
            "#]],
        );
        check_program(
            "Object subclass: Pan\n  «@expect unused»\n  stir => self",
            expect![[r#"
            `@expect unused` silences nothing
            why: What follows it has no problem of that sort: a directive before a statement does not reach problems of the whole method.
            try: Remove it.
            fix: Remove the directive
               | Object subclass: Pan
               |   stir => self
        "#]],
        );
        check_program(
            "«@expect type»\npan := 3",
            expect![[r#"
            `@expect type` silences nothing
            why: What follows it has no problem of that sort: a directive before a statement does not reach problems of the whole method.
            try: Remove it.
            fix: Remove the directive
               | pan := 3
        "#]],
        );
    }
}
