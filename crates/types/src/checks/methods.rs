//! Methods, in classes and added to classes from outside: what they are called,
//! what they take, and that they do something.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hierarchy::{ClassHierarchy, ClassName, Found, MethodOrigin, Selector, Side, known};
use syntax::tree::{
    Class, Expr, Extension, Header, Member, Method, MethodSelector, TypeAnnotation, TypeId,
};
use syntax::{Span, Tree};

use crate::context::Context;
use crate::findings::Findings;
use crate::problem::{Definer, ProblemKind, StyleProblem};

/// The operators that are compiled in place whatever the receiver is.
const EQUALITY: [&str; 4] = ["==", "/=", "=:=", "=/="];

pub(crate) fn of_class(
    tree: &Tree,
    class: &Class,
    hierarchy: &ClassHierarchy,
    context: Context,
    findings: &mut Findings,
) {
    let superclass = class.superclass.map(|it| ClassName::from(tree.name(it.class.name)));
    let mut defined: HashMap<(Side, String), Span> = HashMap::new();
    for member in &class.members {
        let Member::Method(method) = member else { continue };
        let (side, span) = (side(method), selector_span(tree, &method.header));
        one(tree, method, context, findings);
        let selector = tree.header_selector(&method.header);
        if let Some(superclass) = superclass.as_ref().filter(|_| !context.is_library()) {
            let inherited = find(hierarchy, superclass, side, &selector);
            sealed(inherited, span, findings);
        }
        match defined.entry((side, selector)) {
            Entry::Occupied(first) => {
                findings.report(ProblemKind::DuplicateMethod { side, first: *first.get() }, span);
            }
            Entry::Vacant(none) => {
                none.insert(span);
            }
        }
    }
}

/// Extensions of one text, and who has extended a class with the same method.
#[derive(Debug, Default)]
pub(crate) struct Extensions {
    first: HashMap<(ClassName, Side, Selector), Span>,
    /// Whether a statement stands before what comes next.
    pub(crate) is_after_statement: bool,
}

impl Extensions {
    pub(crate) fn check(
        &mut self,
        tree: &Tree,
        extension: &Extension,
        hierarchy: &ClassHierarchy,
        context: Context,
        findings: &mut Findings,
    ) {
        let method = &extension.method;
        one(tree, method, context, findings);
        let (side, span) = (side(method), selector_span(tree, &method.header));
        let class = ClassName::from(tree.name(extension.class.name));
        let selector = Selector::from(&*tree.header_selector(&method.header));
        if !context.is_library() {
            sealed(overridden(hierarchy, &class, side, &selector), span, findings);
        }
        // Behind a statement it is a change, which takes effect when its turn comes.
        let is_change = context.is_script() || self.is_after_statement;
        if !is_change {
            hidden(hierarchy, &class, side, &selector, span, findings);
        }
        let key = (class, side, selector);
        let first = match (self.first.get(&key), context) {
            (Some(first), _) => Some(Definer::Here(*first)),
            (None, Context::Module { file, program, .. }) => {
                program.extender(&key, file).cloned().map(Definer::File)
            }
            (None, _) => None,
        };
        self.first.entry(key.clone()).or_insert(span);
        if let Some(first) = first {
            let (class, side, selector) = key;
            let kind = ProblemKind::DuplicateExtension { class, side, selector, first };
            findings.report(kind, span);
        }
    }
}

/// The place of a selector: of a keyword selector, its first part.
pub(crate) fn selector_span(tree: &Tree, header: &Header) -> Span {
    let token = match header.selector {
        MethodSelector::Unary(selector) | MethodSelector::Binary(selector, _) => Some(selector),
        MethodSelector::Keyword(parts) => {
            tree.nodes.header_parts[parts].first().map(|part| part.keyword)
        }
    };
    token.map_or(Span::default(), |token| tree.tokens.get(token).span())
}

pub(crate) fn side(method: &Method) -> Side {
    match method.modifiers.is_class_side {
        true => Side::Class,
        false => Side::Instance,
    }
}

/// What holds for every method, wherever it stands.
fn one(tree: &Tree, method: &Method, context: Context, findings: &mut Findings) {
    let is_directive = |id| matches!(tree.nodes.exprs[id], Expr::Expect(_));
    if tree.list(method.body).iter().all(|statement| is_directive(*statement)) {
        findings.report(ProblemKind::EmptyBody, tree.tokens.span_of(method.tokens));
    }
    if let MethodSelector::Binary(selector, _) = method.header.selector
        && EQUALITY.contains(&tree.text_of(selector))
        && !context.is_library()
    {
        findings.report(ProblemKind::EqualityRedefined, tree.tokens.get(selector).span());
    }
    for parameter in tree.parameters(&method.header) {
        if let Some(annotation) = parameter.annotation {
            self_types(tree, annotation, findings);
        }
    }
}

/// `Self` as a type, or as one of several. What stands in the arguments of a
/// generic class is not the parameter itself.
fn self_types(tree: &Tree, id: TypeId, findings: &mut Findings) {
    match tree.nodes.types[id] {
        TypeAnnotation::SelfType | TypeAnnotation::SelfClass => {
            findings.report(ProblemKind::SelfParameter, tree.type_span(id));
        }
        TypeAnnotation::Union(members)
        | TypeAnnotation::Difference(members)
        | TypeAnnotation::Intersection(members) => {
            let members = tree.nodes.type_lists[members].iter();
            members.for_each(|member| self_types(tree, *member, findings));
        }
        TypeAnnotation::Simple(_)
        | TypeAnnotation::Generic(..)
        | TypeAnnotation::ClassOf(_)
        | TypeAnnotation::Singleton(_)
        | TypeAnnotation::Error => {}
    }
}

fn sealed(inherited: Option<Found>, span: Span, findings: &mut Findings) {
    let Some(found) = inherited.filter(|found| found.method.flags.is_sealed) else { return };
    let class = found.class.name.clone();
    let selector = found.method.selector.clone();
    findings.report(ProblemKind::SealedMethod { class, side: found.side, selector }, span);
}

/// Instances ask their class before its extensions, so that one of a message that the
/// class answers itself is never asked.
fn hidden(
    hierarchy: &ClassHierarchy,
    class: &ClassName,
    side: Side,
    selector: &Selector,
    span: Span,
    findings: &mut Findings,
) {
    if side == Side::Instance && own(hierarchy, class, side, selector).is_some() {
        let (class, selector) = (class.clone(), selector.clone());
        let problem = StyleProblem::HiddenExtension { class, selector };
        findings.report(ProblemKind::Style(problem), span);
    }
}

/// The method that an extension takes the place of. Instances ask the class before
/// its extensions, class objects after them.
fn overridden<'h>(
    hierarchy: &'h ClassHierarchy,
    class: &ClassName,
    side: Side,
    selector: &str,
) -> Option<Found<'h>> {
    match own(hierarchy, class, side, selector) {
        Some(_) if side == Side::Instance => None,
        Some(own) => Some(own),
        None => {
            let superclass = hierarchy.class(class)?.superclass.as_ref().map(|it| &it.class);
            find(hierarchy, superclass?, side, selector)
        }
    }
}

/// The method that a class itself has, declared or provided for a slot.
fn own<'h>(
    hierarchy: &'h ClassHierarchy,
    class: &ClassName,
    side: Side,
    selector: &str,
) -> Option<Found<'h>> {
    let found = match side {
        Side::Instance => hierarchy.find_method(class, selector),
        Side::Class => hierarchy.find_class_method(class, selector),
    };
    found.filter(|found| {
        let is_own = found.distance == 0 && found.side == side;
        is_own && found.method.origin != MethodOrigin::Extension
    })
}

/// A method that a class has or inherits. Class objects also have what `Class` and
/// the classes above it give to instances, even where the class is not known.
fn find<'h>(
    hierarchy: &'h ClassHierarchy,
    class: &ClassName,
    side: Side,
    selector: &str,
) -> Option<Found<'h>> {
    match side {
        Side::Instance => hierarchy.find_method(class, selector),
        Side::Class => {
            let own = hierarchy.find_class_method(class, selector);
            own.or_else(|| hierarchy.find_method(&known::CLASS, selector))
        }
    }
}
