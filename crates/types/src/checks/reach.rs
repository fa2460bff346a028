//! Names of things that are not there, or not for everyone.

use syntax::tree::{Class, ClassName, Method};

use crate::checks::{sendability, unresolved};
use crate::meaning::{Meaning, Sent};

/// Before all else: what declarations name.
pub(crate) fn declarations(meaning: &mut Meaning) {
    unresolved::declarations(meaning);
}

pub(crate) fn class(meaning: &mut Meaning, class: &Class) {
    sendability::class(meaning, class);
}

pub(crate) fn class_reference(meaning: &mut Meaning, class: ClassName) {
    unresolved::class_reference(meaning, class);
}

pub(crate) fn method(_meaning: &mut Meaning, _method: &Method) {}

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    sendability::send(meaning, sent);
}
