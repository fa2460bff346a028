//! `not-one-method`: a text that should be one method and is not.
//!
//! In: the text, or what follows the method in it. Out: the method without its class,
//! or the form. Only for methods edited on their own.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "not-one-method",
    summary: "A method edited on its own is exactly one method, with neither class nor `>>`.",
    example: "boil => 100\npour => 4",
    better: "boil => 100",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, format!("Expected one method, found {}", at.found()));
    let Some(class) = class(at) else {
        return diagnostic.hint("Write a header, `=>` and the body, as in `boil => 100`.");
    };
    let side = if class.text().contains(" class") { "class " } else { "" };
    let method = format!("{side}{}", class.line_after());
    diagnostic
        .hint(format!("Write {} without the class.", code(&shown(&method))))
        .fix(class.edit(format!("Remove {}", code(class.text().trim_end())), side))
}

/// `Pan >> ` or `Pan class >> ` before a method.
fn class(at: Place) -> Option<Place> {
    let (class, method) = at.line_from().split_once(">>")?;
    let class = class.trim_end();
    let name = class.strip_suffix(" class").unwrap_or(class).trim_end();
    let length = at.line_from().len() - method.trim_start().len();
    name.split('@').all(is_name).then(|| at.with_length(length))
}

pub(super) fn text_after(at: Place) -> Diagnostic {
    at.report(&RULE, format!("Expected the end of the text after the method, found {}", at.found()))
        .hint(
            "Remove it, or save it separately; statements of the body are indented deeper than \
             the header.",
        )
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::{NotOneMethod, TextAfterMethod};

    #[test]
    fn one_method_is_expected() {
        check(
            NotOneMethod,
            "«3» + 4",
            expect![[r#"
                Expected one method, found `3`
                try: Write a header, `=>` and the body, as in `boil => 100`.
            "#]],
        );
    }

    #[test]
    fn the_class_is_known() {
        check(
            NotOneMethod,
            "«Pan» >> heat => 1",
            expect![[r#"
                Expected one method, found `Pan`
                try: Write `heat => 1` without the class.
                fix: Remove `Pan >>`
                   | heat => 1
            "#]],
        );
        check(
            NotOneMethod,
            "«kitchen»@Pan class >> heat => 1",
            expect![[r#"
                Expected one method, found `kitchen`
                try: Write `class heat => 1` without the class.
                fix: Remove `kitchen@Pan class >>`
                   | class heat => 1
            "#]],
        );
    }

    #[test]
    fn nothing_follows_it() {
        check(
            TextAfterMethod,
            "heat => 100\n«cool» => 4",
            expect![[r#"
                Expected the end of the text after the method, found `cool`
                try: Remove it, or save it separately; statements of the body are indented deeper than the header.
            "#]],
        );
    }
}
