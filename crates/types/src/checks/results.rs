//! What methods answer against what they declare.
//!
//! In go a method and the type of its body; out comes at most one problem for the body
//! and one for each `^` in a block of it. Bodies that the runtime, a native module or a
//! subclass provides are trusted.

use hierarchy::{Selector, Type, known};
use syntax::Span;
use syntax::tree::{Expr, ExprId, Method};

use super::annotations::unless_collapsed;
use crate::inferred::{DynamicReason, InferredType};
use crate::meaning::Meaning;
use crate::problem::{ProblemKind, ResultProblem};
use crate::relation::is_result_compatible;
use crate::resolve::Purpose;
use crate::substitution::Substitution;

pub(crate) fn method(meaning: &mut Meaning, method: &Method) {
    let Some(declared) = declared(meaning, method) else { return };
    if is_provided_elsewhere(meaning, method) {
        return;
    }
    let body = meaning.method_key().and_then(|key| meaning.inference.body(&key).cloned());
    let body = body.unwrap_or(InferredType::UNKNOWN);
    let promise = Promise { declared: &declared, method };
    promise.body(meaning, &body);
    for (answer, value) in returns_in_blocks(meaning, method) {
        promise.answer_in_block(meaning, &meaning.type_of(value), answer);
    }
}

/// Whether there is nothing to see: the runtime, a native module or a subclass has the
/// body.
pub(crate) fn is_provided_elsewhere(meaning: &Meaning, method: &Method) -> bool {
    let tree = meaning.tree;
    if is_primitive(meaning, method) {
        return true;
    }
    let [only] = tree.list(method.body) else { return false };
    let words: Vec<&str> = tree.expr_span(*only).of(&tree.text).split_whitespace().collect();
    matches!(*words, ["self", "delegate" | "subclassResponsibility" | "notImplemented"])
}

pub(crate) fn is_primitive(meaning: &Meaning, method: &Method) -> bool {
    let tree = meaning.tree;
    let is_primitive = |it: &ExprId| matches!(tree.nodes.exprs[*it], Expr::Primitive(_));
    tree.list(method.body).iter().any(is_primitive)
}

/// What a method promises, `Self` being an instance of the class around. Nothing where
/// it promises nothing that can be held against a body.
fn declared(meaning: &Meaning, method: &Method) -> Option<InferredType> {
    let (annotation, class) = (method.header.return_type?, meaning.around.class?);
    let span = meaning.tree.type_span(annotation);
    let ty = Type::from_tree(meaning.tree, annotation, &class.type_parameters);
    let instance = meaning.resolver.declared(&class.instance_type(), span);
    let receiver = Substitution::default().with_receiver(instance);
    let declared = meaning.resolver.resolve(&ty, &receiver, Purpose::Declaration(span));
    match unless_collapsed(&ty, declared) {
        InferredType::Meta { .. }
        | InferredType::Negation { .. }
        | InferredType::Intersection { .. }
        | InferredType::Dynamic(_) => None,
        declared => Some(declared),
    }
}

struct Promise<'p> {
    declared: &'p InferredType,
    method: &'p Method,
}

impl Promise<'_> {
    fn body(&self, meaning: &mut Meaning, body: &InferredType) {
        let answer = answering(meaning, self.method).map(|it| meaning.tree.expr_span(it));
        match body {
            InferredType::Never => {}
            InferredType::Dynamic(reason) => self.unverified(meaning, *reason),
            _ if self.declared.is_never() => self.mismatch(meaning, body, Vec::new(), answer),
            InferredType::Known { .. } => {
                if !fits(meaning, body, self.declared) {
                    self.mismatch(meaning, body, Vec::new(), answer);
                }
            }
            InferredType::Union { members, .. } if meaning.is_typed() => {
                let is_unfit = |it: &&InferredType| {
                    matches!(it, InferredType::Known { .. }) && !fits(meaning, it, self.declared)
                };
                let unfit: Vec<InferredType> = members.iter().filter(is_unfit).cloned().collect();
                if !unfit.is_empty() {
                    self.mismatch(meaning, body, unfit, answer);
                }
            }
            InferredType::Union { .. }
            | InferredType::Meta { .. }
            | InferredType::Negation { .. }
            | InferredType::Intersection { .. } => {}
        }
    }

    /// A `^` in a block does not count for what the body answers, but it answers.
    fn answer_in_block(&self, meaning: &mut Meaning, value: &InferredType, answer: Span) {
        let is_certain = matches!(value, InferredType::Known { .. }) && !value.is_nil();
        if is_certain && !fits(meaning, value, self.declared) {
            self.mismatch(meaning, value, Vec::new(), Some(answer));
        }
    }

    fn mismatch(
        &self,
        meaning: &mut Meaning,
        answered: &InferredType,
        unfit: Vec<InferredType>,
        answer: Option<Span>,
    ) {
        let (Some(class), Some(side)) = (meaning.around.class, meaning.around.side) else { return };
        let problem = ResultProblem::Mismatch {
            class: class.name.clone(),
            side,
            selector: Selector::from(&*meaning.tree.header_selector(&self.method.header)),
            declared: self.declared.clone(),
            answered: answered.clone(),
            unfit,
            answer,
        };
        meaning.report(ProblemKind::Result(problem), span(meaning, self.method));
    }

    fn unverified(&self, meaning: &mut Meaning, reason: DynamicReason) {
        let (Some(class), Some(side)) = (meaning.around.class, meaning.around.side) else { return };
        let is_told = matches!(
            reason,
            DynamicReason::AmbiguousControlFlow | DynamicReason::UnannotatedReturn
        );
        if !is_told || !meaning.is_typed() {
            return;
        }
        let problem = ResultProblem::Unverified {
            class: class.name.clone(),
            side,
            selector: Selector::from(&*meaning.tree.header_selector(&self.method.header)),
            declared: self.declared.clone(),
            reason,
        };
        meaning.report(ProblemKind::Result(problem), span(meaning, self.method));
    }
}

/// All of a method, without a directive before it.
pub(crate) fn span(meaning: &Meaning, method: &Method) -> Span {
    meaning.tree.tokens.span_of(method.tokens)
}

/// The statement whose value a method answers.
pub(crate) fn answering(meaning: &Meaning, method: &Method) -> Option<ExprId> {
    let exprs = &meaning.tree.nodes.exprs;
    let statements = meaning.tree.list(method.body).iter().copied();
    let mut statements = statements.filter(|it| !matches!(exprs[*it], Expr::Expect(_)));
    let last = statements.clone().next_back();
    statements.find(|it| matches!(exprs[*it], Expr::Return(_))).or(last)
}

fn fits(meaning: &Meaning, answered: &InferredType, declared: &InferredType) -> bool {
    is_either_boolean(answered, declared)
        || is_result_compatible(meaning.world(), answered, declared)
}

/// `true` and `false` are not told apart: what is either may be the one that is asked
/// for.
pub(crate) fn is_either_boolean(value: &InferredType, declared: &InferredType) -> bool {
    let is_one =
        |it: &InferredType| it.is_instance_of(&known::TRUE) || it.is_instance_of(&known::FALSE);
    let is_boolean = value.instance_class().is_some_and(|class| **class == *"Boolean");
    is_boolean && declared.alternatives().iter().any(is_one)
}

/// Each `^` in a block of a method, and what it answers.
fn returns_in_blocks(meaning: &Meaning, method: &Method) -> Vec<(Span, ExprId)> {
    let tree = meaning.tree;
    let mut returns = Vec::new();
    let mut pending = Vec::new();
    for statement in tree.list(method.body) {
        tree.children(*statement, |child| pending.push(child));
    }
    while let Some(expr) = pending.pop() {
        if let Expr::Return(value) = tree.nodes.exprs[expr] {
            returns.push((tree.expr_span(expr), value));
        }
        tree.children(expr, |child| pending.push(child));
    }
    returns
}
