//! Whether something has the methods that a protocol asks for.
//!
//! Selectors are all that counts: signatures and type arguments are not compared. Of
//! a class that may understand more than is seen it is not said that it lacks any.

use hierarchy::{ClassName, Selector, Side, known};

use crate::inferred::InferredType;
use crate::knowledge::{Knowledge, classify};
use crate::world::World;

/// What a place that asks for a protocol gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// What is asked for, or something of which nothing can be said.
    Conforms,
    /// Something that is not known at all.
    Unverified,
    /// Nothing that conforms.
    Lacks(Vec<Lack>),
    /// A union of which only these do not conform.
    PartlyLacks(Vec<Lack>),
}

/// A type, and the messages that it does not understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    pub ty: InferredType,
    pub missing: Vec<Missing>,
}

/// Shown as `draught`, or as `class rigs` where the class object should have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub side: Side,
    pub selector: Selector,
}

/// Whether an argument has what a parameter declared as a protocol asks for.
pub fn argument_conformance(
    world: World,
    argument: &InferredType,
    protocol: &ClassName,
) -> Conformance {
    match argument {
        InferredType::Known { .. } | InferredType::Meta { .. } => {
            match lack(world, argument, protocol) {
                Some(lack) => Conformance::Lacks(vec![lack]),
                None => Conformance::Conforms,
            }
        }
        InferredType::Union { members, .. } => conformance_of_members(world, members, protocol),
        InferredType::Dynamic(_) => Conformance::Unverified,
        InferredType::Never | InferredType::Negation { .. } | InferredType::Intersection { .. } => {
            Conformance::Conforms
        }
    }
}

/// Whether a type argument has what the bound of its parameter asks for. Nothing is
/// said of class objects and of what is not known.
pub fn bound_conformance(world: World, argument: &InferredType, bound: &ClassName) -> Conformance {
    match argument {
        InferredType::Meta { .. } | InferredType::Dynamic(_) => Conformance::Conforms,
        _ => argument_conformance(world, argument, bound),
    }
}

/// Whether instances of a class, and the class, have what a protocol asks for.
pub fn conforms(world: World, class: &ClassName, protocol: &ClassName) -> bool {
    missing_selectors(world, class, protocol).is_empty()
}

/// Whether a class object has what a protocol asks of instances.
pub fn conforms_class_side(world: World, class: &ClassName, protocol: &ClassName) -> bool {
    missing_on_class_object(world, class, protocol).is_empty()
}

/// What a class lacks, as far as one can tell.
pub fn missing_selectors(world: World, class: &ClassName, protocol: &ClassName) -> Vec<Missing> {
    let hierarchy = world.hierarchy;
    let is_seen = |side| classify(world, class, side) == Knowledge::ClosedComplete;
    if !is_seen(Side::Instance) {
        return Vec::new();
    }
    // A value of another protocol understands what that one asks for.
    let promised = hierarchy.requirements(class);
    missing(world, protocol, |side, selector| {
        let is_promised =
            || promised.iter().any(|it| it.side == side && it.method.selector == *selector);
        let is_found = match side {
            Side::Instance => hierarchy.find_method(class, selector).is_some(),
            Side::Class => {
                hierarchy.find_class_method(class, selector).is_some() || !is_seen(Side::Class)
            }
        };
        is_found || is_promised()
    })
}

fn missing_on_class_object(world: World, class: &ClassName, protocol: &ClassName) -> Vec<Missing> {
    if classify(world, class, Side::Class) != Knowledge::ClosedComplete {
        return Vec::new();
    }
    missing(world, protocol, |side, selector| {
        side == Side::Class || world.hierarchy.find_class_method(class, selector).is_some()
    })
}

fn missing(
    world: World,
    protocol: &ClassName,
    is_understood: impl Fn(Side, &Selector) -> bool,
) -> Vec<Missing> {
    let requirements = world.hierarchy.requirements(protocol).into_iter();
    let missing = requirements.filter(|it| !is_understood(it.side, &it.method.selector));
    missing.map(|it| Missing { side: it.side, selector: it.method.selector.clone() }).collect()
}

fn lack(world: World, ty: &InferredType, protocol: &ClassName) -> Option<Lack> {
    let missing = match ty {
        InferredType::Meta { class_name, .. } => {
            missing_on_class_object(world, class_name, protocol)
        }
        _ => missing_selectors(world, ty.instance_class().unwrap_or(&known::OBJECT), protocol),
    };
    (!missing.is_empty()).then(|| Lack { ty: ty.clone(), missing })
}

/// Of a union with something that is no instance nothing is said.
fn conformance_of_members(
    world: World,
    members: &[InferredType],
    protocol: &ClassName,
) -> Conformance {
    if members.iter().any(|member| member.instance_class().is_none()) {
        return Conformance::Conforms;
    }
    let lacking = members.iter().filter_map(|member| lack(world, member, protocol));
    let lacking: Vec<Lack> = lacking.collect();
    match lacking.len() {
        0 => Conformance::Conforms,
        count if count == members.len() => Conformance::Lacks(lacking),
        _ => Conformance::PartlyLacks(lacking),
    }
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.side {
            Side::Instance => self.selector.fmt(f),
            Side::Class => write!(f, "class {}", self.selector),
        }
    }
}
