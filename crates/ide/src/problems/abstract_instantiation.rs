//! `abstract-instantiation`: a new object of an abstract class.
//!
//! In: the send, the class and the selector. Out: whom to send it to instead.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "abstract-instantiation",
    summary: "An abstract class has no instances; the classes that inherit from it have.",
    example: "abstract Value subclass: Pan\n\npan := Pan new",
    better: "abstract Value subclass: Pan\n\nPan subclass: Wok\n\npan := Wok new",
};

pub(super) fn words(at: Place, class: &str, selector: &str) -> Diagnostic {
    let (class, selector) = (code(class), code(selector));
    at.report(&RULE, format!("{class} is abstract: {selector} cannot make an instance of it"))
        .hint(format!("Send {selector} to a class that inherits from {class}."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_send_is_marked() {
        check_program(
            "abstract Actor subclass: Stove\n\n«Stove spawnWith: #{}»",
            expect![[r#"
                `Stove` is abstract: `spawnWith:` cannot make an instance of it
                try: Send `spawnWith:` to a class that inherits from `Stove`.
            "#]],
        );
        check_program(
            "x := «Number new»",
            expect![[r#"
                `Number` is abstract: `new` cannot make an instance of it
                try: Send `new` to a class that inherits from `Number`.
            "#]],
        );
    }
}
