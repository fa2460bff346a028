//! The types of expressions: what they are beside classes of each kind, and that there
//! always are some.

mod again;
mod answers;
mod bound;
mod choices;
mod class_objects;
mod erlang;
mod literals;
mod made_up;
mod market;
mod order;
mod parcels;
mod program;
mod rows;
mod shown;
mod totality;
