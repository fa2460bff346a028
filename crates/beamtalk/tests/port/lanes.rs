//! Who waits for whom.

use std::time::{Duration, Instant};

use etf::Term;

use crate::client::{Port, shown, text};

/// A file that takes a while.
pub(crate) fn big_text() -> String {
    text_of_classes(50)
}

pub(crate) fn text_of_classes(count: usize) -> String {
    let class = |number: usize| {
        let methods = (0..60).map(|method| {
            format!("  m{method}: x => x > 3 ifTrue: [self m{method}: x - 1] ifFalse: [x + #(x) size]\n\n")
        });
        format!("Object subclass: Big{number}\n{}", methods.collect::<String>())
    };
    (0..count).map(class).collect()
}

#[test]
fn a_completion_does_not_wait_for_a_compilation() {
    let mut port = Port::start();
    let compile = port.request("compile", &[("source", text(&big_text()))]);
    let mut completions = 0;
    loop {
        let asked = Instant::now();
        let completion =
            port.request("resolve_completion_type", &[("expression", text("\"a\" size"))]);
        let answer = port.next();
        let took = asked.elapsed();
        if answer.get("id") == Some(&Term::Integer(compile)) {
            assert!(answer.get("status").unwrap().is_atom("ok"), "{}", shown(&answer));
            break;
        }
        assert_eq!(answer.get("id"), Some(&Term::Integer(completion)));
        assert!(took < Duration::from_secs(2), "{took:?}");
        completions += 1;
    }
    assert!(completions > 3, "the compilation was over after {completions} completions");
}

#[test]
fn an_expression_does_not_wait_for_a_file() {
    let mut port = Port::start();
    let file = port.request("compile", &[("source", text(&big_text()))]);
    let line = port.request("compile_expression", &[("source", text("3")), ("module", text("m"))]);
    let first = port.next();
    assert_eq!(first.get("id"), Some(&Term::Integer(line)));
    assert_eq!(port.next().get("id"), Some(&Term::Integer(file)));
}
