//! What is known at one place of a text, for whoever asks while it is being written.
//!
//! Only the body around the place is looked into, and those that it asks for: a long file
//! takes no longer than a short one.

use hierarchy::ClassHierarchy;
use syntax::tree::ExprId;
use syntax::{TokenId, Tree};

use super::bodies::BodyId;
use super::engine::Engine;
use super::{Bindings, Inference};
use crate::native::NativeSignatures;

/// What is known at a place.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// The types of the body around it, and of those that this one asked for.
    pub inference: Inference,
    /// The names that are bound where the expression stands.
    pub names: Bindings,
}

/// The place that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Whose body is looked into.
    pub token: TokenId,
    /// The expression of which the names around it are wanted.
    pub watched: Option<ExprId>,
    /// Whether methods of the text that declare nothing are asked what their bodies answer;
    /// without that one can measure what it is good for.
    pub asks_bodies: bool,
}

/// Infers the body that a place stands in.
pub fn infer_at(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
    bindings: &Bindings,
    place: Place,
) -> Sight {
    let Some(mut engine) = Engine::new(&[tree], hierarchy, natives, Vec::new(), &[]) else {
        return Sight::default();
    };
    engine.bindings = Some(bindings);
    engine.watched = place.watched;
    engine.asks_bodies = place.asks_bodies;
    let body = engine.body_around(place.token);
    engine.settle_only(body);
    let names = std::mem::take(&mut engine.seen);
    let types = engine.found.pop().map(|it| it.types).unwrap_or_default();
    Sight { inference: Inference { types, ..Inference::default() }, names }
}

impl Engine<'_> {
    /// The method whose tokens a token is among, else what stands outside of all.
    fn body_around(&self, token: TokenId) -> BodyId {
        let is_around = |it: &super::bodies::Body| {
            let tokens = it.method.as_ref().map(|(_, method)| method.tokens);
            tokens.is_some_and(|it| it.first <= token && token <= it.last)
        };
        let outside = self.bodies.all.len().saturating_sub(1);
        self.bodies.all.iter().position(is_around).unwrap_or(outside)
    }
}
