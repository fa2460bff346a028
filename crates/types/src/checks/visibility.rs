//! What a package keeps to itself: used from outside, or shown to everybody.
//!
//! Inside a package everything may be used. A text that belongs to no package is
//! outside of all of them.

use hierarchy::{
    ClassHierarchy, ClassInfo, ClassName, MethodInfo, MethodOrigin, Name, Selector, Side,
};
use syntax::tree::{self, Class, Extension, Method, TypeAnnotation, TypeId};

use super::methods::{selector_span, side};
use super::overrides;
use crate::meaning::{Meaning, Sent};
use crate::problem::{Exposed, Internal, ProblemKind, VisibilityProblem};

/// Who sees a type that is written.
pub(crate) enum Shown {
    /// Whoever sees this text.
    Here,
    Everywhere(Exposed),
}

pub(crate) fn class(meaning: &mut Meaning, class: &Class) {
    if let Some(superclass) = class.superclass {
        class_reference(meaning, superclass.class);
    }
    requirements(meaning, class);
}

pub(crate) fn extension(meaning: &mut Meaning, extension: &Extension) {
    class_reference(meaning, extension.class);
}

pub(crate) fn class_reference(meaning: &mut Meaning, class: tree::ClassName) {
    let tree = meaning.tree;
    let name = ClassName::from(tree.name(class.name));
    if let Some((sort, Some(package))) = internal(meaning, &name)
        && is_foreign(meaning, &package)
    {
        let problem = VisibilityProblem::Reference { sort, name, package };
        meaning.report(ProblemKind::Visibility(problem), tree.tokens.get(class.name).span());
    }
}

/// The names in one part of an annotation.
pub(crate) fn annotation(meaning: &mut Meaning, ty: TypeId, shown: &Shown) {
    let (TypeAnnotation::Simple(class)
    | TypeAnnotation::Generic(class, _)
    | TypeAnnotation::ClassOf(class)) = meaning.tree.nodes.types[ty]
    else {
        return;
    };
    class_reference(meaning, class);
    let Shown::Everywhere(by) = shown else { return };
    let name = ClassName::from(meaning.tree.name(class.name));
    let is_parameter = |it: &ClassInfo| it.type_parameters.iter().any(|it| it.name == *name);
    if meaning.around.class.is_some_and(is_parameter) {
        return;
    }
    let Some((sort, package)) = internal(meaning, &name) else { return };
    if !package.is_some_and(|it| is_foreign(meaning, &it)) {
        let problem = VisibilityProblem::Exposed { sort, name, by: by.clone() };
        let span = meaning.tree.tokens.get(class.name).span();
        meaning.report(ProblemKind::Visibility(problem), span);
    }
}

/// Whether everybody sees the method around.
pub(crate) fn is_public(meaning: &Meaning, method: &Method) -> bool {
    let class = meaning.around.class;
    !method.modifiers.is_internal && class.is_some_and(|class| !class.flags.is_internal)
}

/// A method in place of one that the class around is not meant to know of.
pub(crate) fn method(meaning: &mut Meaning, method: &Method) {
    let Some(class) = meaning.around.class else { return };
    let selector = meaning.tree.header_selector(&method.header);
    let Some(found) = overrides::inherited(meaning, class, &selector) else { return };
    if let Some(package) = hidden(meaning, found.method, found.class) {
        let problem = VisibilityProblem::Reused {
            class: found.class.name.clone(),
            side: found.side,
            selector: found.method.selector.clone(),
            package,
        };
        let span = selector_span(meaning.tree, &method.header);
        meaning.report(ProblemKind::Visibility(problem), span);
    }
}

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    let Some(found) = sent.target.found() else { return };
    if let Some(package) = hidden(meaning, found.method, found.class) {
        let problem = VisibilityProblem::Send {
            class: found.class.name.clone(),
            side: found.side,
            selector: found.method.selector.clone(),
            package,
        };
        meaning.report(ProblemKind::Visibility(problem), sent.span);
    }
}

/// An internal class or alias, and its package.
fn internal(meaning: &Meaning, name: &ClassName) -> Option<(Internal, Option<Name>)> {
    if let Some(alias) = meaning.hierarchy.alias(name) {
        return alias.is_internal.then(|| (Internal::Alias, alias.package.clone()));
    }
    let class = meaning.hierarchy.class(name)?;
    class.flags.is_internal.then(|| (Internal::Class, class.package.clone()))
}

fn is_foreign(meaning: &Meaning, package: &Name) -> bool {
    meaning.context.package() != Some(&**package)
}

/// The other package that keeps a method to itself. Whose an extension is, is not known.
fn hidden(meaning: &Meaning, method: &MethodInfo, class: &ClassInfo) -> Option<Name> {
    let is_hidden = method.flags.is_internal && method.origin != MethodOrigin::Extension;
    let package = class.package.clone().filter(|_| is_hidden)?;
    is_foreign(meaning, &package).then_some(package)
}

/// Internal methods of a class that a protocol asks for which the class conforms to.
fn requirements(meaning: &mut Meaning, class: &Class) {
    let Some(info) = meaning.around.class.filter(|it| !it.flags.is_internal) else { return };
    let members = class.members.iter();
    let methods = members.filter_map(|member| match member {
        tree::Member::Method(method) if method.modifiers.is_internal => Some(method),
        _ => None,
    });
    let methods: Vec<&Method> = methods.collect();
    if methods.is_empty() {
        return;
    }
    for method in methods {
        let (side, selector) = (side(method), meaning.tree.header_selector(&method.header));
        let asking = meaning.asking.of(meaning.hierarchy, side, &selector);
        let conforms = |it: &&ClassName| has_all(meaning.hierarchy, &info.name, it);
        let Some(protocol) = asking.iter().find(conforms) else { continue };
        let problem = VisibilityProblem::Requirement {
            class: info.name.clone(),
            side,
            selector: Selector::from(&*selector),
            protocol: protocol.clone(),
        };
        let span = selector_span(meaning.tree, &method.header);
        meaning.report(ProblemKind::Visibility(problem), span);
    }
}

/// Whether a class has all messages that a protocol asks for.
fn has_all(hierarchy: &ClassHierarchy, class: &ClassName, protocol: &ClassName) -> bool {
    hierarchy.requirements(protocol).iter().all(|it| {
        let selector = &it.method.selector;
        match it.side {
            Side::Instance => hierarchy.find_method(class, selector).is_some(),
            Side::Class => hierarchy.find_class_method(class, selector).is_some(),
        }
    })
}
