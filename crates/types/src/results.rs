//! What methods were found to answer, written down where everyone looks.
//!
//! In go the inferences of a program; the hierarchy then tells of each method that
//! declares nothing what it answers. What is declared stays, and of what is Dynamic
//! nothing is said.

use hierarchy::{ClassHierarchy, Type};

use crate::infer::Inference;

/// Records the results of methods that declare none.
pub fn record_results(hierarchy: &mut ClassHierarchy, inferences: &[Inference]) {
    for ((class, side, selector), result) in inferences.iter().flat_map(Inference::results) {
        let parameters = hierarchy.class(class).map_or(&[][..], |it| &it.type_parameters);
        let ty = match parameters.is_empty() {
            true => result.to_type(),
            // A name of the class may be one of its type parameters.
            false => Type::parse(&result.to_string(), parameters),
        };
        hierarchy.record_inferred(class, *side, selector, ty);
    }
}
