//! What the fuzz targets share: texts made from bytes, and the promises that
//! must hold for every text.

pub mod choices;
pub mod program;
pub mod promises;
pub mod soup;
pub mod text;
