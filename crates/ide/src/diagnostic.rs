//! A problem in words: the one shape that terminal, editor and prompt all print.
//!
//! Plain data. The builder methods let a diagnostic be written as one expression.

use crate::visible::sentence;
use syntax::{Severity, Span};

/// One problem, ready to be shown by a terminal, an editor or a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Kebab-case; never changes once released.
    pub code: &'static str,
    pub severity: Severity,
    pub span: Span,
    pub title: String,
    pub explanation: Option<String>,
    pub hint: Option<String>,
    pub fixes: Vec<Fix>,
}

/// An edit that removes the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub label: String,
    pub span: Span,
    pub replacement: String,
}

impl Diagnostic {
    pub(crate) fn explanation(mut self, explanation: impl Into<String>) -> Self {
        self.explanation = Some(sentence(explanation));
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(sentence(hint));
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }
}
