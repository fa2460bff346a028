//! An answer: its fields as they came, and the few that every answer has.

use serde_json::{Map, Value};

/// The final answer to one request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reply {
    pub(crate) fields: Map<String, Value>,
}

impl Reply {
    /// Whether the request failed.
    pub(crate) fn is_error(&self) -> bool {
        self.has_status("error")
    }

    pub(crate) fn has_status(&self, word: &str) -> bool {
        let words = self.fields.get("status").and_then(Value::as_array);
        words.into_iter().flatten().any(|it| it.as_str() == Some(word))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
    }

    pub(crate) fn list(&self, name: &str) -> &[Value] {
        self.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The strings of a field that lists some.
    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        self.list(name).iter().filter_map(Value::as_str).collect()
    }

    /// The objects of a field that lists some.
    pub(crate) fn rows(&self, name: &str) -> impl Iterator<Item = &Map<String, Value>> {
        self.list(name).iter().filter_map(Value::as_object)
    }

    /// What kind of failure it is.
    pub(crate) fn kind(&self) -> Option<&str> {
        self.text("kind")
    }
}
