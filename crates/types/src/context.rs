//! What a text is to whoever asks for its problems.

use std::collections::BTreeSet;

use hierarchy::Name;

use crate::program::Program;

#[derive(Clone, Copy, Debug)]
pub enum Context<'c> {
    /// A file of a program.
    Module {
        /// What the program calls this file.
        file: &'c str,
        program: &'c Program,
        /// Whether methods may be left to the runtime, as in the class library.
        allows_primitives: bool,
    },
    /// A case of a script or a line at a prompt. What it does wrong when it runs is
    /// for the running system to say, which tells more.
    Script {
        /// The names that earlier cases or lines have bound.
        bound: &'c BTreeSet<Name>,
    },
    /// A source of the class library.
    Library,
}

impl Context<'_> {
    pub(crate) fn is_library(self) -> bool {
        matches!(self, Context::Library)
    }

    pub(crate) fn is_script(self) -> bool {
        matches!(self, Context::Script { .. })
    }

    pub(crate) fn allows_primitives(self) -> bool {
        match self {
            Context::Module { allows_primitives, .. } => allows_primitives,
            Context::Script { .. } => false,
            Context::Library => true,
        }
    }
}
