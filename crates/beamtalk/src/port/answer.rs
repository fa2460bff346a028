//! Answers as terms. All atoms in them are ours: whoever reads them makes none.

use etf::Term;

/// What came of a request. It does not know its number: that is given back whatever
/// the answer is.
pub(super) enum Answer {
    Ok(Fields),
    /// Problems of a text, each as `findings` has it.
    Errors(Vec<Term>),
    NotFound(String),
    /// A place that is not there, with why.
    NoPlace {
        reason: &'static str,
        message: String,
    },
}

pub(super) type Fields = Vec<(&'static str, Term)>;

impl Answer {
    /// An error that has no place in the text.
    pub(super) fn refusal(why: &str) -> Answer {
        Answer::Errors(vec![Term::map([("message", Term::binary(why))])])
    }

    pub(super) fn into_term(self, id: Term) -> Term {
        let (status, fields) = match self {
            Answer::Ok(fields) => ("ok", fields),
            Answer::Errors(diagnostics) => {
                ("error", vec![("diagnostics", Term::list(diagnostics))])
            }
            Answer::NotFound(reason) => ("not_found", vec![("reason", Term::binary(reason))]),
            Answer::NoPlace { reason, message } => {
                let fields =
                    vec![("reason", Term::atom(reason)), ("message", Term::binary(message))];
                ("error", fields)
            }
        };
        let head = [("id", id), ("status", Term::atom(status))];
        Term::map(head.into_iter().chain(fields))
    }
}

/// The text of a list's elements.
pub(super) fn texts<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> Term {
    Term::list(texts.into_iter().map(Term::binary).collect::<Vec<Term>>())
}
