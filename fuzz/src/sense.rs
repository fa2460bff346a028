//! Texts that the grammar takes and the language's further rules do not, as far as
//! OTP would notice. That it refuses them is no finding.

use hierarchy::{ClassHierarchy, Origin, surface};
use syntax::Tree;
use types::{AnalysisScope, Basis, Context, ProblemKind, Program};

/// Whether no rule is broken that would have kept the program from being lowered, and
/// that lowering counts on.
pub fn makes_sense(tree: &Tree) -> bool {
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(tree), Origin::Module);
    let program = Program::default();
    let context = Context::Module {
        file: "fuzz.bt",
        program: &program,
        allows_primitives: true,
        scope: AnalysisScope::WHOLE,
    };
    let inference = types::infer(tree, &hierarchy, None);
    let basis = Basis { hierarchy: &hierarchy, inference: &inference, natives: None };
    let problems = types::check(tree, basis, context);
    !problems.iter().any(|problem| matters(&problem.kind))
}

/// Names that nothing binds, and most other mistakes, are no excuse.
fn matters(kind: &ProblemKind) -> bool {
    matches!(
        kind,
        ProblemKind::DuplicateDefinition(_)
            | ProblemKind::DuplicateMethod { .. }
            | ProblemKind::RepeatedPatternName
            | ProblemKind::OpenSegment
            | ProblemKind::IntegerTooLong
            | ProblemKind::NameTooLong { .. }
            | ProblemKind::TooManyVariables
    )
}
