//! What the parts of the line editor tell each other about the line being edited.

/// Shared between who paints, who validates, who completes and who hints.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Counts inputs: what was true before one need not be true after it.
    pub(crate) turn: u64,
    /// Whether what is in the editor has more than one line.
    pub(crate) is_long: bool,
    /// The last block that was pasted into it.
    pub(crate) pasted: Option<String>,
    /// A line, and why nothing could be offered for it.
    pub(crate) reason: Option<(String, String)>,
}

impl Seen {
    /// For the next input.
    pub(crate) fn next(&self) -> Seen {
        Seen { turn: self.turn + 1, ..Seen::default() }
    }

    /// Whether a text ends with a block that came at once.
    pub(crate) fn came_at_once(&self, text: &str) -> bool {
        let pasted = self.pasted.as_deref().map(str::trim_end);
        pasted.is_some_and(|it| it.contains('\n') && text.trim_end().ends_with(it))
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn a_block_that_was_added_to_is_no_longer_whole() {
        let seen = Seen { pasted: Some("a\n  b\n".to_owned()), ..Seen::default() };
        assert!(seen.came_at_once("a\n  b"));
        assert!(seen.came_at_once("x a\n  b\n\n"));
        assert!(!seen.came_at_once("a\n  b\n  c"));
        assert!(!Seen { pasted: Some("a".to_owned()), ..Seen::default() }.came_at_once("a"));
    }
}
