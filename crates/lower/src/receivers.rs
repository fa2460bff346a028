//! Which classes a piece of text is likely to send messages to: those it mentions.
//!
//! In go the names in the text and the hierarchy; out come the class objects that need
//! no looking up, and for each selector the classes whose own method may be called
//! directly if the receiver is of that very class. A guess that is wrong, or was right
//! once, costs a comparison: the dynamic send stands behind it, and a module that has
//! lost the function sends the message itself (`'$handle_undefined_function'/2`).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, Kind, Selector, Side};
use syntax::tree::{Class, Member};
use syntax::{TokenId, TokenKind, Tree};

use crate::core_erlang::Literal;
use crate::module::module_name;

/// With more candidates than this, comparing costs as much as looking up.
const MOST_CANDIDATES: usize = 4;

#[derive(Clone, Debug, Default)]
pub(crate) struct Receivers {
    classes: HashMap<String, Arc<Known>>,
    /// The value classes that define a selector for their instances.
    candidates: HashMap<Selector, Vec<Arc<Known>>>,
}

#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) class: String,
    pub(crate) module: String,
    class_selectors: HashSet<Selector>,
}

impl Receivers {
    /// Those that a class speaks of.
    pub(crate) fn of_class(tree: &Tree, class: &Class, hierarchy: &ClassHierarchy) -> Self {
        let first = class.header.first.0;
        let ends = class.members.iter().map(|member| match member {
            Member::Data(data) => data.tokens.last.0,
            Member::Method(method) => method.tokens.last.0,
        });
        let last = ends.max().unwrap_or(first).max(class.header.last.0);
        Receivers::in_range(tree, first, last, hierarchy)
    }

    /// Those that a whole text speaks of.
    pub(crate) fn of_text(tree: &Tree, hierarchy: &ClassHierarchy) -> Self {
        let last = (tree.tokens.len() as u32).saturating_sub(1);
        Receivers::in_range(tree, 0, last, hierarchy)
    }

    fn in_range(tree: &Tree, first: u32, last: u32, hierarchy: &ClassHierarchy) -> Self {
        let names = (first..=last).map(TokenId).filter(|id| {
            tree.tokens.get(*id).kind == TokenKind::Identifier
                && tree.text_of(*id).starts_with(|it: char| it.is_ascii_uppercase())
        });
        let names: BTreeSet<&str> = names.map(|id| tree.text_of(id)).collect();
        let mut receivers = Receivers::default();
        for name in names {
            if let Some(info) = hierarchy.class(&ClassName::from(name)) {
                receivers.add(info, hierarchy);
            }
        }
        receivers.candidates.retain(|_, classes| classes.len() <= MOST_CANDIDATES);
        receivers
    }

    fn add(&mut self, info: &ClassInfo, hierarchy: &ClassHierarchy) {
        if hierarchy.protocol(&info.name).is_some() {
            return;
        }
        // What the compiler provides counts as well.
        let methods = |side| hierarchy.compiled_methods(&info.name, side);
        let known = Arc::new(Known {
            class: info.name.simple().to_owned(),
            module: module_name(info),
            class_selectors: methods(Side::Class).map(|it| it.selector.clone()).collect(),
        });
        if hierarchy.kind_of(&info.name) == Some(Kind::Value) && !is_primitive(info) {
            for method in methods(Side::Instance) {
                let candidates = self.candidates.entry(method.selector.clone()).or_default();
                candidates.push(Arc::clone(&known));
            }
        }
        self.classes.insert(known.class.clone(), known);
    }

    pub(crate) fn candidates(&self, selector: &str) -> &[Arc<Known>] {
        self.candidates.get(selector).map(Vec::as_slice).unwrap_or_default()
    }

    /// The class object of a name.
    pub(crate) fn class_object(&self, name: &str) -> Option<Literal> {
        self.classes.get(name).map(|known| {
            let process = vec![atom("registered"), atom(&format!("beamtalk_class_{name}"))];
            Literal::Tuple(vec![
                atom("beamtalk_object"),
                atom(&format!("{name} class")),
                atom(&known.module),
                Literal::Tuple(process),
            ])
        })
    }

    /// The module whose function answers a message to a class object, if the class
    /// itself defines it.
    pub(crate) fn class_side(&self, object: &Literal, selector: &str) -> Option<&Known> {
        let Literal::Tuple(parts) = object else { return None };
        let Some(Literal::Atom(tag)) = parts.get(1) else { return None };
        let known = self.classes.get(tag.strip_suffix(" class")?)?;
        known.class_selectors.contains(selector).then_some(known)
    }
}

/// Whether its instances are terms of the BEAM, which carry no name of a class.
fn is_primitive(info: &ClassInfo) -> bool {
    info.package.as_deref() == Some("stdlib")
}

fn atom(name: &str) -> Literal {
    Literal::Atom(name.into())
}
