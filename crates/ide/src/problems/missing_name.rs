//! `missing-name`: something else where a name has to stand.
//!
//! In: the token found, and what the name would have named. Out: the name taken
//! from that token where it holds one, as in `#Pan` or `"Pan"` for `Pan`.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, capitalised, is_name};
use crate::visible::{code, shown};
use syntax::NameRole;

pub(super) static RULE: Rule = Rule {
    code: "missing-name",
    summary: "A declaration, parameter, pattern or qualified class has a plain name.",
    example: "Object subclass: #Kettle",
    better: "Object subclass: Kettle",
};

pub(super) fn words(at: Place, role: NameRole) -> Diagnostic {
    let last = at.token_before();
    let title = match last.text() {
        // What stands on the next line is none of it.
        _ if at.text() == "native:" => "Expected a module name after `native:`".into(),
        "" => format!("Expected {}, found {}", name(role), at.found()),
        token => {
            format!("Expected {} after {}, found {}", name(role), code(&shown(token)), at.found())
        }
    };
    let diagnostic = at.report(&RULE, title);
    match repaired(at, role) {
        Some(name) if role == NameRole::BlockParameter => diagnostic
            .hint(format!("Put a space between the parameters: `:{name}{}`.", at.word_after()))
            .fix(at.replace(&name)),
        Some(name) => diagnostic.hint(format!("Write {}.", code(&name))).fix(at.replace(&name)),
        None => diagnostic.hint(advice(role)),
    }
}

fn name(role: NameRole) -> &'static str {
    match role {
        NameRole::BlockParameter => "a block parameter",
        NameRole::Class => "a class name",
        NameRole::NativeModule => "a module name",
        NameRole::State | NameRole::Field | NameRole::ClassState => "a name",
        NameRole::Parameter => "a parameter name",
        NameRole::Protocol | NameRole::ExtendedProtocol | NameRole::TypeBound => "a protocol name",
        NameRole::TypeParameter => "a type parameter",
        NameRole::PackageClass | NameRole::ClassTest => "a class name",
        NameRole::Spread => "a name",
        NameRole::Segment => "a name or `_`",
    }
}

fn advice(role: NameRole) -> &'static str {
    match role {
        NameRole::BlockParameter => "Write the parameter, as in `[:each | each heat]`.",
        NameRole::Class => "Write the name, as in `Object subclass: Kettle`.",
        NameRole::NativeModule => {
            "Write the Erlang module on the same line, as in `native: kettle_port`."
        }
        NameRole::State => "Write the name, as in `state: heat = 0`.",
        NameRole::Field => "Write the name, as in `field: heat = 0`.",
        NameRole::ClassState => "Write the name, as in `classState: count = 0`.",
        NameRole::Parameter => "Write the parameter, as in `pour: cups => …`.",
        NameRole::Protocol => "Write the name, as in `Protocol define: Heatable`.",
        NameRole::ExtendedProtocol => "Write the name, as in `extending: Heatable`.",
        NameRole::TypeParameter => "Write the parameters, as in `Tray(E)` or `Tray(E :: Sized)`.",
        NameRole::TypeBound => "Write the bound, as in `Tray(E :: Sized)`.",
        NameRole::PackageClass => "Write the class, as in `kitchen@Oven`.",
        NameRole::ClassTest => "Write the class to test for, as in `n :: Integer -> …`.",
        NameRole::Spread => "Write where the other elements go, as in `...others`, or `..._`.",
        NameRole::Segment => "Write the segment, as in `<<tag:8, body/binary>>`.",
    }
}

/// The name that the token found probably stands for.
fn repaired(at: Place, role: NameRole) -> Option<String> {
    let token = at.text();
    match role {
        // `[:a:b | …]`: the colon of the second parameter is glued to the first.
        NameRole::BlockParameter => {
            let word = token.strip_suffix(':').filter(|word| is_name(word))?;
            Some(format!("{word} :"))
        }
        NameRole::PackageClass => is_name(token).then(|| capitalised(token)),
        _ => {
            let word = token.trim_matches(['#', '"', '\'']);
            (is_name(word) && word.len() < token.len()).then(|| word.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{NameRole, ProblemKind::MissingName};

    #[test]
    fn symbols_and_strings_lose_their_marks() {
        check(
            MissingName(NameRole::Class),
            "Object subclass: «#Kettle»",
            expect![[r#"
                Expected a class name after `subclass:`, found `#Kettle`
                try: Write `Kettle`.
                fix: Replace with `Kettle`
                   | Object subclass: Kettle
            "#]],
        );
        check(
            MissingName(NameRole::Protocol),
            "Protocol define: «\"Heatable\"»",
            expect![[r#"
                Expected a protocol name after `define:`, found `"Heatable"`
                try: Write `Heatable`.
                fix: Replace with `Heatable`
                   | Protocol define: Heatable
            "#]],
        );
    }

    #[test]
    fn block_parameters_stand_apart() {
        check(
            MissingName(NameRole::BlockParameter),
            "[:«pan:»lid | pan]",
            expect![[r#"
                Expected a block parameter after `:`, found `pan:`
                try: Put a space between the parameters: `:pan :lid`.
                fix: Replace with `pan :`
                   | [:pan :lid | pan]
            "#]],
        );
    }

    #[test]
    fn classes_are_capitalised() {
        check(
            MissingName(NameRole::PackageClass),
            "kitchen@«oven» new",
            expect![[r#"
                Expected a class name after `@`, found `oven`
                try: Write `Oven`.
                fix: Replace with `Oven`
                   | kitchen@Oven new
            "#]],
        );
    }

    #[test]
    fn otherwise_the_form_is_shown() {
        check(
            MissingName(NameRole::NativeModule),
            "Object subclass: Clock «native:»\n  now => 1",
            expect![[r#"
                Expected a module name after `native:`
                try: Write the Erlang module on the same line, as in `native: kettle_port`.
            "#]],
        );
        check(
            MissingName(NameRole::Field),
            "Value subclass: Pan\n  field: «=» 3",
            expect![[r#"
                Expected a name after `field:`, found `=`
                try: Write the name, as in `field: heat = 0`.
            "#]],
        );
        check(
            MissingName(NameRole::Spread),
            "#[first, ...«]» := pans",
            expect![[r#"
                Expected a name after `...`, found `]`
                try: Write where the other elements go, as in `...others`, or `..._`.
            "#]],
        );
        check(
            MissingName(NameRole::Class),
            "Object subclass:«»",
            expect![[r#"
                Expected a class name after `subclass:`, found the end of the text
                try: Write the name, as in `Object subclass: Kettle`.
            "#]],
        );
    }
}
