//! The words for: what is of no use, or misleads whoever reads it.

use super::{
    constant_condition, dead_assignment, effect_free_statement, hidden_extension,
    redundant_super_initialize, self_assignment, shadowed_block_param, stale_expect,
    unreachable_code, unused_parameter, unused_variable,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::StyleProblem;

pub(super) fn words(at: Place, problem: &StyleProblem) -> Diagnostic {
    match problem {
        StyleProblem::UnusedVariable { is_assigned_once } => {
            unused_variable::words(at, *is_assigned_once)
        }
        StyleProblem::UnusedParameter => unused_parameter::words(at),
        StyleProblem::DeadAssignment => dead_assignment::words(at),
        StyleProblem::ShadowedVariable { outer } => shadowed_block_param::words(at, *outer),
        StyleProblem::UnreachableCode => unreachable_code::words(at),
        StyleProblem::SelfAssignment => self_assignment::words(at),
        StyleProblem::ConstantCondition { holds } => constant_condition::words(at, *holds),
        StyleProblem::RepeatedInitialize => redundant_super_initialize::words(at),
        StyleProblem::EffectFree => effect_free_statement::words(at),
        StyleProblem::HiddenExtension { class, selector } => {
            hidden_extension::words(at, class, selector)
        }
        StyleProblem::StaleExpectation => stale_expect::words(at),
    }
}
