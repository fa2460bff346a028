//! Storage for tree nodes: flat vectors addressed by typed ids.
//!
//! Children are always stored before their parents, so a pass over an arena in
//! order sees every node after its parts and needs no recursion.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::Index;

/// The address of one `T` in its [`Arena`]; four bytes, also when optional.
pub struct Id<T> {
    raw: NonZeroU32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    fn new(index: usize) -> Self {
        // Ids start at one so that `Option<Id>` is as small as `Id`.
        let raw = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Id { raw: raw.unwrap_or(NonZeroU32::MAX), of: PhantomData }
    }

    /// Position in allocation order, for side tables.
    pub fn index(self) -> usize {
        self.raw.get() as usize - 1
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl<T> Eq for Id<T> {}
impl<T> std::hash::Hash for Id<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

/// A run of neighbouring `T`s in an [`Arena`].
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    pub const EMPTY: Self = List { start: 0, len: 0, of: PhantomData };

    pub fn len(self) -> usize {
        self.len as usize
    }

    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.start, self.len)
    }
}

/// Grows only; nothing is ever removed.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { items: Vec::new() }
    }
}

impl<T> Arena<T> {
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    pub(crate) fn alloc(&mut self, item: T) -> Id<T> {
        self.items.push(item);
        Id::new(self.items.len() - 1)
    }

    /// Moves everything that `scratch` holds from `mark` on into one list.
    pub(crate) fn take_list(&mut self, scratch: &mut Vec<T>, mark: usize) -> List<T> {
        if scratch.len() <= mark {
            return List::EMPTY;
        }
        let start = self.items.len();
        self.items.extend(scratch.drain(mark..));
        List { start: start as u32, len: (self.items.len() - start) as u32, of: PhantomData }
    }

    pub(crate) fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    pub(crate) fn at_mut(&mut self, index: usize) -> Option<&mut T> {
        self.items.get_mut(index)
    }

    pub(crate) fn shrink(&mut self) {
        self.items.shrink_to_fit();
    }

    /// The item at a position in allocation order: for tables kept in step with
    /// another arena.
    #[allow(clippy::indexing_slicing)]
    pub(crate) fn at(&self, index: usize) -> T
    where
        T: Copy,
    {
        self.items[index]
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Every item, parts before wholes.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (Id::new(index), item))
    }

    /// Bytes held, for the memory benchmark.
    pub fn heap_bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }
}

// Ids and lists are only made by the arena they address, so these cannot miss.
#[allow(clippy::indexing_slicing)]
impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

#[allow(clippy::indexing_slicing)]
impl<T> Index<List<T>> for Arena<T> {
    type Output = [T];
    fn index(&self, list: List<T>) -> &[T] {
        &self.items[list.start as usize..(list.start + list.len) as usize]
    }
}
