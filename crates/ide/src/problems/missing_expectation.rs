//! `missing-expectation`: an expression of a test script with no expected answer.
//!
//! In: the expression. Out: the comment that accepts any answer.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "missing-expectation",
    summary: "In a test script, `// =>` with the expected answer follows each expression.",
    example: "cups := 3 + 4\n",
    better: "cups := 3 + 4\n// => 7\n",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let title = match at.is_end() {
        true => "Expected an answer after the expression".into(),
        false => format!("Expected an answer after {}", at.found()),
    };
    at.report(&RULE, title)
        .hint("Write `// => 7` below it with the answer, or `// => _` to accept any.")
        .fix(any_answer(at))
}

fn any_answer(at: Place) -> Option<Fix> {
    let end = at.span.end;
    let is_line_end = at.line_after().trim().is_empty() && !at.is_end();
    if is_line_end {
        at.at(Span { start: end, end }).edit("Accept any answer", "\n// => _")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingExpectation;

    #[test]
    fn any_answer_can_be_accepted() {
        check(
            MissingExpectation,
            "«3 + 4»\n\n4 + 5\n// => 9\n",
            expect![[r#"
                Expected an answer after `3 + 4`
                try: Write `// => 7` below it with the answer, or `// => _` to accept any.
                fix: Accept any answer
                   | 3 + 4
                   | // => _
                   | 
                   | 4 + 5
                   | // => 9
            "#]],
        );
    }
}
