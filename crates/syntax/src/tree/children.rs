//! One walk for passes that do not care what a node is.

use super::{Expr, ExprId, InterpolationPart, Message, Tree};

impl Tree {
    /// The sends and field accesses that an expression is a chain of, outermost
    /// first, and what the innermost is sent to. A chain may be of any length, so
    /// it is no matter for recursion.
    pub fn spine(&self, id: ExprId) -> (Vec<ExprId>, ExprId) {
        let mut links = Vec::new();
        let mut inner = id;
        loop {
            let receiver = match self.nodes.exprs[inner] {
                Expr::Send(send) => send.receiver,
                Expr::Field(field) => field.receiver,
                _ => return (links, inner),
            };
            links.push(inner);
            inner = receiver;
        }
    }

    /// Calls `visit` for each expression directly inside `id`, in source order.
    pub fn children(&self, id: ExprId, mut visit: impl FnMut(ExprId)) {
        let nodes = &self.nodes;
        match nodes.exprs[id] {
            Expr::Literal(_)
            | Expr::Identifier(_)
            | Expr::ClassReference(_)
            | Expr::Super(_)
            | Expr::Spread(_)
            | Expr::Primitive(_)
            | Expr::Expect(_)
            | Expr::Error => {}
            Expr::Interpolation(interpolation) => {
                for part in &nodes.interpolation_parts[interpolation.parts] {
                    if let InterpolationPart::Hole(hole) = *part {
                        visit(hole);
                    }
                }
            }
            Expr::Field(field) => visit(field.receiver),
            Expr::Send(send) => {
                visit(send.receiver);
                self.message_children(&send.message, &mut visit);
            }
            Expr::Cascade(cascade) => {
                visit(cascade.first);
                for message in &nodes.messages[cascade.messages] {
                    self.message_children(message, &mut visit);
                }
            }
            Expr::Assignment(assignment) => {
                visit(assignment.target);
                visit(assignment.value);
            }
            Expr::Destructuring(destructuring) => visit(destructuring.value),
            Expr::Return(inner) | Expr::Paren(inner) => visit(inner),
            Expr::Block(block) => self.list(block.body).iter().copied().for_each(visit),
            Expr::List(list) => {
                self.list(list.elements).iter().copied().chain(list.tail).for_each(visit);
            }
            Expr::Array(array) => self.list(array.elements).iter().copied().for_each(visit),
            Expr::Map(map) => {
                for pair in &nodes.map_pairs[map.pairs] {
                    visit(pair.key);
                    visit(pair.value);
                }
            }
            Expr::Match(matching) => {
                visit(matching.value);
                for arm in &nodes.arms[matching.arms] {
                    arm.guard.into_iter().chain([arm.body]).for_each(&mut visit);
                }
            }
        }
    }

    fn message_children(&self, message: &Message, visit: &mut impl FnMut(ExprId)) {
        match *message {
            Message::Unary(_) => {}
            Message::Binary(_, argument) => visit(argument),
            Message::Keyword(parts) => {
                self.nodes.keyword_parts[parts].iter().for_each(|part| visit(part.argument));
            }
        }
    }
}
