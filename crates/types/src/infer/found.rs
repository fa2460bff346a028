//! Which method answers a message. Each question is asked of the hierarchy once.

use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassName, Found, MethodOrigin, Selector, Type};

use super::bodies::{Bodies, BodyId};
use super::engine::Engine;
use crate::inferred::{InferredType, is_letter};
use hierarchy::Fast;

#[derive(Debug, Default)]
pub(super) struct Lookups<'a> {
    instance: Table<'a>,
    class: Table<'a>,
}

#[derive(Debug, Default)]
struct Table<'a> {
    classes: HashMap<ClassName, HashMap<Selector, Option<Answering<'a>>, Fast>, Fast>,
}

/// A method that was found, and what is known of its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answering<'a> {
    pub(super) found: Found<'a>,
    pub(super) answer: Answer<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Answer<'a> {
    /// It declares this, or it was found out before and elsewhere.
    Type(&'a Type),
    /// For its body to tell.
    Body(BodyId),
    Unknown,
}

impl<'a> Engine<'a> {
    pub(super) fn find_method(
        &mut self,
        class: &ClassName,
        selector: &str,
    ) -> Option<Answering<'a>> {
        let Engine { lookups, resolver, bodies, .. } = self;
        let find = ClassHierarchy::find_method;
        lookups
            .instance
            .find(bodies, class, selector, || find(resolver.hierarchy(), class, selector))
    }

    pub(super) fn find_class_method(
        &mut self,
        class: &ClassName,
        selector: &str,
    ) -> Option<Answering<'a>> {
        let Engine { lookups, resolver, bodies, .. } = self;
        let find = ClassHierarchy::find_class_method;
        lookups.class.find(bodies, class, selector, || find(resolver.hierarchy(), class, selector))
    }

    /// What a method answers by its body.
    pub(super) fn result(&mut self, answer: Answer<'a>) -> Option<InferredType> {
        match answer {
            Answer::Body(body) if self.asks_bodies => self.demand(body),
            Answer::Body(_) | Answer::Type(_) | Answer::Unknown => None,
        }
    }
}

impl<'a> Table<'a> {
    fn find(
        &mut self,
        bodies: &Bodies<'_>,
        class: &ClassName,
        selector: &str,
        look: impl FnOnce() -> Option<Found<'a>>,
    ) -> Option<Answering<'a>> {
        if let Some(known) = self.classes.get(class).and_then(|it| it.get(selector)) {
            return *known;
        }
        let found = look().map(|found| Answering { found, answer: answer(found, bodies) });
        let selector = match found {
            Some(it) => it.found.method.selector.clone(),
            None => Selector::from(selector),
        };
        self.classes.entry(class.clone()).or_default().insert(selector, found);
        found
    }
}

/// Whether a type speaks of type parameters, which the one who asks must put something
/// in for.
pub(super) fn leaves_open(ty: &InferredType, found: Found) -> bool {
    let parameters = &found.class.type_parameters;
    let is_open = |ty: &InferredType| leaves_open(ty, found);
    match ty {
        InferredType::Known { class_name, arguments, .. } => {
            let is_own = || parameters.iter().any(|it| it.name == **class_name);
            is_letter(class_name) || is_own() || arguments.iter().any(is_open)
        }
        InferredType::Union { members, .. } | InferredType::Intersection { members, .. } => {
            members.iter().any(is_open)
        }
        InferredType::Negation { base, .. } => is_open(base),
        InferredType::Meta { .. } | InferredType::Dynamic(_) | InferredType::Never => false,
    }
}

/// What was found out before counts where the body is not at hand.
fn answer<'a>(found: Found<'a>, bodies: &Bodies<'_>) -> Answer<'a> {
    let method = found.method;
    let returns = &method.signature.returns;
    if let Some(declared) = &returns.declared {
        return Answer::Type(declared);
    }
    let is_written = method.origin != MethodOrigin::Generated;
    let key = || (found.class.name.clone(), found.side, method.selector.to_string());
    let body = || bodies.named(&key());
    match (is_written.then(body).flatten(), &returns.inferred) {
        (Some(body), _) => Answer::Body(body),
        (None, Some(inferred)) => Answer::Type(inferred),
        (None, None) => Answer::Unknown,
    }
}
