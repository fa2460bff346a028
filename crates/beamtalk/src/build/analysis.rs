//! What the files of a part mean, looked at once all of them are read.
//!
//! In go parsed files and the hierarchy around them; out come the types of all, what is
//! wrong with each, and what their methods answer. Touches no disk.

use std::ops::ControlFlow;

use hierarchy::ClassHierarchy;
use syntax::Tree;
use types::native::{NativeSignatures, mentions_erlang};
use types::{AnalysisScope, Basis, Context, Inference, Program};

use super::unit::Unit;
use crate::exit::Failure;
use crate::fence::fenced;
use crate::inference::{self, Answer};
use crate::natives::Asked;
use crate::policy::Policy;
use crate::report::{self, Finding};
use crate::workers;

/// What a build finds out itself, across packages and with the modules in mind.
const TOLD_BY_THE_BUILD: [&str; 2] = ["duplicate-definition", "library-class-name"];

/// A file with its types.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) tree: Tree,
    pub(crate) inference: Inference,
}

/// What was found out about one file.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub(super) findings: Vec<Finding>,
    pub(super) answers: Vec<Answer>,
    /// Nothing for one that cannot be read.
    pub(super) typed: Option<Typed>,
    /// Whether more would have been found out but for a bug of ours, or for an Erlang
    /// that does not tell what its functions answer.
    pub(super) is_cut_short: bool,
}

/// What a part is looked at with.
#[derive(Debug)]
pub(super) struct Sight<'s> {
    /// The package that it belongs to.
    pub(super) package: Option<&'s str>,
    pub(super) own: &'s [Unit],
    /// The files of the parts that it may use.
    pub(super) seen: Vec<&'s Unit>,
    pub(super) hierarchy: &'s ClassHierarchy,
    pub(super) policy: &'s Policy,
}

/// One answer for each file of the part.
pub(super) fn analyse(sight: &Sight, natives: &mut Asked) -> Result<Vec<Analysis>, Failure> {
    let trees = trees(sight.own);
    let readable: Vec<&Tree> = trees.iter().flatten().collect();
    let natives = natives.for_trees(&readable)?;
    let natives = natives.as_deref();
    let lacks_natives = natives.is_none() && readable.iter().any(|it| mentions_erlang(it));
    let mut inferred = inference::infer(&readable, sight.hierarchy, natives).into_iter();
    let inferred: Vec<Option<Result<Inference, String>>> =
        trees.iter().map(|tree| tree.as_ref().and_then(|_| inferred.next())).collect();
    let findings = findings(sight, natives, &trees, &inferred);
    let files = trees.into_iter().zip(inferred).zip(findings);
    let analyses = files.map(|((tree, inferred), findings)| {
        let analysis = analysis(tree, inferred, findings);
        Analysis { is_cut_short: analysis.is_cut_short || lacks_natives, ..analysis }
    });
    Ok(analyses.collect())
}

fn analysis(
    tree: Option<Tree>,
    inferred: Option<Result<Inference, String>>,
    findings: Result<Vec<Finding>, Finding>,
) -> Analysis {
    let is_cut_short = findings.is_err();
    let findings = findings.unwrap_or_else(|bug| vec![bug]);
    let typed = tree.zip(inferred.and_then(Result::ok));
    let typed = typed.map(|(tree, inference)| Typed { tree, inference });
    let answers = typed.as_ref().map(|it| inference::answers(&it.inference)).unwrap_or_default();
    Analysis { findings, answers, typed, is_cut_short }
}

/// Of a text that cannot be read not much would be true.
fn trees(units: &[Unit]) -> Vec<Option<Tree>> {
    let parse = |unit: &Unit| {
        (!unit.has_errors()).then(|| fenced(|| syntax::parse(&unit.text).tree).ok()).flatten()
    };
    let mut trees = Vec::new();
    workers::in_order(units, parse, |tree| {
        trees.push(tree);
        ControlFlow::Continue(())
    });
    trees
}

/// What is wrong with each file, or the bug that keeps us from saying.
fn findings(
    sight: &Sight,
    natives: Option<&NativeSignatures>,
    trees: &[Option<Tree>],
    inferred: &[Option<Result<Inference, String>>],
) -> Vec<Result<Vec<Finding>, Finding>> {
    let Sight { package, own, seen, hierarchy, policy } = sight;
    let mut program = Program::of_package(*package);
    for unit in seen.iter().copied().chain(*own) {
        program.add(&unit.path, &unit.surface);
    }
    // Whatever has errors may be meant to declare or to extend any class.
    let has_unseen_extensions = seen.iter().copied().chain(*own).any(Unit::has_errors);
    let scope = AnalysisScope::ProjectComplete { has_unseen_extensions };
    type File<'f> = ((&'f Unit, &'f Option<Tree>), &'f Option<Result<Inference, String>>);
    let work = |((unit, tree), inferred): &File| {
        let (Some(tree), Some(inferred)) = (tree, inferred) else { return Ok(Vec::new()) };
        let inference = inferred.as_ref().map_err(|it| report::internal_error(it.clone()))?;
        let context = Context::Module {
            file: &unit.path,
            program: &program,
            allows_primitives: false,
            scope,
        };
        fenced(|| {
            let basis = Basis { hierarchy, inference, natives };
            let problems = inference::certain(types::check(tree, basis, context), scope);
            let problems = problems.into_iter().map(ide::Problem::from);
            let shown: Vec<ide::Problem> = problems.filter(|it| policy.shows(it)).collect();
            let mut findings = report::findings(&unit.text, &shown);
            findings.retain(|finding| !TOLD_BY_THE_BUILD.contains(&finding.code));
            findings
        })
        .map_err(report::internal_error)
    };
    let files: Vec<File> = own.iter().zip(trees).zip(inferred).collect();
    let mut findings = Vec::new();
    workers::in_order(&files, work, |found| {
        findings.push(found);
        ControlFlow::Continue(())
    });
    findings
}
