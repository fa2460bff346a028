//! Arms that are never taken: those before them take all that they would, or the value
//! is never what they ask for.
//!
//! The second is said only where the type of the value was worked out from code. What
//! someone declares is a promise, and an arm may well make sure of it.

use syntax::tree::{Arm, Literal, LiteralKind, Match, Pattern, PatternId};
use syntax::{Span, Tree, literal};

use crate::algebra::{Classes, intersection};
use crate::checks::values::Values;
use crate::inferred::{InferredType, Provenance};
use crate::meaning::Meaning;
use crate::problem::{MatchProblem, ProblemKind, Unreachable};

/// Matches of more arms than this are data; every arm would be compared with all
/// before it.
const MOST_ARMS: usize = 200;

pub(crate) fn check(meaning: &mut Meaning, matching: Match) {
    let tree = meaning.tree;
    let arms = &tree.nodes.arms[matching.arms];
    if arms.len() > MOST_ARMS {
        return;
    }
    let values = Values { tree, hierarchy: meaning.hierarchy };
    let classes = Classes::Inheritance(meaning.hierarchy);
    let value = meaning.type_of(matching.value);
    let is_certain = is_worked_out(&value);
    let mut left = values.pieces(&value);
    let mut before: Vec<&Arm> = Vec::new();
    for arm in arms {
        let taken = before.iter().find(|it| takes_all_of(values, it.pattern, arm.pattern));
        let why = match taken {
            Some(it) => Some(Unreachable::Taken(place(tree, it))),
            None if is_certain => other_than(values, arm.pattern, &left, &value, classes),
            None => None,
        };
        if let Some(why) = why {
            meaning.report(ProblemKind::Match(MatchProblem::UnreachableArm(why)), place(tree, arm));
        }
        if arm.guard.is_none() {
            left.retain(|piece| !values.takes(arm.pattern, piece));
            before.push(arm);
        }
    }
}

/// Whether a type was read off the code itself.
pub(crate) fn is_worked_out(ty: &InferredType) -> bool {
    matches!(ty.provenance(), Some(Provenance::Inferred(_)))
}

/// Why a pattern asks for something that the value is not, or is not any more.
fn other_than(
    values: Values,
    pattern: PatternId,
    left: &[InferredType],
    value: &InferredType,
    classes: Classes,
) -> Option<Unreachable> {
    let is_told = match values.tree.nodes.patterns[pattern] {
        Pattern::Nil | Pattern::ClassTest(_) => true,
        Pattern::Literal(it) => it.kind == LiteralKind::Symbol,
        _ => false,
    };
    let asked = values.of(pattern).filter(|_| is_told)?;
    let is_apart = |it: &InferredType| intersection(it, &asked, classes).is_never();
    if !left.iter().all(is_apart) {
        return None;
    }
    Some(match left.is_empty() {
        true => Unreachable::NothingLeft(value.clone()),
        false => Unreachable::Left(values.whole(left.to_vec())),
    })
}

/// Whether an earlier pattern takes all that a later one does.
fn takes_all_of(values: Values, earlier: PatternId, later: PatternId) -> bool {
    let tree = values.tree;
    if values.takes_anything(earlier) {
        return !matches!(tree.nodes.patterns[later], Pattern::Error);
    }
    match (tree.nodes.patterns[earlier], tree.nodes.patterns[later]) {
        (Pattern::Literal(one), Pattern::Literal(other)) => {
            written(tree, one) == written(tree, other)
        }
        (Pattern::Constructor(one), Pattern::Constructor(other)) => {
            let parts = |of| &tree.nodes.constructor_parts[of];
            let (one_parts, other_parts) = (parts(one.parts), parts(other.parts));
            tree.name(one.class) == tree.name(other.class)
                && one_parts.len() == other_parts.len()
                && one_parts.iter().zip(other_parts).all(|(one, other)| {
                    tree.text_of(one.keyword) == tree.text_of(other.keyword)
                        && takes_all_of(values, one.argument, other.argument)
                })
        }
        _ => values.of(later).is_some_and(|ty| values.takes(earlier, &ty)),
    }
}

/// What a literal is, however it is written. A character is a number.
#[derive(PartialEq)]
enum Written {
    Integer { digits: String, is_negative: bool },
    Float(Option<u64>),
    String(String),
    Symbol(String),
}

fn written(tree: &Tree, it: Literal) -> Written {
    let text = tree.text_of(it.token);
    let (unsigned, has_minus) = match text.strip_prefix('-') {
        Some(unsigned) => (unsigned, true),
        None => (text, false),
    };
    let is_negative = has_minus != it.is_negated;
    match it.kind {
        LiteralKind::Integer => {
            let digits = literal::decimal(unsigned).into_owned();
            let is_negative = is_negative && digits != "0";
            Written::Integer { digits, is_negative }
        }
        LiteralKind::Character => {
            let code = literal::character_value(text).map_or(0, u32::from);
            Written::Integer { digits: code.to_string(), is_negative: false }
        }
        LiteralKind::Float => {
            let value = literal::float_value(unsigned);
            Written::Float(value.map(|it| if is_negative { -it } else { it }.to_bits()))
        }
        LiteralKind::String => Written::String(literal::string_value(text).into_owned()),
        LiteralKind::Symbol => Written::Symbol(literal::symbol_value(text).into_owned()),
    }
}

fn place(tree: &Tree, arm: &Arm) -> Span {
    tree.pattern_span(arm.pattern).to(tree.expr_span(arm.body))
}
