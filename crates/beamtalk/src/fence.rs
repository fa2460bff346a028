//! Our own bugs, kept to the file they happen in.
//!
//! A panic inside [`fenced`] becomes its text; nothing is printed on the way.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Silences the default report of a panic and keeps its text for [`fenced`].
pub(crate) fn install() {
    panic::set_hook(Box::new(|panic| LAST_PANIC.set(Some(panic.to_string()))));
}

/// Does the work, or answers the text of the panic that ended it.
pub(crate) fn fenced<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What the work was building is dropped with the panic, so nobody sees it half made.
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| LAST_PANIC.take().unwrap_or_else(|| "panicked".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_text_and_the_next_work_goes_on() {
        install();
        let text = fenced::<()>(|| panic!("ferry sank")).unwrap_err();
        assert!(text.contains("ferry sank") && text.contains("fence.rs"), "{text}");
        assert_eq!(fenced(|| 2), Ok(2));
    }
}
