//! Matches and tests: which checks look at them.

use syntax::tree::{ExprId, Match};

use crate::bodies::Body;
use crate::checks::{exhaustiveness, impossible, pattern_classes, unreachable};
use crate::meaning::{Meaning, Sent};

/// What can be said of a match without knowing what its value is: wherever it stands,
/// in a script too.
pub(crate) fn written(body: &mut Body, expr: ExprId, matching: Match) {
    pattern_classes::testable(body, matching);
    exhaustiveness::constructors(body, expr, matching);
}

pub(crate) fn matching(meaning: &mut Meaning, expr: ExprId, matching: Match) {
    pattern_classes::known(meaning, matching);
    exhaustiveness::check(meaning, expr, matching);
    unreachable::check(meaning, matching);
}

pub(crate) fn test(meaning: &mut Meaning, sent: &Sent) {
    impossible::test(meaning, sent);
    impossible::comparison(meaning, sent);
}
