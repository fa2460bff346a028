//! Names that are written like classes and stand for objects, of which a running system
//! has one each.

use crate::ClassName;

/// Each with the class of its object.
const GLOBALS: [(&str, &str); 3] = [
    ("Transcript", "TranscriptStream"),
    ("Workspace", "WorkspaceInterface"),
    ("Beamtalk", "BeamtalkInterface"),
];

pub fn global_names() -> [&'static str; 3] {
    GLOBALS.map(|(name, _)| name)
}

/// The class of the object that a name stands for.
pub fn global_class(name: &str) -> Option<ClassName> {
    let (_, class) = GLOBALS.iter().find(|(it, _)| *it == name)?;
    Some(ClassName::constant(class))
}
