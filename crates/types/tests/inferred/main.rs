//! Inferred types: their text, their algebra, and what relates them.

mod algebra;
mod conformance;
mod costs;
mod display;
mod fixture;
mod generics;
mod knowledge;
mod laws;
mod relation;
mod resolve;
