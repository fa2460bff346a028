//! `duplicate-method`: one selector twice on one side of a class.
//!
//! In: the selector, and where it stands first. Out: both ways to go on.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "duplicate-method",
    summary: "A class defines each selector once for its instances and once for itself.",
    example: "Object subclass: Pan\n  stir => 1\n  stir => 2",
    better: "Object subclass: Pan\n  stir => 1\n  class stir => 2",
};

/// The place is the selector or its first keyword.
pub(super) fn words(at: Place, is_class_side: bool, first: Span) -> Diagnostic {
    let side = if is_class_side { " on the class side" } else { "" };
    at.report(&RULE, format!("{} is defined twice{side}", at.found()))
        .explanation(format!("The first definition is {}.", at.above(first)))
        .hint("Remove one of them, or give it another selector.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_side_is_named() {
        check_program(
            "Object subclass: Pan\n  heat: n for: _m => n\n  «heat:» n for: m => m",
            expect![[r#"
                `heat:` is defined twice
                why: The first definition is on the line above.
                try: Remove one of them, or give it another selector.
            "#]],
        );
        check_program(
            "Object subclass: Pan\n  class new => 1\n  class «new» => 2",
            expect![[r#"
                `new` is defined twice on the class side
                why: The first definition is on the line above.
                try: Remove one of them, or give it another selector.
            "#]],
        );
    }
}
