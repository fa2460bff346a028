//! Errors of a running program for people: what happened, what to try, and where.

use crate::running::{Frame, Raised};

/// Frames beyond this help nobody.
const SHOWN: usize = 10;

/// The message, its hint and the innermost frames, without a label before it.
pub(crate) fn raised(raised: &Raised) -> String {
    let mut text = raised.message.clone();
    if let Some(hint) = &raised.hint {
        text.push_str(&format!("\n  hint: {hint}"));
    }
    for frame in raised.trace.iter().take(SHOWN) {
        text.push_str(&format!("\n  at {}", place(frame)));
    }
    let more = raised.trace.len().saturating_sub(SHOWN);
    if more > 0 {
        text.push_str(&format!("\n  … and {more} more"));
    }
    text
}

fn place(Frame { method, file, line }: &Frame) -> String {
    match method {
        Some(method) => format!("{method} ({file}:{line})"),
        None => format!("{file}:{line}"),
    }
}
