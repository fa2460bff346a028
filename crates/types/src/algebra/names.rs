//! Two names that are no union, negation or intersection: what both are, and what one
//! is without the other.

use hierarchy::{ClassHierarchy, ClassName, known};

use super::{name_of, negation, provenance_of, together};
use crate::inferred::{InferredType, is_letter, is_same_class};

/// What two names have to do with each other.
#[derive(Clone, Copy, Debug)]
pub enum Classes<'h> {
    /// Which names are protocols, and no more: how annotations are read.
    Names(&'h ClassHierarchy),
    /// What inherits from what: how a test at run time tells values apart.
    Inheritance(&'h ClassHierarchy),
}

pub(super) fn intersection_of_names(
    one: &InferredType,
    other: &InferredType,
    classes: Classes,
) -> InferredType {
    for (symbol, class) in [(one, other), (other, one)] {
        if let (Some(_), Some(name)) = (symbol.symbol(), name_of(class))
            && classes.is_below(symbol, &name)
        {
            return symbol.clone();
        }
    }
    if classes.is_protocol(one) || classes.is_protocol(other) {
        return together(vec![one.clone(), other.clone()], provenance_of(one));
    }
    if let (InferredType::Meta { .. }, _) | (_, InferredType::Meta { .. }) = (one, other) {
        return match (
            is_class_object_below(one, other, classes),
            is_class_object_below(other, one, classes),
        ) {
            (true, _) => one.clone(),
            (_, true) => other.clone(),
            _ => InferredType::Never,
        };
    }
    let (Some(left), Some(right)) = (name_of(one), name_of(other)) else {
        return InferredType::Never;
    };
    if is_same_class(&left, &right) {
        return match (one.arguments().is_empty(), other.arguments().is_empty()) {
            (true, _) => other.clone(),
            (_, true) => one.clone(),
            _ => InferredType::Never,
        };
    }
    if one.symbol().is_some() && other.symbol().is_some() {
        return InferredType::Never;
    }
    if classes.is_below(one, &right) || classes.may_be_anything(other) {
        return one.clone();
    }
    match classes.is_below(other, &left) || classes.may_be_anything(one) {
        true => other.clone(),
        false => InferredType::Never,
    }
}

pub(super) fn difference_of_names(
    from: &InferredType,
    without: &InferredType,
    classes: Classes,
) -> InferredType {
    if is_class_object_below(from, without, classes) {
        return InferredType::Never;
    }
    let (Some(left), Some(right)) = (name_of(from), name_of(without)) else {
        return from.clone();
    };
    if is_same_class(&left, &right) {
        return match without.arguments().is_empty() {
            true => InferredType::Never,
            false => from.clone(),
        };
    }
    if matches!(classes, Classes::Names(_)) {
        return from.clone();
    }
    if classes.is_below(without, &left) && without.symbol().is_none() {
        return negation(from, without);
    }
    match classes.is_below(from, &right) {
        true => InferredType::Never,
        false => from.clone(),
    }
}

/// Whether a class object is one of another class's, or of a class that all class
/// objects are instances of.
fn is_class_object_below(ty: &InferredType, of: &InferredType, classes: Classes) -> bool {
    let (Classes::Inheritance(hierarchy), InferredType::Meta { class_name, .. }) = (classes, ty)
    else {
        return false;
    };
    match of {
        InferredType::Meta { class_name: of, .. } => hierarchy.is_subclass(class_name, of),
        InferredType::Known { class_name: of, .. } => hierarchy.is_subclass(&known::CLASS, of),
        _ => false,
    }
}

impl<'h> Classes<'h> {
    fn hierarchy(self) -> &'h ClassHierarchy {
        match self {
            Classes::Names(hierarchy) | Classes::Inheritance(hierarchy) => hierarchy,
        }
    }

    fn is_protocol(self, ty: &InferredType) -> bool {
        let class = ty.instance_class();
        class.is_some_and(|class| self.hierarchy().protocol(class).is_some())
    }

    /// Whether something is a class or a symbol, and inherits from a class.
    fn is_below(self, ty: &InferredType, class: &ClassName) -> bool {
        match (self, ty.instance_class()) {
            (Classes::Inheritance(hierarchy), Some(own)) => hierarchy.is_subclass(own, class),
            (Classes::Names(_), Some(own)) => is_same_class(own, class),
            (_, None) => false,
        }
    }

    /// A class that is not known may be any, and so may a type parameter.
    fn may_be_anything(self, ty: &InferredType) -> bool {
        match (self, ty.instance_class()) {
            (Classes::Inheritance(it), Some(own)) => is_letter(own) || it.class(own).is_none(),
            _ => false,
        }
    }
}
