//! `repeated-pattern-name`: a pattern that binds one name twice.
//!
//! In: the name where it stands again. Out: how to compare both parts.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "repeated-pattern-name",
    summary: "A pattern binds a name once. Only in an array in a match arm may it stand again: \
              both elements are then equal.",
    example: "pair := 1\npair match: [{a, a} -> #same; _ -> #other]",
    better: "pair := 1\npair match: [{a, b} when: [a =:= b] -> #same; _ -> #other]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let name = shown(at.text());
    let guard = code(&format!("when: [{name} =:= other]"));
    at.report(&RULE, format!("{} is bound twice in one pattern", code(&name)))
        .hint(format!("Give it another name, and compare both if they must be equal: {guard}."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_second_one_is_marked() {
        check_program(
            "{a, {b, «a»}} := nil",
            expect![[r#"
                `a` is bound twice in one pattern
                try: Give it another name, and compare both if they must be equal: `when: [a =:= other]`.
            "#]],
        );
    }
}
