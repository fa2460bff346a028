//! `single-colon-type`: a type after one colon.
//!
//! In: `name:` where the colon is glued to the name, else the colon alone. Out: the
//! same with `::`. Both are read as if it had been written.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};

pub(super) static RULE: Rule = Rule {
    code: "single-colon-type",
    summary: "A type follows its name after `::`; a single colon makes a keyword.",
    example: "Object subclass: Kettle\n  pour: cups: Integer => cups",
    better: "Object subclass: Kettle\n  pour: cups :: Integer => cups",
};

/// `pour: cups: Integer`; the place is `cups:`.
pub(super) fn glued(at: Place) -> Diagnostic {
    let name = at.text().trim_end_matches(':');
    let space = if at.after().starts_with(char::is_whitespace) { "" } else { " " };
    advise(at, name).fix(match is_name(name) {
        true => at.replace(&format!("{name} ::{space}")),
        false => None,
    })
}

/// `pour: cups : Integer`; the place is the `:`.
pub(super) fn apart(at: Place) -> Diagnostic {
    advise(at, at.word_before()).fix(match at.text() {
        ":" => at.replace("::"),
        _ => None,
    })
}

fn advise(at: Place, name: &str) -> Diagnostic {
    let ty = match at.word_after() {
        "" => "Type",
        word => word,
    };
    match name {
        "" => at.report(&RULE, "Expected '::' before a type").hint(format!("Write `:: {ty}`.")),
        name => at
            .report(&RULE, format!("Expected '::' between `{name}` and its type, found ':'"))
            .hint(format!("Write `{name} :: {ty}`.")),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::{ColonStyleParameter, SingleColonType};

    #[test]
    fn the_colon_is_doubled_wherever_it_stands() {
        check(
            ColonStyleParameter,
            "Object subclass: Pan\n  heat: «degrees:» Integer => degrees",
            expect![[r#"
                Expected '::' between `degrees` and its type, found ':'
                try: Write `degrees :: Integer`.
                fix: Replace with `degrees ::`
                   | Object subclass: Pan
                   |   heat: degrees :: Integer => degrees
            "#]],
        );
        check(
            SingleColonType,
            "Actor subclass: Pan\n  state: heat «:» Integer = 0",
            expect![[r#"
                Expected '::' between `heat` and its type, found ':'
                try: Write `heat :: Integer`.
                fix: Replace with `::`
                   | Actor subclass: Pan
                   |   state: heat :: Integer = 0
            "#]],
        );
    }
}
