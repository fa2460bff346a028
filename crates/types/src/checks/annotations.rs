//! Types that are written, and types that should be.
//!
//! Every annotation of a text comes by here once: what it applies to what is for
//! `type_arguments.rs`, and whether it may name what it names for `visibility.rs`. In
//! classes that are typed throughout, what has no type is reported.

use hierarchy::{Name, Selector, Type};
use syntax::Span;
use syntax::tree::{
    Alias, Class, DataDeclaration, Expr, ExprId, Header, Method, MethodSelector, Protocol, TypeId,
};

use super::visibility::Shown;
use super::{assignments, dynamics, results, type_arguments, visibility};
use crate::algebra::widened;
use crate::inferred::InferredType;
use crate::meaning::Meaning;
use crate::problem::{AnnotationProblem, Exposed, ProblemKind, Suggestion, Untyped};

/// What an annotation says where it stands.
pub(crate) fn declared(meaning: &Meaning, annotation: TypeId) -> InferredType {
    let parameters = meaning.around.class.map_or(&[][..], |class| &class.type_parameters);
    let ty = Type::from_tree(meaning.tree, annotation, parameters);
    let declared = meaning.resolver.declared(&ty, meaning.tree.type_span(annotation));
    unless_collapsed(&ty, declared)
}

/// An annotation is resolved without asking what inherits from what, so that of two
/// classes at once nothing is left. Who writes that means something, and it is not known
/// what.
pub(crate) fn unless_collapsed(written: &Type, resolved: InferredType) -> InferredType {
    fn mentions_never(ty: &Type) -> bool {
        *ty == Type::Never || ty.parts().iter().any(mentions_never)
    }
    match mentions_never(&resolved.to_type()) && !mentions_never(written) {
        true => InferredType::UNKNOWN,
        false => resolved,
    }
}

pub(crate) fn class(meaning: &mut Meaning, class: &Class) {
    let tree = meaning.tree;
    let Some(superclass) = class.superclass else { return };
    let arguments = &tree.nodes.type_lists[superclass.arguments];
    arguments.iter().for_each(|it| written(meaning, *it, &Shown::Here));
    type_arguments::superclass(meaning, superclass);
}

pub(crate) fn slot(meaning: &mut Meaning, data: &DataDeclaration) {
    let tree = meaning.tree;
    if let Some(annotation) = data.annotation {
        return written(meaning, annotation, &Shown::Here);
    }
    let (Some(token), true) = (data.name, meaning.is_typed()) else { return };
    let name = Name::from(tree.name(token));
    let what = match assignments::is_class_variable(data) {
        true => Untyped::ClassVariable { name },
        false => Untyped::Slot { name },
    };
    let begins_as = data.initialiser.map(|it| widened(&meaning.type_of(it)));
    let ty = begins_as.filter(|it| !it.is_nil()).and_then(|it| told(&it));
    let after = tree.tokens.get(token).span();
    let suggestion = ty.map(|ty| Suggestion { ty, after });
    missing(meaning, what, suggestion, tree.tokens.span_of(data.tokens));
}

pub(crate) fn method(meaning: &mut Meaning, method: &Method) {
    let selector = Selector::from(&*meaning.tree.header_selector(&method.header));
    let shown = match visibility::is_public(meaning, method) {
        true => Shown::Everywhere(Exposed::Method(selector.clone())),
        false => Shown::Here,
    };
    header(meaning, &method.header, &shown);
    let is_open = meaning.around.is_extension || results::is_primitive(meaning, method);
    if meaning.is_typed() && !is_open {
        untyped(meaning, method, &selector);
        dynamics::method(meaning, method);
    }
}

pub(crate) fn protocol(meaning: &mut Meaning, protocol: &Protocol) {
    let name = protocol.name.map_or("", |name| meaning.tree.name(name));
    let shown = Shown::Everywhere(Exposed::Protocol(name.into()));
    protocol.signatures.iter().for_each(|it| header(meaning, &it.header, &shown));
}

pub(crate) fn alias(meaning: &mut Meaning, alias: &Alias) {
    let name = meaning.tree.name(alias.name);
    let shown = match alias.is_internal {
        true => Shown::Here,
        false => Shown::Everywhere(Exposed::Alias(name.into())),
    };
    written(meaning, alias.ty, &shown);
}

pub(crate) fn expression(meaning: &mut Meaning, expr: ExprId) {
    let tree = meaning.tree;
    match tree.nodes.exprs[expr] {
        Expr::Assignment(assignment) => {
            assignment.annotation.into_iter().for_each(|it| written(meaning, it, &Shown::Here));
        }
        Expr::Block(block) => {
            let parameters = tree.nodes.block_parameters[block.parameters].iter();
            let annotations = parameters.filter_map(|it| it.annotation);
            annotations.for_each(|it| written(meaning, it, &Shown::Here));
        }
        _ => {}
    }
}

fn header(meaning: &mut Meaning, header: &Header, shown: &Shown) {
    let parameters = meaning.tree.parameters(header).into_iter();
    let annotations = parameters.filter_map(|it| it.annotation).chain(header.return_type);
    annotations.for_each(|it| written(meaning, it, shown));
}

/// One annotation with all that stands in it. Types nest no deeper than the parser
/// lets them.
fn written(meaning: &mut Meaning, annotation: TypeId, shown: &Shown) {
    let mut pending = vec![annotation];
    while let Some(ty) = pending.pop() {
        type_arguments::applied(meaning, ty);
        visibility::annotation(meaning, ty, shown);
        pending.extend_from_slice(type_arguments::parts(meaning.tree, ty));
    }
}

/// What a method of a typed class does not say.
fn untyped(meaning: &mut Meaning, method: &Method, selector: &Selector) {
    let tree = meaning.tree;
    let span = results::span(meaning, method);
    for parameter in tree.parameters(&method.header) {
        let (Some(name), None) = (parameter.name, parameter.annotation) else { continue };
        let name = Name::from(tree.name(name));
        let what = Untyped::Parameter { name, selector: selector.clone() };
        missing(meaning, what, None, span);
    }
    if method.header.return_type.is_none() {
        let answered = answered(meaning, method);
        let after = end_of_header(meaning, &method.header);
        let suggestion = answered.zip(after).map(|(ty, after)| Suggestion { ty, after });
        missing(meaning, Untyped::Result { selector: selector.clone() }, suggestion, span);
    }
}

/// What a method answers, in the words of a declaration.
fn answered(meaning: &Meaning, method: &Method) -> Option<Type> {
    if results::is_provided_elsewhere(meaning, method) {
        return None;
    }
    let tree = meaning.tree;
    let last = meaning.bare(results::answering(meaning, method)?);
    let last = match tree.nodes.exprs[last] {
        Expr::Return(value) => meaning.bare(value),
        _ => last,
    };
    let is_self =
        matches!(tree.nodes.exprs[last], Expr::Identifier(it) if tree.text_of(it) == "self");
    if is_self && meaning.around.side == Some(hierarchy::Side::Instance) {
        return Some(Type::SelfType);
    }
    told(meaning.inference.body(&meaning.method_key()?)?)
}

/// A type that says something all through.
fn told(ty: &InferredType) -> Option<Type> {
    fn is_whole(ty: &Type) -> bool {
        *ty != Type::Dynamic && ty.parts().iter().all(is_whole)
    }
    Some(ty.to_type()).filter(is_whole)
}

/// The last word before the place of a return type.
fn end_of_header(meaning: &Meaning, header: &Header) -> Option<Span> {
    let tree = meaning.tree;
    let last = match header.selector {
        MethodSelector::Unary(selector) => return Some(tree.tokens.get(selector).span()),
        MethodSelector::Binary(..) | MethodSelector::Keyword(_) => tree.parameters(header).pop()?,
    };
    match last.annotation {
        Some(annotation) => Some(tree.type_span(annotation)),
        None => Some(tree.tokens.get(last.name?).span()),
    }
}

fn missing(meaning: &mut Meaning, what: Untyped, suggestion: Option<Suggestion>, span: Span) {
    let Some(class) = meaning.around.class.map(|it| it.name.clone()) else { return };
    let problem = AnnotationProblem::Missing { class, what, suggestion };
    meaning.report(ProblemKind::Annotation(problem), span);
}
