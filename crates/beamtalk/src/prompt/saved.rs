//! What a session has done, as a script that does it again and expects the same.
//!
//! In go inputs with what they have printed, out comes the text of a `.btscript`. Values
//! that are another one each time, such as processes, are expected only as far as they
//! are not.

use syntax::parse_script;

use crate::prompt::session::Success;
use crate::testing::expectation::{Evaluation, Expectation, Outcome};

/// One after the other, each with its value. An input that a script reads as several
/// has the value of the last.
pub(crate) fn script(successes: &[Success]) -> String {
    let inputs: Vec<String> = successes.iter().map(one).collect();
    format!("{}\n", inputs.join("\n\n"))
}

fn one(Success { input, print }: &Success) -> String {
    let cases = parse_script(input).cases;
    let mut pieces: Vec<String> = cases
        .iter()
        .map(|case| format!("{}\n// => _", case.expression.of(input).trim_end()))
        .collect();
    if let (Some(last), Some(print)) = (pieces.last_mut(), print) {
        last.truncate(last.len() - 1);
        last.push_str(&expectation(print));
    }
    pieces.join("\n")
}

/// What stands behind the arrow for a value, and is met by it.
fn expectation(print: &str) -> String {
    let escaped = print.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
    let written = without_processes(&escaped);
    let outcome = Outcome::Value(print.to_owned());
    let evaluation = Evaluation { outcome, warnings: vec![] };
    // A text may look like an expectation of another kind.
    match Expectation::parse(&written).matches(&evaluation) {
        Ok(()) if !written.is_empty() => written,
        _ => "_".to_owned(),
    }
}

/// `_` for each `0.12.3` that is no text: the next time it is another process.
fn without_processes(print: &str) -> String {
    if print.starts_with('"') {
        return print.to_owned();
    }
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '.';
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let is_process = |word: &str| word.split('.').count() == 3 && word.split('.').all(is_number);
    let mut shown = String::new();
    let mut rest = print;
    while !rest.is_empty() {
        let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        shown.push_str(if is_process(word) { "_" } else { word });
        let next = after.chars().next().map_or(0, char::len_utf8);
        let (between, after) = after.split_at(next);
        shown.push_str(between);
        rest = after;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(input: &str, print: &str) -> String {
        one(&Success { input: input.to_owned(), print: Some(print.to_owned()) })
    }

    #[test]
    fn each_input_is_followed_by_its_value() {
        let of = |input: &str, print: &str| Success {
            input: input.to_owned(),
            print: Some(print.to_owned()),
        };
        let long = Success { input: "big".to_owned(), print: None };
        let all = [of("x := 3", "3"), of("Object subclass: A\n  n => 1", "A"), long];
        assert_eq!(
            script(&all),
            "x := 3\n// => 3\n\nObject subclass: A\n  n => 1\n// => A\n\nbig\n// => _\n"
        );
    }

    #[test]
    fn what_is_expected_is_what_was_printed() {
        let cases = [
            ("42", "42"),
            ("\"a\\\"b\"", "\"a\\\\\"b\""),
            ("a\nb\tc", "a\\nb\\tc"),
            ("Actor(Pot, 0.12.3)", "Actor(Pot, _)"),
            ("#Pid<0.12.3>", "#Pid<_>"),
            ("\"1.2.3\"", "\"1.2.3\""),
            ("é 3.5 a.b.c 1.2.3.4 1..2", "é 3.5 a.b.c 1.2.3.4 1..2"),
            ("ERROR: not really", "_"),
            (" blank ", "_"),
            ("", "_"),
        ];
        for (print, expected) in cases {
            assert_eq!(saved("x", print), format!("x\n// => {expected}"), "{print:?}");
        }
    }

    #[test]
    fn what_a_script_reads_as_several_has_the_value_of_the_last() {
        assert_eq!(saved("// Two.\nx := 1\ny := 2", "2"), "x := 1\n// => _\ny := 2\n// => 2");
    }
}
