//! No type grows without end, and nothing that walks one takes long or runs deep.

use std::thread;

use types::{
    Classes, InferredType, Provenance, World, difference, intersection, is_assignable,
    is_type_compatible, union,
};

use crate::fixture::{hierarchy, ty};

fn symbol(number: usize) -> InferredType {
    InferredType::singleton(&format!("s{number}"), Provenance::Extracted)
}

/// What a program that keeps adding to a variable's type would end in.
fn grown(rounds: usize) -> Vec<InferredType> {
    let mut nested = ty("Integer");
    let mut doubled = ty("Integer");
    let mut many = ty("Integer");
    let mut layered = ty("Integer");
    for round in 0..rounds {
        nested = InferredType::generic("List", [nested], Provenance::Extracted);
        let twice = [doubled.clone(), doubled];
        doubled = InferredType::generic("Dictionary", twice, Provenance::Extracted);
        many = union([many, symbol(round)]);
        let layer = InferredType::generic("List", [layered], Provenance::Extracted);
        layered = union([layer, symbol(round % 3)]);
    }
    vec![nested, doubled, many, layered]
}

#[test]
fn what_grows_without_end_is_not_known() {
    for ty in grown(100_000) {
        let text = ty.to_string();
        assert!(text.len() < 10_000, "{} characters", text.len());
        assert!(text.contains("Dynamic"), "{text}");
    }
}

/// On a small stack, so that a recursion that grows with the type is seen.
#[test]
fn the_largest_types_are_compared_soon() {
    let work = || {
        let world = World::new(hierarchy());
        let classes = Classes::Inheritance(hierarchy());
        let mut largest: Vec<InferredType> = [250, 60, 8].into_iter().flat_map(grown).collect();
        largest.push(union((200..450).map(symbol)));
        for one in &largest {
            for other in &largest {
                is_type_compatible(world, one, other);
                is_assignable(world, one, other);
                let both = intersection(one, other, classes);
                assert!(one.is_dynamic() || is_type_compatible(world, &both, one));
                difference(one, other, classes);
                union([one.clone(), other.clone()]);
            }
        }
    };
    thread::Builder::new().stack_size(512 << 10).spawn(work).unwrap().join().unwrap();
}
