//! The problems found so far, and how much may still be spent on finding better
//! words for them.

use syntax::Span;

use crate::problem::{Problem, ProblemKind};

/// For how many names of one text the name that was meant is looked for.
const SUGGESTIONS: u32 = 200;

#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) problems: Vec<Problem>,
    suggestions: u32,
}

impl Findings {
    pub(crate) fn new() -> Self {
        Findings { problems: Vec::new(), suggestions: SUGGESTIONS }
    }

    pub(crate) fn report(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push(Problem { kind, span });
    }

    /// Whether one more suggestion may be looked for: a text may have a misspelled
    /// name on every line.
    pub(crate) fn may_suggest(&mut self) -> bool {
        let left = self.suggestions.checked_sub(1);
        self.suggestions = left.unwrap_or(0);
        left.is_some()
    }
}
