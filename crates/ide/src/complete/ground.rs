//! What is known around a text.

use hierarchy::ClassHierarchy;
use types::Bindings;
use types::native::NativeSignatures;

/// Everything that a completion may look at besides the text itself.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'g> {
    /// All classes, those of the text perhaps as they were before the last change.
    pub hierarchy: &'g ClassHierarchy,
    /// What Erlang's functions take and answer, where that is known.
    pub natives: Option<&'g NativeSignatures>,
    /// Variables that live outside of the text, with what they hold.
    pub bindings: &'g Bindings,
    /// The package that the text belongs to; a prompt belongs to none.
    pub package: Option<&'g str>,
    /// Whether methods of the text that declare nothing are looked into. Always, but for
    /// measuring what that is good for.
    pub asks_bodies: bool,
}

impl Ground<'_> {
    /// Whether something internal to a package may be used here.
    pub(super) fn sees_internals_of(&self, package: Option<&str>) -> bool {
        match package {
            None => true,
            Some(package) => self.package == Some(package),
        }
    }
}
