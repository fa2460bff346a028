//! What the fuzz targets share: texts made from bytes, and the promises that
//! must hold for every text.

pub mod choices;
pub mod code;
pub mod gate;
pub mod lowering;
pub mod mutants;
pub mod program;
pub mod promises;
pub mod random;
pub mod search;
pub mod sense;
pub mod shrink;
pub mod soup;
pub mod text;
pub mod wire;
