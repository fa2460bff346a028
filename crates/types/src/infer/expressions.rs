//! Statements, literals, names and assignments.

use hierarchy::ClassName;
use syntax::literal;
use syntax::tree::{Expr, ExprId, InterpolationPart, Literal, LiteralKind};

use super::engine::Engine;
use super::environment::Environment;
use crate::algebra::union;
use crate::inferred::{InferredType, Provenance};

impl<'a> Engine<'a> {
    /// The type of the last statement, or of the first that leaves.
    pub(super) fn statements(
        &mut self,
        statements: &[ExprId],
        around: &mut Environment<'a>,
    ) -> InferredType {
        let mut last = InferredType::nil(Provenance::NOWHERE);
        let mut has_left = false;
        for statement in statements {
            let is_return = match self.tree.nodes.exprs[*statement] {
                Expr::Expect(_) => continue,
                Expr::Return(_) => true,
                _ => false,
            };
            let ty = self.expr(*statement, around);
            if !has_left {
                has_left = is_return || ty.is_never();
                last = ty;
            }
            self.narrow_after(*statement, around);
        }
        last
    }

    /// The type of an expression. Chains of sends are followed without recursion.
    pub(super) fn expr(&mut self, id: ExprId, around: &mut Environment<'a>) -> InferredType {
        if self.waiting.is_leaving() {
            return InferredType::UNKNOWN;
        }
        self.nested += 1;
        let begin = self.links.len();
        let inner = self.follow_links(id);
        let mut ty = self.atom(inner, around);
        self.record(inner, &ty);
        while self.links.len() > begin {
            let Some(link) = self.links.pop() else { break };
            if self.waiting.is_leaving() {
                self.links.truncate(begin);
                break;
            }
            ty = match self.tree.nodes.exprs[link] {
                Expr::Send(send) => self.send(link, &send, ty, around),
                Expr::Field(field) => {
                    let tree = self.tree;
                    self.field(field.receiver, tree.text_of(field.name), around)
                }
                _ => InferredType::UNKNOWN,
            };
            self.record(link, &ty);
        }
        self.nested -= 1;
        ty
    }

    /// Notes the sends and field accesses that an expression is a chain of, and answers
    /// what the innermost is sent to.
    fn follow_links(&mut self, id: ExprId) -> ExprId {
        let mut inner = id;
        loop {
            let receiver = match self.tree.nodes.exprs[inner] {
                Expr::Send(send) => send.receiver,
                Expr::Field(field) => field.receiver,
                _ => return inner,
            };
            self.links.push(inner);
            inner = receiver;
        }
    }

    fn atom(&mut self, id: ExprId, around: &mut Environment<'a>) -> InferredType {
        let tree = self.tree;
        if self.watched == Some(id) {
            self.seen = around.names().collect();
        }
        match tree.nodes.exprs[id] {
            Expr::Send(_) | Expr::Field(_) => self.expr(id, around),
            Expr::Literal(literal) => self.literal(id, literal),
            Expr::Interpolation(interpolation) => {
                for part in &tree.nodes.interpolation_parts[interpolation.parts] {
                    if let InterpolationPart::Hole(hole) = *part {
                        self.expr(hole, around);
                    }
                }
                self.instance("String", id)
            }
            Expr::Identifier(name) => match tree.text_of(name) {
                "self" => around.self_type(),
                "nil" => InferredType::nil(Provenance::Inferred(self.place(id))),
                "true" | "false" => self.instance("Boolean", id),
                name => self.variable(name, around),
            },
            Expr::ClassReference(class) => self.class_reference(class, id, around),
            Expr::Super(_) => self.superior(id, around),
            Expr::Paren(inner) => self.expr(inner, around),
            Expr::Return(value) => self.expr(value, around),
            Expr::Assignment(assignment) => {
                let value = self.expr(assignment.value, around);
                let declared = assignment.annotation.map(|annotation| {
                    let parameters = around.class.map_or(&[][..], |it| &it.type_parameters);
                    let ty = hierarchy::Type::from_tree(tree, annotation, parameters);
                    self.resolver.declared(&ty, tree.type_span(annotation))
                });
                let ty = declared.unwrap_or(value);
                match tree.nodes.exprs[assignment.target] {
                    Expr::Identifier(name) => around.assign(tree.text_of(name), ty.clone()),
                    Expr::Field(field) => {
                        around.forget(tree.text_of(field.name));
                    }
                    _ => {}
                }
                ty
            }
            Expr::Destructuring(destructuring) => {
                self.expr(destructuring.value, around);
                for name in self.pattern_names(destructuring.pattern) {
                    around.assign(tree.text_of(name), InferredType::UNKNOWN);
                }
                InferredType::UNKNOWN
            }
            Expr::Cascade(cascade) => self.cascade(id, &cascade, around),
            Expr::Block(block) => {
                let inner = self.stored_block(id, &block, around);
                around.lose(inner);
                self.instance("Block", id)
            }
            Expr::List(list) => {
                let elements = self.elements(tree.list(list.elements), around);
                let tail = list.tail.map(|tail| self.expr(tail, around));
                let elements = match tail {
                    Some(tail) if tail.is_instance_of(&hierarchy::known::LIST) => {
                        let more = tail.arguments().first().cloned();
                        union([elements, more.unwrap_or(InferredType::UNKNOWN)])
                    }
                    Some(_) => InferredType::UNKNOWN,
                    None => elements,
                };
                self.applied("List", [elements], id)
            }
            Expr::Array(array) => {
                let elements = self.elements(tree.list(array.elements), around);
                self.applied("Array", [elements], id)
            }
            Expr::Map(map) => {
                let (mut keys, mut values) = (Vec::new(), Vec::new());
                for pair in &tree.nodes.map_pairs[map.pairs] {
                    keys.push(self.expr(pair.key, around));
                    values.push(self.expr(pair.value, around));
                }
                self.applied("Dictionary", [union(keys), union(values)], id)
            }
            Expr::Match(matching) => self.matched(&matching, around),
            Expr::Primitive(_) | Expr::Expect(_) | Expr::Spread(_) | Expr::Error => {
                InferredType::UNKNOWN
            }
        }
    }

    fn literal(&self, id: ExprId, literal: Literal) -> InferredType {
        let text = self.tree.text_of(literal.token);
        match literal.kind {
            LiteralKind::Integer => self.instance("Integer", id),
            LiteralKind::Float => self.instance("Float", id),
            LiteralKind::String => self.instance("String", id),
            LiteralKind::Character => self.instance("Character", id),
            LiteralKind::Symbol => {
                let provenance = Provenance::Inferred(self.place(id));
                InferredType::singleton(&literal::symbol_value(text), provenance)
            }
        }
    }

    fn elements(&mut self, elements: &[ExprId], around: &mut Environment<'a>) -> InferredType {
        let types: Vec<_> = elements.iter().map(|it| self.expr(*it, around)).collect();
        union(types)
    }

    fn applied(
        &self,
        class: &'static str,
        arguments: impl IntoIterator<Item = InferredType>,
        id: ExprId,
    ) -> InferredType {
        let class = ClassName::constant(class);
        InferredType::generic(class, arguments, Provenance::Inferred(self.place(id)))
    }

    /// The names in a pattern, and perhaps some more.
    pub(super) fn pattern_names(&self, pattern: syntax::tree::PatternId) -> Vec<syntax::TokenId> {
        let range = self.tree.pattern_range(pattern);
        let tokens = (range.first.0..=range.last.0).map(syntax::TokenId);
        let is_name = |it: &syntax::TokenId| {
            let is_identifier = self.tree.tokens.get(*it).kind == syntax::TokenKind::Identifier;
            is_identifier && !self.tree.text_of(*it).starts_with(|it: char| it.is_uppercase())
        };
        tokens.filter(is_name).collect()
    }
}
