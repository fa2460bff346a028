//! Which protocols ask for a message. Found out once, when somebody wants to know: a
//! program may have thousands of protocols, and as many places that ask.

use std::cell::OnceCell;
use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassName, Fast, Selector, Side};

#[derive(Debug, Default)]
pub(crate) struct Asking(OnceCell<Protocols>);

#[derive(Debug, Default)]
struct Protocols {
    of_instances: HashMap<Selector, Vec<ClassName>, Fast>,
    of_classes: HashMap<Selector, Vec<ClassName>, Fast>,
}

impl Asking {
    /// Their names, in order.
    pub(crate) fn of(
        &self,
        hierarchy: &ClassHierarchy,
        side: Side,
        selector: &str,
    ) -> &[ClassName] {
        let protocols = self.0.get_or_init(|| Protocols::new(hierarchy));
        let asking = match side {
            Side::Instance => protocols.of_instances.get(selector),
            Side::Class => protocols.of_classes.get(selector),
        };
        asking.map_or(&[], Vec::as_slice)
    }
}

impl Protocols {
    fn new(hierarchy: &ClassHierarchy) -> Self {
        let mut all = Protocols::default();
        for protocol in hierarchy.protocols() {
            for asked in hierarchy.requirements(&protocol.name) {
                let on = match asked.side {
                    Side::Instance => &mut all.of_instances,
                    Side::Class => &mut all.of_classes,
                };
                let protocols = on.entry(asked.method.selector.clone()).or_default();
                protocols.push(protocol.name.clone());
            }
        }
        all
    }
}
