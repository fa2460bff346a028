//! Slots behind `self.`, and then the messages that would do instead.

use hierarchy::{ClassHierarchy, ClassName, FieldInfo, Side};
use syntax::tree::{Expr, ExprId};

use super::Offer;
use super::messages;
use crate::complete::home::home;
use crate::complete::item::{BindsTo, Item, ItemKind};
use crate::complete::matching::paragraph;
use crate::complete::overlay;
use crate::complete::providers::methods::methods;
use crate::complete::rank::{Facts, Group, magnitude};
use crate::receiver::Receiver;

pub(super) fn provide(receiver: ExprId, offer: &mut Offer) {
    let cursor = offer.cursor;
    let is_self = match cursor.expr(receiver) {
        Expr::Identifier(name) => cursor.tree().text_of(name) == "self",
        _ => false,
    };
    if !is_self {
        return offer.explain("only `self` has slots that can be reached: send a message");
    }
    let Some(home) = home(cursor) else {
        return offer.explain("there is no class around, so `self` has no slots");
    };
    let hierarchy = overlay::hierarchy(offer.ground, cursor);
    list(&home.class, home.side, &hierarchy, offer);
    if home.side == Side::Instance {
        let receiver = Receiver::Classes(vec![(home.class.clone(), Side::Instance)]);
        for method in methods(&hierarchy, offer.ground, &receiver, true) {
            let selector = &method.found.method.selector;
            if !selector.is_binary() && offer.wants(selector) {
                let facts = messages::facts(&method, BindsTo::Receiver, offer);
                let item = messages::instead_of_slot(&method, offer);
                offer.add(Facts { sent: magnitude(0), group: Group::Class, ..facts }, item);
            }
        }
    }
    offer.explain(format!("{} has no slots", home.class));
}

/// The slots of a class, the nearest first.
pub(super) fn list(class: &ClassName, side: Side, hierarchy: &ClassHierarchy, offer: &mut Offer) {
    for (distance, info) in hierarchy.lineage(class).classes.into_iter().enumerate() {
        let fields = match side {
            Side::Instance => &info.fields,
            Side::Class => &info.class_variables,
        };
        for field in fields {
            if offer.wants(&field.name) {
                let item = item(field, &info.name, offer);
                let facts = Facts { distance: distance as u32, ..Facts::of(Group::Field) };
                offer.add(facts, item);
            }
        }
    }
}

fn item(field: &FieldInfo, class: &ClassName, offer: &Offer) -> Item {
    let ty = field.declared.as_ref().map(|it| it.for_people().to_string());
    Item {
        signature: match &ty {
            Some(ty) => format!("{} :: {ty}", field.name),
            None => field.name.to_string(),
        },
        defined_in: Some(class.to_string()),
        return_type: ty,
        doc: paragraph(field.doc.as_ref()),
        ..offer.plain(&field.name, ItemKind::Field)
    }
}
