//! `missing-annotation`: in a typed class something has no type.
//!
//! In: what has none, and the type that was worked out. Out: where to write it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Span;
use types::{Suggestion, Untyped};

pub(super) static RULE: Rule = Rule {
    code: "missing-annotation",
    summary: "A `typed` class, and every class below it, gives a type to all parameters, results, \
              slots and class variables.",
    example: "typed Value subclass: Pan\n  field: size = 1\n\n  area -> Integer => 3",
    better: "typed Value subclass: Pan\n  field: size :: Integer = 1\n\n  area -> Integer => 3",
};

pub(super) fn words(
    at: Place,
    class: &str,
    what: &Untyped,
    suggestion: Option<&Suggestion>,
) -> Diagnostic {
    let (title, mark) = match what {
        Untyped::Parameter { name, selector } => {
            (format!("Parameter {} of {} has no type", code(name), code(selector)), " :: ")
        }
        Untyped::Result { selector } => {
            (format!("{} does not say what it answers", code(selector)), " -> ")
        }
        Untyped::Slot { name } => (format!("Slot {} has no type", code(name)), " :: "),
        Untyped::ClassVariable { name } => {
            (format!("Class variable {} has no type", code(name)), " :: ")
        }
    };
    let diagnostic = at
        .report(&RULE, title)
        .explanation(format!("{} is typed, or a class above it is.", code(class)));
    let Some(Suggestion { ty, after }) = suggestion else {
        return diagnostic.hint(format!("Write {}.", code(&format!("{}…", mark.trim_start()))));
    };
    let annotation = format!("{mark}{}", ty.for_people());
    let end = Span { start: after.end, end: after.end };
    let label = format!("Insert {}", code(&shown(annotation.trim())));
    diagnostic
        .hint(format!("Write {}.", code(&shown(annotation.trim()))))
        .fix(at.at(end).edit(label, &annotation))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn what_is_known_is_offered() {
        check_program(
            "typed Value subclass: Pan\n  «sizes: n :: Integer => #(n, n + 1)»",
            expect![[r#"
                `sizes:` does not say what it answers
                why: `Pan` is typed, or a class above it is.
                try: Write `-> List(Integer)`.
                fix: Insert `-> List(Integer)`
                   | typed Value subclass: Pan
                   |   sizes: n :: Integer -> List(Integer) => #(n, n + 1)
            "#]],
        );
        check_program(
            "typed Value subclass: Pan\n  «twin => self»",
            expect![[r#"
            `twin` does not say what it answers
            why: `Pan` is typed, or a class above it is.
            try: Write `-> Self`.
            fix: Insert `-> Self`
               | typed Value subclass: Pan
               |   twin -> Self => self
        "#]],
        );
        check_program(
            "typed Actor subclass: Stove\n  «state: mode = #off»",
            expect![[r#"
            Slot `mode` has no type
            why: `Stove` is typed, or a class above it is.
            try: Write `:: Symbol`.
            fix: Insert `:: Symbol`
               | typed Actor subclass: Stove
               |   state: mode :: Symbol = #off
        "#]],
        );
    }

    #[test]
    fn what_is_not_known_is_asked_for() {
        check_program(
            "typed Object subclass: Pan\n  «fry: egg -> Nil => nil»",
            expect![[r#"
            Parameter `egg` of `fry:` has no type
            why: `Pan` is typed, or a class above it is.
            try: Write `:: …`.
        "#]],
        );
        check_program(
            "typed Object subclass: Pan\n  «classState: made = nil»",
            expect![[r#"
            Class variable `made` has no type
            why: `Pan` is typed, or a class above it is.
            try: Write `:: …`.
        "#]],
        );
    }
}
