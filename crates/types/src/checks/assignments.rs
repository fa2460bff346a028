//! Values against the variable or the slot that they are given to.

use hierarchy::{ClassInfo, Name, Side};
use syntax::tree::{Assignment, DataDeclaration, DataKind, Expr};
use syntax::{Span, TokenId};

use super::annotations::{declared, unless_collapsed};
use super::results::is_either_boolean;
use crate::inferred::InferredType;
use crate::meaning::Meaning;
use crate::problem::{AnnotationProblem, AssignmentProblem, ProblemKind};
use crate::relation::is_assignable;
use crate::resolve::Purpose;

/// What a slot begins with.
pub(crate) fn slot(meaning: &mut Meaning, data: &DataDeclaration) {
    let tree = meaning.tree;
    let (Some(class), Some(name)) = (meaning.around.class, data.name) else { return };
    let (Some(annotation), Some(initialiser)) = (data.annotation, data.initialiser) else { return };
    let declared = declared(meaning, annotation);
    let value = meaning.type_of(initialiser);
    let slot = Slot { class, name: tree.name(name), is_default: true };
    slot.takes(meaning, declared, value, tree.tokens.span_of(data.tokens));
}

pub(crate) fn assignment(meaning: &mut Meaning, assignment: Assignment) {
    let tree = meaning.tree;
    let Assignment { target, annotation, value } = assignment;
    let span = tree.expr_span(target).to(tree.expr_span(value));
    let value = meaning.type_of(value);
    match tree.nodes.exprs[target] {
        Expr::Identifier(name) => {
            let Some(annotation) = annotation else { return };
            let declared = declared(meaning, annotation);
            local(meaning, name, declared, value, (span, tree.type_span(annotation)));
        }
        Expr::Field(field) => {
            let Some(class) = meaning.around.class else { return };
            let is_self = match tree.nodes.exprs[field.receiver] {
                Expr::Identifier(it) => tree.text_of(it) == "self" && !meaning.rebinds_self,
                _ => false,
            };
            let name = tree.name(field.name);
            let declared = is_self.then(|| declared_slot(meaning, class, name)).flatten();
            if let Some(declared) = declared {
                let slot = Slot { class, name, is_default: false };
                slot.takes(meaning, declared, value, span);
            }
        }
        _ => {}
    }
}

/// A variable may be declared as more or as less than its value is known to be.
fn local(
    meaning: &mut Meaning,
    name: TokenId,
    declared: InferredType,
    value: InferredType,
    (assignment, annotation): (Span, Span),
) {
    let world = meaning.world();
    let is_known = matches!(value, InferredType::Known { .. });
    if is_known && value == declared {
        let after = meaning.tree.tokens.get(name).span();
        let problem = AnnotationProblem::Redundant { ty: declared, after };
        return meaning.report(ProblemKind::Annotation(problem), annotation);
    }
    let is_related = value.is_dynamic()
        || value.is_never()
        || is_either_boolean(&value, &declared)
        || is_assignable(world, &value, &declared)
        || is_assignable(world, &declared, &value);
    if !is_related {
        let problem = AssignmentProblem::Local { declared, value };
        meaning.report(ProblemKind::Assignment(problem), assignment);
    }
}

/// What the nearest class that has a slot declares it as, seen from the class around.
fn declared_slot(meaning: &Meaning, class: &ClassInfo, name: &str) -> Option<InferredType> {
    let (owner, field) = match meaning.around.side? {
        Side::Instance => meaning.hierarchy.find_field(&class.name, name)?,
        Side::Class => meaning.hierarchy.find_class_variable(&class.name, name)?,
    };
    let ty = field.declared.as_ref()?;
    let own = meaning.resolver.declared(&class.instance_type(), Span::default());
    let above = meaning.resolver.inherited(&class.name, own.arguments(), owner);
    let declared = meaning.resolver.resolve(ty, &above, Purpose::Send(Span::default()));
    Some(unless_collapsed(ty, declared))
}

struct Slot<'s> {
    class: &'s ClassInfo,
    name: &'s str,
    is_default: bool,
}

impl Slot<'_> {
    fn takes(&self, meaning: &mut Meaning, declared: InferredType, value: InferredType, at: Span) {
        let partly = match &value {
            InferredType::Known { .. } | InferredType::Meta { .. } => {
                match fits(meaning, &value, &declared) {
                    true => return,
                    false => Vec::new(),
                }
            }
            InferredType::Union { members, .. } => {
                if members.iter().any(|it| !matches!(it, InferredType::Known { .. })) {
                    return;
                }
                let unfit = members.iter().filter(|it| !fits(meaning, it, &declared));
                let unfit: Vec<InferredType> = unfit.cloned().collect();
                match unfit.len() {
                    0 => return,
                    count if count == members.len() => Vec::new(),
                    _ => unfit,
                }
            }
            _ => return,
        };
        let problem = AssignmentProblem::Slot {
            class: self.class.name.clone(),
            slot: Name::from(self.name),
            declared,
            value,
            partly,
            is_default: self.is_default,
        };
        meaning.report(ProblemKind::Assignment(problem), at);
    }
}

fn fits(meaning: &Meaning, value: &InferredType, declared: &InferredType) -> bool {
    is_either_boolean(value, declared) || is_assignable(meaning.world(), value, declared)
}

/// Whether a declaration is of a variable of the class.
pub(crate) fn is_class_variable(data: &DataDeclaration) -> bool {
    data.kind == DataKind::ClassState
}
