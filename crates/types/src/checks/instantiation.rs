//! New objects of classes that have none: abstract ones, actors made with `new`,
//! and classes that are neither values nor actors.
//!
//! Only where the class is written out. At a prompt the running system says it, but for
//! actors: that one is made with another message is known before.

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, Kind, LineageEnd, Selector, Side, known};
use syntax::tree::{Expr, ExprId, Message};
use syntax::{Span, Tree};

use crate::bodies::Body;
use crate::problem::{NotConstructible, ProblemKind};

/// Classes whose instances only literals make.
const PRIMITIVES: [&str; 9] = [
    "Integer",
    "Float",
    "String",
    "Symbol",
    "True",
    "False",
    "UndefinedObject",
    "Block",
    "CompiledMethod",
];

pub(crate) fn send(body: &mut Body, receiver: ExprId, message: &Message, span: Span) {
    let Some(selector) = constructor(body.tree, message) else { return };
    let Some(class) = class_reference(body.tree, receiver) else { return };
    let Some(kind) = problem(body.hierarchy, &ClassName::from(class), selector) else { return };
    let is_known = body.context.has_meaning() && matches!(kind, ProblemKind::ActorNew { .. });
    if !body.context.is_script() || is_known {
        body.report(kind, span);
    }
}

/// The place of a message without its receiver.
pub(crate) fn span(tree: &Tree, message: &Message) -> Span {
    let token = |token| tree.tokens.get(token).span();
    match *message {
        Message::Unary(selector) => token(selector),
        Message::Binary(selector, argument) => token(selector).to(tree.expr_span(argument)),
        Message::Keyword(parts) => match tree.nodes.keyword_parts[parts] {
            [first, .., last] => token(first.keyword).to(tree.expr_span(last.argument)),
            [only] => token(only.keyword).to(tree.expr_span(only.argument)),
            [] => Span::default(),
        },
    }
}

/// The selector, where it is one that makes instances.
fn constructor(tree: &Tree, message: &Message) -> Option<&'static str> {
    match *message {
        Message::Unary(selector) => match tree.text_of(selector) {
            "new" => Some("new"),
            "spawn" => Some("spawn"),
            _ => None,
        },
        Message::Keyword(parts) => match tree.nodes.keyword_parts[parts] {
            [part] => match tree.text_of(part.keyword) {
                "new:" => Some("new:"),
                "spawnWith:" => Some("spawnWith:"),
                _ => None,
            },
            _ => None,
        },
        Message::Binary(..) => None,
    }
}

fn class_reference(tree: &Tree, mut expr: ExprId) -> Option<&str> {
    loop {
        match tree.nodes.exprs[expr] {
            Expr::Paren(inner) => expr = inner,
            Expr::ClassReference(class) => return Some(tree.text_of(class.name)),
            _ => return None,
        }
    }
}

fn problem(
    hierarchy: &ClassHierarchy,
    class: &ClassName,
    selector: &'static str,
) -> Option<ProblemKind> {
    let info = hierarchy.class(class)?;
    let (class, is_new) = (info.name.clone(), matches!(selector, "new" | "new:"));
    let lineage = hierarchy.lineage(&class);
    let is_whole = lineage.end == LineageEnd::Root
        && !lineage.classes.iter().any(|info| info.flags.is_incomplete);
    if info.flags.is_abstract && !has_own_constructor(hierarchy, info, selector) {
        let selector = Selector::from(selector);
        return Some(ProblemKind::AbstractInstantiation { class, selector });
    }
    if is_new && hierarchy.is_subclass(&class, &known::ACTOR) {
        let selector = Selector::from(selector);
        return Some(ProblemKind::ActorNew { class, selector });
    }
    if !is_new || !is_whole || has_own_constructor(hierarchy, info, selector) {
        return None;
    }
    let why = match hierarchy.kind_of(&class) {
        _ if PRIMITIVES.contains(&&*class) => NotConstructible::Primitive,
        Some(Kind::Object) => NotConstructible::Object,
        _ => return None,
    };
    Some(ProblemKind::NotConstructible(why, class))
}

/// Whether the class or one above it, but not the roots of all classes, says itself
/// what the message does.
fn has_own_constructor(hierarchy: &ClassHierarchy, class: &ClassInfo, selector: &str) -> bool {
    let roots = [&known::OBJECT, &known::PROTO_OBJECT, &known::VALUE, &known::ACTOR];
    let found = hierarchy.find_class_method(&class.name, selector);
    found.is_some_and(|it| it.side == Side::Class && !roots.contains(&&it.class.name))
}
