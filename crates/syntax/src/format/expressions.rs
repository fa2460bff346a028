//! Expressions.

use super::flat::Flat;
use super::{Formatter, PAGE_WIDTH};
use crate::arena::List;
use crate::token::{TokenId, TokenRange};
use crate::tree::{
    Arm, Block, Cascade, Expr, ExprId, InterpolationPart, KeywordPart, Map, Match, Message,
};

impl Formatter<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let (mut spine, inner) = self.tree.spine(id);
        self.atom(inner);
        while let Some(link) = spine.pop() {
            match self.tree.nodes.exprs[link] {
                Expr::Send(send) => match send.message {
                    Message::Binary(selector, _) if self.tree.text_of(selector) == "++" => {
                        self.concatenation(link, &mut spine);
                    }
                    message => self.message_of_send(message, send.is_cast),
                },
                Expr::Field(field) => {
                    self.push(".");
                    self.push(self.tree.text_of(field.name));
                }
                _ => {}
            }
        }
    }

    fn message_of_send(&mut self, message: Message, is_cast: bool) {
        match message {
            Message::Keyword(parts) if self.breaks_parts(parts) => self.broken_parts(parts),
            _ => {
                self.push(" ");
                self.message(&message);
            }
        }
        if is_cast {
            self.push("!");
        }
    }

    /// A message on the line of its receiver.
    fn message(&mut self, message: &Message) {
        match *message {
            Message::Unary(selector) => self.push(self.tree.text_of(selector)),
            Message::Binary(selector, argument) => {
                self.push(self.tree.text_of(selector));
                self.push(" ");
                self.expr(argument);
            }
            Message::Keyword(parts) => {
                for (index, part) in self.tree.nodes.keyword_parts[parts].iter().enumerate() {
                    if index > 0 {
                        self.push(" ");
                    }
                    self.keyword_part(part);
                }
            }
        }
    }

    fn keyword_part(&mut self, part: &KeywordPart) {
        self.push(self.tree.text_of(part.keyword));
        self.push(" ");
        self.expr(part.argument);
    }

    /// Three parts or more, or an argument of several lines.
    fn breaks_parts(&self, parts: List<KeywordPart>) -> bool {
        let parts = &self.tree.nodes.keyword_parts[parts];
        !self.is_in_initialiser
            && (parts.len() > 2 || parts.iter().any(|part| self.shape(part.argument).is_tall()))
    }

    fn broken_parts(&mut self, parts: List<KeywordPart>) {
        self.indented(|formatter| {
            for part in &formatter.tree.nodes.keyword_parts[parts] {
                formatter.newline();
                formatter.keyword_part(part);
            }
        });
    }

    /// A run of `++`, from its innermost send on. Takes the rest from the spine.
    fn concatenation(&mut self, innermost: ExprId, spine: &mut Vec<ExprId>) {
        let mut links = vec![innermost];
        while let Some(next) = spine.last().copied() {
            match self.tree.nodes.exprs[next] {
                Expr::Send(send) => match send.message {
                    Message::Binary(selector, _) if self.tree.text_of(selector) == "++" => {
                        links.push(next);
                        spine.pop();
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        let outermost = links.last().copied().unwrap_or(innermost);
        let is_broken = self.shape(outermost).is_broken;
        for link in links {
            let Expr::Send(send) = self.tree.nodes.exprs[link] else { continue };
            match is_broken {
                true => self.indented(|formatter| {
                    formatter.newline();
                    formatter.message(&send.message);
                }),
                false => {
                    self.push(" ");
                    self.message(&send.message);
                }
            }
            if send.is_cast {
                self.push("!");
            }
        }
    }

    /// Anything but a send or a field access.
    fn atom(&mut self, id: ExprId) {
        let tree = self.tree;
        match tree.nodes.exprs[id] {
            Expr::Send(_) | Expr::Field(_) => self.expr(id),
            Expr::Literal(literal) => self.push(&Flat::new(tree).literal(literal).out),
            Expr::Interpolation(interpolation) => {
                for part in &tree.nodes.interpolation_parts[interpolation.parts] {
                    match *part {
                        InterpolationPart::Text(token) => self.push(tree.text_of(token)),
                        InterpolationPart::Hole(hole) => self.expr(hole),
                    }
                }
            }
            Expr::Identifier(name) | Expr::Super(name) => self.push(tree.text_of(name)),
            Expr::ClassReference(class) => self.push(&Flat::new(tree).class_name(class).out),
            Expr::Cascade(cascade) => self.cascade(id, &cascade),
            Expr::Assignment(assignment) => {
                self.expr(assignment.target);
                if let Some(annotation) = assignment.annotation {
                    self.push(&Flat::new(tree).push(" :: ").ty(annotation).out);
                }
                self.push(" := ");
                self.expr(assignment.value);
            }
            Expr::Destructuring(destructuring) => {
                self.push(&Flat::new(tree).pattern(destructuring.pattern).out);
                self.push(" := ");
                self.expr(destructuring.value);
            }
            Expr::Return(value) => {
                self.push("^");
                self.expr(value);
            }
            Expr::Paren(inner) => {
                self.push("(");
                self.expr(inner);
                self.push(")");
            }
            Expr::Block(block) => self.block(id, &block),
            Expr::List(list) => {
                self.push("#(");
                self.elements(tree.list(list.elements));
                if let Some(tail) = list.tail {
                    self.push(" | ");
                    self.expr(tail);
                }
                self.push(")");
            }
            Expr::Array(array) => {
                self.push("#[");
                self.elements(tree.list(array.elements));
                self.push("]");
            }
            Expr::Map(map) => self.map(id, &map),
            Expr::Spread(name) => {
                self.push("...");
                self.push(tree.text_of(name));
            }
            Expr::Match(matching) => self.matching(id, &matching),
            Expr::Primitive(primitive) => self.push(&Flat::new(tree).primitive(primitive).out),
            Expr::Expect(expect) => self.push(&Flat::new(tree).expect(expect).out),
            Expr::Error => {}
        }
    }

    fn cascade(&mut self, id: ExprId, cascade: &Cascade) {
        self.expr(cascade.first);
        let messages = &self.tree.nodes.messages[cascade.messages];
        let shape = self.shape(id);
        let is_broken = messages.len() > 1
            && (shape.is_broken || shape.width > PAGE_WIDTH)
            && !self.is_in_initialiser;
        for message in messages {
            self.push(";");
            match is_broken {
                true => self.indented(|formatter| {
                    formatter.newline();
                    formatter.message(message);
                }),
                false => {
                    self.push(" ");
                    self.message(message);
                }
            }
        }
    }

    fn elements(&mut self, elements: &[ExprId]) {
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.expr(*element);
        }
    }

    fn block(&mut self, id: ExprId, block: &Block) {
        let shape = self.shape(id);
        let is_on_one_line = !shape.is_broken && self.fits(shape.width);
        self.push("[");
        let parameters = &self.tree.nodes.block_parameters[block.parameters];
        for (index, parameter) in parameters.iter().enumerate() {
            self.push(if index == 0 { ":" } else { " :" });
            let mut line = Flat::new(self.tree).name(Some(parameter.name));
            if let Some(annotation) = parameter.annotation {
                line = line.push(" :: ").ty_atom(annotation);
            }
            self.push(&line.out);
        }
        if !parameters.is_empty() {
            self.push(" |");
        }
        let range = self.tree.expr_range(id);
        match self.tree.list(block.body) {
            [] if !shape.is_broken => self.push(if parameters.is_empty() { "" } else { " " }),
            [statement] if is_on_one_line => {
                self.push(if parameters.is_empty() { "" } else { " " });
                self.expr(*statement);
            }
            body => {
                self.newline();
                self.indented(|formatter| {
                    formatter.statement_lines(range.first, body, Some(range.last));
                });
                self.newline();
            }
        }
        self.push("]");
    }

    fn map(&mut self, id: ExprId, map: &Map) {
        let shape = self.shape(id);
        let pairs = &self.tree.nodes.map_pairs[map.pairs];
        if pairs.is_empty() || (!shape.is_broken && self.fits(shape.width)) {
            self.push("#{");
            for (index, pair) in pairs.iter().enumerate() {
                self.push(if index > 0 { ", " } else { "" });
                self.expr(pair.key);
                self.push(" => ");
                self.expr(pair.value);
            }
            return self.push("}");
        }
        self.push("#{");
        self.indented(|formatter| {
            for (index, pair) in pairs.iter().enumerate() {
                formatter.push(if index > 0 { "," } else { "" });
                formatter.newline();
                formatter.expr(pair.key);
                formatter.push(" => ");
                formatter.expr(pair.value);
            }
        });
        self.newline();
        self.push("}");
    }

    fn matching(&mut self, id: ExprId, matching: &Match) {
        self.expr(matching.value);
        self.push(if matching.is_exhaustive { " matchExhaustive: [" } else { " match: [" });
        let arms = &self.tree.nodes.arms[matching.arms];
        let range = self.tree.expr_range(id);
        let open = TokenId(self.tree.expr_range(matching.value).last.0 + 2);
        let has_comments = self.shapes.has_comment(TokenId(open.0 + 1), range.last);
        match arms {
            [] if !has_comments => {}
            [arm] if !has_comments => self.arm(arm),
            arms => {
                self.newline();
                self.indented(|formatter| formatter.arm_lines(open, arms, range.last));
                self.newline();
            }
        }
        self.push("]");
    }

    fn arm_lines(&mut self, open: TokenId, arms: &[Arm], close: TokenId) {
        let mut previous = open;
        for (index, arm) in arms.iter().enumerate() {
            let first = self.tree.pattern_range(arm.pattern).first;
            let last = self.tree.expr_range(arm.body).last;
            if index > 0 {
                self.newline();
            }
            let leading = self.comments.take(TokenId(previous.0 + 1), first);
            let has_blank = leading.first().is_some_and(|(_, it)| it.lines_before > 1);
            if index > 0 && has_blank {
                self.blank_line();
            }
            if self.comment_lines(&leading) {
                self.blank_line();
            }
            let start = self.out.len();
            self.arm(arm);
            self.hoist_inner(start, TokenRange { first, last });
            self.push(if index + 1 < arms.len() { ";" } else { "" });
            self.trailing_comment(last);
            previous = last;
        }
        self.comments_before_closer(previous, close, arms.is_empty());
    }

    fn arm(&mut self, arm: &Arm) {
        self.push(&Flat::new(self.tree).pattern(arm.pattern).out);
        if let Some(guard) = arm.guard {
            self.push(" when: [");
            self.expr(guard);
            self.push("]");
        }
        self.push(" -> ");
        self.expr(arm.body);
    }
}
