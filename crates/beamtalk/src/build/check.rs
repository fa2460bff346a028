//! What the files of a build mean, looked at once all of them are read.

use std::ops::ControlFlow;

use hierarchy::ClassHierarchy;
use syntax::Severity;
use types::{Context, Program};

use super::parts::Parts;
use super::unit::Unit;
use crate::fence::fenced;
use crate::report::{self, Finding};
use crate::workers;

/// What a build finds out itself, across packages and with the modules in mind.
const TOLD_BY_THE_BUILD: [&str; 2] = ["duplicate-definition", "library-class-name"];

/// Adds to each file what is wrong with its meaning. Of a text that cannot be read not
/// much would be true.
pub(super) fn check(parts: &Parts, hierarchies: &[ClassHierarchy], units: &mut [Vec<Unit>]) {
    for (position, (part, hierarchy)) in parts.all.iter().zip(hierarchies).enumerate() {
        let Some(own) = units.get(position) else { continue };
        let mut program = Program::default();
        for unit in part.sees.iter().filter_map(|it| units.get(*it)).flatten().chain(own) {
            program.add(&unit.path, &unit.surface);
        }
        let mut findings = Vec::new();
        let work = |unit: &Unit| meaning(unit, hierarchy, &program);
        workers::in_order(own, work, |found| {
            findings.push(found);
            ControlFlow::Continue(())
        });
        let own = units.get_mut(position).into_iter().flatten();
        for (unit, findings) in own.zip(findings) {
            findings.into_iter().for_each(|finding| unit.report(finding));
        }
    }
}

fn meaning(unit: &Unit, hierarchy: &ClassHierarchy, program: &Program) -> Vec<Finding> {
    if unit.has_errors() {
        return Vec::new();
    }
    let context = Context::Module { file: &unit.path, program, allows_primitives: false };
    fenced(|| {
        let tree = syntax::parse(&unit.text).tree;
        let problems = types::check(&tree, hierarchy, context);
        let problems: Vec<ide::Problem> = problems.into_iter().map(ide::Problem::from).collect();
        let shown = problems.iter().filter(|problem| problem.severity() != Severity::Lint);
        let mut findings = report::findings(&unit.text, shown);
        findings.retain(|finding| !TOLD_BY_THE_BUILD.contains(&finding.code));
        findings
    })
    .unwrap_or_else(|panic| vec![report::internal_error(panic)])
}
