//! Destructuring assignments.
//!
//! A tuple is matched as a whole. The elements of arrays and lists are asked for one
//! by one, and so are the values of maps.

use syntax::tree::{self, PatternId};

use crate::body::Body;
use crate::control::together;
use crate::core_erlang::build::{atom, call, int, prim_op, tuple, var};
use crate::core_erlang::{Expr as Core, Line, Name};
use crate::patterns::Matcher;
use crate::sequence::Sequence;

impl Body<'_> {
    /// `pattern := value`; answers the value.
    pub(crate) fn destructure(
        &mut self,
        pattern: PatternId,
        value: Core,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let tree = self.tree;
        match tree.nodes.patterns[pattern] {
            tree::Pattern::Array(elements) | tree::Pattern::List(elements) => {
                for (index, element) in tree.nodes.pattern_lists[elements].iter().enumerate() {
                    self.element(*element, index, value.clone(), line, seq);
                }
            }
            tree::Pattern::Map(pairs) => {
                for pair in &tree.nodes.map_pattern_pairs[pairs] {
                    let key = self.key(pair.key);
                    let found = call("beamtalk_match", "at_key", [value.clone(), key], line);
                    let found = self.named(seq, found);
                    self.destructure_one(pair.value, found, seq);
                }
            }
            _ => self.destructure_one(pattern, value.clone(), seq),
        }
        value
    }

    fn element(
        &mut self,
        element: PatternId,
        index: usize,
        value: Core,
        line: Line,
        seq: &mut Sequence,
    ) {
        let position = int(index as i64 + 1);
        let found = match self.tree.nodes.patterns[element] {
            tree::Pattern::Rest(_) => call("beamtalk_match", "rest", [value, position], line),
            _ => crate::body::dynamic_send(value, "at:", vec![position], line),
        };
        let found = self.named(seq, found);
        self.destructure_one(element, found, seq);
    }

    /// Matches and binds, or fails as Erlang's `=` does.
    fn destructure_one(&mut self, pattern: PatternId, value: Core, seq: &mut Sequence) {
        let mut matcher = Matcher::default();
        let core = self.core_pattern(pattern, &mut matcher);
        matcher.read_needed(seq);
        let bound = std::mem::take(&mut matcher.bound);
        let outside: Vec<Name> = bound.iter().map(|_| self.fresh("")).collect();
        // A pattern that binds nothing still has one value, which nobody asks for.
        let values = match bound.is_empty() {
            true => atom("ok"),
            false => together(bound.iter().map(|(_, name)| var(name.clone())).collect()),
        };
        let failed = prim_op("match_fail", [tuple([atom("badmatch"), value.clone()])], 0);
        let whole = matcher.attempt(value, core, values, &failed);
        match outside.is_empty() {
            true => seq.perform(whole),
            false => seq.bind(outside.clone(), whole),
        }
        for ((variable, _), name) in bound.iter().zip(outside) {
            self.write(*variable, var(name), seq);
        }
    }
}
