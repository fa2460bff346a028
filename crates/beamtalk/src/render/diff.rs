//! What formatting would change, as a unified diff that `patch` understands.

use std::time::Duration;

use annotate_snippets::normalize_untrusted_str;
use similar::TextDiff;

/// After this a diff is still right, only no longer the shortest.
const PATIENCE: Duration = Duration::from_secs(2);

const REMOVED: &str = "\x1b[31m";
const ADDED: &str = "\x1b[32m";
const PLACE: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

pub(crate) fn unified(file: &str, old: &str, new: &str, colour: bool) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let patch = diff.unified_diff().header(file, file).to_string();
    match colour {
        true => patch.lines().map(coloured).collect(),
        false => patch,
    }
}

/// A line for a terminal, which must not obey what the source contains.
fn coloured(line: &str) -> String {
    let colour = match line.as_bytes().first() {
        Some(b'-') => REMOVED,
        Some(b'+') => ADDED,
        Some(b'@') => PLACE,
        _ => "",
    };
    let end = if colour.is_empty() { "" } else { PLAIN };
    format!("{colour}{}{end}\n", normalize_untrusted_str(line))
}
