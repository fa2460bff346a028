//! One file for each family of checks.

pub(crate) mod aliases;
pub(crate) mod data;
pub(crate) mod definitions;
pub(crate) mod fields;
pub(crate) mod inheritance;
pub(crate) mod instantiation;
pub(crate) mod limits;
pub(crate) mod methods;
pub(crate) mod names;
pub(crate) mod patterns;
