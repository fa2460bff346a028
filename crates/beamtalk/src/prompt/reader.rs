//! Where inputs come from: an editor on a terminal, a plain terminal, or a pipe.

use crate::exit::Failure;
use crate::prompt::lines::Line;

pub(crate) const PROMPT: &str = "bt> ";
pub(crate) const CONTINUATION: &str = "..> ";

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// One input or several, in order.
    Inputs(Vec<String>),
    /// Ctrl-C at the prompt; whether more than a line was lost by it.
    Cancelled {
        lines: bool,
    },
    End,
}

pub(crate) trait Reader {
    /// The next that is to be evaluated.
    fn read(&mut self) -> Result<Read, Failure>;

    /// One line of answer to a question, which is shown as it is.
    fn line(&mut self, question: &str) -> Line;

    /// Whether somebody sits there, to be greeted and asked.
    fn is_interactive(&self) -> bool;
}
