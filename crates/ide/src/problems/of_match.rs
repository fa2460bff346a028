//! The words for: tests and matches of which types say more than they do.

use super::{
    impossible_comparison, impossible_test, invalid_pattern_class, missing_constructor,
    not_exhaustive, unknown_pattern_class, unreachable_arm, unverifiable_match,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::MatchProblem;

pub(super) fn words(at: Place, problem: &MatchProblem) -> Diagnostic {
    match problem {
        MatchProblem::NotExhaustive { left, .. } => not_exhaustive::words(at, left),
        MatchProblem::NotVerifiable { value } => unverifiable_match::words(at, value),
        MatchProblem::MissingConstructor { class, missing } => {
            missing_constructor::words(at, class, missing)
        }
        MatchProblem::UnreachableArm(why) => unreachable_arm::words(at, why),
        MatchProblem::PatternClass(why) => invalid_pattern_class::words(at, why),
        MatchProblem::UnknownClass { meant } => unknown_pattern_class::words(at, meant.as_deref()),
        MatchProblem::ImpossibleTest { value, class } => impossible_test::words(at, value, class),
        MatchProblem::ImpossibleComparison { symbol, written, value, is_negated, meant } => {
            let meant = meant.as_deref();
            match is_negated {
                true => impossible_comparison::always(at, symbol, value),
                false => impossible_comparison::never(at, symbol, *written, value, meant),
            }
        }
    }
}
