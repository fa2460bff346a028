//! Assignment targets: names and fields, tuple patterns, and collection literals
//! read again as patterns.

use super::Parser;
use crate::arena::List;
use crate::problem::ProblemKind;
use crate::token::{TokenKind, TokenRange};
use crate::tree::{
    Assignment, Destructuring, Expr, ExprId, ExprList, Literal, LiteralKind, Map, MapPatternPair,
    Pattern, PatternId, TypeId,
};

/// The left side of `:=`, once it is known to be one.
pub(super) enum Left {
    Plain,
    Pattern(PatternId),
}

impl Left {
    pub(super) fn with_value(
        self,
        target: ExprId,
        annotation: Option<TypeId>,
        value: ExprId,
    ) -> Expr {
        match self {
            Left::Plain => Expr::Assignment(Assignment { target, annotation, value }),
            Left::Pattern(pattern) => Expr::Destructuring(Destructuring { pattern, value }),
        }
    }
}

impl Parser<'_> {
    /// What an expression before `:=` assigns to.
    pub(super) fn assignment_left(&mut self, target: ExprId) -> Left {
        let range = self.nodes.expr_tokens.at(target.index());
        match self.nodes.exprs[target] {
            Expr::Identifier(_) | Expr::Field(_) | Expr::Error => Left::Plain,
            Expr::Array(array) => {
                let elements = self.element_patterns(array.elements);
                Left::Pattern(self.pattern_over(range, Pattern::Array(elements)))
            }
            Expr::List(list) if list.tail.is_some() => {
                self.report_at(ProblemKind::ConsTarget, self.tokens.span_of(range));
                Left::Plain
            }
            Expr::List(list) => {
                let elements = self.element_patterns(list.elements);
                Left::Pattern(self.pattern_over(range, Pattern::List(elements)))
            }
            Expr::Map(map) => {
                let pairs = self.pair_patterns(map);
                Left::Pattern(self.pattern_over(range, Pattern::Map(pairs)))
            }
            _ => {
                self.report_at(ProblemKind::InvalidAssignmentTarget, self.tokens.span_of(range));
                Left::Plain
            }
        }
    }

    fn pattern_over(&mut self, range: TokenRange, pattern: Pattern) -> PatternId {
        self.nodes.pattern_tokens.alloc(range);
        self.nodes.patterns.alloc(pattern)
    }

    fn element_patterns(&mut self, elements: ExprList) -> List<PatternId> {
        let mark = self.scratch.patterns.len();
        for index in 0..elements.len() {
            let Some(element) = self.nodes.expr_lists[elements].get(index).copied() else { break };
            let pattern = match self.nodes.exprs[element] {
                Expr::Literal(literal) => Pattern::Literal(literal),
                Expr::Identifier(name) => self.name_pattern(name),
                Expr::Spread(name) => Pattern::Rest(name),
                _ => self.invalid_element(element),
            };
            let range = self.nodes.expr_tokens.at(element.index());
            let pattern = self.pattern_over(range, pattern);
            self.scratch.patterns.push(pattern);
        }
        self.nodes.pattern_lists.take_list(&mut self.scratch.patterns, mark)
    }

    fn pair_patterns(&mut self, map: Map) -> List<MapPatternPair> {
        let mark = self.scratch.map_pattern_pairs.len();
        for index in 0..map.pairs.len() {
            let Some(pair) = self.nodes.map_pairs[map.pairs].get(index).copied() else { break };
            let key = match self.nodes.exprs[pair.key] {
                Expr::Literal(Literal {
                    kind: LiteralKind::Symbol | LiteralKind::String,
                    token,
                    ..
                }) => token,
                _ => {
                    self.invalid_element(pair.key);
                    continue;
                }
            };
            let value = match self.nodes.exprs[pair.value] {
                Expr::Identifier(name) => self.name_pattern(name),
                _ => self.invalid_element(pair.value),
            };
            let range = self.nodes.expr_tokens.at(pair.value.index());
            let value = self.pattern_over(range, value);
            self.scratch.map_pattern_pairs.push(MapPatternPair { key, value });
        }
        let pairs = &mut self.scratch.map_pattern_pairs;
        self.nodes.map_pattern_pairs.take_list(pairs, mark)
    }

    fn invalid_element(&mut self, element: ExprId) -> Pattern {
        let range = self.nodes.expr_tokens.at(element.index());
        // An element that could not be read has had its problem.
        if !matches!(self.nodes.exprs[element], Expr::Error) {
            let span = self.tokens.span_of(range);
            self.report_at(ProblemKind::InvalidDestructuringElement, span);
        }
        Pattern::Error
    }

    /// `{a, b} := value`
    pub(super) fn tuple_assignment(&mut self) -> ExprId {
        let first = self.here();
        let pattern = self.tuple_pattern();
        if self.eat(TokenKind::Assign).is_some() {
            let value = self.assigned_value();
            return self.expr(first, Expr::Destructuring(Destructuring { pattern, value }));
        }
        self.report_since(ProblemKind::TupleExpression, first);
        if self.eat(TokenKind::DoubleColon).is_some() {
            self.type_annotation();
            if self.eat(TokenKind::Assign).is_some() {
                self.assigned_value();
            }
        }
        self.error_expr(first)
    }

    /// A tuple where only a value can stand.
    pub(super) fn tuple_expression(&mut self) -> ExprId {
        let first = self.here();
        self.tuple_pattern();
        self.report_since(ProblemKind::TupleExpression, first);
        self.error_expr(first)
    }
}
