//! Which variables stand in a piece of text, at any depth.
//!
//! Found in the text alone, so that a block need not be lowered to know what it
//! shares with the code around it.

use std::collections::BTreeSet;

use syntax::TokenId;
use syntax::tree::{Expr, ExprId, PatternId};

use crate::body::Body;
use crate::variables::VariableId;

#[derive(Debug, Default)]
pub(crate) struct Mentions {
    /// All that are read or assigned.
    pub(crate) all: BTreeSet<VariableId>,
    pub(crate) assigned: BTreeSet<VariableId>,
}

impl Body<'_> {
    pub(crate) fn mentions(&self, exprs: &[ExprId]) -> Mentions {
        let tree = self.tree;
        let mut mentions = Mentions::default();
        // Not only by name: slots and `super` are of `self` too.
        mentions.all.extend(self.variables.self_variable);
        let mut pending = exprs.to_vec();
        while let Some(next) = pending.pop() {
            // An assignment's target is an expression like any other.
            mentions.all.extend(self.variables.of(next));
            match tree.nodes.exprs[next] {
                Expr::Assignment(assignment) => {
                    mentions.assigned.extend(self.variables.of(assignment.target));
                }
                Expr::Destructuring(destructuring) => {
                    self.pattern_mentions(destructuring.pattern, &mut mentions);
                }
                Expr::Match(matching) => {
                    for arm in &tree.nodes.arms[matching.arms] {
                        self.pattern_mentions(arm.pattern, &mut mentions);
                    }
                }
                Expr::Primitive(_) => mentions.all.extend(&self.variables.parameters),
                _ => {}
            }
            tree.children(next, |child| pending.push(child));
        }
        mentions.all.extend(&mentions.assigned);
        mentions
    }

    /// What blocks share with the code around them.
    pub(crate) fn shared_with(&self, blocks: &[ExprId]) -> Mentions {
        let mut shared = Mentions::default();
        for block in blocks {
            let mentions = self.mentions(&[*block]);
            let is_outside = |it: &VariableId| self.variables.is_outside(*it, *block);
            shared.all.extend(mentions.all.into_iter().filter(is_outside));
            shared.assigned.extend(mentions.assigned.into_iter().filter(is_outside));
        }
        shared
    }

    fn pattern_mentions(&self, pattern: PatternId, mentions: &mut Mentions) {
        let range = self.tree.pattern_range(pattern);
        for token in (range.first.0..=range.last.0).map(TokenId) {
            mentions.assigned.extend(self.variables.introduced_by(token));
            mentions.all.extend(self.variables.sizing(token));
        }
    }
}
