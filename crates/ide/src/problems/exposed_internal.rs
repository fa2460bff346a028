//! `exposed-internal`: something internal in what everybody sees.
//!
//! In: what it is, and what shows it. Out: which of the two to change.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{Exposed, Internal};

pub(super) static RULE: Rule = Rule {
    code: "exposed-internal",
    summary: "What other packages see names nothing that is `internal`.",
    example: "internal type Heat = #low | #high\n\nObject subclass: Pan\n  heat -> Heat => #low",
    better: "type Heat = #low | #high\n\nObject subclass: Pan\n  heat -> Heat => #low",
};

pub(super) fn words(at: Place, sort: Internal, name: &str, by: &Exposed) -> Diagnostic {
    let sort = match sort {
        Internal::Class => "Class",
        Internal::Alias => "Alias",
    };
    let by = match by {
        Exposed::Method(selector) => format!("method {}", code(selector)),
        Exposed::Protocol(protocol) => format!("protocol {}", code(protocol)),
        Exposed::Alias(alias) => format!("alias {}", code(alias)),
    };
    let hint = match by.starts_with("protocol") {
        true => format!("Make {} public.", code(name)),
        false => format!("Make the {by} internal, or {} public.", code(name)),
    };
    at.report(&RULE, format!("{sort} {} is internal, but {by} shows it to all", code(name)))
        .explanation("Other packages could not write the type of what they get or give.")
        .hint(hint)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn both_are_named() {
        check_program(
            "internal Object subclass: Ladle\n\nObject subclass: Pan\n  dip: it :: «Ladle» | Nil => it",
            expect![[r#"
                Class `Ladle` is internal, but method `dip:` shows it to all
                why: Other packages could not write the type of what they get or give.
                try: Make the method `dip:` internal, or `Ladle` public.
            "#]],
        );
        check_program(
            "internal type Heat = #low\ntype Fire = List(«Heat»)",
            expect![[r#"
            Alias `Heat` is internal, but alias `Fire` shows it to all
            why: Other packages could not write the type of what they get or give.
            try: Make the alias `Fire` internal, or `Heat` public.
        "#]],
        );
    }
}
