//! The class and the method that the cursor stands in.

use hierarchy::{ClassName, Side};
use syntax::TokenId;
use syntax::tree::{DataKind, Member};

use super::cursor::Cursor;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Home {
    pub(super) class: ClassName,
    pub(super) side: Side,
    /// Whether it is a method, and not what a slot begins with.
    pub(super) is_method: bool,
}

/// Nothing outside of all classes.
pub(super) fn home(cursor: &Cursor) -> Option<Home> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    let is_in = |it: syntax::TokenRange| it.first <= marker && marker <= it.last;
    let side = |is_class_side| if is_class_side { Side::Class } else { Side::Instance };
    let named = |name: TokenId| ClassName::from(tree.text_of(name));
    for (_, class) in tree.nodes.classes.iter() {
        let Some(name) = class.name else { continue };
        for member in &class.members {
            let found = match member {
                Member::Method(it) => {
                    is_in(it.tokens).then_some((side(it.modifiers.is_class_side), true))
                }
                Member::Data(it) => {
                    is_in(it.tokens).then_some((side(it.kind == DataKind::ClassState), false))
                }
            };
            if let Some((side, is_method)) = found {
                return Some(Home { class: named(name), side, is_method });
            }
        }
    }
    tree.nodes.extensions.iter().find(|(_, it)| is_in(it.tokens)).map(|(_, it)| Home {
        class: named(it.class.name),
        side: side(it.method.modifiers.is_class_side),
        is_method: true,
    })
}
