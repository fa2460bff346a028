//! What the prompt asks of the running system, and what it hears.
//!
//! The names are Smalltalk's: the image is where classes, actors and this session's
//! bindings live. How a question gets there is not known here.

use serde_json::Value;

pub(crate) use crate::client::Fields;
use crate::client::{Evaluating, Reply, Trouble};
use crate::exit::Failure;

pub(crate) trait Image {
    /// One operation of the protocol.
    fn ask(&mut self, op: &str, fields: Fields) -> Result<Reply, Trouble>;

    /// Evaluates an input, with the user taking part in it.
    fn evaluate(&mut self, code: &str, user: &mut dyn Evaluating) -> Result<Reply, Trouble>;

    /// Another operation that may print, read and be interrupted, with the user taking part in it.
    fn follow(
        &mut self,
        op: &str,
        fields: Fields,
        user: &mut dyn Evaluating,
    ) -> Result<Reply, Trouble>;

    /// Asks for an end of what this session evaluates, wherever that was begun.
    fn interrupt(&mut self) -> bool;

    /// Takes up the session again after the connection was lost. Answers its name if it is
    /// a new one.
    fn reconnect(&mut self) -> Result<Option<String>, Failure>;
}

pub(crate) fn text<'f>(fields: &'f Fields, field: &str) -> Option<&'f str> {
    fields.get(field).and_then(Value::as_str)
}

pub(crate) fn list<'f>(fields: &'f Fields, field: &str) -> impl Iterator<Item = &'f Value> {
    fields.get(field).and_then(Value::as_array).into_iter().flatten()
}

pub(crate) fn number(fields: &Fields, field: &str) -> Option<u64> {
    fields.get(field).and_then(Value::as_u64)
}

/// Fields of texts, for a question.
pub(crate) fn fields<const N: usize>(pairs: [(&str, &str); N]) -> Fields {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}
