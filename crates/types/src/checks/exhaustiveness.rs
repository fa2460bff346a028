//! Matches that leave out some of what their value can be.
//!
//! In go a match and the type of its value; out comes what no arm takes. Arms with a
//! guard take nothing for certain.

use hierarchy::{ClassName, Selector};
use syntax::tree::{Arm, Constructor, ExprId, Match, Pattern, PatternId};
use syntax::{Tree, tree};

use crate::bodies::Body;
use crate::checks::pattern_classes::is_leaf;
use crate::checks::values::Values;
use crate::inferred::InferredType;
use crate::meaning::Meaning;
use crate::problem::{MatchProblem, ProblemKind};

/// The class whose instances are made by these constructors and no others.
const SEALED: &str = "Result";
const SIDES: [&str; 2] = ["ok:", "error:"];

/// Reports a match on one side of a result that says nothing of the other.
pub(crate) fn constructors(body: &mut Body, expr: ExprId, matching: Match) {
    let tree = body.tree;
    let arms = &tree.nodes.arms[matching.arms];
    if !arms.iter().any(|arm| side(tree, arm.pattern).is_some()) {
        return;
    }
    let values = Values { tree, hierarchy: body.hierarchy };
    let class = ClassName::from(SEALED);
    let result = InferredType::class(class.clone(), crate::inferred::Provenance::NOWHERE);
    if unguarded(arms).any(|arm| values.takes(arm.pattern, &result)) {
        return;
    }
    let is_there = |wanted: &&str| unguarded(arms).any(|it| side(tree, it.pattern) == Some(wanted));
    if let Some(missing) = SIDES.iter().find(|it| !is_there(it)) {
        let missing = Selector::from(*missing);
        let problem = MatchProblem::MissingConstructor { class, missing };
        body.report(ProblemKind::Match(problem), tree.expr_span(expr));
    }
}

/// Reports what is left of a value that can be one of a few things only.
pub(crate) fn check(meaning: &mut Meaning, expr: ExprId, matching: Match) {
    let tree = meaning.tree;
    let arms = &tree.nodes.arms[matching.arms];
    let value = meaning.type_of(matching.value);
    let span = tree.expr_span(expr);
    let is_asserted = matching.is_exhaustive;
    if value.is_never() {
        return;
    }
    let values = Values { tree, hierarchy: meaning.hierarchy };
    if !is_closed(meaning, &value) {
        if is_asserted && !is_result_by_sides(values, arms, &value) {
            meaning.report(ProblemKind::Match(MatchProblem::NotVerifiable { value }), span);
        }
        return;
    }
    if !is_asserted && !is_meant_to_tell_apart(tree, arms, &value) {
        return;
    }
    let mut left = values.pieces(&value);
    left.retain(|piece| !is_taken(values, arms, piece));
    if !left.is_empty() {
        let left = values.whole(left);
        let problem = MatchProblem::NotExhaustive { left, is_asserted };
        meaning.report(ProblemKind::Match(problem), span);
    }
}

/// Whether a type is one of a few things that patterns tell apart. Of one class alone
/// nothing is to be told apart.
fn is_closed(meaning: &Meaning, value: &InferredType) -> bool {
    let is_told = |ty: &InferredType| match ty {
        InferredType::Known { class_name, .. } => {
            ty.symbol().is_some() || is_leaf(meaning.hierarchy, class_name)
        }
        _ => false,
    };
    match value {
        InferredType::Union { members, .. } => members.iter().all(is_told),
        InferredType::Known { .. } => value.symbol().is_some(),
        _ => false,
    }
}

/// Symbols always are; classes if an arm tests for one, or for nil.
fn is_meant_to_tell_apart(tree: &Tree, arms: &[Arm], value: &InferredType) -> bool {
    let members = value.alternatives();
    let is_test = |arm: &Arm| {
        matches!(tree.nodes.patterns[arm.pattern], Pattern::Nil | Pattern::ClassTest(_))
    };
    members.len() > 1
        && (members.iter().all(|it| it.symbol().is_some()) || arms.iter().any(is_test))
}

fn is_taken(values: Values, arms: &[Arm], piece: &InferredType) -> bool {
    unguarded(arms).any(|arm| values.takes(arm.pattern, piece))
        || is_result_by_sides(values, arms, piece)
}

/// Whether a value is a result, and arms take both its sides with whatever is in them.
fn is_result_by_sides(values: Values, arms: &[Arm], value: &InferredType) -> bool {
    let tree = values.tree;
    let takes_all = |pattern: PatternId, wanted: &str| match tree.nodes.patterns[pattern] {
        Pattern::Constructor(it) => {
            side(tree, pattern) == Some(wanted)
                && parts(tree, it).iter().all(|part| values.takes_anything(part.argument))
        }
        _ => false,
    };
    value.is_instance_of(&ClassName::from(SEALED))
        && SIDES.iter().all(|wanted| unguarded(arms).any(|it| takes_all(it.pattern, wanted)))
}

/// The side of a result that a pattern takes.
fn side(tree: &Tree, pattern: PatternId) -> Option<&'static str> {
    let Pattern::Constructor(constructor) = tree.nodes.patterns[pattern] else { return None };
    let [part] = parts(tree, constructor) else { return None };
    let keyword = tree.text_of(part.keyword);
    match tree.name(constructor.class) == SEALED {
        true => SIDES.into_iter().find(|it| *it == keyword),
        false => None,
    }
}

fn parts(tree: &Tree, constructor: Constructor) -> &[tree::ConstructorPart] {
    &tree.nodes.constructor_parts[constructor.parts]
}

fn unguarded(arms: &[Arm]) -> impl Iterator<Item = &Arm> {
    arms.iter().filter(|arm| arm.guard.is_none())
}
