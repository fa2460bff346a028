//! `unmet-bound`: a type argument that lacks what its parameter asks for.
//!
//! In: whose parameter, the protocol, the argument, and what it lacks. Out: the list.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{InferredType, Lack};

pub(super) static RULE: Rule = Rule {
    code: "unmet-bound",
    summary: "A type argument understands all messages of the protocol that its parameter is \
              declared with.",
    example: "Protocol define: Edible\n  taste -> Symbol\n\n\
              Value subclass: Bowl(T :: Edible)\n  field: content :: T\n\n\
              Object subclass: Kitchen\n  wash: bowl :: Bowl(Integer) => bowl",
    better: "Protocol define: Edible\n  taste -> Symbol\n\n\
             Value subclass: Egg\n  taste -> Symbol => #bland\n\n\
             Value subclass: Bowl(T :: Edible)\n  field: content :: T\n\n\
             Object subclass: Kitchen\n  wash: bowl :: Bowl(Egg) => bowl",
};

pub(super) fn words(
    at: Place,
    whose: &str,
    bound: &str,
    argument: &InferredType,
    lacks: &[Lack],
    is_partial: bool,
) -> Diagnostic {
    let (argument, bound) = (code(&argument.for_people().to_string()), code(bound));
    let title = match is_partial {
        true => format!("Not all of {argument} is {bound}, which {} asks for", code(whose)),
        false => format!("{argument} is not {bound}, which {} asks for", code(whose)),
    };
    let lack = |it: &Lack| {
        let missing = it.missing.iter().take(4).map(|it| code(&it.to_string()));
        let more = if it.missing.len() > 4 { ", …" } else { "" };
        let missing = missing.collect::<Vec<_>>().join(", ");
        format!("{} lacks {missing}{more}", code(&it.ty.for_people().to_string()))
    };
    let lacks: Vec<String> = lacks.iter().take(3).map(lack).collect();
    let diagnostic = at.report(&RULE, title);
    match lacks.is_empty() {
        true => diagnostic,
        false => diagnostic.explanation(format!("{}.", lacks.join("; "))),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn what_is_missing_is_listed() {
        let text = |argument| {
            format!(
                "Protocol define: Edible\n  taste -> Symbol\n  peel: n\n\n\
                 Value subclass: Egg\n  taste -> Symbol => #bland\n  peel: n => n\n\n\
                 Value subclass: Bowl(T :: Edible)\n  field: content :: T\n\n\
                 Bowl({argument}) subclass: Cup"
            )
        };
        check_program(
            &text("«Integer»"),
            expect![[r#"
            `Integer` is not `Edible`, which `Bowl(T :: Edible)` asks for
            why: `Integer` lacks `taste`, `peel:`.
        "#]],
        );
        check_program(
            &text("«Egg | Nil»"),
            expect![[r#"
            Not all of `Egg | Nil` is `Edible`, which `Bowl(T :: Edible)` asks for
            why: `Nil` lacks `taste`, `peel:`.
        "#]],
        );
    }
}
