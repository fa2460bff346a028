//! Names that a package may have, and legal spellings of those it may not.

const LONGEST: usize = 64;

/// Ours, and what Erlang/OTP calls its applications.
const RESERVED: [&str; 48] = [
    "beamtalk",
    "runtime",
    "workspace",
    "beamtalk_runtime",
    "beamtalk_stdlib",
    "beamtalk_compiler",
    "beamtalk_workspace",
    "asn1",
    "common_test",
    "compiler",
    "crypto",
    "debugger",
    "dialyzer",
    "diameter",
    "edoc",
    "eldap",
    "erl_docgen",
    "erl_interface",
    "erts",
    "et",
    "eunit",
    "ftp",
    "inets",
    "jinterface",
    "kernel",
    "megaco",
    "mnesia",
    "observer",
    "odbc",
    "os_mon",
    "parsetools",
    "public_key",
    "reltool",
    "runtime_tools",
    "sasl",
    "snmp",
    "ssh",
    "ssl",
    "stdlib",
    "syntax_tools",
    "test_server",
    "tftp",
    "tools",
    "wx",
    "xmerl",
    "percept",
    "hipe",
    "gs",
];

/// Why a package cannot be called so; nothing where it can.
pub(crate) fn package_name_fault(name: &str) -> Option<&'static str> {
    let is_letter = |it: u8| it.is_ascii_lowercase();
    let is_legal = |it: u8| is_letter(it) || it.is_ascii_digit() || it == b'_';
    if name.is_empty() {
        return Some("it is empty");
    }
    if !name.bytes().all(is_legal) {
        return Some("only lower-case letters from a to z, digits and `_` are allowed");
    }
    if !name.starts_with(|it: char| it.is_ascii_lowercase()) {
        return Some("it must begin with a letter");
    }
    if name.len() > LONGEST {
        return Some("it is longer than 64 characters");
    }
    RESERVED.contains(&name).then_some("Erlang or Beamtalk itself uses that name")
}

/// A legal name that is as near as possible; nothing where no letter is left.
pub(crate) fn suggested_package_name(name: &str) -> Option<String> {
    let words: Vec<String> = name
        .split(|it: char| !it.is_ascii_alphanumeric())
        .map(lower::snake_case)
        .filter(|word| !word.is_empty())
        .collect();
    let joined = words.join("_");
    let begun = joined.trim_start_matches(|it: char| !it.is_ascii_lowercase());
    let mut suggested: String = begun.chars().take(LONGEST).collect();
    suggested.truncate(suggested.trim_end_matches('_').len());
    if RESERVED.contains(&suggested.as_str()) {
        suggested.push_str("_app");
    }
    package_name_fault(&suggested).is_none().then_some(suggested)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_or_have_a_legal_spelling() {
        let rows = [
            ("climate", "legal"),
            ("tea_house2", "legal"),
            ("a", "legal"),
            ("TeaHouse", "tea_house"),
            ("tea-house", "tea_house"),
            ("tea  house!", "tea_house"),
            ("HTTPServer", "http_server"),
            ("2fast", "fast"),
            ("_hidden", "hidden"),
            ("../etc/passwd", "etc_passwd"),
            ("thé", "th"),
            ("kernel", "kernel_app"),
            ("Crypto", "crypto_app"),
            ("beamtalk_runtime", "beamtalk_runtime_app"),
            ("", "none"),
            ("42", "none"),
            ("…", "none"),
        ];
        for (name, expected) in rows {
            let found = match package_name_fault(name) {
                None => "legal".to_owned(),
                Some(_) => suggested_package_name(name).unwrap_or("none".to_owned()),
            };
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn a_long_name_is_cut() {
        let long = "a".repeat(65);
        assert!(package_name_fault(&long).is_some());
        assert_eq!(suggested_package_name(&long), Some("a".repeat(64)));
        assert_eq!(package_name_fault(&"a".repeat(64)), None);
    }
}
