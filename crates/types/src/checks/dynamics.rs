//! In a class that is typed throughout: expressions whose type is not known.
//!
//! What is not known spreads from where it arises to all that is made of it. It is
//! reported where it arises: where nothing inside is unknown for the same reason, and
//! nowhere that only a name for it stands.

use std::collections::{HashMap, HashSet};

use syntax::Tree;
use syntax::tree::{Assignment, Expr, ExprId, Method};

use crate::inferred::{DynamicReason, InferredType};
use crate::meaning::Meaning;
use crate::problem::{AnnotationProblem, ProblemKind};

pub(crate) fn method(meaning: &mut Meaning, method: &Method) {
    let Some(class) = meaning.around.class.map(|it| it.name.clone()) else { return };
    for (expr, reason) in origins(meaning, method) {
        let problem = AnnotationProblem::DynamicExpression { class: class.clone(), reason };
        meaning.report(ProblemKind::Annotation(problem), meaning.tree.expr_span(expr));
    }
}

struct Seen {
    expr: ExprId,
    /// The position of what stands around it.
    around: Option<usize>,
    reason: Option<DynamicReason>,
    is_inside: bool,
}

fn origins(meaning: &Meaning, method: &Method) -> Vec<(ExprId, DynamicReason)> {
    let tree = meaning.tree;
    let mut all = everything(meaning, method);
    let mut names = Names::of(tree, &all);
    let mut origins = Vec::new();
    // What stands inside something comes after it.
    for position in (0..all.len()).rev() {
        let Some(Seen { expr, around, reason, is_inside }) = all.get(position) else { continue };
        let (expr, around, spreads) = (*expr, *around, reason.is_some() || *is_inside);
        if let (Some(reason), false) = (*reason, *is_inside)
            && names.arises(tree, expr)
        {
            origins.push((expr, reason));
        }
        if let Some(around) = around.and_then(|it| all.get_mut(it)) {
            around.is_inside |= spreads;
        }
    }
    origins
}

fn everything(meaning: &Meaning, method: &Method) -> Vec<Seen> {
    let tree = meaning.tree;
    let mut all: Vec<Seen> = Vec::new();
    // What is assigned to a variable with a type: the program says what it is.
    let mut settled: HashSet<ExprId> = HashSet::new();
    let mut pending: Vec<(ExprId, Option<usize>)> =
        tree.list(method.body).iter().map(|it| (*it, None)).collect();
    while let Some((expr, around)) = pending.pop() {
        let position = all.len();
        let reason = reason(&meaning.type_of(expr)).filter(|_| !settled.contains(&expr));
        all.push(Seen { expr, around, reason, is_inside: false });
        tree.children(expr, |child| pending.push((child, Some(position))));
        match tree.nodes.exprs[expr] {
            Expr::Assignment(Assignment { annotation: Some(_), value, .. }) => {
                settled.insert(value);
            }
            Expr::Paren(inner) if settled.contains(&expr) => {
                settled.insert(inner);
            }
            _ => {}
        }
    }
    all
}

fn reason(ty: &InferredType) -> Option<DynamicReason> {
    match ty {
        InferredType::Dynamic(
            reason @ (DynamicReason::UnannotatedParam
            | DynamicReason::UnannotatedReturn
            | DynamicReason::AmbiguousControlFlow
            | DynamicReason::UntypedFfi),
        ) => Some(*reason),
        _ => None,
    }
}

/// The parameters of blocks, of which each is told once, where it is first read. Any
/// other name stands for what arose elsewhere; and of a parameter of the method that has
/// no type that very thing is said.
struct Names<'t> {
    told: HashMap<&'t str, bool>,
}

impl<'t> Names<'t> {
    fn of(tree: &'t Tree, all: &[Seen]) -> Self {
        let blocks = all.iter().filter_map(|it| match tree.nodes.exprs[it.expr] {
            Expr::Block(block) => Some(block),
            _ => None,
        });
        let parameters = blocks.flat_map(|it| &tree.nodes.block_parameters[it.parameters]);
        Names { told: parameters.map(|it| (tree.name(it.name), false)).collect() }
    }

    fn arises(&mut self, tree: &'t Tree, expr: ExprId) -> bool {
        match tree.nodes.exprs[expr] {
            Expr::Identifier(name) => {
                let told = self.told.get_mut(tree.name(name));
                told.is_some_and(|told| !std::mem::replace(told, true))
            }
            Expr::Field(_) => false,
            _ => true,
        }
    }
}
