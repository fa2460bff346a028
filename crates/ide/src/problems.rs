//! Every problem's words, one file for each code.
//!
//! In goes a text with one [`Problem`]; out comes a [`Diagnostic`]. A new problem is
//! one file here, its line in [`ALL`], and its arm in the match, which has no `_`.
//! Knows what went wrong only from the problem; it parses nothing itself.

mod annotation_not_allowed;
mod annotation_without_assignment;
mod bare_word_key;
mod body_in_protocol;
mod boolean_pattern;
mod cast_without_send;
mod constructor_without_parts;
mod detached_doc_comment;
mod directive_outside_method;
mod doubled_backslash;
mod doubled_braces;
mod empty_interpolation;
mod expect_without_member;
mod expected_expression;
mod expected_message;
mod expected_pattern;
mod interpolation_not_single;
mod intrinsic_without_name;
mod invalid_alias;
mod invalid_assignment_target;
mod invalid_class_test;
mod invalid_destructuring;
mod invalid_handle_scope;
mod invalid_number;
mod invalid_segment;
mod invisible_character;
mod lone_carriage_return;
mod lone_hash;
mod misplaced_method;
mod missing_arm_arrow;
mod missing_block_bar;
mod missing_expectation;
mod missing_guard_bracket;
mod missing_map_arrow;
mod missing_method_arrow;
mod missing_name;
mod missing_package;
mod missing_separator;
mod missing_type;
mod mixed_type_operators;
mod not_one_method;
mod single_colon_type;
mod single_quoted_string;
mod spread_not_last;
mod too_deep;
mod too_many_problems;
mod tuple_expression;
mod unclosed_bracket;
mod unclosed_interpolation;
mod unexpected_character;
mod unknown_directive;
mod unknown_expect_category;
mod unnecessary_period;
mod unterminated_text;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::{LexFault, Problem, ProblemKind};

/// What a diagnostic code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub code: &'static str,
    /// The rule in one sentence.
    pub summary: &'static str,
    /// A text that breaks it.
    pub example: &'static str,
    /// The same text, made good.
    pub better: &'static str,
}

/// The words for one problem of a text.
pub fn diagnose(text: &str, problem: &Problem) -> Diagnostic {
    words(Place::new(text, problem), problem.kind)
}

/// The rule behind a code.
pub fn explain(code: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code == code)
}

/// All rules, by code.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().copied()
}

static ALL: &[&Rule] = &[
    &annotation_not_allowed::RULE,
    &annotation_without_assignment::RULE,
    &bare_word_key::RULE,
    &body_in_protocol::RULE,
    &boolean_pattern::RULE,
    &cast_without_send::RULE,
    &constructor_without_parts::RULE,
    &detached_doc_comment::RULE,
    &directive_outside_method::RULE,
    &doubled_backslash::RULE,
    &doubled_braces::RULE,
    &empty_interpolation::RULE,
    &expect_without_member::RULE,
    &expected_expression::RULE,
    &expected_message::RULE,
    &expected_pattern::RULE,
    &interpolation_not_single::RULE,
    &intrinsic_without_name::RULE,
    &invalid_alias::RULE,
    &invalid_assignment_target::RULE,
    &invalid_class_test::RULE,
    &invalid_destructuring::RULE,
    &invalid_handle_scope::RULE,
    &invalid_number::RULE,
    &invalid_segment::RULE,
    &invisible_character::RULE,
    &lone_carriage_return::RULE,
    &lone_hash::RULE,
    &misplaced_method::RULE,
    &missing_arm_arrow::RULE,
    &missing_block_bar::RULE,
    &missing_expectation::RULE,
    &missing_guard_bracket::RULE,
    &missing_map_arrow::RULE,
    &missing_method_arrow::RULE,
    &missing_name::RULE,
    &missing_package::RULE,
    &missing_separator::RULE,
    &missing_type::RULE,
    &mixed_type_operators::RULE,
    &not_one_method::RULE,
    &single_colon_type::RULE,
    &single_quoted_string::RULE,
    &spread_not_last::RULE,
    &too_deep::RULE,
    &too_many_problems::RULE,
    &tuple_expression::RULE,
    &unclosed_bracket::RULE,
    &unclosed_interpolation::RULE,
    &unexpected_character::RULE,
    &unknown_directive::RULE,
    &unknown_expect_category::RULE,
    &unnecessary_period::RULE,
    &unterminated_text::RULE,
];

fn words(at: Place, kind: ProblemKind) -> Diagnostic {
    match kind {
        ProblemKind::Lexical(fault) => lexical(at, fault),
        ProblemKind::LoneHash => lone_hash::words(at),
        ProblemKind::InvalidNumber(fault) => invalid_number::words(at, fault),
        ProblemKind::ExpectedExpression => expected_expression::words(at),
        ProblemKind::MisplacedHeader => misplaced_method::words(at),
        ProblemKind::Unclosed(bracket, opener) => unclosed_bracket::words(at, bracket, opener),
        ProblemKind::MissingBlockBar => missing_block_bar::words(at),
        ProblemKind::MissingName(role) => missing_name::words(at, role),
        ProblemKind::ColonStyleParameter => single_colon_type::glued(at),
        ProblemKind::ExpectedMessage => expected_message::words(at),
        ProblemKind::InvalidAssignmentTarget => invalid_assignment_target::words(at),
        ProblemKind::AnnotationWithoutAssignment => annotation_without_assignment::words(at),
        ProblemKind::AnnotationNotAllowed => annotation_not_allowed::words(at),
        ProblemKind::TupleExpression => tuple_expression::words(at),
        ProblemKind::ConsTarget => invalid_destructuring::head_and_tail(at),
        ProblemKind::InvalidDestructuringElement => invalid_destructuring::element(at),
        ProblemKind::SpreadNotLast => spread_not_last::words(at),
        ProblemKind::BareWordKey => bare_word_key::words(at),
        ProblemKind::MissingMapArrow => missing_map_arrow::words(at),
        ProblemKind::MissingSeparator(bracket) => missing_separator::words(at, bracket),
        ProblemKind::InterpolationNotSingle => interpolation_not_single::words(at),
        ProblemKind::CastWithoutSend => cast_without_send::words(at),
        ProblemKind::TooDeep => too_deep::words(at),
        ProblemKind::TooManyProblems => too_many_problems::words(at),
        ProblemKind::MissingType => missing_type::words(at),
        ProblemKind::SingleColonType => single_colon_type::apart(at),
        ProblemKind::MixedTypeOperators => mixed_type_operators::words(at),
        ProblemKind::DoubledBackslash => doubled_backslash::words(at),
        ProblemKind::MissingFatArrow => missing_method_arrow::words(at),
        ProblemKind::BodyInProtocol => body_in_protocol::words(at),
        ProblemKind::OneLetterAlias => invalid_alias::one_letter(at),
        ProblemKind::MissingAliasEquals => invalid_alias::no_equals(at),
        ProblemKind::GenericAlias => invalid_alias::generic(at),
        ProblemKind::HandleScopeNotSymbol => invalid_handle_scope::not_symbol(at),
        ProblemKind::HandleScopeAmongMembers => invalid_handle_scope::among_members(at),
        ProblemKind::ExpectedPattern => expected_pattern::words(at),
        ProblemKind::MissingArmArrow => missing_arm_arrow::words(at),
        ProblemKind::MissingGuardBracket => missing_guard_bracket::words(at),
        ProblemKind::BooleanPattern { in_constructor: false } => boolean_pattern::alone(at),
        ProblemKind::BooleanPattern { in_constructor: true } => boolean_pattern::argument(at),
        ProblemKind::NilClassTest => invalid_class_test::nil(at),
        ProblemKind::GenericClassTest => invalid_class_test::generic(at),
        ProblemKind::ConstructorClassTest => invalid_class_test::in_constructor(at),
        ProblemKind::ConstructorWithoutParts => constructor_without_parts::words(at),
        ProblemKind::Segment(fault) => invalid_segment::words(at, fault),
        ProblemKind::DirectiveOutsideMethod => directive_outside_method::words(at),
        ProblemKind::IntrinsicWithoutName => intrinsic_without_name::words(at),
        ProblemKind::UnknownExpectCategory => unknown_expect_category::words(at),
        ProblemKind::ExpectWithoutMember => expect_without_member::words(at),
        ProblemKind::NotOneMethod => not_one_method::words(at),
        ProblemKind::TextAfterMethod => not_one_method::text_after(at),
        ProblemKind::DetachedDocComment(why) => detached_doc_comment::words(at, why),
        ProblemKind::InvisibleCharacter => invisible_character::words(at),
        ProblemKind::LoneCarriageReturn => lone_carriage_return::words(at),
        ProblemKind::UnnecessaryPeriod => unnecessary_period::words(at),
        ProblemKind::MissingExpectation => missing_expectation::words(at),
    }
}

fn lexical(at: Place, fault: LexFault) -> Diagnostic {
    match fault {
        LexFault::UnexpectedCharacter => unexpected_character::words(at),
        LexFault::Unterminated(what, _) => unterminated_text::words(at, what),
        LexFault::SingleQuoted => single_quoted_string::words(at),
        LexFault::EmptyInterpolation => empty_interpolation::words(at),
        LexFault::DoubledBraces => doubled_braces::words(at),
        LexFault::UnclosedInterpolation(_) => unclosed_interpolation::words(at),
        LexFault::UnknownDirective => unknown_directive::words(at),
        LexFault::MissingPackage => missing_package::words(at),
    }
}
