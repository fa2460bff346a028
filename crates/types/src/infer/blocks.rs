//! Blocks: their parameters have the types that the method they are given to says.

use std::collections::HashMap;

use hierarchy::{ClassName, Found, Type};
use syntax::tree::{Block, BlockParameter, Expr, ExprId};

use super::engine::Engine;
use super::environment::{Effects, Environment};
use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::resolve::Purpose;
use crate::substitution::Substitution;
use hierarchy::Fast;

/// What a send offers to the blocks among its arguments.
pub(super) struct Offer<'a, 's> {
    pub(super) found: Option<Found<'a>>,
    pub(super) substitution: &'s Substitution,
    /// Why a parameter is not known that nothing is said of.
    pub(super) reason: DynamicReason,
    /// What the message itself says that the block in some place is given.
    pub(super) given: Option<(usize, InferredType)>,
}

/// Which look at a scope is being taken, and what first looks have found.
#[derive(Debug, Default)]
pub(super) struct Look<'a> {
    is_first: bool,
    /// Whether a scope inside assigns something.
    has_effects: bool,
    /// How many scopes around are looked at for the second time.
    pub(super) again: usize,
    /// What scopes deep inside have done at the first look, by their place.
    foreseen: HashMap<ExprId, Effects<'a>, Fast>,
}

/// So many scopes, one inside the other, have two looks each. One still deeper inside
/// has one, and what the first look around it has found, or the time would grow with
/// the square of how deep they nest.
pub(super) const MOST_LOOKS: usize = 4;

impl<'a> Engine<'a> {
    pub(super) fn block_of(&self, expr: ExprId) -> Option<Block> {
        match self.tree.nodes.exprs[expr] {
            Expr::Block(block) => Some(block),
            _ => None,
        }
    }

    /// The types of arguments: first those that are no blocks, for the others may
    /// depend on them.
    pub(super) fn arguments(
        &mut self,
        arguments: &[ExprId],
        around: &mut Environment<'a>,
    ) -> Vec<InferredType> {
        let mut types = Vec::new();
        for argument in arguments {
            types.push(match self.block_of(*argument) {
                Some(_) => InferredType::UNKNOWN,
                None => self.expr(*argument, around),
            });
        }
        types
    }

    /// The same with the blocks, whose parameters are known by now.
    pub(super) fn block_arguments(
        &mut self,
        arguments: &[ExprId],
        types: &mut [InferredType],
        offer: &Offer<'a, '_>,
        around: &mut Environment<'a>,
    ) {
        for (index, argument) in arguments.iter().enumerate() {
            let Some(block) = self.block_of(*argument) else { continue };
            let parameters = match &offer.given {
                Some((place, given)) if index == *place => vec![given.clone()],
                _ => self.offered(offer, index, *argument),
            };
            let ty = self.block(*argument, &block, &parameters, offer.reason, around);
            if let Some(slot) = types.get_mut(index) {
                *slot = ty;
            }
        }
    }

    /// What the method says that a block in this place is given.
    fn offered(&self, offer: &Offer, index: usize, place: ExprId) -> Vec<InferredType> {
        let parameter = offer.found.and_then(|it| it.method.signature.parameters.get(index));
        let Some(arguments) = parameter.and_then(|it| it.slot.ty()).and_then(block_type) else {
            return Vec::new();
        };
        let Some((_, parameters)) = arguments.split_last() else { return Vec::new() };
        let purpose = Purpose::Send(self.place(place));
        let resolved = |ty: &Type| match self.resolver.resolve(ty, offer.substitution, purpose) {
            InferredType::Dynamic(DynamicReason::Unknown) => {
                InferredType::Dynamic(DynamicReason::UnannotatedParam)
            }
            ty => ty,
        };
        parameters.iter().map(resolved).collect()
    }

    /// `Block(parameters…, result)`; the result of one that leaves is Never.
    pub(super) fn block(
        &mut self,
        id: ExprId,
        block: &Block,
        offered: &[InferredType],
        reason: DynamicReason,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let tree = self.tree;
        let parameters = tree.nodes.block_parameters[block.parameters].iter().enumerate();
        let given = parameters.map(|(index, parameter)| {
            let ty = offered.get(index).cloned().unwrap_or(InferredType::Dynamic(reason));
            let said = if ty.is_dynamic() { self.annotated(parameter, around) } else { None };
            (tree.name(parameter.name), said.unwrap_or(ty))
        });
        let given: Vec<(&'a str, InferredType)> = given.collect();
        let statements = tree.list(block.body);
        let (body, inner) = self.scope(id, around, |engine, inner| {
            given.iter().for_each(|(name, ty)| inner.bind(name, ty.clone()));
            engine.statements(statements, inner)
        });
        let mut types: Vec<InferredType> = given.into_iter().map(|(_, ty)| ty).collect();
        let leaves = |it: &ExprId| matches!(self.tree.nodes.exprs[*it], Expr::Return(_));
        types.push(if statements.iter().any(leaves) { InferredType::Never } else { body });
        around.join(inner);
        let ty = InferredType::generic(
            ClassName::constant("Block"),
            types,
            Provenance::Inferred(self.place(id)),
        );
        self.record(id, &ty);
        ty
    }

    /// A block that is no argument: it may run at any time.
    pub(super) fn stored_block(
        &mut self,
        id: ExprId,
        block: &Block,
        around: &mut Environment<'a>,
    ) -> Effects<'a> {
        let tree = self.tree;
        let (_, inner) = self.scope(id, around, |engine, inner| {
            for parameter in &tree.nodes.block_parameters[block.parameters] {
                let unknown = InferredType::Dynamic(DynamicReason::UnannotatedParam);
                let ty = engine.annotated(parameter, inner).unwrap_or(unknown);
                inner.bind(tree.name(parameter.name), ty);
            }
            engine.statements(tree.list(block.body), inner)
        });
        inner
    }

    /// What a parameter is said to be. It counts where nothing is known from around.
    fn annotated(
        &self,
        parameter: &BlockParameter,
        around: &Environment<'a>,
    ) -> Option<InferredType> {
        let (tree, annotation) = (self.tree, parameter.annotation?);
        let parameters = around.class.map_or(&[][..], |it| &it.type_parameters);
        let ty = Type::from_tree(tree, annotation, parameters);
        Some(self.resolver.declared(&ty, tree.type_span(annotation)))
    }

    /// Looks at a scope inside another one. One that assigns names from around is
    /// looked at twice, the second time with what it assigns. Scopes inside the first
    /// look are looked at once, or the time would double with each of them.
    pub(super) fn scope(
        &mut self,
        place: ExprId,
        around: &mut Environment<'a>,
        look: impl Fn(&mut Self, &mut Environment<'a>) -> InferredType,
    ) -> (InferredType, Effects<'a>) {
        if self.look.is_first {
            let (ty, effects) = self.look_once(None, around, look);
            self.look.has_effects |= !effects.are_none();
            if around.depth() >= MOST_LOOKS && !effects.are_none() {
                self.look.foreseen.insert(place, effects.clone());
            }
            return (ty, effects);
        }
        if self.look.again >= MOST_LOOKS {
            let foreseen = self.look.foreseen.get(&place).cloned();
            return self.look_once(foreseen.as_ref(), around, look);
        }
        (self.look.is_first, self.look.has_effects) = (true, false);
        let (ty, first) = self.look_once(None, around, &look);
        self.look.is_first = false;
        if !self.look.has_effects && first.are_none() {
            return (ty, first);
        }
        self.look.again += 1;
        let found = self.look_once(Some(&first), around, look);
        self.look.again -= 1;
        found
    }

    fn look_once(
        &mut self,
        foreseen: Option<&Effects<'a>>,
        around: &mut Environment<'a>,
        look: impl Fn(&mut Self, &mut Environment<'a>) -> InferredType,
    ) -> (InferredType, Effects<'a>) {
        around.enter();
        if let Some(foreseen) = foreseen {
            around.foresee(foreseen);
        }
        let ty = look(self, around);
        (ty, around.leave())
    }
}

/// What the block that a parameter takes is given and answers; of a choice, the only
/// block in it.
fn block_type(ty: &Type) -> Option<&[Type]> {
    match ty {
        Type::Class(it) if it.class.simple() == "Block" && !it.arguments.is_empty() => {
            Some(&it.arguments)
        }
        Type::Union(members) => {
            let mut blocks = members.iter().filter_map(block_type);
            let only = blocks.next();
            only.filter(|_| blocks.next().is_none())
        }
        _ => None,
    }
}
