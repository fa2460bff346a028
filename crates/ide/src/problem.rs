//! One type for all problems, whoever finds them.

use syntax::{Category, Severity, Span};

/// What is wrong with a text or with what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text cannot be read as it is.
    Text(syntax::Problem),
    /// It can, and does not make sense.
    Meaning(Box<types::Problem>),
}

impl Problem {
    pub fn span(&self) -> Span {
        match self {
            Problem::Text(problem) => problem.span,
            Problem::Meaning(problem) => problem.span,
        }
    }

    pub fn severity(&self) -> Severity {
        match self {
            Problem::Text(problem) => problem.kind.severity(),
            Problem::Meaning(problem) => problem.kind.severity(),
        }
    }

    /// What a manifest sets its severity with.
    pub fn category(&self) -> Option<Category> {
        match self {
            Problem::Text(problem) => {
                (problem.kind.severity() == Severity::Lint).then_some(Category::Lint)
            }
            Problem::Meaning(problem) => problem.kind.category(),
        }
    }
}

impl From<syntax::Problem> for Problem {
    fn from(problem: syntax::Problem) -> Self {
        Problem::Text(problem)
    }
}

impl From<types::Problem> for Problem {
    fn from(problem: types::Problem) -> Self {
        Problem::Meaning(Box::new(problem))
    }
}

impl From<&syntax::Problem> for Problem {
    fn from(problem: &syntax::Problem) -> Self {
        Problem::Text(*problem)
    }
}

impl From<&types::Problem> for Problem {
    fn from(problem: &types::Problem) -> Self {
        Problem::Meaning(Box::new(problem.clone()))
    }
}

impl From<&Problem> for Problem {
    fn from(problem: &Problem) -> Self {
        problem.clone()
    }
}
