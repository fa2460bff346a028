//! Counts what is allocated: the system's allocator, with two numbers beside it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static COUNTING: Counting = Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

/// What `work` made, and the most bytes that were held at one time while it ran,
/// beyond those held before. Meaningful while nothing else allocates.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (result, PEAK.load(Relaxed) - before)
}

/// Hands all free memory back to the system, so that whatever runs next starts
/// as in a new process: it neither profits from memory that is already there,
/// nor pays for the tidying that an allocator puts off when memory is freed.
pub(crate) fn settle() {
    #[cfg(target_env = "gnu")]
    {
        #[allow(unsafe_code)]
        unsafe extern "C" {
            safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
        }
        malloc_trim(0);
    }
}

fn grow(bytes: usize) {
    PEAK.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

fn shrink(bytes: usize) {
    HELD.fetch_sub(bytes, Relaxed);
}

// SAFETY: every call is handed on to the system's allocator as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        shrink(layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_sees_what_was_freed_again() {
        // So much that what other tests free meanwhile counts for little; it is never touched.
        let (_, peak) = peak_of(|| drop(Vec::<u8>::with_capacity(1_000_000_000)));
        assert!(peak >= 900_000_000);
    }
}
