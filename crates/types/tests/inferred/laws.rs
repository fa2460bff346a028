//! Laws of the algebra, tried on random types.

use hierarchy::{ClassName, Name, Type};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use syntax::Span;
use types::{Classes, InferredType, Resolver, difference, intersection, union};

use crate::fixture::hierarchy;

fn class_name() -> impl Strategy<Value = ClassName> {
    let names = [
        "Object",
        "Vessel",
        "Ferry",
        "Hydrofoil",
        "Symbol",
        "UndefinedObject",
        "List",
        "Chest",
        "Floats",
        "Sails",
        "Mystery",
        "Class",
        "Integer",
        "Heading",
        "Deep",
        "Wreck",
        "Metaclass",
    ];
    select(names.to_vec()).prop_map(ClassName::from)
}

pub(crate) fn declared() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        6 => class_name().prop_map(Type::class),
        2 => class_name().prop_map(Type::Meta),
        3 => select(vec!["a", "b", "c d"]).prop_map(|name| Type::Singleton(Name::from(name))),
        1 => select(vec!["T", "R"]).prop_map(|name| Type::Parameter(Name::from(name))),
        1 => select(vec![Type::SelfType, Type::SelfClass, Type::Never, Type::Dynamic]),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            (class_name(), vec(inner.clone(), 1..3))
                .prop_map(|(class, it)| Type::generic(class, it)),
            vec(inner.clone(), 2..4).prop_map(Type::union),
            vec(inner.clone(), 2..4).prop_map(Type::intersection),
            (inner.clone(), vec(inner, 1..3)).prop_map(|(base, it)| Type::difference(base, it)),
        ]
    })
}

/// Resolved types, and what tests at run time make of them.
pub(crate) fn inferred() -> impl Strategy<Value = InferredType> {
    let resolved =
        declared().prop_map(|it| Resolver::new(hierarchy()).declared(&it, Span::default()));
    (vec(resolved, 1..3), any::<bool>()).prop_map(|(types, is_narrowed)| {
        let operation = if is_narrowed { intersection } else { difference };
        let classes = Classes::Inheritance(hierarchy());
        let whole = types.into_iter().reduce(|one, other| operation(&one, &other, classes));
        whole.unwrap_or(InferredType::Never)
    })
}

fn both(one: &InferredType, other: &InferredType) -> InferredType {
    union([one.clone(), other.clone()])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn resolving_reads_back(ty in declared()) {
        let resolver = Resolver::new(hierarchy());
        let resolved = resolver.declared(&ty, Span::default());
        let again = Type::parse(&resolved.to_string(), &[]);
        prop_assert_eq!(resolver.declared(&again, Span::default()), resolved);
    }

    #[test]
    fn union_is_one_of_a_set(one in inferred(), other in inferred(), third in inferred()) {
        prop_assert_eq!(both(&one, &one), one.clone());
        prop_assert_eq!(both(&one, &other), both(&other, &one));
        prop_assert_eq!(both(&both(&one, &other), &third), both(&one, &both(&other, &third)));
        prop_assert_eq!(both(&one, &InferredType::Never), one.clone());
    }

    #[test]
    fn a_type_and_itself(ty in inferred()) {
        for classes in [Classes::Names(hierarchy()), Classes::Inheritance(hierarchy())] {
            prop_assert_eq!(intersection(&ty, &ty, classes), ty.clone());
            if !ty.is_dynamic() {
                prop_assert_eq!(difference(&ty, &ty, classes), InferredType::Never);
            }
        }
    }

    #[test]
    fn nothing_is_gained_by_taking_away(one in inferred(), other in inferred()) {
        let classes = Classes::Inheritance(hierarchy());
        let rest = difference(&one, &other, classes);
        prop_assert_eq!(difference(&rest, &other, classes), rest);
        prop_assert!(intersection(&InferredType::Never, &one, classes).is_never());
    }
}
