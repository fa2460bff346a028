//! Type arguments: whether the class takes any, and whether each has what its parameter
//! asks for.

use hierarchy::{ClassName, TypeParameter};
use syntax::tree::{self, Superclass, TypeAnnotation, TypeId};
use syntax::{Span, Tree};

use super::annotations::declared;
use crate::conformance::{Conformance, bound_conformance};
use crate::inferred::{InferredType, Provenance};
use crate::meaning::Meaning;
use crate::problem::{AnnotationProblem, ProblemKind};

/// Classes that take as many as one gives them.
const VARIADIC: [&str; 2] = ["Block", "Tuple"];

/// The types directly inside an annotation.
pub(crate) fn parts(tree: &Tree, ty: TypeId) -> &[TypeId] {
    match tree.nodes.types[ty] {
        TypeAnnotation::Generic(_, parts)
        | TypeAnnotation::Union(parts)
        | TypeAnnotation::Difference(parts)
        | TypeAnnotation::Intersection(parts) => &tree.nodes.type_lists[parts],
        TypeAnnotation::Simple(_)
        | TypeAnnotation::ClassOf(_)
        | TypeAnnotation::SelfType
        | TypeAnnotation::SelfClass
        | TypeAnnotation::Singleton(_)
        | TypeAnnotation::Error => &[],
    }
}

pub(crate) fn applied(meaning: &mut Meaning, ty: TypeId) {
    let TypeAnnotation::Generic(class, _) = meaning.tree.nodes.types[ty] else { return };
    let arguments = parts(meaning.tree, ty);
    to_class(meaning, class, arguments, meaning.tree.type_span(ty));
}

/// What a class makes of the type parameters of its superclass.
pub(crate) fn superclass(meaning: &mut Meaning, superclass: Superclass) {
    let tree = meaning.tree;
    let arguments = &tree.nodes.type_lists[superclass.arguments];
    if let Some(last) = arguments.last() {
        let span = tree.tokens.get(superclass.class.name).span().to(tree.type_span(*last));
        to_class(meaning, superclass.class, arguments, span);
    }
}

fn to_class(meaning: &mut Meaning, class: tree::ClassName, arguments: &[TypeId], span: Span) {
    let tree = meaning.tree;
    let name = ClassName::from(tree.name(class.name));
    let Some(parameters) = parameters(meaning, &name) else { return };
    if parameters.is_empty() {
        if !arguments.is_empty() {
            let problem = AnnotationProblem::NotGeneric { class: name };
            meaning.report(ProblemKind::Annotation(problem), span);
        }
        return;
    }
    for (parameter, argument) in parameters.iter().zip(arguments) {
        if let Some(bound) = &parameter.bound {
            bounded(meaning, &name, parameter, bound, *argument);
        }
    }
}

/// What a class or a protocol takes, where that is known.
fn parameters<'a>(meaning: &Meaning<'a, '_>, name: &ClassName) -> Option<&'a [TypeParameter]> {
    if VARIADIC.contains(&&**name) || meaning.world().is_type_parameter(&named(name)) {
        return None;
    }
    if let Some(protocol) = meaning.hierarchy.protocol(name) {
        return Some(&protocol.type_parameters);
    }
    let class = meaning.hierarchy.class(name)?;
    (!class.flags.is_incomplete).then_some(&class.type_parameters)
}

fn named(class: &ClassName) -> InferredType {
    InferredType::class(class.clone(), Provenance::NOWHERE)
}

fn bounded(
    meaning: &mut Meaning,
    class: &ClassName,
    parameter: &TypeParameter,
    bound: &ClassName,
    argument: TypeId,
) {
    let ty = declared(meaning, argument);
    let (lacks, is_partial) = match bound_conformance(meaning.world(), &ty, bound) {
        Conformance::Lacks(lacks) => (lacks, false),
        Conformance::PartlyLacks(lacks) => (lacks, true),
        Conformance::Conforms | Conformance::Unverified => return,
    };
    let problem = AnnotationProblem::Bound {
        class: class.clone(),
        parameter: parameter.name.clone(),
        bound: bound.clone(),
        argument: ty,
        lacks,
        is_partial,
    };
    meaning.report(ProblemKind::Annotation(problem), meaning.tree.type_span(argument));
}
