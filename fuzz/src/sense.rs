//! Texts that the grammar takes and the language's further rules do not, as far as
//! OTP would notice. That it refuses them is no finding.

use std::collections::HashSet;

use syntax::Tree;
use syntax::tree::Member;

pub fn makes_sense(tree: &Tree) -> bool {
    no_selector_twice(tree)
}

/// One side of a class defines each selector once.
fn no_selector_twice(tree: &Tree) -> bool {
    tree.nodes.classes.iter().all(|(_, class)| {
        let mut seen = HashSet::new();
        class.members.iter().all(|member| match member {
            Member::Method(it) => {
                seen.insert((it.modifiers.is_class_side, tree.header_selector(&it.header)))
            }
            Member::Data(_) => true,
        })
    })
}
