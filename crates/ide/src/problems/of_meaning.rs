//! The words for what is wrong with a text that can be read.

use super::{
    abstract_instantiation, actor_new, alias_cycle, duplicate_definition, duplicate_extension,
    duplicate_method, duplicate_slot, empty_method_body, foreign_field, invalid_alias,
    library_class_name, misplaced_spread, name_too_long, no_constructor, not_constructible,
    number_too_long, of_annotation, of_argument, of_assignment, of_literal, of_match, of_message,
    of_reach, of_result, of_style, of_visibility, open_segment, primitive_outside_library,
    repeated_pattern_name, reserved_name, reserved_operator, sealed_class, sealed_method,
    self_outside_method, self_parameter, superclass_cycle, too_many_variables,
    undeclared_class_variable, undefined_variable, unknown_protocol, value_assignment,
    wrong_data_keyword,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use hierarchy::Side;
use types::ProblemKind;

pub(super) fn words(at: Place, kind: &ProblemKind) -> Diagnostic {
    match kind {
        ProblemKind::UndefinedVariable { why, meant } => {
            undefined_variable::words(at, *why, meant.as_deref())
        }
        ProblemKind::SelfOutsideMethod => self_outside_method::words(at),
        ProblemKind::ReservedPrefix => reserved_name::prefix(at),
        ProblemKind::NamedSelf => reserved_name::self_type(at),
        ProblemKind::ForeignField => foreign_field::words(at),
        ProblemKind::AssignedValueSlot => value_assignment::words(at),
        ProblemKind::UndeclaredClassVariable { class, is_slot } => {
            undeclared_class_variable::words(at, class, *is_slot)
        }
        ProblemKind::SpreadOutsidePattern => misplaced_spread::in_expression(at),
        ProblemKind::RestInArm => misplaced_spread::in_arm(at),
        ProblemKind::OpenSegment => open_segment::words(at),
        ProblemKind::RepeatedPatternName => repeated_pattern_name::words(at),
        ProblemKind::PrimitiveOutsideLibrary => primitive_outside_library::words(at),
        ProblemKind::EmptyBody => empty_method_body::words(at),
        ProblemKind::DuplicateMethod { side, first } => {
            duplicate_method::words(at, *side == Side::Class, *first)
        }
        ProblemKind::DuplicateExtension { class, side, selector, first } => {
            duplicate_extension::words(at, &on_side(class, *side), selector, first)
        }
        ProblemKind::EqualityRedefined => reserved_operator::words(at),
        ProblemKind::SelfParameter => self_parameter::words(at),
        ProblemKind::WrongData(wrong, class) => wrong_data_keyword::words(at, *wrong, class),
        ProblemKind::DuplicateSlot { first } => duplicate_slot::same_name(at, *first),
        ProblemKind::SetterCollision { first } => duplicate_slot::same_setter(at, *first),
        ProblemKind::SealedSuperclass => sealed_class::words(at),
        ProblemKind::SealedMethod { class, side, selector } => {
            sealed_method::words(at, &on_side(class, *side), selector)
        }
        ProblemKind::SuperclassCycle(ring) => superclass_cycle::words(at, ring),
        ProblemKind::AliasCycle(ring) => alias_cycle::words(at, ring),
        ProblemKind::UnboundTypeParameter => invalid_alias::letter(at),
        ProblemKind::UnknownProtocol { meant } => unknown_protocol::words(at, meant.as_deref()),
        ProblemKind::DuplicateDefinition(first) => duplicate_definition::words(at, first),
        ProblemKind::LibraryClassName => library_class_name::words(at),
        ProblemKind::AbstractInstantiation { class, selector } => {
            abstract_instantiation::words(at, class, selector)
        }
        ProblemKind::ActorNew { class, selector } => actor_new::words(at, class, selector),
        ProblemKind::NotConstructible(why, class) => not_constructible::words(at, *why, class),
        ProblemKind::IntegerTooLong => number_too_long::words(at),
        ProblemKind::NameTooLong { limit } => name_too_long::words(at, *limit),
        ProblemKind::NoConstructor => no_constructor::words(at),
        ProblemKind::TooManyVariables => too_many_variables::words(at),
        ProblemKind::Message(problem) => of_message::words(at, problem),
        ProblemKind::Argument(problem) => of_argument::words(at, problem),
        ProblemKind::Result(problem) => of_result::words(at, problem),
        ProblemKind::Assignment(problem) => of_assignment::words(at, problem),
        ProblemKind::Match(problem) => of_match::words(at, problem),
        ProblemKind::Literal(problem) => of_literal::words(at, problem),
        ProblemKind::Annotation(problem) => of_annotation::words(at, problem),
        ProblemKind::Reach(problem) => of_reach::words(at, problem),
        ProblemKind::Style(problem) => of_style::words(at, problem),
        ProblemKind::Visibility(problem) => of_visibility::words(at, problem),
    }
}

/// `Pan` or `Pan class`.
pub(super) fn on_side(class: &str, side: Side) -> String {
    match side {
        Side::Instance => class.to_owned(),
        Side::Class => format!("{class} class"),
    }
}
