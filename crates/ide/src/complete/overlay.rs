//! The classes as the text has them, on top of those that were known before.
//!
//! A text that is being written is seldom whole. Where it cannot be read to its end, or
//! ends at the cursor, the classes in it keep what they had before and do not have now:
//! a member that is missing is more likely not written again yet than gone.

use std::borrow::Cow;

use hierarchy::{ClassHierarchy, ClassInfo, MethodInfo, Origin, Side, surface};

use super::cursor::Cursor;
use super::ground::Ground;

pub(super) fn hierarchy<'g>(ground: &Ground<'g>, cursor: &Cursor) -> Cow<'g, ClassHierarchy> {
    let nodes = &cursor.tree().nodes;
    let declares = !nodes.classes.is_empty()
        || !nodes.extensions.is_empty()
        || !nodes.protocols.is_empty()
        || !nodes.aliases.is_empty();
    if !declares {
        return Cow::Borrowed(ground.hierarchy);
    }
    let mut declared = surface(cursor.tree());
    if let Some(package) = ground.package {
        declared = declared.in_package(package);
    }
    if cursor.is_at_end || cursor.parse.has_errors() {
        for class in &mut declared.classes {
            if let Some(before) = ground.hierarchy.class(&class.name) {
                keep(class, before);
                let patches = |side| ground.hierarchy.patches(&class.name, side);
                keep_methods(&mut class.methods, patches(Side::Instance));
                keep_methods(&mut class.class_methods, patches(Side::Class));
            }
        }
    }
    let mut hierarchy = ground.hierarchy.clone();
    hierarchy.add_classes(declared, Origin::Module);
    Cow::Owned(hierarchy)
}

/// Gives a class what it had before and lacks now.
fn keep(class: &mut ClassInfo, before: &ClassInfo) {
    keep_methods(&mut class.methods, &before.methods);
    keep_methods(&mut class.class_methods, &before.class_methods);
    for (now, before) in
        [(&mut class.fields, &before.fields), (&mut class.class_variables, &before.class_variables)]
    {
        let missing = before.iter().filter(|it| now.iter().all(|has| has.name != it.name));
        let missing: Vec<_> = missing.cloned().collect();
        now.extend(missing);
    }
}

fn keep_methods(now: &mut Vec<MethodInfo>, before: &[MethodInfo]) {
    let has = |it: &&MethodInfo| now.iter().all(|method| method.selector != it.selector);
    let missing: Vec<MethodInfo> = before.iter().filter(has).cloned().collect();
    now.extend(missing);
}
