//! Messages that their receiver does not understand.
//!
//! Only of a receiver of which everything is seen can one say so.

use hierarchy::{ClassHierarchy, ClassName, Kind, LineageEnd, Selector, Side, known};
use syntax::tree::Expr;

use crate::checks::suggestions;
use crate::inferred::InferredType;
use crate::knowledge::{Knowledge, classify};
use crate::meaning::{Meaning, Sent, Target};
use crate::problem::{Meant, MessageProblem, ProblemKind};

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    match &sent.target {
        Target::Instance { class, .. } => instance(meaning, sent, class),
        Target::ClassObject { class, found: None, .. } => class_object(meaning, sent, class),
        Target::Union => union(meaning, sent),
        Target::ClassObject { .. } | Target::Unknown => {}
    }
}

/// A message that nobody waits for: a value has no process that could receive it.
pub(crate) fn cast(meaning: &mut Meaning, sent: &Sent) {
    let Target::Instance { class, .. } = &sent.target else { return };
    let is_whole = meaning.hierarchy.lineage(class).end == LineageEnd::Root;
    if is_whole && meaning.hierarchy.kind_of(class) == Some(Kind::Value) {
        let selector = Selector::from(&*sent.selector);
        let problem = MessageProblem::CastToValue { receiver: sent.receiver.clone(), selector };
        meaning.report(ProblemKind::Message(problem), sent.span);
    }
}

/// What all objects answer; of a class object or one of several nobody asks who.
pub(crate) fn is_equality(selector: &str) -> bool {
    matches!(selector, "==" | "=:=" | "/=" | "=/=")
}

/// Whether a message goes to `self` in a method of an abstract class object, for which
/// subclasses may have more to say.
pub(crate) fn is_left_to_subclasses(meaning: &Meaning, sent: &Sent) -> bool {
    let around = meaning.around;
    let is_abstract = around.class.is_some_and(|it| it.flags.is_abstract);
    let is_self = || match meaning.tree.nodes.exprs[meaning.bare(sent.shown)] {
        Expr::Identifier(name) => meaning.tree.text_of(name) == "self",
        _ => false,
    };
    is_abstract && around.side == Some(Side::Class) && is_self()
}

/// Whether something understands a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Understanding {
    Yes,
    No,
    Unsure,
}

fn instance(meaning: &mut Meaning, sent: &Sent, class: &ClassName) {
    if understanding(meaning, &sent.receiver, &sent.selector) != Understanding::No {
        return;
    }
    let hierarchy = meaning.hierarchy;
    let meant = suggestions::selector(meaning, sent, || selectors(hierarchy, class));
    not_understood(meaning, sent, meant);
}

fn class_object(meaning: &mut Meaning, sent: &Sent, class: &ClassName) {
    let hierarchy = meaning.hierarchy;
    let Some(info) = hierarchy.class(class) else { return };
    let is_provided = match &*sent.selector {
        selector if is_equality(selector) => true,
        "new" | "new:" | "basicNew" => {
            !info.flags.is_abstract && hierarchy.kind_of(class) != Some(Kind::Actor)
        }
        "spawn" | "spawnWith:" => hierarchy.find_method(class, &sent.selector).is_some(),
        _ => false,
    };
    let is_seen = classify(meaning.world(), class, Side::Class) == Knowledge::ClosedComplete;
    if is_provided || !is_seen || is_left_to_subclasses(meaning, sent) {
        return;
    }
    let meant = suggestions::selector(meaning, sent, || {
        let methods = hierarchy.all_class_methods(class).into_iter();
        methods.map(|it| &*it.method.selector).collect()
    });
    not_understood(meaning, sent, meant);
}

fn not_understood(meaning: &mut Meaning, sent: &Sent, meant: Option<Meant>) {
    let (receiver, selector) = (sent.receiver.clone(), Selector::from(&*sent.selector));
    let problem = MessageProblem::NotUnderstood { receiver, selector, meant };
    meaning.report(ProblemKind::Message(problem), sent.span);
}

/// Each member is asked by itself. Nil is not: that a value may be missing is known
/// wherever a union says so, and to complain of it each time would help nobody.
fn union(meaning: &mut Meaning, sent: &Sent) {
    let members = sent.receiver.alternatives();
    if is_equality(&sent.selector) || members.iter().any(InferredType::is_dynamic) {
        return;
    }
    let mut missing = Vec::new();
    let mut is_hopeless = true;
    for member in members.iter().filter(|it| !it.is_nil()) {
        match understanding(meaning, member, &sent.selector) {
            Understanding::No => missing.push(member.clone()),
            Understanding::Yes | Understanding::Unsure => is_hopeless = false,
        }
    }
    if missing.is_empty() {
        return;
    }
    let hierarchy = meaning.hierarchy;
    let candidates = || {
        let classes = missing.iter().filter_map(InferredType::instance_class);
        classes.flat_map(|class| selectors(hierarchy, class)).collect()
    };
    // Where some understand it, it is not misspelled.
    let meant = match is_hopeless {
        true => suggestions::selector(meaning, sent, candidates),
        false => None,
    };
    let (union, selector) = (sent.receiver.clone(), Selector::from(&*sent.selector));
    let problem =
        MessageProblem::NotUnderstoodByAll { union, missing, selector, is_hopeless, meant };
    meaning.report(ProblemKind::Message(problem), sent.span);
}

fn understanding(meaning: &Meaning, receiver: &InferredType, selector: &str) -> Understanding {
    let (hierarchy, world) = (meaning.hierarchy, meaning.world());
    let Some(class) = receiver.instance_class() else { return Understanding::Unsure };
    // An operator between symbols is not one of Symbol's alone.
    let is_of_symbol = receiver.symbol().is_some() && Selector::from(selector).is_binary();
    if is_of_symbol || world.is_type_parameter(receiver) {
        return Understanding::Unsure;
    }
    if hierarchy.protocol(class).is_some() {
        return promised(meaning, class, selector);
    }
    if hierarchy.find_method(class, selector).is_some() {
        return Understanding::Yes;
    }
    // A class object of a class that nobody knows can make instances; and a metaclass
    // passes on to its class what it does not understand itself.
    let is_class_object =
        [&known::BEHAVIOUR, &known::CLASS].iter().any(|it| receiver.is_instance_of(it));
    if is_class_object && matches!(selector, "new" | "new:" | "basicNew") {
        return Understanding::Yes;
    }
    if receiver.is_instance_of(&known::METACLASS) {
        return Understanding::Unsure;
    }
    match classify(world, class, Side::Instance) {
        Knowledge::ClosedComplete => Understanding::No,
        Knowledge::Open | Knowledge::Dynamic => Understanding::Unsure,
    }
}

/// What is known by its protocol alone understands what that asks for, and what all
/// objects do.
fn promised(meaning: &Meaning, protocol: &ClassName, selector: &str) -> Understanding {
    let hierarchy = meaning.hierarchy;
    let requirements = hierarchy.requirements(protocol);
    let is_asked_for =
        requirements.iter().any(|it| it.side == Side::Instance && *it.method.selector == *selector);
    if is_asked_for || hierarchy.find_method(&known::OBJECT, selector).is_some() {
        return Understanding::Yes;
    }
    let is_seen = classify(meaning.world(), &known::OBJECT, Side::Instance);
    match is_seen == Knowledge::ClosedComplete && extends_known(hierarchy, protocol) {
        true => Understanding::No,
        false => Understanding::Unsure,
    }
}

/// Whether all protocols that a protocol extends are known.
fn extends_known(hierarchy: &ClassHierarchy, protocol: &ClassName) -> bool {
    let mut next = Some(protocol.clone());
    // Longer chains are as good as unknown; one that leads back to itself never ends.
    for _ in 0..hierarchy::MAX_ANCESTORS {
        let Some(name) = next else { return true };
        let Some(info) = hierarchy.protocol(&name) else { return false };
        next = info.extending.clone();
    }
    false
}

/// What instances of a class, or of a protocol, understand.
fn selectors<'h>(hierarchy: &'h ClassHierarchy, class: &ClassName) -> Vec<&'h str> {
    if hierarchy.protocol(class).is_none() {
        let methods = hierarchy.all_methods(class).into_iter();
        return methods.map(|it| &*it.method.selector).collect();
    }
    let asked_for = hierarchy.requirements(class).into_iter();
    let asked_for = asked_for.filter(|it| it.side == Side::Instance);
    let of_all = hierarchy.all_methods(&known::OBJECT).into_iter();
    let asked_for = asked_for.map(|it| &*it.method.selector);
    asked_for.chain(of_all.map(|it| &*it.method.selector)).collect()
}
