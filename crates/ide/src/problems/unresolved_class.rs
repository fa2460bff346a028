//! `unresolved-class`: a class that nobody knows.
//!
//! In: the name, what it is named for, and a name like it. Out: that one.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::ClassRole;

pub(super) static RULE: Rule = Rule {
    code: "unresolved-class",
    summary: "A name that begins with a capital is a class, a protocol or an alias that is defined.",
    example: "Object subclass: Pan\n\nPann name",
    better: "Object subclass: Pan\n\nPan name",
};

pub(super) fn words(at: Place, role: ClassRole, meant: Option<&str>) -> Diagnostic {
    let what = match role {
        ClassRole::Object | ClassRole::Superclass | ClassRole::Extended => "class",
        ClassRole::Type => "class, protocol or alias",
    };
    let diagnostic = at.report(&RULE, format!("There is no {what} {}", at.found()));
    let diagnostic = match role {
        ClassRole::Object => diagnostic.explanation("Sending it a message would fail."),
        ClassRole::Superclass => {
            diagnostic.explanation("What the class would inherit from it is not known.")
        }
        ClassRole::Extended => diagnostic.explanation("Nothing would ever ask this method."),
        ClassRole::Type => diagnostic.explanation("A value of this type could be anything."),
    };
    match meant {
        Some(meant) => {
            diagnostic.hint(format!("Did you mean {}?", code(meant))).fix(at.replace(meant))
        }
        None => diagnostic.hint("Define it, or add the package that does."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn a_name_nearby_is_suggested() {
        check_program(
            "Object subclass: Pan\n\n«Pann» name",
            expect![[r#"
            There is no class `Pann`
            why: Sending it a message would fail.
            try: Did you mean `Pan`?
            fix: Replace with `Pan`
               | Object subclass: Pan
               | 
               | Pan name
        "#]],
        );
        check_program(
            "«Zebra» stripes",
            expect![[r#"
            There is no class `Zebra`
            why: Sending it a message would fail.
            try: Define it, or add the package that does.
        "#]],
        );
    }

    #[test]
    fn every_role_says_what_comes_of_it() {
        check_program(
            "«Objct» subclass: Pan",
            expect![[r#"
            There is no class `Objct`
            why: What the class would inherit from it is not known.
            try: Did you mean `Object`?
            fix: Replace with `Object`
               | Object subclass: Pan
        "#]],
        );
        check_program(
            "«Intger» >> dozens => self * 12",
            expect![[r#"
            There is no class `Intger`
            why: Nothing would ever ask this method.
            try: Did you mean `Integer`?
            fix: Replace with `Integer`
               | Integer >> dozens => self * 12
        "#]],
        );
        check_program(
            "type Heat = #low | #high\n\nObject subclass: Pan\n  warm: _to :: «Heet» => 1",
            expect![[r#"
                There is no class, protocol or alias `Heet`
                why: A value of this type could be anything.
                try: Did you mean `Heat`?
                fix: Replace with `Heat`
                   | type Heat = #low | #high
                   | 
                   | Object subclass: Pan
                   |   warm: _to :: Heat => 1
            "#]],
        );
    }
}
