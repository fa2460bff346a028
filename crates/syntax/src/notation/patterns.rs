//! Patterns as S-expressions.

use super::Printer;
use crate::arena::List;
use crate::tree::{Pattern, PatternId, Segment};

impl Printer<'_> {
    pub(super) fn pattern(&mut self, id: PatternId) {
        match self.tree.nodes.patterns[id] {
            Pattern::Wildcard => self.push("_"),
            Pattern::Nil => self.push("nil"),
            Pattern::Variable(name) => {
                self.push("(var ");
                self.name(Some(name));
                self.push(")");
            }
            Pattern::ClassTest(test) => {
                self.push("(is ");
                self.token(test.name);
                self.push(" ");
                self.token(test.class);
                self.push(")");
            }
            Pattern::Constructor(constructor) => {
                self.push("(ctor ");
                self.token(constructor.class);
                for part in &self.tree.nodes.constructor_parts[constructor.parts] {
                    self.push(" ");
                    self.token(part.keyword);
                    self.push(" ");
                    self.pattern(part.argument);
                }
                self.push(")");
            }
            Pattern::Literal(literal) => self.literal(literal),
            Pattern::Tuple(elements) => self.pattern_list("tuple", elements),
            Pattern::Array(elements) => self.pattern_list("parray", elements),
            Pattern::List(elements) => self.pattern_list("plist", elements),
            Pattern::Map(pairs) => {
                self.push("(pmap");
                for pair in &self.tree.nodes.map_pattern_pairs[pairs] {
                    self.push(" (");
                    self.literal_token(pair.key);
                    self.push(" ");
                    self.pattern(pair.value);
                    self.push(")");
                }
                self.push(")");
            }
            Pattern::Rest(name) => {
                self.push("(... ");
                self.variable(self.tree.text_of(name));
                self.push(")");
            }
            Pattern::Binary(segments) => {
                self.push("(bin");
                for segment in &self.tree.nodes.segments[segments] {
                    self.push(" ");
                    self.segment(segment);
                }
                self.push(")");
            }
            Pattern::Error => self.push("(error)"),
        }
    }

    fn pattern_list(&mut self, head: &str, elements: List<PatternId>) {
        self.push("(");
        self.push(head);
        for element in &self.tree.nodes.pattern_lists[elements] {
            self.push(" ");
            self.pattern(*element);
        }
        self.push(")");
    }

    fn variable(&mut self, name: &str) {
        match name {
            "_" => self.push("_"),
            _ => {
                self.push("(var ");
                self.push(name);
                self.push(")");
            }
        }
    }

    fn segment(&mut self, segment: &Segment) {
        self.push("(seg ");
        self.variable(self.tree.name(segment.name));
        if let Some(size) = segment.size {
            self.push(" size:");
            self.token(size);
        }
        if let Some(kind) = segment.kind {
            let kind = self.tree.text_of(kind);
            self.push(" ");
            self.push(if kind == "bytes" { "binary" } else { kind });
        }
        for specifier in segment.sign.into_iter().chain(segment.endianness) {
            self.push(" ");
            self.token(specifier);
        }
        self.push(")");
    }
}
