//! `incompatible-override`: a method takes something else than the inherited one.
//!
//! In: the inherited method, the parameter, and both types. Out: what to take.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "incompatible-override",
    summary: "A method takes what the inherited method of its name takes: who sends it knows only \
              that one.",
    example: "Object subclass: Pan\n  heat: degrees :: Integer => degrees\n\n\
              Pan subclass: Wok\n  heat: flame :: String => flame",
    better: "Object subclass: Pan\n  heat: degrees :: Integer => degrees\n\n\
             Pan subclass: Wok\n  heat: degrees :: Number => degrees",
};

pub(super) fn words(
    at: Place,
    method: &str,
    (position, name): (usize, Option<&str>),
    declared: &InferredType,
    inherited: &InferredType,
) -> Diagnostic {
    let parameter = match name {
        Some(name) => format!("parameter {position}, {},", code(name)),
        None => format!("parameter {position}"),
    };
    let (declared, inherited) = (declared.for_people().to_string(), inherited.for_people());
    let inherited = code(&inherited.to_string());
    let title =
        format!("{parameter} is {} here, but {inherited} in {}", code(&declared), code(method));
    let mut letters = title.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    at.report(&RULE, title)
        .explanation("Who sends the message may have an instance of either class.")
        .hint(format!("Take {inherited} or more, or use another selector."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn position_and_types_are_named() {
        check_program(
            "Object subclass: Pan\n  heat: a :: Integer to: b :: Integer => #(a, b)\n\n\
             Pan subclass: Wok\n  «heat: a :: Integer to: b :: String | Nil => #(a, b)»",
            expect![[r#"
                Parameter 2, `b`, is `String | Nil` here, but `Integer` in `Pan >> heat:to:`
                why: Who sends the message may have an instance of either class.
                try: Take `Integer` or more, or use another selector.
            "#]],
        );
    }
}
