//! From a class up its superclasses, in whatever state the chain is.
//!
//! A superclass may be missing, and a chain may run into itself: nothing loops.
//! Behind a missing superclass the walk goes on at `Object`, because whatever the
//! missing class is, its instances are objects.

use std::sync::Arc;

use crate::class::ClassInfo;
use crate::entry::Entry;
use crate::hierarchy::{ClassHierarchy, Tables};
use crate::name::{ClassName, known};

/// How many superclasses a class may have. The running system stops there too, so
/// that what is found here is found there.
pub const MAX_ANCESTORS: usize = 20;

/// A class and its superclasses, nearest first.
#[derive(Clone, Debug)]
pub struct Lineage<'h> {
    /// Empty when the class itself is not known.
    pub classes: Vec<&'h ClassInfo>,
    pub end: LineageEnd,
}

/// What a chain of superclasses comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineageEnd {
    Root,
    /// This class is not known. Behind it the chain goes on at `Object`.
    Missing(ClassName),
    /// A class that is its own ancestor.
    Cycle,
    TooDeep,
}

impl ClassHierarchy {
    pub fn lineage(&self, class: &ClassName) -> Lineage<'_> {
        let mut walk = self.walk(class);
        let classes = walk.by_ref().map(|entry| &entry.info).collect();
        let end = match (walk.missing, walk.is_cut) {
            (Some(missing), _) => LineageEnd::Missing(missing),
            (None, None) => LineageEnd::Root,
            (None, Some(Cut::Cycle)) => LineageEnd::Cycle,
            (None, Some(Cut::TooDeep)) => LineageEnd::TooDeep,
        };
        Lineage { classes, end }
    }

    pub(crate) fn walk(&self, class: &ClassName) -> Walk<'_> {
        let mut walk = Walk {
            tables: &self.tables,
            seen: [None; MAX_ANCESTORS + 1],
            length: 0,
            next: None,
            missing: None,
            is_cut: None,
        };
        match self.tables.entry(class) {
            Some(entry) => walk.next = Some(entry),
            None => walk.missing = Some(class.clone()),
        }
        walk
    }
}

impl Tables {
    pub(crate) fn entry(&self, class: &ClassName) -> Option<&Entry> {
        // Few names have a package that would have to be cut off.
        let entry = self.classes.get(&**class).or_else(|| self.classes.get(class.simple()));
        entry.map(Arc::as_ref)
    }
}

pub(crate) struct Walk<'h> {
    tables: &'h Tables,
    seen: [Option<&'h Entry>; MAX_ANCESTORS + 1],
    length: usize,
    next: Option<&'h Entry>,
    missing: Option<ClassName>,
    is_cut: Option<Cut>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Cycle,
    TooDeep,
}

impl<'h> Iterator for Walk<'h> {
    type Item = &'h Entry;

    fn next(&mut self) -> Option<&'h Entry> {
        let entry = self.next.take()?;
        match self.seen.get_mut(self.length) {
            Some(slot) => *slot = Some(entry),
            None => {
                self.is_cut = Some(Cut::TooDeep);
                return None;
            }
        }
        self.length += 1;
        if let Some(superclass) = &entry.info.superclass {
            self.go_on_above(&superclass.class);
        }
        Some(entry)
    }
}

impl<'h> Walk<'h> {
    fn go_on_above(&mut self, superclass: &ClassName) {
        match self.tables.entry(superclass) {
            Some(above) => self.go_on_at(above),
            None if self.missing.is_none() => {
                self.missing = Some(superclass.clone());
                if let Some(object) = self.tables.entry(&known::OBJECT) {
                    self.go_on_at(object);
                }
            }
            None => {}
        }
    }

    fn go_on_at(&mut self, above: &'h Entry) {
        match self.seen.iter().flatten().any(|entry| std::ptr::eq(*entry, above)) {
            true => self.is_cut = Some(Cut::Cycle),
            false => self.next = Some(above),
        }
    }

    /// Whether the chain is known to its root.
    pub(crate) fn is_whole(&self) -> bool {
        self.missing.is_none() && self.is_cut.is_none()
    }
}
