//! How wide each expression is, and whether it can stand on one line.
//!
//! Parts come before wholes in the arena, so one loop measures everything.

use super::flat::Flat;
use super::{Formatter, PAGE_WIDTH};
use crate::token::{TokenId, TokenKind, TokenRange};
use crate::tree::{
    Arm, Block, Expr, ExprId, InterpolationPart, Map, Match, Message, PatternId, Send, Tree, TypeId,
};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// Columns on one line; meaningless for what is always broken.
    pub(super) width: u32,
    /// The last column, counted from the start, of any part that would break if
    /// it did not fit on the page.
    pub(super) reach: u32,
    /// Takes several lines wherever it stands.
    pub(super) is_broken: bool,
}

impl Shape {
    fn text(text: &str) -> Shape {
        Shape { width: columns(text), reach: 0, is_broken: text.contains('\n') }
    }

    /// Printed alone from the margin, it would take several lines.
    pub(super) fn is_tall(self) -> bool {
        self.is_broken || self.reach > PAGE_WIDTH
    }

    /// Puts `next` behind this.
    fn then(self, next: Shape) -> Shape {
        Shape {
            width: self.width.saturating_add(next.width),
            reach: match next.reach {
                0 => self.reach,
                reach => self.reach.max(self.width.saturating_add(reach)),
            },
            is_broken: self.is_broken || next.is_broken,
        }
    }

    fn wider(self, width: u32) -> Shape {
        Shape { width: self.width.saturating_add(width), ..self }
    }

    /// Something that breaks when it does not fit.
    fn breakable(self) -> Shape {
        Shape { reach: self.width, ..self }
    }
}

/// Columns that a text takes.
pub(super) fn columns(text: &str) -> u32 {
    match text.is_ascii() {
        true => text.len() as u32,
        false => text.chars().count() as u32,
    }
}

pub(super) struct Shapes {
    exprs: Vec<Shape>,
    /// Tokens with a comment before them.
    commented: Vec<TokenId>,
}

impl Shapes {
    pub(super) fn of(tree: &Tree) -> Self {
        let commented = tree.tokens.iter().filter(|(_, token)| token.follows_comment());
        let mut measure = Measure {
            tree,
            shapes: Shapes {
                exprs: Vec::with_capacity(tree.nodes.exprs.len()),
                commented: commented.map(|(id, _)| id).collect(),
            },
        };
        for (id, expr) in tree.nodes.exprs.iter() {
            let shape = measure.expr(id, expr);
            measure.shapes.exprs.push(shape);
        }
        measure.shapes
    }

    pub(super) fn get(&self, id: ExprId) -> Shape {
        self.exprs.get(id.index()).copied().unwrap_or_default()
    }

    /// Whether a comment stands before one of the tokens `from..=to`.
    pub(super) fn has_comment(&self, from: TokenId, to: TokenId) -> bool {
        let index = self.commented.partition_point(|token| *token < from);
        self.commented.get(index).is_some_and(|token| *token <= to)
    }

    /// Whether a comment stands between the first and the last token of a node.
    fn has_comment_inside(&self, range: TokenRange) -> bool {
        self.has_comment(TokenId(range.first.0 + 1), range.last)
    }
}

struct Measure<'t> {
    tree: &'t Tree,
    shapes: Shapes,
}

impl Measure<'_> {
    fn of(&self, id: ExprId) -> Shape {
        self.shapes.get(id)
    }

    fn token(&self, token: TokenId) -> Shape {
        Shape::text(self.tree.text_of(token))
    }

    fn ty(&self, id: TypeId) -> u32 {
        columns(&Flat::new(self.tree).ty(id).out)
    }

    fn pattern(&self, id: PatternId) -> Shape {
        Shape::text(&Flat::new(self.tree).pattern(id).out)
    }

    fn expr(&self, id: ExprId, expr: &Expr) -> Shape {
        let nodes = &self.tree.nodes;
        match *expr {
            Expr::Literal(literal) => match self.tree.tokens.get(literal.token).kind {
                TokenKind::Symbol | TokenKind::Character => {
                    Shape::text(&Flat::new(self.tree).literal(literal).out)
                }
                _ => self.token(literal.token),
            },
            Expr::Identifier(token) | Expr::Super(token) => self.token(token),
            Expr::ClassReference(class) => Shape::text(&Flat::new(self.tree).class_name(class).out),
            Expr::Spread(name) => self.token(name).wider(3),
            Expr::Primitive(primitive) => {
                Shape::text(&Flat::new(self.tree).primitive(primitive).out)
            }
            Expr::Expect(expect) => Shape::text(&Flat::new(self.tree).expect(expect).out),
            Expr::Error => Shape::default(),
            Expr::Interpolation(interpolation) => {
                let parts = nodes.interpolation_parts[interpolation.parts].iter();
                parts.fold(Shape::default(), |sum, part| match *part {
                    InterpolationPart::Text(token) => sum.then(self.token(token)),
                    InterpolationPart::Hole(hole) => sum.then(self.of(hole)),
                })
            }
            Expr::Field(field) => self.of(field.receiver).wider(1).then(self.token(field.name)),
            Expr::Send(send) => self.send(&send),
            Expr::Cascade(cascade) => {
                let messages = &nodes.messages[cascade.messages];
                let line = messages.iter().fold(self.of(cascade.first), |sum, message| {
                    self.message(sum.wider(2), message)
                });
                let breaks = messages.len() > 1 && line.width > PAGE_WIDTH;
                Shape { is_broken: line.is_broken || breaks, ..line }
            }
            Expr::Assignment(assignment) => {
                let annotation = assignment.annotation.map_or(0, |ty| self.ty(ty) + 4);
                self.of(assignment.target).wider(4 + annotation).then(self.of(assignment.value))
            }
            Expr::Destructuring(destructuring) => {
                self.pattern(destructuring.pattern).wider(4).then(self.of(destructuring.value))
            }
            Expr::Return(value) => Shape::text("^").then(self.of(value)),
            Expr::Paren(inner) => Shape::text("(").then(self.of(inner)).wider(1),
            Expr::Block(block) => self.block(id, &block),
            Expr::List(list) => {
                let elements = self.elements(self.tree.list(list.elements));
                match list.tail {
                    Some(tail) => elements.wider(3).then(self.of(tail)).wider(1),
                    None => elements.wider(1),
                }
            }
            Expr::Array(array) => self.elements(self.tree.list(array.elements)).wider(1),
            Expr::Map(map) => self.map(&map),
            Expr::Match(matching) => self.matching(id, &matching),
        }
    }

    fn send(&self, send: &Send) -> Shape {
        let line = match send.message {
            Message::Unary(_) => self.message(self.of(send.receiver).wider(1), &send.message),
            Message::Binary(selector, _) => {
                let line = self.message(self.of(send.receiver).wider(1), &send.message);
                let breaks = self.tree.text_of(selector) == "++" && line.width > PAGE_WIDTH;
                Shape { is_broken: line.is_broken || breaks, ..line }
            }
            Message::Keyword(parts) => {
                let parts = &self.tree.nodes.keyword_parts[parts];
                let breaks =
                    parts.len() > 2 || parts.iter().any(|part| self.of(part.argument).is_tall());
                let line = self.message(self.of(send.receiver).wider(1), &send.message);
                Shape { is_broken: line.is_broken || breaks, ..line }
            }
        };
        line.wider(u32::from(send.is_cast))
    }

    /// A message on the line of what stands before it.
    fn message(&self, before: Shape, message: &Message) -> Shape {
        match *message {
            Message::Unary(selector) => before.then(self.token(selector)),
            Message::Binary(selector, argument) => {
                before.then(self.token(selector)).wider(1).then(self.of(argument))
            }
            Message::Keyword(parts) => {
                let parts = self.tree.nodes.keyword_parts[parts].iter().enumerate();
                parts.fold(before, |sum, (index, part)| {
                    let gap = u32::from(index > 0);
                    let keyword = sum.wider(gap).then(self.token(part.keyword));
                    keyword.wider(1).then(self.of(part.argument))
                })
            }
        }
    }

    fn block(&self, id: ExprId, block: &Block) -> Shape {
        let mut head = Shape::text("[");
        for parameter in &self.tree.nodes.block_parameters[block.parameters] {
            let annotation = parameter
                .annotation
                .map_or(0, |ty| columns(&Flat::new(self.tree).ty_atom(ty).out) + 4);
            head = head.then(Shape::text(self.tree.name(parameter.name))).wider(2 + annotation);
        }
        if !block.parameters.is_empty() {
            head = head.wider(2);
        }
        let body = self.tree.list(block.body);
        let has_comments = self.shapes.has_comment_inside(self.tree.expr_range(id));
        let line = match body {
            [] => head.wider(1),
            [statement] => {
                let statement = self.of(*statement);
                let line = head.then(statement).wider(1).breakable();
                Shape { is_broken: statement.is_tall(), ..line }
            }
            _ => Shape { is_broken: true, ..head },
        };
        Shape { is_broken: line.is_broken || has_comments, ..line }
    }

    /// The opening bracket and what stands between commas.
    fn elements(&self, elements: &[ExprId]) -> Shape {
        let open = Shape::text("#(");
        elements.iter().enumerate().fold(open, |sum, (index, element)| {
            sum.wider(if index > 0 { 2 } else { 0 }).then(self.of(*element))
        })
    }

    fn map(&self, map: &Map) -> Shape {
        let pairs = self.tree.nodes.map_pairs[map.pairs].iter().enumerate();
        let line = pairs.fold(Shape::text("#{"), |sum, (index, pair)| {
            let key = sum.wider(if index > 0 { 2 } else { 0 }).then(self.of(pair.key));
            key.wider(4).then(self.of(pair.value))
        });
        line.wider(1).breakable()
    }

    fn matching(&self, id: ExprId, matching: &Match) -> Shape {
        let keyword = if matching.is_exhaustive { " matchExhaustive: [" } else { " match: [" };
        let head = self.of(matching.value).then(Shape::text(keyword));
        let arms = &self.tree.nodes.arms[matching.arms];
        let line = arms.iter().fold(head, |sum, arm| sum.then(self.arm(arm))).wider(1);
        // A comment before `match:` is none of an arm's.
        let inside = TokenRange {
            first: TokenId(self.tree.expr_range(matching.value).last.0 + 2),
            last: self.tree.expr_range(id).last,
        };
        let has_comments = self.shapes.has_comment_inside(inside);
        Shape { is_broken: line.is_broken || arms.len() > 1 || has_comments, ..line }
    }

    fn arm(&self, arm: &Arm) -> Shape {
        let pattern = self.pattern(arm.pattern);
        let head = match arm.guard {
            Some(guard) => pattern.wider(8).then(self.of(guard)).wider(1),
            None => pattern,
        };
        head.wider(4).then(self.of(arm.body))
    }
}

impl Formatter<'_> {
    pub(super) fn shape(&self, id: ExprId) -> Shape {
        self.shapes.get(id)
    }
}
