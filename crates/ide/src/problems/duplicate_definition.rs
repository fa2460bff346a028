//! `duplicate-definition`: a class, protocol or alias whose name is taken.
//!
//! In: the name, and who has it. Out: where that is.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Definer;

pub(super) static RULE: Rule = Rule {
    code: "duplicate-definition",
    summary: "Classes, protocols and type aliases share one space of names, and each name is \
              defined once in a program.",
    example: "Object subclass: Pan\n\ntype Pan = #wok | #skillet",
    better: "Object subclass: Pan\n\ntype PanShape = #wok | #skillet",
};

pub(super) fn words(at: Place, first: &Definer) -> Diagnostic {
    at.report(&RULE, format!("{} is defined twice", at.found()))
        .explanation(format!("The first definition is {}.", where_it_is(at, first)))
        .hint("Give one of them another name: classes, protocols and aliases share all names.")
}

/// The place of the definition that came first, for a sentence.
pub(super) fn where_it_is(at: Place, first: &Definer) -> String {
    match first {
        Definer::Here(span) => at.above(*span),
        Definer::File(file) => format!("in {}", code(file)),
        Definer::Library => "in the class library".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_meaning, check_program, expect};
    use types::{Definer, ProblemKind};

    #[test]
    fn the_first_definition_is_named() {
        check_program(
            "Object subclass: Pan\n\nActor subclass: «Pan»",
            expect![[r#"
                `Pan` is defined twice
                why: The first definition is 2 lines above.
                try: Give one of them another name: classes, protocols and aliases share all names.
            "#]],
        );
        check_program(
            "type «Integer» = #few | #many",
            expect![[r#"
                `Integer` is defined twice
                why: The first definition is in the class library.
                try: Give one of them another name: classes, protocols and aliases share all names.
            "#]],
        );
        check_meaning(
            ProblemKind::DuplicateDefinition(Definer::File(hierarchy::Name::from(
                "kitchen/pan.bt",
            ))),
            "Object subclass: «Pan»",
            expect![[r#"
                `Pan` is defined twice
                why: The first definition is in `kitchen/pan.bt`.
                try: Give one of them another name: classes, protocols and aliases share all names.
            "#]],
        );
    }
}
