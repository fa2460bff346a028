//! What the code of one Erlang function knows while it is being built.

use std::collections::HashMap;

use crate::core_erlang::Name;
use crate::variables::VariableId;

/// One method or block that becomes a function of its own.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) places: HashMap<VariableId, Place>,
    pub(crate) returns: Returns,
    /// In a block of an actor, what the slots it reads held when it was made: it may
    /// run in another process.
    pub(crate) captured_slots: Option<HashMap<String, Name>>,
}

/// The Core variable that holds a variable now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Value(Name),
    Cell(Name),
}

/// How `^` leaves the method from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    /// By being the last value: this is the method itself.
    Last,
    /// By a throw that the method's frame waits for under this token.
    Throw(Name),
}

impl Frame {
    pub(crate) fn new(returns: Returns) -> Self {
        Frame { places: HashMap::new(), returns, captured_slots: None }
    }

    /// The variables that were here before and have another value now.
    pub(crate) fn changed_since(&self, before: &Frame) -> Vec<VariableId> {
        let mut changed: Vec<VariableId> = before
            .places
            .iter()
            .filter(|(variable, place)| self.places.get(variable) != Some(place))
            .map(|(variable, _)| *variable)
            .collect();
        changed.sort_by_key(|variable| variable.0);
        changed
    }
}
