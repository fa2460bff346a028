//! `foreign-field`: a field of something else than `self`.
//!
//! In: the access. Out: the message that asks for it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, capitalised};
use crate::visible::{code, shown};
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "foreign-field",
    summary: "An object's fields are its own: `self.field` is the only access; others are asked \
              with a message.",
    example: "Value subclass: Pan\n  field: size = 1\n\n  fits: lid => self.size =:= lid.size",
    better: "Value subclass: Pan\n  field: size = 1\n\n  fits: lid => self.size =:= lid size",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let title = format!("Only the fields of `self` can be reached, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    let Some((owner, field)) = at.text().rsplit_once('.') else { return diagnostic };
    if at.after().trim_start().starts_with(":=") {
        let copy = format!("{} with{}: …", owner.trim_end(), capitalised(field.trim()));
        return diagnostic.hint(format!(
            "Only the object itself changes its fields; a value answers a copy: {}.",
            code(&shown(&copy))
        ));
    }
    let message = format!("{} {}", owner.trim_end(), field);
    let dot = Span { start: at.span.start.saturating_add(owner.len() as u32), end: at.span.end };
    diagnostic
        .hint(format!("Send a message: {}.", code(&shown(&message))))
        .fix(at.at(dot).edit("Send a message", &format!(" {field}")))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn an_access_becomes_a_message() {
        check_program(
            "lid := 1\n«lid.size»",
            expect![[r#"
                Only the fields of `self` can be reached, found `lid.size`
                try: Send a message: `lid size`.
                fix: Send a message
                   | lid := 1
                   | lid size
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  field: lid\n\n  size => «self.lid.size» + 1",
            expect![[r#"
                Only the fields of `self` can be reached, found `self.lid.size`
                try: Send a message: `self.lid size`.
                fix: Send a message
                   | Value subclass: Pan
                   |   field: lid
                   | 
                   |   size => self.lid size + 1
            "#]],
        );
    }

    #[test]
    fn an_assignment_has_no_simple_way_out() {
        check_program(
            "lid := 1\n«lid.size» := 3",
            expect![[r#"
                Only the fields of `self` can be reached, found `lid.size`
                try: Only the object itself changes its fields; a value answers a copy: `lid withSize: …`.
            "#]],
        );
    }
}
