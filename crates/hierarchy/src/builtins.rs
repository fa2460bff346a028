//! The class library: its sources are part of the program and are read once, when
//! first asked for. There is no other list of its classes.

use std::sync::OnceLock;

use crate::entry::Origin;
use crate::hierarchy::ClassHierarchy;
use crate::surface::surface;

/// The package that the class library is.
pub const STDLIB_PACKAGE: &str = "stdlib";

/// File name and text of each source of the class library, by name.
pub static STDLIB_SOURCES: &[(&str, &str)] =
    include!(concat!(env!("OUT_DIR"), "/stdlib_sources.rs"));

pub(crate) fn hierarchy() -> ClassHierarchy {
    static BUILTINS: OnceLock<ClassHierarchy> = OnceLock::new();
    BUILTINS.get_or_init(read).clone()
}

fn read() -> ClassHierarchy {
    let mut hierarchy = ClassHierarchy::empty();
    for (_, text) in STDLIB_SOURCES {
        let parse = syntax::parse(text);
        let declared = surface(&parse.tree).in_package(STDLIB_PACKAGE);
        let declared = if parse.has_errors() { declared.incomplete() } else { declared };
        hierarchy.add_classes(declared, Origin::Builtin);
    }
    hierarchy
}
