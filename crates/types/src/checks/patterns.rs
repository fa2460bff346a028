//! What a pattern may not hold: the rest of an array in an arm, one name twice, and
//! segments after one that takes all bytes.

use std::collections::HashMap;

use syntax::tree::{Pattern, PatternId, Segment};
use syntax::{TokenId, Tree};

use crate::bodies::Body;
use crate::problem::ProblemKind;

/// The pattern of an arm. In an array a name may stand again: both elements must
/// then be equal.
pub(crate) fn arm(body: &mut Body, pattern: PatternId) {
    let mut names = Found::default();
    names.gather(body.tree, pattern, None);
    for rest in std::mem::take(&mut names.rests) {
        body.report(ProblemKind::RestInArm, body.tree.pattern_span(rest));
    }
    repeated(body, &names, true);
    open(body, &names);
}

/// The pattern of a destructuring assignment.
pub(crate) fn target(body: &mut Body, pattern: PatternId) {
    let mut names = Found::default();
    names.gather(body.tree, pattern, None);
    repeated(body, &names, false);
    open(body, &names);
}

fn repeated(body: &mut Body, found: &Found, may_compare: bool) {
    let mut first: HashMap<&str, Option<PatternId>> = HashMap::new();
    for (token, array) in &found.names {
        let name = body.tree.name(*token);
        let Some(before) = first.get(name).copied() else {
            first.insert(name, *array);
            continue;
        };
        let are_compared = may_compare && array.is_some() && before == *array;
        if !are_compared {
            body.report(ProblemKind::RepeatedPatternName, body.span_of(*token));
        }
    }
}

fn open(body: &mut Body, found: &Found) {
    for specifier in &found.open {
        body.report(ProblemKind::OpenSegment, body.span_of(*specifier));
    }
}

/// The names and rests of one pattern.
#[derive(Default)]
struct Found {
    /// With the outermost array that has nothing but arrays between it and the name.
    names: Vec<(TokenId, Option<PatternId>)>,
    rests: Vec<PatternId>,
    /// The specifiers of segments that leave nothing for those after them.
    open: Vec<TokenId>,
}

impl Found {
    fn gather(&mut self, tree: &Tree, id: PatternId, array: Option<PatternId>) {
        let nodes = &tree.nodes;
        match nodes.patterns[id] {
            Pattern::Variable(name) => self.name(tree, name, array),
            Pattern::ClassTest(test) => self.name(tree, test.name, array),
            Pattern::Rest(name) => {
                self.rests.push(id);
                self.name(tree, name, array);
            }
            Pattern::Array(elements) => {
                let array = array.or(Some(id));
                let elements = nodes.pattern_lists[elements].iter();
                elements.for_each(|element| self.gather(tree, *element, array));
            }
            Pattern::Tuple(elements) | Pattern::List(elements) => {
                let elements = nodes.pattern_lists[elements].iter();
                elements.for_each(|element| self.gather(tree, *element, None));
            }
            Pattern::Constructor(constructor) => {
                let parts = nodes.constructor_parts[constructor.parts].iter();
                parts.for_each(|part| self.gather(tree, part.argument, None));
            }
            Pattern::Map(pairs) => {
                let pairs = nodes.map_pattern_pairs[pairs].iter();
                pairs.for_each(|pair| self.gather(tree, pair.value, None));
            }
            Pattern::Binary(segments) => {
                let segments = &nodes.segments[segments];
                segments.iter().for_each(|segment| self.name(tree, segment.name, None));
                let followed = segments.split_last().map_or(&[][..], |(_, followed)| followed);
                self.open.extend(followed.iter().filter_map(|it| takes_all(tree, it)));
            }
            Pattern::Wildcard | Pattern::Nil | Pattern::Literal(_) | Pattern::Error => {}
        }
    }

    fn name(&mut self, tree: &Tree, name: TokenId, array: Option<PatternId>) {
        if tree.name(name) != "_" {
            self.names.push((name, array));
        }
    }
}

/// The specifier by which a segment takes all that is left.
fn takes_all(tree: &Tree, segment: &Segment) -> Option<TokenId> {
    let kind = segment.kind.filter(|_| segment.size.is_none())?;
    matches!(tree.text_of(kind), "binary" | "bytes").then_some(kind)
}
