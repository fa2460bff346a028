//! The methods that a receiver understands, as far as they may be sent here.

use hierarchy::{ClassHierarchy, ClassName, Found, Kind, Side, known};

use crate::complete::ground::Ground;
use crate::complete::receivers::Selectors;
use crate::receiver::Receiver;

/// A method of a receiver.
#[derive(Clone, Copy, Debug)]
pub(in crate::complete) struct Method<'h> {
    pub(in crate::complete) found: Found<'h>,
    /// Whether all objects, or all classes, understand it.
    pub(in crate::complete) is_common: bool,
}

/// What an object sends to itself alone, or what has better ways to be said.
const HIDDEN: [&str; 11] = [
    "subclassResponsibility",
    "notImplemented",
    "doesNotUnderstand:args:",
    "fieldNames",
    "fieldAt:",
    "fieldAt:put:",
    "new",
    "new:",
    "perform:",
    "perform:withArguments:",
    "delegate",
];

/// All methods, the nearest first, each selector once. Of several classes those that
/// all of them have.
pub(in crate::complete) fn methods<'h>(
    hierarchy: &'h ClassHierarchy,
    ground: &Ground,
    receiver: &Receiver,
    is_self: bool,
) -> Vec<Method<'h>> {
    match receiver {
        Receiver::Classes(classes) => {
            let Some(((first, side), others)) = classes.split_first() else { return Vec::new() };
            let mut methods = of_class(hierarchy, ground, first, *side, is_self);
            for (class, side) in others {
                methods
                    .retain(|it| understands(hierarchy, class, *side, &it.found.method.selector));
            }
            methods
        }
        Receiver::Selectors(selectors) => {
            let protocols = hierarchy.protocols().into_iter();
            let mut all = Vec::new();
            for protocol in protocols {
                let required = hierarchy.requirements(&protocol.name);
                let is_it = |it: &hierarchy::Requirement| it.side == Side::Instance;
                let own = required.iter().filter(|it| is_it(it));
                if own.clone().count() == selectors.len()
                    && own.clone().all(|it| selectors.contains(&it.method.selector))
                    && let Some(class) = hierarchy.class(&protocol.name)
                {
                    all.extend(own.map(|it| Method {
                        found: Found {
                            method: it.method,
                            class,
                            side: Side::Instance,
                            distance: 0,
                        },
                        is_common: false,
                    }));
                    break;
                }
            }
            all
        }
    }
}

pub(in crate::complete) fn understands(
    hierarchy: &ClassHierarchy,
    class: &ClassName,
    side: Side,
    selector: &str,
) -> bool {
    match side {
        Side::Instance => hierarchy.find_method(class, selector).is_some(),
        Side::Class => hierarchy.find_class_method(class, selector).is_some(),
    }
}

/// Whether precedence allows a selector.
pub(in crate::complete) fn allows(selectors: Selectors, selector: &hierarchy::Selector) -> bool {
    match selectors {
        _ if !selector.can_be_sent() => false,
        Selectors::All => true,
        Selectors::Unary => !selector.is_binary() && !selector.is_keyword(),
        Selectors::NotUnary => selector.is_binary() || selector.is_keyword(),
        Selectors::Keyword => selector.is_keyword(),
        Selectors::Binary => selector.is_binary(),
    }
}

fn of_class<'h>(
    hierarchy: &'h ClassHierarchy,
    ground: &Ground,
    class: &ClassName,
    side: Side,
    is_self: bool,
) -> Vec<Method<'h>> {
    let all = match side {
        Side::Instance => hierarchy.all_methods(class),
        Side::Class => hierarchy.all_class_methods(class),
    };
    let Some(info) = hierarchy.class(class) else { return Vec::new() };
    let kind = hierarchy.kind_of(class);
    let is_class = |it: &Found| side == Side::Class && it.side == Side::Instance;
    let is_offered = |found: &Found| {
        let selector: &str = &found.method.selector;
        let is_visible = !found.method.flags.is_internal
            || ground.sees_internals_of(found.class.package.as_deref());
        is_visible
            && match side {
                // What is left to a module is for classes that have one.
                Side::Instance if selector == "delegate" => is_self && info.native.is_some(),
                Side::Instance => is_self || !HIDDEN.contains(&selector),
                Side::Class => match selector {
                    "delegate" => info.native.is_some(),
                    "new" | "new:" | "basicNew" => {
                        !info.flags.is_abstract && kind != Some(Kind::Actor)
                    }
                    "spawn" | "spawnWith:" => kind == Some(Kind::Actor) && !info.flags.is_abstract,
                    _ => !is_class(found) || !HIDDEN.contains(&selector),
                },
            }
    };
    let is_common = |found: &Found| {
        is_class(found)
            || found.class.name == known::OBJECT
            || found.class.name == known::PROTO_OBJECT
    };
    let offered = all.into_iter().filter(is_offered);
    let own = [&known::OBJECT, &known::PROTO_OBJECT].into_iter().any(|it| class == it);
    offered.map(|found| Method { found, is_common: !own && is_common(&found) }).collect()
}
