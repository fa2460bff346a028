//! The groups of figures, one file each. A new group is a file and a line here.

mod syntax;

use crate::report::Row;

pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn() -> Vec<Row>,
}

pub(crate) const ALL: [Group; 1] = [Group {
    name: "syntax",
    about: "lexing, parsing and formatting, beside tree-sitter with its Ruby grammar",
    run: syntax::run,
}];
