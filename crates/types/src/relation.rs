//! Whether a value of one type may stand where another type is asked for.
//!
//! Two relations: what a method is given and gives is judged leniently, so that a
//! class of which nothing is known passes; what a slot or a variable is declared to
//! hold is judged strictly. Neither says anything about what is `Dynamic`.

use hierarchy::{ClassName, Kind, LineageEnd, known};

use crate::conformance::{conforms, conforms_class_side};
use crate::inferred::{InferredType, Provenance, is_same_class};
use crate::world::World;

/// Whether an argument, a result or a type argument fits: the lenient relation.
pub fn is_type_compatible(world: World, actual: &InferredType, expected: &InferredType) -> bool {
    Relation { world, manner: Manner::Lenient }.holds(actual, expected)
}

/// The same for what a method answers. Code that answers a class under a type that
/// looks like an instance's is let pass where `Class` is declared.
pub fn is_result_compatible(world: World, actual: &InferredType, declared: &InferredType) -> bool {
    let is_class = actual.instance_class().is_some_and(|it| world.hierarchy.class(it).is_some());
    (is_class && declared.is_instance_of(&known::CLASS))
        || is_type_compatible(world, actual, declared)
}

/// Whether a value may be held under a declared type: the strict relation.
pub fn is_assignable(world: World, value: &InferredType, declared: &InferredType) -> bool {
    Relation { world, manner: Manner::Strict }.holds(value, declared)
}

/// Whether a list of ferries is a list of vessels, because nothing can be put into
/// it: sealed classes of values with type parameters.
pub fn is_covariant(world: World, class: &ClassName) -> bool {
    let info = world.hierarchy.class(class);
    info.is_some_and(|info| info.flags.is_sealed && !info.type_parameters.is_empty())
        && world.hierarchy.kind_of(class) == Some(Kind::Value)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Lenient,
    /// A class that is not known fits nowhere.
    Strict,
    /// Lenient, but a protocol is its name and not what conforms to it.
    Nominal,
}

struct Relation<'h> {
    world: World<'h>,
    manner: Manner,
}

impl Relation<'_> {
    /// The order of the arms is the order of the rules.
    fn holds(&self, actual: &InferredType, expected: &InferredType) -> bool {
        use InferredType::{Dynamic, Intersection, Known, Meta, Negation, Never, Union};
        match (actual, expected) {
            (Dynamic(_), _) | (_, Dynamic(_)) => true,
            _ if actual == expected => true,
            (Never, _) => true,
            (_, Never) => false,
            (Union { members, .. }, _) => members.iter().all(|it| self.holds(it, expected)),
            (_, Union { members, .. }) => members.iter().any(|it| self.holds(actual, it)),
            (_, Intersection { members, .. }) => members.iter().all(|it| self.holds(actual, it)),
            (_, Negation { base, excluded, .. }) => {
                self.holds(actual, base) && !self.is_one_of(actual, excluded)
            }
            (Negation { base, .. }, _) => self.holds(base, expected),
            (Intersection { members, .. }, _) => members.iter().any(|it| self.holds(it, expected)),
            _ if expected.symbol().is_some() => {
                self.manner != Manner::Strict && self.world.is_type_parameter(actual)
            }
            _ if self.world.is_type_parameter(actual) => true,
            _ if self.world.is_type_parameter(expected) => true,
            (Meta { .. }, Meta { .. }) => true,
            (Known { .. }, Meta { .. }) => self.is_class_object(actual),
            (Meta { class_name, .. }, Known { class_name: expected_name, .. }) => {
                match self.is_protocol(expected_name) {
                    true => conforms_class_side(self.world, class_name, expected_name),
                    false => self.holds(&instance(&known::CLASS), expected),
                }
            }
            (Known { .. }, Known { .. }) => self.holds_for_instances(actual, expected),
        }
    }

    fn holds_for_instances(&self, actual: &InferredType, expected: &InferredType) -> bool {
        let (Some(own), Some(asked)) = (actual.instance_class(), expected.instance_class()) else {
            return false;
        };
        if is_same_class(own, asked) {
            return self.arguments_hold(asked, actual.arguments(), expected.arguments());
        }
        if self.is_protocol(asked) {
            return conforms(self.world, own, asked);
        }
        self.is_subclass(own, asked)
    }

    /// Without arguments, or with others than there should be, nothing is known of
    /// them.
    fn arguments_hold(
        &self,
        class: &ClassName,
        actual: &[InferredType],
        expected: &[InferredType],
    ) -> bool {
        if actual.len() != expected.len() {
            return true;
        }
        let manner = match is_covariant(self.world, class) {
            true => Manner::Lenient,
            false => Manner::Nominal,
        };
        let relation = Relation { world: self.world, manner };
        actual.iter().zip(expected).all(|(actual, expected)| relation.holds(actual, expected))
    }

    fn is_protocol(&self, name: &ClassName) -> bool {
        self.manner != Manner::Nominal && self.world.hierarchy.protocol(name).is_some()
    }

    fn is_subclass(&self, class: &ClassName, of: &ClassName) -> bool {
        let hierarchy = self.world.hierarchy;
        if hierarchy.is_subclass(class, of) {
            return true;
        }
        let is_known =
            hierarchy.class(of).is_some() && hierarchy.lineage(class).end == LineageEnd::Root;
        self.manner != Manner::Strict && !is_known
    }

    /// An instance of a class whose instances are class objects: of which class it is
    /// the object is not known, as little as for a metatype it is looked at.
    fn is_class_object(&self, actual: &InferredType) -> bool {
        actual.instance_class().is_some_and(|it| self.is_subclass(it, &known::BEHAVIOUR))
    }

    /// Whether a type lies within what a difference excludes.
    fn is_one_of(&self, actual: &InferredType, excluded: &InferredType) -> bool {
        let is_below = |class: &ClassName, ty: &InferredType| match ty {
            InferredType::Known { class_name, .. } => {
                self.world.hierarchy.is_subclass(class, class_name)
            }
            _ => false,
        };
        let class = actual.instance_class();
        excluded
            .alternatives()
            .iter()
            .any(|it| it == actual || class.is_some_and(|class| is_below(class, it)))
    }
}

fn instance(class: &ClassName) -> InferredType {
    InferredType::class(class.clone(), Provenance::NOWHERE)
}
