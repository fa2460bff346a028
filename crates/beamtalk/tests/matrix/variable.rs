//! How a variable comes to be: the statements that make it, around those that use it.
//! It is called `n` and begins at zero.

use crate::home::{HOMES, Home};

/// How the variable came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    Local,
    Parameter,
    /// A block's parameter, which hides a local of the same name.
    BlockParameter,
    BlockLocal,
    LocalOfCountedRound,
    LocalOfRound,
    FromArray,
    FromTuple,
    FromDictionary,
    FromPattern,
}

pub(crate) const VARIABLES: [Variable; 10] = [
    Variable::Local,
    Variable::Parameter,
    Variable::BlockParameter,
    Variable::BlockLocal,
    Variable::LocalOfCountedRound,
    Variable::LocalOfRound,
    Variable::FromArray,
    Variable::FromTuple,
    Variable::FromDictionary,
    Variable::FromPattern,
];

impl Variable {
    pub(crate) fn parameters(self) -> Vec<&'static str> {
        match self {
            Variable::Parameter => vec!["n"],
            _ => vec![],
        }
    }

    /// The message that runs the cell's method.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Variable::Parameter => "($receiver $selector: 0)",
            _ => "($receiver $selector)",
        }
    }

    /// Statements that make the variable, run the body, and answer.
    pub(crate) fn around(self, body: &str, answer: &str) -> Vec<String> {
        let whole = format!("{body}. {answer}");
        match self {
            Variable::Local => vec!["n := 0".to_owned(), body.to_owned(), answer.to_owned()],
            Variable::Parameter => vec![body.to_owned(), answer.to_owned()],
            Variable::BlockParameter => vec![
                "n := 50".to_owned(),
                format!("inner := [:n | {whole}] value: 0"),
                "n =:= 50 ifTrue: [inner] ifFalse: [#(#hidden, n)]".to_owned(),
            ],
            Variable::BlockLocal => vec![format!("[n := 0. {whole}] value")],
            Variable::LocalOfCountedRound => vec![
                "out := nil".to_owned(),
                format!("0 to: 0 do: [:i | n := i. out := [{whole}] value]"),
                "out".to_owned(),
            ],
            Variable::LocalOfRound => {
                vec![format!("(#(0) collect: [:i | n := i. {whole}]) first")]
            }
            Variable::FromArray => {
                vec!["#[n, m] := #[0, 9]".to_owned(), body.to_owned(), answer.to_owned()]
            }
            Variable::FromTuple => vec![
                "{n, m} := Tuple withAll: #(0, 9)".to_owned(),
                body.to_owned(),
                answer.to_owned(),
            ],
            Variable::FromDictionary => {
                vec!["#{#k => n} := #{#k => 0}".to_owned(), body.to_owned(), answer.to_owned()]
            }
            Variable::FromPattern => vec![format!("0 match: [n -> [{whole}] value]")],
        }
    }
}

/// Homes and variables without end, each with each, from some start.
pub(crate) fn turns(start: usize) -> impl Iterator<Item = (Home, Variable)> {
    (start..).map(|turn| {
        let variable = VARIABLES[turn % VARIABLES.len()];
        (HOMES[turn / VARIABLES.len() % HOMES.len()], variable)
    })
}
