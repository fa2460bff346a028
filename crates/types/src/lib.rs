//! What a program means, beyond its form.
//!
//! In go a tree, the hierarchy its classes stand in, and what the text is; out
//! come problems, as places and facts ([`check`]), and the types of expressions
//! ([`infer`]). Reads no files and has no words for what it finds.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod algebra;
mod ancestors;
mod asking;
mod binding;
mod bodies;
mod check;
mod checks;
mod conformance;
mod context;
mod cycles;
mod display;
mod expectations;
mod findings;
mod generics;
mod home;
mod infer;
mod inferred;
mod knowledge;
mod meaning;
pub mod native;
mod problem;
mod program;
mod relation;
mod resolve;
mod results;
pub mod scopes;
mod spelling;
mod substitution;
mod world;

pub use algebra::{Classes, difference, intersection, union, widened, without_nil};
pub use bodies::introduced_names;
pub use check::{Basis, check};
pub use conformance::{
    Conformance, Lack, Missing, argument_conformance, bound_conformance, conforms,
    conforms_class_side, missing_selectors,
};
pub use context::Context;
pub use display::ForPeople;
pub use infer::{
    Bindings, Inference, MethodKey, Place, Rechecked, Sight, infer, infer_at, infer_program,
    infer_with, recheck,
};
pub use inferred::{DynamicReason, InferredType, Parts, Provenance};
pub use knowledge::{Knowledge, classify};
pub use problem::{
    AnnotationProblem, Argument, ArgumentProblem, AssignmentProblem, ClassRole, Crossing, Definer,
    Exposed, Internal, LiteralProblem, MatchProblem, Meant, MessageProblem, Misfit, NativeFunction,
    NotConstructible, NotTestable, Problem, ProblemKind, ReachProblem, ResultProblem, StyleProblem,
    Suggestion, Unbound, Unreachable, Untyped, VisibilityProblem, WrongData, limits,
};
pub use program::Program;
pub use relation::{is_assignable, is_covariant, is_result_compatible, is_type_compatible};
pub use resolve::{Purpose, Resolver};
pub use results::record_results;
pub use substitution::Substitution;
pub use world::{AnalysisScope, World};
