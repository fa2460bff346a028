//! What a text is to whoever asks for its problems.

use std::collections::BTreeSet;

use hierarchy::{Name, STDLIB_PACKAGE};

use crate::program::Program;
use crate::world::AnalysisScope;

#[derive(Clone, Copy, Debug)]
pub enum Context<'c> {
    /// A file of a program.
    Module {
        /// What the program calls this file.
        file: &'c str,
        program: &'c Program,
        /// Whether methods may be left to the runtime, as in the class library.
        allows_primitives: bool,
        scope: AnalysisScope,
    },
    /// A case of a script or a line at a prompt. What it does wrong when it runs is
    /// for the running system to say, which tells more.
    Script {
        /// The names that earlier cases or lines have bound.
        bound: &'c BTreeSet<Name>,
        /// Whether the hierarchy holds the classes of the system that it will run in,
        /// so that something can be said of types before it runs.
        is_live: bool,
    },
    /// A source of the class library.
    Library,
}

impl<'c> Context<'c> {
    /// The package that the text belongs to.
    pub(crate) fn package(self) -> Option<&'c str> {
        match self {
            Context::Module { program, .. } => program.package(),
            Context::Script { .. } => None,
            Context::Library => Some(STDLIB_PACKAGE),
        }
    }

    pub(crate) fn is_library(self) -> bool {
        matches!(self, Context::Library)
    }

    pub(crate) fn is_script(self) -> bool {
        matches!(self, Context::Script { .. })
    }

    /// Whether what things are is looked at before they run.
    pub(crate) fn has_meaning(self) -> bool {
        !matches!(self, Context::Script { is_live: false, .. })
    }

    /// How much of the program is known.
    pub(crate) fn scope(self) -> AnalysisScope {
        match self {
            Context::Module { scope, .. } => scope,
            Context::Script { .. } => AnalysisScope::ModuleOnly,
            Context::Library => AnalysisScope::WHOLE,
        }
    }

    pub(crate) fn allows_primitives(self) -> bool {
        match self {
            Context::Module { allows_primitives, .. } => allows_primitives,
            Context::Script { .. } => false,
            Context::Library => true,
        }
    }
}
