//! One text against the classes of the running system: what it means, and what is wrong
//! with it.

use hierarchy::{ClassHierarchy, Origin, surface};
use ide::Problem;
use syntax::{Severity, Tree};
use types::{AnalysisScope, Basis, Context, Inference, Program};

use super::ground::Ground;
use super::project::{Hurry, Project};

/// What a text is.
#[derive(Clone, Copy)]
pub(super) enum What<'a> {
    /// Something typed at the prompt.
    Line,
    /// A file, called so.
    File(&'a str),
}

pub(super) struct Analysed {
    pub(super) tree: Tree,
    /// The classes of the system and of the text, with what its methods were found to
    /// answer. Of a text that cannot be read, without its own.
    pub(super) hierarchy: ClassHierarchy,
    pub(super) problems: Vec<Problem>,
}

pub(super) fn analyse(text: &str, what: What, ground: &Ground, project: &Project) -> Analysed {
    let syntax::Parse { tree, problems } = syntax::parse(text);
    let mut problems: Vec<Problem> = problems.into_iter().map(Problem::from).collect();
    let mut hierarchy = ground.hierarchy.clone();
    if problems.iter().any(|it| it.severity() == Severity::Error) {
        return Analysed { tree, hierarchy, problems };
    }
    let package = ground.package.as_deref();
    let declared = match package {
        Some(package) => surface(&tree).in_package(package),
        None => surface(&tree),
    };
    let mut program = Program::of_package(package);
    if let What::File(file) = what {
        program.add(file, &declared);
    }
    hierarchy.add_classes(declared, Origin::Module);
    let natives = project.natives(&tree, Hurry::Slow);
    let natives = natives.as_deref();
    let inference = match what {
        What::Line => types::infer_with(&tree, &hierarchy, natives, &ground.bindings),
        What::File(_) => types::infer(&tree, &hierarchy, natives),
    };
    let context = match what {
        _ if ground.is_library => Context::Library,
        What::Line => Context::Script { bound: &ground.bound, is_live: true },
        // Files beside it may not be loaded yet: who knows what they will bring.
        What::File(file) => Context::Module {
            file,
            program: &program,
            allows_primitives: false,
            scope: AnalysisScope::ModuleOnly,
        },
    };
    let basis = Basis { hierarchy: &hierarchy, inference: &inference, natives };
    problems.extend(types::check(&tree, basis, context).into_iter().map(Problem::from));
    record(&mut hierarchy, inference);
    Analysed { tree, hierarchy, problems }
}

/// What methods answer is part of the description that leaves with their classes.
fn record(hierarchy: &mut ClassHierarchy, inference: Inference) {
    types::record_results(hierarchy, &[inference]);
}
