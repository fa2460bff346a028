//! Tests as data: which there are under a path, what an example expects, and how the
//! outcomes of a run are shown. The BEAM runs them, and the command prints.

pub(crate) mod examples;
pub(crate) mod expectation;
pub(crate) mod gathering;
pub(crate) mod live;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod running;
