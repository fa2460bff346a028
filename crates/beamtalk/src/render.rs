//! The same findings for different readers.

pub(crate) mod diff;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod raised;

use syntax::Severity;

pub(crate) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
        Severity::Lint => "lint",
    }
}
