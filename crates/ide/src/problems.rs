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
mod cast_to_value;
mod cast_without_send;
mod constant_condition;
mod constructor_without_parts;
mod dead_assignment;
mod detached_doc_comment;
mod directive_outside_method;
mod doubled_backslash;
mod doubled_braces;
mod duplicate_definition;
mod duplicate_extension;
mod duplicate_method;
mod duplicate_slot;
mod dynamic_expression;
mod effect_free_statement;
mod empty_interpolation;
mod empty_method_body;
mod expect_without_member;
mod expected_expression;
mod expected_message;
mod expected_pattern;
mod exposed_internal;
mod foreign_field;
mod hidden_extension;
mod impossible_comparison;
mod impossible_test;
mod improper_list;
mod incompatible_override;
mod internal_message;
mod internal_reference;
mod internal_requirement;
mod interpolation_not_single;
mod intrinsic_without_name;
mod invalid_alias;
mod invalid_assignment_target;
mod invalid_class_test;
mod invalid_destructuring;
mod invalid_handle_scope;
mod invalid_number;
mod invalid_pattern_class;
mod invalid_segment;
mod invisible_character;
mod library_class_name;
mod literal_without_slots;
mod lone_carriage_return;
mod lone_hash;
mod misplaced_method;
mod misplaced_spread;
mod missing_annotation;
mod missing_arm_arrow;
mod missing_block_bar;
mod missing_constructor;
mod missing_expectation;
mod missing_guard_bracket;
mod missing_handle_scope;
mod missing_map_arrow;
mod missing_method_arrow;
mod missing_name;
mod missing_package;
mod missing_separator;
mod missing_type;
mod mixed_type_operators;
mod name_too_long;
mod needless_handle_scope;
mod no_constructor;
mod not_conforming;
mod not_constructible;
mod not_exhaustive;
mod not_generic;
mod not_one_method;
mod number_too_long;
mod of_annotation;
mod of_argument;
mod of_assignment;
mod of_literal;
mod of_match;
mod of_meaning;
mod of_message;
mod of_reach;
mod of_result;
mod of_style;
mod of_text;
mod of_visibility;
mod open_segment;
mod primitive_outside_library;
mod process_bound_handle;
mod redundant_annotation;
mod redundant_super_initialize;
mod repeated_pattern_name;
mod reserved_name;
mod reserved_operator;
mod reused_internal_name;
mod sealed_class;
mod sealed_method;
mod self_assignment;
mod self_outside_method;
mod self_parameter;
mod shadowed_block_param;
mod single_colon_type;
mod single_quoted_string;
mod spread_not_last;
mod stale_expect;
mod superclass_cycle;
mod symbol_required;
mod too_deep;
mod too_many_problems;
mod too_many_variables;
mod tuple_expression;
mod type_words;
mod unclosed_bracket;
mod unclosed_interpolation;
mod undeclared_class_variable;
mod undefined_variable;
mod unexpected_character;
mod unknown_directive;
mod unknown_erlang_function;
mod unknown_erlang_module;
mod unknown_expect_category;
mod unknown_message;
mod unknown_pattern_class;
mod unknown_protocol;
mod unknown_slot;
mod unmet_bound;
mod unnecessary_period;
mod unreachable_arm;
mod unreachable_code;
mod unrelated_annotation;
mod unresolved_class;
mod unterminated_text;
mod unused_parameter;
mod unused_variable;
mod unverifiable_match;
mod unverified_conformance;
mod unverified_result;
mod value_assignment;
mod wrong_argument;
mod wrong_block_arity;
mod wrong_data_keyword;
mod wrong_erlang_argument;
mod wrong_erlang_arity;
mod wrong_erlang_keyword;
mod wrong_literal;
mod wrong_operand;
mod wrong_result;
mod wrong_slot_value;

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
    &cast_to_value::RULE,
    &cast_without_send::RULE,
    &constant_condition::RULE,
    &constructor_without_parts::RULE,
    &dead_assignment::RULE,
    &detached_doc_comment::RULE,
    &directive_outside_method::RULE,
    &doubled_backslash::RULE,
    &doubled_braces::RULE,
    &duplicate_definition::RULE,
    &duplicate_extension::RULE,
    &duplicate_method::RULE,
    &duplicate_slot::RULE,
    &dynamic_expression::RULE,
    &effect_free_statement::RULE,
    &empty_interpolation::RULE,
    &empty_method_body::RULE,
    &expect_without_member::RULE,
    &expected_expression::RULE,
    &expected_message::RULE,
    &expected_pattern::RULE,
    &exposed_internal::RULE,
    &foreign_field::RULE,
    &hidden_extension::RULE,
    &impossible_comparison::RULE,
    &impossible_test::RULE,
    &improper_list::RULE,
    &incompatible_override::RULE,
    &internal_message::RULE,
    &internal_reference::RULE,
    &internal_requirement::RULE,
    &interpolation_not_single::RULE,
    &intrinsic_without_name::RULE,
    &invalid_alias::RULE,
    &invalid_assignment_target::RULE,
    &invalid_class_test::RULE,
    &invalid_destructuring::RULE,
    &invalid_handle_scope::RULE,
    &invalid_number::RULE,
    &invalid_pattern_class::RULE,
    &invalid_segment::RULE,
    &invisible_character::RULE,
    &library_class_name::RULE,
    &literal_without_slots::RULE,
    &lone_carriage_return::RULE,
    &lone_hash::RULE,
    &misplaced_method::RULE,
    &misplaced_spread::RULE,
    &missing_annotation::RULE,
    &missing_arm_arrow::RULE,
    &missing_block_bar::RULE,
    &missing_constructor::RULE,
    &missing_expectation::RULE,
    &missing_guard_bracket::RULE,
    &missing_handle_scope::RULE,
    &missing_map_arrow::RULE,
    &missing_method_arrow::RULE,
    &missing_name::RULE,
    &missing_package::RULE,
    &missing_separator::RULE,
    &missing_type::RULE,
    &mixed_type_operators::RULE,
    &name_too_long::RULE,
    &needless_handle_scope::RULE,
    &no_constructor::RULE,
    &not_conforming::RULE,
    &not_constructible::RULE,
    &not_exhaustive::RULE,
    &not_generic::RULE,
    &not_one_method::RULE,
    &number_too_long::RULE,
    &open_segment::RULE,
    &primitive_outside_library::RULE,
    &process_bound_handle::RULE,
    &redundant_annotation::RULE,
    &redundant_super_initialize::RULE,
    &repeated_pattern_name::RULE,
    &reserved_name::RULE,
    &reserved_operator::RULE,
    &reused_internal_name::RULE,
    &sealed_class::RULE,
    &sealed_method::RULE,
    &self_assignment::RULE,
    &self_outside_method::RULE,
    &self_parameter::RULE,
    &shadowed_block_param::RULE,
    &single_colon_type::RULE,
    &single_quoted_string::RULE,
    &spread_not_last::RULE,
    &stale_expect::RULE,
    &superclass_cycle::RULE,
    &symbol_required::RULE,
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
    &unknown_erlang_function::RULE,
    &unknown_erlang_module::RULE,
    &unknown_expect_category::RULE,
    &unknown_message::RULE,
    &unknown_pattern_class::RULE,
    &unknown_protocol::RULE,
    &unknown_slot::RULE,
    &unmet_bound::RULE,
    &unnecessary_period::RULE,
    &unreachable_arm::RULE,
    &unreachable_code::RULE,
    &unrelated_annotation::RULE,
    &unresolved_class::RULE,
    &unterminated_text::RULE,
    &unused_parameter::RULE,
    &unused_variable::RULE,
    &unverifiable_match::RULE,
    &unverified_conformance::RULE,
    &unverified_result::RULE,
    &value_assignment::RULE,
    &wrong_argument::RULE,
    &wrong_block_arity::RULE,
    &wrong_data_keyword::RULE,
    &wrong_erlang_argument::RULE,
    &wrong_erlang_arity::RULE,
    &wrong_erlang_keyword::RULE,
    &wrong_literal::RULE,
    &wrong_operand::RULE,
    &wrong_result::RULE,
    &wrong_slot_value::RULE,
];
