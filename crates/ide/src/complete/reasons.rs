//! Why there is nothing to offer, in words that help.

use hierarchy::{ClassName, STDLIB_PACKAGE, Side, known};
use syntax::tree::{Expr, ExprId};
use types::{DynamicReason, InferredType};

use super::position::Nowhere;
use super::receivers::View;
use crate::visible::{code, shown};

/// At a place where nothing can be.
pub(super) fn nowhere(why: Nowhere) -> String {
    match why {
        Nowhere::Comment => "this is a comment".to_owned(),
        Nowhere::Text => "this is the text of a string".to_owned(),
        Nowhere::Number => "this is a number".to_owned(),
        Nowhere::Character => "this is a character".to_owned(),
        Nowhere::Sign => "this is the middle of a sign".to_owned(),
        Nowhere::NewName(what) => format!("{what} is a name of your own"),
        Nowhere::Head => "the head of a method goes on with `=>`, or with `-> T =>`".to_owned(),
        Nowhere::Unreadable => "the text before the cursor cannot be read".to_owned(),
    }
}

/// Why the type of an expression is not known, and what would help: the cause may be
/// far inside it.
pub(super) fn unknown(view: &View, expr: ExprId, ty: &InferredType) -> String {
    if let Some(reason) = actor_made_anew(view, expr) {
        return reason;
    }
    match ty {
        InferredType::Never => return format!("{} never answers", quoted(view, expr)),
        InferredType::Known { class_name, .. } | InferredType::Meta { class_name, .. } => {
            return format!("there is no class {}", code(class_name));
        }
        InferredType::Union { .. } => {
            return format!("{} is one of several: {}", quoted(view, expr), ty.for_people());
        }
        _ => {}
    }
    let tree = view.tree();
    let mut at = expr;
    loop {
        match tree.nodes.exprs[at] {
            Expr::Send(send) => {
                let receiver = view.type_of(send.receiver);
                if !is_open(&receiver) {
                    return of_message(view, at, &receiver);
                }
                at = send.receiver;
            }
            Expr::Paren(inner) | Expr::Return(inner) => at = inner,
            Expr::Cascade(cascade) => at = cascade.first,
            Expr::Assignment(assignment) => at = assignment.value,
            Expr::Identifier(name) => return of_name(view, at, tree.text_of(name)),
            Expr::Field(field) => return of_slot(tree.text_of(field.name)),
            Expr::Super(_) => return "there is no class around, so no `super`".to_owned(),
            Expr::Error => return nowhere(Nowhere::Unreadable),
            _ => return format!("the type of {} is not known", quoted(view, at)),
        }
    }
}

/// `Ferry new`, where `Ferry spawn` is meant.
fn actor_made_anew(view: &View, mut expr: ExprId) -> Option<String> {
    let tree = view.tree();
    while let Expr::Paren(inner) = tree.nodes.exprs[expr] {
        expr = inner;
    }
    let Expr::Send(send) = tree.nodes.exprs[expr] else { return None };
    let InferredType::Meta { class_name, .. } = view.type_of(send.receiver) else { return None };
    let instead = match &*tree.selector(&send.message) {
        "new" | "basicNew" => "spawn",
        "new:" => "spawnWith:",
        _ => return None,
    };
    let is_actor = view.hierarchy.is_subclass(&class_name, &known::ACTOR);
    is_actor.then(|| format!("{class_name} is an actor: {} makes one", code(instead)))
}

fn is_open(ty: &InferredType) -> bool {
    match ty {
        InferredType::Dynamic(_) => true,
        InferredType::Union { members, .. } => members.iter().any(is_open),
        _ => false,
    }
}

fn of_message(view: &View, send: ExprId, receiver: &InferredType) -> String {
    let Expr::Send(it) = view.tree().nodes.exprs[send] else { return String::new() };
    let selector = view.tree().selector(&it.message);
    let (class, side) = match receiver {
        InferredType::Meta { class_name, .. } => (class_name.clone(), Side::Class),
        InferredType::Never => return format!("{} never answers", quoted(view, it.receiver)),
        _ => match receiver.instance_class() {
            Some(class) => (class.clone(), Side::Instance),
            None => return untyped(&selector, &receiver.for_people().to_string()),
        },
    };
    if class == ClassName::constant("ErlangModule") {
        return format!("Erlang does not tell what {} answers", code(&selector));
    }
    let hierarchy = &view.hierarchy;
    let found = match side {
        Side::Instance => hierarchy.find_method(&class, &selector),
        Side::Class => hierarchy.find_class_method(&class, &selector),
    };
    let info = hierarchy.class(&class);
    let Some(info) = info else { return format!("there is no class {}", code(&class)) };
    let on = match side {
        Side::Instance => info.name.to_string(),
        Side::Class => format!("{} class", info.name),
    };
    let is_maker = matches!(&*selector, "new" | "new:" | "basicNew" | "spawn" | "spawnWith:");
    match found {
        _ if side == Side::Class && is_maker && info.flags.is_abstract => {
            format!("{class} is abstract: there is no instance that {} could make", code(&selector))
        }
        None => format!("{on} does not understand {}", code(&selector)),
        Some(_) if class == known::METACLASS => untyped(&selector, &on),
        Some(found)
            if matches!(found.method.signature.returns.ty(), Some(hierarchy::Type::Dynamic)) =>
        {
            format!("{} on {on} may answer anything", code(&selector))
        }
        // Nobody annotates the library, but what it answers can have a name with a type.
        Some(found) if found.class.package.as_deref() == Some(STDLIB_PACKAGE) => {
            format!(
                "what {} on {} answers is not known: name it with a type, `it :: T := …`",
                code(&selector),
                found.class.name
            )
        }
        Some(found) => untyped(&selector, &found.class.name),
    }
}

fn untyped(selector: &str, on: &str) -> String {
    format!("{} on {on} has no known return type: annotate it `-> T`", code(selector))
}

fn of_name(view: &View, at: ExprId, name: &str) -> String {
    if name == "self" {
        return "there is no class around, so no `self`".to_owned();
    }
    match view.sight.inference.type_of(at) {
        Some(InferredType::Dynamic(DynamicReason::UnannotatedParam)) => {
            format!("{} has no known type: annotate it `{name} :: T`", code(name))
        }
        Some(InferredType::Dynamic(DynamicReason::DynamicReceiver)) => {
            format!("what {} holds is not known: annotate it `{name} :: T`", code(name))
        }
        Some(_) => format!("{} may be anything: annotate it `{name} :: T`", code(name)),
        None if view.has_slot(name) => of_slot(name),
        None if view.assigns(name) => {
            format!("what {} holds is not known: annotate it `{name} :: T`", code(name))
        }
        None => format!("nothing is called {} here", code(name)),
    }
}

fn of_slot(name: &str) -> String {
    format!("the slot {} has no known type: declare it `{name} :: T`", code(name))
}

fn quoted(view: &View, expr: ExprId) -> String {
    code(&shown(view.tree().expr_span(expr).of(&view.tree().text)))
}
