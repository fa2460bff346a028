//! `misplaced-method`: a `=>` with no method header or map key before it.
//!
//! In: the `=>`. Out: where a method may stand, if its line reads like a header. Sees
//! that line, not the class around it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name, is_operator};
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "misplaced-method",
    summary: "A method stands in a class, in the column of its siblings, or after `Class >>`.",
    example: "Object subclass: Kettle\n  boil => 1\n    pour => 2",
    better: "Object subclass: Kettle\n  boil => 1\n  pour => 2",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let header = at.line_before().trim();
    let diagnostic = at.report(&RULE, "expected expression, found =>");
    if !is_header(header) {
        return diagnostic.hint(
            "`=>` stands after a method header, or after a key in a map `#{…}`; a block is \
             written `[:each | …]`.",
        );
    }
    let written = code(&shown(header));
    let diagnostic = diagnostic.explanation(format!(
        "{written} reads like a method header, but no method can begin here."
    ));
    match at.line_before().starts_with([' ', '\t']) {
        true => diagnostic.hint(format!(
            "Inside a class, begin {written} in the same column as the method above it."
        )),
        false => diagnostic.hint(format!(
            "Indent it below the class it belongs to, or name the class: {}.",
            code(&format!("Class >> {} => …", shown(header)))
        )),
    }
}

/// Whether a line could be a method header: a word alone or before its type, or
/// something that begins with a keyword or an operator.
fn is_header(line: &str) -> bool {
    let is_modifier = |word: &&str| matches!(*word, "class" | "sealed" | "internal");
    let mut words = line.split_whitespace().skip_while(is_modifier);
    match (words.next(), words.next()) {
        (Some(word), None | Some("->" | "::")) => is_name(word),
        (Some(word), Some(_)) => is_operator(word) || word.strip_suffix(':').is_some_and(is_name),
        (None, _) => !line.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MisplacedHeader;

    #[test]
    fn members_share_a_column() {
        check(
            MisplacedHeader,
            "Object subclass: Kettle\n  boil => 1\n    pour: cups «=>» 2",
            expect![[r#"
                expected expression, found =>
                why: `pour: cups` reads like a method header, but no method can begin here.
                try: Inside a class, begin `pour: cups` in the same column as the method above it.
            "#]],
        );
    }

    #[test]
    fn outside_a_class_the_class_is_named() {
        check(
            MisplacedHeader,
            "pour «=>» 2",
            expect![[r#"
                expected expression, found =>
                why: `pour` reads like a method header, but no method can begin here.
                try: Indent it below the class it belongs to, or name the class: `Class >> pour => …`.
            "#]],
        );
    }

    #[test]
    fn other_arrows_get_other_advice() {
        for text in ["pans collect: each «=>» each heat", "lid := «=>» 3", "«=>» 3"] {
            check(
                MisplacedHeader,
                text,
                expect![[r#"
                    expected expression, found =>
                    try: `=>` stands after a method header, or after a key in a map `#{…}`; a block is written `[:each | …]`.
                "#]],
            );
        }
    }
}
