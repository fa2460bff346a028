//! The types of expressions: what they are beside classes of each kind, and that there
//! always are some.

mod bakery;
mod erlang;
mod market;
mod rows;
mod totality;
