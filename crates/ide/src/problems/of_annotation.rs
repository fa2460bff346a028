//! The words for: types that should be written, or should not.

use super::{
    dynamic_expression, missing_annotation, not_generic, redundant_annotation, unmet_bound,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::AnnotationProblem;

pub(super) fn words(at: Place, problem: &AnnotationProblem) -> Diagnostic {
    match problem {
        AnnotationProblem::Missing { class, what, suggestion } => {
            missing_annotation::words(at, class, what, suggestion.as_ref())
        }
        AnnotationProblem::Redundant { ty, after } => redundant_annotation::words(at, ty, *after),
        AnnotationProblem::NotGeneric { class } => not_generic::words(at, class),
        AnnotationProblem::Bound { class, parameter, bound, argument, lacks, is_partial } => {
            let whose = format!("{class}({parameter} :: {bound})");
            unmet_bound::words(at, &whose, bound, argument, lacks, *is_partial)
        }
        AnnotationProblem::DynamicExpression { class, reason } => {
            dynamic_expression::words(at, class, *reason)
        }
    }
}
