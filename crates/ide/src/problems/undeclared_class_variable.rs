//! `undeclared-class-variable`: `self.name` in a class method of a class that has
//! no variable of that name.
//!
//! In: the name, the class, and whether instances have such a slot. Out: the
//! declaration.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "undeclared-class-variable",
    summary: "In a class method `self.name` is a variable of the class, declared with \
              `classState:`.",
    example: "Object subclass: Pan\n  class count => self.made",
    better: "Object subclass: Pan\n  classState: made = 0\n\n  class count => self.made",
};

pub(super) fn words(at: Place, class: &str, is_slot: bool) -> Diagnostic {
    let declaration = code(&format!("classState: {} = …", shown(at.text())));
    let title = format!("{} has no class variable {}", code(class), at.found());
    let diagnostic = at.report(&RULE, title);
    match is_slot {
        true => diagnostic
            .explanation("Instances have a slot of that name, but `self` is the class here.")
            .hint(format!("Ask an instance, or declare {declaration}.")),
        false => diagnostic.hint(format!("Declare it: {declaration}.")),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn slots_of_instances_are_no_variables_of_the_class() {
        check_program(
            "Object subclass: Pan\n  class made => self.«made»",
            expect![[r#"
                `Pan` has no class variable `made`
                try: Declare it: `classState: made = …`.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  field: size = 1\n\n  class big => self.«size»",
            expect![[r#"
                `Pan` has no class variable `size`
                why: Instances have a slot of that name, but `self` is the class here.
                try: Ask an instance, or declare `classState: size = …`.
            "#]],
        );
    }
}
