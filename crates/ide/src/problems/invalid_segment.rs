//! `invalid-segment`: a part of a binary pattern that says nothing the BEAM knows.
//!
//! In: the specifier, comma or size. Out: the specifiers there are, and the nearest.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::spelling::{alternatives, nearest};
use syntax::{SEGMENT_SPECIFIERS, SegmentFault};

pub(super) static RULE: Rule = Rule {
    code: "invalid-segment",
    summary: "A segment is `name:size/type-sign-endianness`, each part at most once.",
    example: "data match: [<<tag/word>> -> tag; _ -> nil]",
    better: "data match: [<<tag/integer>> -> tag; _ -> nil]",
};

pub(super) fn words(at: Place, fault: SegmentFault) -> Diagnostic {
    match fault {
        SegmentFault::UnknownSpecifier => unknown(at),
        SegmentFault::DuplicateSpecifier => duplicate(at),
        SegmentFault::TrailingComma => at
            .report(&RULE, "Expected a segment after the comma, found the end of the pattern")
            .hint("Remove the last comma; a binary pattern allows none.")
            .fix(comma(at).remove()),
        SegmentFault::InvalidSize => at
            .report(&RULE, format!("Expected a size after ':', found {}", at.found()))
            .hint("A size is a number or a name bound before, as in `body:len/binary`."),
    }
}

fn unknown(at: Place) -> Diagnostic {
    let known = SEGMENT_SPECIFIERS.concat();
    let diagnostic = at.report(&RULE, format!("Unknown segment specifier {}", at.found()));
    match nearest(at.text(), &known) {
        Some(meant) => diagnostic.hint(format!("Did you mean `{meant}`?")).fix(at.replace(meant)),
        None => diagnostic.hint(format!("Write {}.", alternatives(&known))),
    }
}

fn duplicate(at: Place) -> Diagnostic {
    let title = format!("The segment already has a specifier like {}", at.found());
    let diagnostic = at.report(&RULE, title);
    match SEGMENT_SPECIFIERS.into_iter().find(|group| group.contains(&at.text())) {
        Some(group) => diagnostic.hint(format!("Keep one of {}.", alternatives(group))),
        None => diagnostic,
    }
}

/// The problem is at the comma, or at the closer after it.
fn comma(at: Place) -> Place {
    if at.text() == "," { at } else { at.token_before() }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{ProblemKind::Segment, SegmentFault::*};

    #[test]
    fn near_specifiers_are_suggested() {
        check(
            Segment(UnknownSpecifier),
            "x match: [<<a/«litle»>> -> a]",
            expect![[r#"
                Unknown segment specifier `litle`
                try: Did you mean `little`?
                fix: Replace with `little`
                   | x match: [<<a/little>> -> a]
            "#]],
        );
        check(
            Segment(UnknownSpecifier),
            "x match: [<<a/«word»>> -> a]",
            expect![[r#"
                Unknown segment specifier `word`
                try: Write `integer`, `float`, `binary`, `bytes`, `utf8`, `signed`, `unsigned`, `big`, `little` or `native`.
            "#]],
        );
    }

    #[test]
    fn each_part_comes_once() {
        check(
            Segment(DuplicateSpecifier),
            "x match: [<<a/big-«little»>> -> a]",
            expect![[r#"
                The segment already has a specifier like `little`
                try: Keep one of `big`, `little` or `native`.
            "#]],
        );
    }

    #[test]
    fn commas_separate() {
        check(
            Segment(TrailingComma),
            "x match: [<<a«,» >> -> a]",
            expect![[r#"
                Expected a segment after the comma, found the end of the pattern
                try: Remove the last comma; a binary pattern allows none.
                fix: Remove `,`
                   | x match: [<<a >> -> a]
            "#]],
        );
    }

    #[test]
    fn sizes_are_plain() {
        check(
            Segment(InvalidSize),
            "x match: [<<a:«\"8\"»>> -> a]",
            expect![[r#"
                Expected a size after ':', found `"8"`
                try: A size is a number or a name bound before, as in `body:len/binary`.
            "#]],
        );
    }
}
