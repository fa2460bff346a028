//! `shadowed-block-param`: a parameter of a block that hides a variable.
//!
//! In: the parameter, and where the variable is introduced. Out: to choose another name.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "shadowed-block-param",
    summary: "A parameter of a block has a name of its own: the variable that it hides cannot be reached.",
    example: "pan := 3\n#(1, 2) collect: [:pan | pan + 1]",
    better: "pan := 3\n#(1, 2) collect: [:each | each + 1]",
};

pub(super) fn words(at: Place, outer: Span) -> Diagnostic {
    let place = at.above(outer);
    at.report(&RULE, format!("{} hides the variable introduced {place}", at.found()))
        .hint("Give the parameter another name.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_inner_name_is_marked() {
        check_program(
            "pan := 3\n#(1, 2) collect: [:«pan» | pan + 1]",
            expect![[r#"
            `pan` hides the variable introduced on the line above
            try: Give the parameter another name.
        "#]],
        );
        check_program(
            "[:pan | [:«pan» | pan]]",
            expect![[r#"
            `pan` hides the variable introduced on this line
            try: Give the parameter another name.
        "#]],
        );
    }
}
