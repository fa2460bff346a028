//! What values a pattern takes.
//!
//! In goes a pattern, out comes what all values are that it takes, or whether it takes
//! all values of a type. Where a pattern says less than a type can, the answer is
//! that nothing is known.

use hierarchy::{ClassHierarchy, ClassName, Kind, Origin, known};
use syntax::tree::{Literal, LiteralKind, Pattern, PatternId};
use syntax::{Tree, literal};

use crate::algebra::union;
use crate::inferred::{InferredType, Provenance};

/// The patterns of one tree, and the classes they test for.
#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) hierarchy: &'a ClassHierarchy,
}

impl Values<'_> {
    /// Whether a pattern takes whatever comes. One that could not be read may.
    pub(crate) fn takes_anything(self, pattern: PatternId) -> bool {
        matches!(
            self.tree.nodes.patterns[pattern],
            Pattern::Wildcard | Pattern::Variable(_) | Pattern::Error
        )
    }

    /// What a value is that fits a pattern, where that is all the pattern asks or
    /// where a test for a class would take it too.
    pub(crate) fn of(self, pattern: PatternId) -> Option<InferredType> {
        let class = |name: &str| Some(InferredType::class(name, Provenance::NOWHERE));
        match self.tree.nodes.patterns[pattern] {
            Pattern::Nil => Some(InferredType::nil(Provenance::NOWHERE)),
            Pattern::ClassTest(test) => class(self.tree.name(test.class)),
            Pattern::Constructor(constructor) => class(self.tree.name(constructor.class)),
            Pattern::Array(_) => class("Array"),
            Pattern::Literal(it) => match it.kind {
                LiteralKind::Integer | LiteralKind::Character => class("Integer"),
                LiteralKind::Float => class("Float"),
                LiteralKind::String => class("String"),
                LiteralKind::Symbol => Some(self.symbol(it)),
            },
            _ => None,
        }
    }

    /// Whether a pattern takes all values of a type that is no union. Sides of results
    /// are not counted here.
    pub(crate) fn takes(self, pattern: PatternId, ty: &InferredType) -> bool {
        match self.tree.nodes.patterns[pattern] {
            Pattern::Wildcard | Pattern::Variable(_) | Pattern::Error => true,
            Pattern::Nil => ty.is_nil(),
            Pattern::Literal(it) => it.kind == LiteralKind::Symbol && self.symbol(it) == *ty,
            Pattern::ClassTest(test) => {
                let class = InferredType::class(self.tree.name(test.class), Provenance::NOWHERE);
                self.is_kind_of(ty, &class)
            }
            Pattern::Map(pairs) => {
                self.tree.nodes.map_pattern_pairs[pairs].is_empty() && self.is_map(ty)
            }
            Pattern::Binary(segments) => {
                let binary = InferredType::class("Binary", Provenance::NOWHERE);
                let [only] = &self.tree.nodes.segments[segments] else { return false };
                let kind = only.kind.filter(|_| only.size.is_none());
                kind.is_some_and(|it| matches!(self.tree.text_of(it), "binary" | "bytes"))
                    && self.is_kind_of(ty, &binary)
            }
            _ => false,
        }
    }

    /// The types that arms can take one by one: a Boolean is one of two.
    pub(crate) fn pieces(self, ty: &InferredType) -> Vec<InferredType> {
        let mut pieces = Vec::new();
        for member in ty.alternatives() {
            let from = || member.provenance().map_or(Provenance::NOWHERE, Provenance::fresh);
            match (member.symbol(), is_boolean(member)) {
                (Some(name), _) => pieces.push(value_of(name, from())),
                (None, true) => {
                    pieces.extend(["true", "false"].map(|it| InferredType::class(it, from())));
                }
                (None, false) => pieces.push(member.clone()),
            }
        }
        pieces
    }

    /// Pieces as one type again.
    pub(crate) fn whole(self, mut pieces: Vec<InferredType>) -> InferredType {
        let is_half =
            |it: &InferredType| it.is_instance_of(&known::TRUE) || it.is_instance_of(&known::FALSE);
        let has = |class: &ClassName| pieces.iter().any(|it| it.is_instance_of(class));
        if has(&known::TRUE) && has(&known::FALSE) {
            let first = pieces.iter().position(is_half).unwrap_or(0);
            pieces.insert(first, InferredType::class("Boolean", Provenance::NOWHERE));
            pieces.retain(|it| !is_half(it));
        }
        union(pieces)
    }

    fn symbol(self, literal: Literal) -> InferredType {
        let name = literal::symbol_value(self.tree.text_of(literal.token));
        value_of(&name, Provenance::NOWHERE)
    }

    fn is_kind_of(self, ty: &InferredType, class: &InferredType) -> bool {
        match (ty.instance_class(), class.instance_class()) {
            (Some(own), Some(of)) => self.hierarchy.is_subclass(own, of),
            _ => false,
        }
    }

    /// Values of the library may be something else to Erlang, as booleans are.
    fn is_map(self, ty: &InferredType) -> bool {
        let Some(class) = ty.instance_class() else { return false };
        let is_value = self.hierarchy.kind_of(class) == Some(Kind::Value);
        let is_of_library = self.hierarchy.origin(class) == Some(Origin::Builtin);
        class.simple() == "Dictionary" || (is_value && !is_of_library)
    }
}

fn is_boolean(ty: &InferredType) -> bool {
    ty.instance_class().is_some_and(|it| it.simple() == "Boolean")
}

/// What a symbol is: `#nil`, `#true` and `#false` are the values of these names.
fn value_of(symbol: &str, from: Provenance) -> InferredType {
    match symbol {
        "nil" | "true" | "false" => InferredType::class(symbol, from),
        _ => InferredType::singleton(symbol, from),
    }
}
