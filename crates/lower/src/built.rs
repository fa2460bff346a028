//! Literal blocks that a class builder is given: methods of the class it will make.
//!
//! A block for an instance keeps what it is and gets its text. One for the class side
//! whose first parameter is `self` is compiled like a method of a class: `self.x` is a
//! variable of the class, `super` begins above it, `^` leaves the method. The class is
//! only known when it is made, so what goes to the builder is a function from its name
//! to the method. To any other receiver of such a message the block is a block: the
//! runtime tells them apart.

use syntax::Tree;
use syntax::tree::{Block, Expr, ExprId, Message};

use crate::body::Body;
use crate::core_erlang::build::{atom, call, fun, map, var};
use crate::core_erlang::{Expr as Core, Line, Literal, Name};
use crate::frame::{Frame, Place, Returns};
use crate::meta::{binary, map as meta_map};
use crate::method::{assigns_slots, body_code};
use crate::sequence::Sequence;
use crate::texts::writing_entries;
use crate::writers::{locked, locked_if_writer, sent_to_self};

impl Body<'_> {
    /// The arguments of a message, the methods of a built class among them.
    pub(crate) fn argument_values(
        &mut self,
        receiver: &Core,
        message: &Message,
        seq: &mut Sequence,
    ) -> Vec<Core> {
        let arguments = self.tree.arguments(message);
        let Message::Keyword(_) = message else { return self.values(&arguments, seq) };
        match (&*self.tree.selector(message), arguments.as_slice()) {
            (selector @ ("addMethod:body:" | "addClassMethod:body:"), [name, body]) => {
                let name = self.expr(*name, seq);
                let name = self.named(seq, name);
                let is_class_side = selector == "addClassMethod:body:";
                vec![name, self.built_method(receiver, *body, is_class_side, seq)]
            }
            (selector @ ("methods:" | "classMethods:"), [methods]) => {
                let Expr::Map(literal) = self.tree.nodes.exprs[*methods] else {
                    return self.values(&arguments, seq);
                };
                let mut pairs = Vec::new();
                for pair in &self.tree.nodes.map_pairs[literal.pairs] {
                    let name = self.expr(pair.key, seq);
                    let name = self.named(seq, name);
                    let is_class_side = selector == "classMethods:";
                    let method = self.built_method(receiver, pair.value, is_class_side, seq);
                    pairs.push((name, method));
                }
                let methods = self.named(seq, map(pairs));
                vec![methods]
            }
            _ => self.values(&arguments, seq),
        }
    }

    fn built_method(
        &mut self,
        receiver: &Core,
        body: ExprId,
        is_class_side: bool,
        seq: &mut Sequence,
    ) -> Core {
        let value = match self.tree.nodes.exprs[body] {
            Expr::Block(block) => {
                let make = match is_class_side && self.takes_self(&block) {
                    true => self.class_method(&block, seq),
                    false => {
                        let value = self.expr(body, seq);
                        let value = self.named(seq, value);
                        fun(vec![self.fresh("class")], value)
                    }
                };
                let make = self.named(seq, make);
                let said = said(self.tree, body, &block, is_class_side);
                let arguments = [receiver.clone(), make, Core::Literal(said)];
                call("beamtalk_class_definition", "literal", arguments, self.line_of(body))
            }
            _ => self.expr(body, seq),
        };
        self.named(seq, value)
    }

    fn takes_self(&self, block: &Block) -> bool {
        let parameters = &self.tree.nodes.block_parameters[block.parameters];
        parameters.first().is_some_and(|it| self.tree.name(it.name) == "self")
    }

    /// `fun (Class) -> fun (Self, …) -> … end end`
    fn class_method(&mut self, block: &Block, seq: &mut Sequence) -> Core {
        let statements = self.tree.list(block.body);
        let mut inner = Frame::new(Returns::Last);
        inner.places = self.frame.places.clone();
        let mut entered = Sequence::default();
        for (cell, snapshot) in self.captured_cells(block, seq) {
            entered.perform(call("beamtalk_cell", "enter", [var(cell), var(snapshot)], 0));
        }
        let class = self.fresh("class");
        let outer = std::mem::replace(&mut self.frame, inner);
        let outer_self = self.variables.self_variable.take();
        let had_self = std::mem::replace(&mut self.has_self, true);
        let had_token = std::mem::replace(&mut self.has_token, false);
        let was_built = std::mem::replace(&mut self.is_built, true);
        let mut parameters = Vec::new();
        let code = self.in_region(|body| {
            parameters = body.method_parameters(block, &class, &mut entered);
            body_code(body, statements, entered)
        });
        self.frame = outer;
        self.variables.self_variable = outer_self;
        self.has_self = had_self;
        self.has_token = had_token;
        self.is_built = was_built;
        let sent = sent_to_self(self.tree, statements);
        let code = match assigns_slots(self.tree, statements) {
            true => locked(code),
            false if sent.is_empty() => code,
            false => locked_if_writer(code, None, &sent),
        };
        fun(vec![class], fun(parameters, code))
    }

    /// The receiver is called `Self` as in every method.
    fn method_parameters(&mut self, block: &Block, class: &Name, seq: &mut Sequence) -> Vec<Name> {
        let parameters = &self.tree.nodes.block_parameters[block.parameters];
        let mut tokens = parameters.iter().map(|parameter| parameter.name);
        let receiver = tokens.next();
        let receiver_variable = receiver.and_then(|it| self.variables.introduced_by(it));
        let super_variable = receiver.and_then(|it| self.variables.super_of(it));
        let places = [(receiver_variable, Name::from("Self")), (super_variable, class.clone())];
        for (variable, name) in places {
            self.frame.places.extend(variable.map(|variable| (variable, Place::Value(name))));
        }
        let others = tokens.map(|token| self.block_parameter(token, seq));
        [Name::from("Self")].into_iter().chain(others).collect()
    }

    /// The class above which `super` begins, where only the running system knows it.
    pub(crate) fn class_of_super(&self, superior: ExprId) -> Option<Core> {
        let class = self.variables.of(superior)?;
        self.frame.places.contains_key(&class).then(|| self.read(class))
    }

    /// A super send in a method of a class that is made while the program runs.
    pub(crate) fn send_above(
        &self,
        class: Core,
        selector: Core,
        arguments: Core,
        line: Line,
    ) -> Core {
        let arguments = [class, atom("class"), selector, arguments, self.self_value()];
        call("beamtalk_dispatch", "send_above", arguments, line)
    }
}

/// What the text of a method says for the metadata of its class.
fn said(tree: &Tree, body: ExprId, block: &Block, is_class_side: bool) -> Literal {
    let source = binary(tree.expr_span(body).of(&tree.text));
    let writing = match is_class_side {
        true => writing_entries(tree, tree.list(block.body)),
        false => Vec::new(),
    };
    meta_map([("source", source)].into_iter().chain(writing))
}
