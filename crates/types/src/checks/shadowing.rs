//! Parameters of blocks that hide a variable around the block.
//!
//! An assignment never hides: it goes to the variable there is. A pattern may give the
//! value that it takes apart a name again, and says so at its arm.

use syntax::TokenId;

use crate::bodies::Body;
use crate::problem::{ProblemKind, StyleProblem};

/// Before the parameter is bound.
pub(crate) fn parameter(body: &mut Body, token: TokenId) {
    let name = body.tree.name(token);
    // A block that is to become a method takes `self`, whatever is around it.
    let is_meant = name.starts_with('_') || name == "self" || body.context.is_script();
    let hidden = body.scopes.find(name).filter(|_| !is_meant);
    if let Some(outer) = hidden.and_then(|it| body.variables.span(*it)) {
        let problem = StyleProblem::ShadowedVariable { outer };
        body.report(ProblemKind::Style(problem), body.span_of(token));
    }
}
