//! Texts, checked alone.

use hierarchy::{ClassHierarchy, Origin, surface};
use types::{Context, Problem, Program};

/// The problems of a file that stands alone.
pub(crate) fn check(text: &str) -> Vec<Problem> {
    let program = Program::default();
    check_in(
        text,
        Context::Module {
            file: "",
            program: &program,
            allows_primitives: false,
            scope: types::AnalysisScope::WHOLE,
        },
    )
}

pub(crate) fn check_in(text: &str, context: Context) -> Vec<Problem> {
    let tree = syntax::parse(text).tree;
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&tree), Origin::Module);
    let inference = types::infer(&tree, &hierarchy, None);
    let basis = types::Basis { hierarchy: &hierarchy, inference: &inference, natives: None };
    types::check(&tree, basis, context)
}
