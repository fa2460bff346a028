//! `wrong-result`: a method answers something else than it declares.
//!
//! In: the method, both types, and where it answers. Out: which of the two to change.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Span;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "wrong-result",
    summary: "What a method answers is what it declares after `->`, or more particular.",
    example: "Value subclass: Pan\n  size -> Integer => \"large\"",
    better: "Value subclass: Pan\n  size -> String => \"large\"",
};

/// `unfit` are those of several answers that do not fit, if others do.
pub(super) fn words(
    at: Place,
    method: &str,
    declared: &InferredType,
    answered: &InferredType,
    unfit: &[InferredType],
    answer: Option<Span>,
) -> Diagnostic {
    let (method, answered) = (code(method), code(&answered.for_people().to_string()));
    let title = match declared.is_never() {
        true => format!("{method} is declared never to answer, but answers {answered}"),
        false => {
            let declared = code(&declared.for_people().to_string());
            format!("{method} is declared to answer {declared}, but answers {answered}")
        }
    };
    let mut diagnostic = at.report(&RULE, title);
    if !unfit.is_empty() {
        diagnostic = diagnostic.explanation(format!("{} does not fit.", listed(unfit)));
    }
    let text = answer.map(|span| at.at(span).text()).unwrap_or("");
    match text.is_empty() {
        true => diagnostic,
        false => diagnostic.hint(format!(
            "It answers with {}: change that, or the type after `->`.",
            code(&shown(text))
        )),
    }
}

/// `A`, `B`
pub(super) fn listed(types: &[InferredType]) -> String {
    const SHOWN: usize = 5;
    let names = types.iter().take(SHOWN).map(|it| code(&it.for_people().to_string()));
    let more = if types.len() > SHOWN { ", …" } else { "" };
    names.collect::<Vec<_>>().join(", ") + more
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn both_types_are_named() {
        check_program(
            "Value subclass: Pan\n  «class size -> Integer =>\n    1 + 1\n    ^ #(\"large\")»",
            expect![[r#"
                `Pan class >> size` is declared to answer `Integer`, but answers `List(String)`
                try: It answers with `^ #("large")`: change that, or the type after `->`.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  «burn -> Never => nil»",
            expect![[r#"
            `Pan >> burn` is declared never to answer, but answers `Nil`
            try: It answers with `nil`: change that, or the type after `->`.
        "#]],
        );
    }

    #[test]
    fn of_several_the_one_that_does_not_fit_is_named() {
        check_program(
            "typed Value subclass: Pan\n  «size: big :: Boolean -> Integer =>\n    big ifTrue: [1] ifFalse: [nil]»",
            expect![[r#"
                `Pan >> size:` is declared to answer `Integer`, but answers `Integer | Nil`
                why: `Nil` does not fit.
                try: It answers with `big ifTrue: [1] ifFalse: [nil]`: change that, or the type after `->`.
            "#]],
        );
    }
}
