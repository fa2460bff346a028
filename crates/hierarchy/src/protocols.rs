//! What a protocol asks for, with all that the protocols it extends ask for.

use std::collections::HashSet;

use crate::class::{ProtocolInfo, Side};
use crate::hierarchy::ClassHierarchy;
use crate::method::MethodInfo;
use crate::name::ClassName;

/// A method that conforming classes have on one side.
#[derive(Clone, Copy, Debug)]
pub struct Requirement<'h> {
    pub method: &'h MethodInfo,
    pub side: Side,
}

impl ClassHierarchy {
    /// All that a protocol asks for, each selector once on each side: its own first,
    /// instances before the class. An extended protocol that is not known asks for
    /// nothing, and one that extends itself for nothing more.
    pub fn requirements(&self, protocol: &ClassName) -> Vec<Requirement<'_>> {
        let mut seen = HashSet::new();
        let mut requirements = Vec::new();
        for protocol in self.extended_protocols(protocol) {
            let sides =
                [(Side::Instance, &protocol.methods), (Side::Class, &protocol.class_methods)];
            for (side, methods) in sides {
                let new = methods.iter().filter(|method| seen.insert((side, &method.selector)));
                requirements.extend(new.map(|method| Requirement { method, side }));
            }
        }
        requirements
    }

    /// A protocol and those it extends, one after the other.
    fn extended_protocols(&self, protocol: &ClassName) -> Vec<&ProtocolInfo> {
        let mut seen = HashSet::new();
        let mut protocols = Vec::new();
        let mut next = self.protocol(protocol);
        while let Some(protocol) = next.filter(|it| seen.insert(it.name.simple())) {
            protocols.push(protocol);
            next = protocol.extending.as_ref().and_then(|name| self.protocol(name));
        }
        protocols
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Origin;

    #[test]
    fn a_protocol_asks_for_what_it_extends() {
        let text = "
Protocol define: Floats
  draught -> Integer
  class registry -> List
Protocol define: Sails extending: Floats
  hoist: sail
  draught -> Number
  class draught -> Integer
Protocol define: Yawl extending: Nowhere
  reef
Protocol define: Ring extending: Loop
  ring
Protocol define: Loop extending: Ring
  loop
";
        let mut hierarchy = ClassHierarchy::empty();
        let surface = crate::surface(&syntax::parse(text).tree);
        hierarchy.add_classes(surface, Origin::Project);
        let table = [
            ("Floats", "draught, class registry"),
            ("Sails", "hoist:, draught, class draught, class registry"),
            ("pkg@Sails", "hoist:, draught, class draught, class registry"),
            ("Yawl", "reef"),
            ("Ring", "ring, loop"),
            ("Nowhere", ""),
        ];
        for (protocol, expected) in table {
            let requirements = hierarchy.requirements(&ClassName::from(protocol));
            let texts = requirements.iter().map(|requirement| match requirement.side {
                Side::Instance => requirement.method.selector.to_string(),
                Side::Class => format!("class {}", requirement.method.selector),
            });
            assert_eq!(texts.collect::<Vec<_>>().join(", "), expected, "{protocol}");
        }
    }
}
