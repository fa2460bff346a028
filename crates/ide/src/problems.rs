//! Every problem's words, one file for each code.
//!
//! In goes a text with one [`Problem`]; out comes a [`Diagnostic`]. A new problem is
//! one file here, its line in [`ALL`], and its arm in the match of `of_text.rs` or
//! `of_meaning.rs`, which have no `_`. Knows what went wrong only from the problem;
//! it reads nothing else out of the text.

mod abstract_instantiation;
mod actor_new;
mod alias_cycle;
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
mod duplicate_definition;
mod duplicate_extension;
mod duplicate_method;
mod duplicate_slot;
mod empty_interpolation;
mod empty_method_body;
mod expect_without_member;
mod expected_expression;
mod expected_message;
mod expected_pattern;
mod foreign_field;
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
mod library_class_name;
mod lone_carriage_return;
mod lone_hash;
mod misplaced_method;
mod misplaced_spread;
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
mod name_too_long;
mod no_constructor;
mod not_constructible;
mod not_one_method;
mod number_too_long;
mod of_meaning;
mod of_text;
mod open_segment;
mod primitive_outside_library;
mod repeated_pattern_name;
mod reserved_name;
mod reserved_operator;
mod sealed_class;
mod sealed_method;
mod self_outside_method;
mod self_parameter;
mod single_colon_type;
mod single_quoted_string;
mod spread_not_last;
mod superclass_cycle;
mod too_deep;
mod too_many_problems;
mod too_many_variables;
mod tuple_expression;
mod unclosed_bracket;
mod unclosed_interpolation;
mod undeclared_class_variable;
mod undefined_variable;
mod unexpected_character;
mod unknown_directive;
mod unknown_expect_category;
mod unknown_protocol;
mod unnecessary_period;
mod unterminated_text;
mod value_assignment;
mod wrong_data_keyword;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::problem::Problem;

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
pub fn diagnose<'p, P>(text: &str, problem: &'p P) -> Diagnostic
where
    &'p P: Into<Problem>,
{
    let problem = problem.into();
    let at = Place::new(text, problem.severity(), problem.span());
    match &problem {
        Problem::Text(problem) => of_text::words(at, problem.kind),
        Problem::Meaning(problem) => of_meaning::words(at, &problem.kind),
    }
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
    &abstract_instantiation::RULE,
    &actor_new::RULE,
    &alias_cycle::RULE,
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
    &duplicate_definition::RULE,
    &duplicate_extension::RULE,
    &duplicate_method::RULE,
    &duplicate_slot::RULE,
    &empty_interpolation::RULE,
    &empty_method_body::RULE,
    &expect_without_member::RULE,
    &expected_expression::RULE,
    &expected_message::RULE,
    &expected_pattern::RULE,
    &foreign_field::RULE,
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
    &library_class_name::RULE,
    &lone_carriage_return::RULE,
    &lone_hash::RULE,
    &misplaced_method::RULE,
    &misplaced_spread::RULE,
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
    &name_too_long::RULE,
    &no_constructor::RULE,
    &not_constructible::RULE,
    &not_one_method::RULE,
    &number_too_long::RULE,
    &open_segment::RULE,
    &primitive_outside_library::RULE,
    &repeated_pattern_name::RULE,
    &reserved_name::RULE,
    &reserved_operator::RULE,
    &sealed_class::RULE,
    &sealed_method::RULE,
    &self_outside_method::RULE,
    &self_parameter::RULE,
    &single_colon_type::RULE,
    &single_quoted_string::RULE,
    &spread_not_last::RULE,
    &superclass_cycle::RULE,
    &too_deep::RULE,
    &too_many_problems::RULE,
    &too_many_variables::RULE,
    &tuple_expression::RULE,
    &unclosed_bracket::RULE,
    &unclosed_interpolation::RULE,
    &undeclared_class_variable::RULE,
    &undefined_variable::RULE,
    &unexpected_character::RULE,
    &unknown_directive::RULE,
    &unknown_expect_category::RULE,
    &unknown_protocol::RULE,
    &unnecessary_period::RULE,
    &unterminated_text::RULE,
    &value_assignment::RULE,
    &wrong_data_keyword::RULE,
];
