//! Who would answer a message to an expression.
//!
//! In go a text, the classes, and what its variables hold; out come the classes whose
//! methods the value of its last statement has, or why they are not known. Nothing is
//! evaluated: the answer is what inference says.

use hierarchy::{ClassHierarchy, ClassName, Selector, Side, known};
use syntax::Tree;
use syntax::tree::{Expr, Item};
use types::native::NativeSignatures;
use types::{Bindings, InferredType, infer_with};

/// Whose methods can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// One of these; what all of them understand is safe to send.
    Classes(Vec<(ClassName, Side)>),
    /// Something that has these methods, and who knows which others.
    Selectors(Vec<Selector>),
}

/// The receiver that a text ends in.
pub fn receiver(
    text: &str,
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
    bindings: &Bindings,
) -> Result<Receiver, String> {
    let tree = syntax::parse(text).tree;
    let Some(last) = last_statement(&tree) else {
        return Err("there is no expression to send to".to_owned());
    };
    let inference = infer_with(&tree, hierarchy, natives, bindings);
    match inference.type_of(last) {
        Some(ty) => receiver_of(ty, hierarchy),
        None => Err("its type is not known".to_owned()),
    }
}

/// The receiver that a value of a type is.
pub fn receiver_of(ty: &InferredType, hierarchy: &ClassHierarchy) -> Result<Receiver, String> {
    match ty {
        InferredType::Known { .. } if ty.symbol().is_some() => {
            Ok(Receiver::Classes(vec![(known::SYMBOL.clone(), Side::Instance)]))
        }
        InferredType::Known { class_name, .. } if hierarchy.protocol(class_name).is_some() => {
            let required = hierarchy.requirements(class_name).into_iter();
            let own = required.filter(|it| it.side == Side::Instance);
            Ok(Receiver::Selectors(own.map(|it| it.method.selector.clone()).collect()))
        }
        InferredType::Known { class_name, .. } => {
            known_class(class_name, Side::Instance, hierarchy)
        }
        InferredType::Meta { class_name, .. } => known_class(class_name, Side::Class, hierarchy),
        InferredType::Negation { base, .. } => receiver_of(base, hierarchy),
        InferredType::Union { .. } => union(ty, hierarchy),
        InferredType::Intersection { members, .. } => {
            // Each of them understands some of it; a class tells more than a protocol.
            let mut all: Vec<_> = members.iter().map(|it| receiver_of(it, hierarchy)).collect();
            let class = all.iter().position(|it| matches!(it, Ok(Receiver::Classes(_))));
            all.swap_remove(class.unwrap_or(0))
        }
        InferredType::Dynamic(reason) => Err(match reason.words() {
            Some(words) => format!("its type is not known: {words}"),
            None => "its type is not known".to_owned(),
        }),
        InferredType::Never => Err("it never answers".to_owned()),
    }
}

fn known_class(
    class: &ClassName,
    side: Side,
    hierarchy: &ClassHierarchy,
) -> Result<Receiver, String> {
    match hierarchy.class(class) {
        Some(info) => Ok(Receiver::Classes(vec![(info.name.clone(), side)])),
        // A type parameter that nothing is known of: any object.
        None if matches!(class.as_bytes(), [letter] if letter.is_ascii_uppercase()) => {
            Ok(Receiver::Classes(vec![(known::OBJECT.clone(), Side::Instance)]))
        }
        None => Err(format!("there is no class {class}")),
    }
}

/// Nil is left out: who sends to something that may be nil means the other.
fn union(ty: &InferredType, hierarchy: &ClassHierarchy) -> Result<Receiver, String> {
    let mut classes: Vec<(ClassName, Side)> = Vec::new();
    for member in ty.alternatives().iter().filter(|it| !it.is_nil()) {
        match receiver_of(member, hierarchy)? {
            Receiver::Classes(more) => {
                let new = more.into_iter().filter(|it| !classes.contains(it));
                classes.extend(new.collect::<Vec<_>>());
            }
            Receiver::Selectors(_) => {
                return Err(format!("it is one of several: {}", ty.for_people()));
            }
        }
    }
    Ok(Receiver::Classes(classes))
}

fn last_statement(tree: &Tree) -> Option<syntax::tree::ExprId> {
    tree.items.iter().rev().find_map(|item| match *item {
        Item::Statement(id) => Some(match tree.nodes.exprs[id] {
            Expr::Return(inner) => inner,
            _ => id,
        }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use hierarchy::{Origin, surface};
    use types::Provenance;

    use super::*;

    const CLASSES: &str = "\
Protocol define: Steeped
  minutes -> Integer

Value subclass: Tea
  field: minutes :: Integer = 3
  field: leaf :: String | Nil

  twin -> Self => self
  kind => self class
  mystery: x => x
  steeped :: -> Steeped => self
  class green -> Self => self new
";

    fn asked(text: &str) -> String {
        let mut hierarchy = ClassHierarchy::with_builtins();
        hierarchy.add_classes(surface(&syntax::parse(CLASSES).tree), Origin::Module);
        let tea = InferredType::class("Tea", Provenance::NOWHERE);
        let bindings = [("tea".into(), tea)].into_iter().collect();
        match receiver(text, &hierarchy, None, &bindings) {
            Ok(Receiver::Classes(classes)) => {
                let shown = classes.iter().map(|(class, side)| match side {
                    Side::Instance => class.to_string(),
                    Side::Class => format!("{class} class"),
                });
                shown.collect::<Vec<_>>().join(" or ")
            }
            Ok(Receiver::Selectors(selectors)) => {
                let shown = selectors.iter().map(|it| it.to_string());
                format!("whoever has {}", shown.collect::<Vec<_>>().join(" "))
            }
            Err(reason) => format!("? {reason}"),
        }
    }

    #[test]
    fn the_last_statement_says_who_answers() {
        for (text, expected) in [
            ("\"tea\" size", "Integer"),
            ("tea", "Tea"),
            ("tea twin minutes + 1", "Integer"),
            ("tea class", "Tea class"),
            ("Tea green twin", "Tea"),
            ("tea leaf", "String"),
            ("#assam", "Symbol"),
            ("#(1, 2) collect: [:n | n printString]", "List"),
            ("cup := tea\ncup minutes", "Integer"),
            ("^tea minutes", "Integer"),
            ("(3 > 2) ifTrue: [1] ifFalse: [\"x\"]", "Integer or String"),
            ("nobody", "? its type is not known"),
            ("tea mystery: 3", "? its type is not known: dynamic receiver"),
            ("nobody size", "? its type is not known: dynamic receiver"),
            ("", "? there is no expression to send to"),
        ] {
            assert_eq!(asked(text), expected, "{text}");
        }
    }
}
