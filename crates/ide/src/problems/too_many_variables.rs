//! `too-many-variables`: a method with more variables than the BEAM can hand on.
//!
//! In: the first one beyond the limit. Out: the limit.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::limits::VARIABLES;

pub(super) static RULE: Rule = Rule {
    code: "too-many-variables",
    summary: "A method has at most 200 variables and parameters, those of its blocks included.",
    example: "[:first :second … 300 of them … | first]",
    better: "[:all | all first]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("With {} there are more than {VARIABLES} variables", at.found()))
        .explanation("A loop hands its variables on as arguments, and the BEAM takes at most 255.")
        .hint("Keep several values in one list or dictionary, or divide the method.")
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check_program, expect};
    use types::limits::VARIABLES;

    #[test]
    fn the_first_beyond_the_limit_is_marked() {
        assert!(RULE.summary.contains(&format!("at most {VARIABLES} variables")));
        let names: String = (0..VARIABLES).map(|it| format!(":p{it} ")).collect();
        check_program(
            &format!("[{names} :«more» | p0]"),
            expect![[r#"
                With `more` there are more than 200 variables
                why: A loop hands its variables on as arguments, and the BEAM takes at most 255.
                try: Keep several values in one list or dictionary, or divide the method.
            "#]],
        );
    }
}
