//! What a class gets from the classes above it, gathered once for each class asked.
//!
//! A chain that is not known to its root, or of which a text has errors, may have
//! more than is seen: `is_whole` says so, and who complains of something missing
//! has to ask it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use hierarchy::{ClassHierarchy, ClassName, Kind, LineageEnd, known};

/// A class together with all above it.
#[derive(Debug, Default)]
pub(crate) struct Ancestors<'h> {
    /// `None` where the chain does not tell.
    pub(crate) kind: Option<Kind>,
    pub(crate) slots: HashSet<&'h str>,
    /// The same, those of the nearest class first.
    pub(crate) slots_in_order: Vec<&'h str>,
    pub(crate) class_variables: HashSet<&'h str>,
    pub(crate) is_whole: bool,
    /// Whether its instances may assign their slots though they are values.
    pub(crate) is_test_case: bool,
}

/// The ancestors asked for so far.
#[derive(Debug)]
pub(crate) struct Ancestry<'h> {
    pub(crate) hierarchy: &'h ClassHierarchy,
    known: RefCell<HashMap<String, Rc<Ancestors<'h>>>>,
}

impl<'h> Ancestry<'h> {
    pub(crate) fn new(hierarchy: &'h ClassHierarchy) -> Self {
        Ancestry { hierarchy, known: RefCell::default() }
    }

    /// Of a class; without one, of a root class's missing superclass.
    pub(crate) fn of(&self, class: Option<&str>) -> Rc<Ancestors<'h>> {
        let Some(class) = class else {
            let none =
                Ancestors { kind: Some(Kind::Object), is_whole: true, ..Ancestors::default() };
            return Rc::new(none);
        };
        if let Some(found) = self.known.borrow().get(class) {
            return Rc::clone(found);
        }
        let gathered = Rc::new(gather(self.hierarchy, &ClassName::from(class)));
        self.known.borrow_mut().insert(class.to_owned(), Rc::clone(&gathered));
        gathered
    }
}

fn gather<'h>(hierarchy: &'h ClassHierarchy, class: &ClassName) -> Ancestors<'h> {
    let lineage = hierarchy.lineage(class);
    let mut ancestors = Ancestors {
        is_whole: lineage.end == LineageEnd::Root,
        is_test_case: hierarchy.is_subclass(class, &TEST_CASE),
        ..Ancestors::default()
    };
    for info in &lineage.classes {
        ancestors.is_whole &= !info.flags.is_incomplete;
        ancestors.slots_in_order.extend(info.fields.iter().map(|field| field.name.as_str()));
        let variables = info.class_variables.iter();
        ancestors.class_variables.extend(variables.map(|variable| variable.name.as_str()));
    }
    ancestors.slots = ancestors.slots_in_order.iter().copied().collect();
    ancestors.kind = kind(hierarchy, class, &lineage);
    ancestors
}

/// The nearest of `Actor` and `Value` decides, also where they themselves are not
/// known; a chain that ends early may still lead to either.
fn kind(
    hierarchy: &ClassHierarchy,
    class: &ClassName,
    lineage: &hierarchy::Lineage,
) -> Option<Kind> {
    for (root, kind) in [(&known::ACTOR, Kind::Actor), (&known::VALUE, Kind::Value)] {
        if hierarchy.is_subclass(class, root) {
            return Some(kind);
        }
    }
    match lineage.end {
        LineageEnd::Root => Some(Kind::Object),
        _ => lineage.classes.iter().find_map(|info| info.kind),
    }
}

static TEST_CASE: ClassName = ClassName::constant("TestCase");
