//! Texts, checked alone.

use hierarchy::{ClassHierarchy, Origin, surface};
use types::{Context, Problem, Program};

/// The problems of a file that stands alone.
pub(crate) fn check(text: &str) -> Vec<Problem> {
    let program = Program::default();
    check_in(text, Context::Module { file: "", program: &program, allows_primitives: false })
}

pub(crate) fn check_in(text: &str, context: Context) -> Vec<Problem> {
    let tree = syntax::parse(text).tree;
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&tree), Origin::Module);
    types::check(&tree, &hierarchy, context)
}
