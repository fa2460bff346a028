//! Bodies of methods and blocks: statements and expressions to Core Erlang.
//!
//! Control flow with literal blocks is compiled in place (`control.rs`), blocks
//! that are real become funs (`blocks.rs`), patterns become clauses
//! (`patterns.rs`). Every send may be dynamic; types only choose what is tried
//! first.

use std::collections::HashSet;

use syntax::tree::{Expr, ExprId, InterpolationPart, Literal, LiteralKind, Message, Send};
use syntax::{TokenId, Tree, literal};

use crate::construct::construct;
use crate::core_erlang::build::{
    always, atom, call, case, clause, int, list, list_ending, map, pattern_map, pattern_var,
    string, var,
};
use crate::core_erlang::{self, Expr as Core, Line, Name};
use crate::frame::{Frame, Place, Returns};
use crate::sequence::Sequence;
use crate::variables::{Storage, VariableId, Variables};

/// What the class around a body offers to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) class: String,
    pub(crate) superclass_module: Option<String>,
    pub(crate) is_class_side: bool,
    /// Slots of instances, inherited ones included.
    pub(crate) slots: HashSet<String>,
    /// Selectors that this class itself defines on this side.
    pub(crate) own_selectors: HashSet<String>,
}

/// Builds the code of one method, its blocks included.
pub(crate) struct Body<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) around: &'a Surroundings,
    pub(crate) variables: Variables,
    pub(crate) frame: Frame,
    pub(crate) lines: &'a syntax::LineIndex,
    fresh: u32,
}

/// How statements end.
#[derive(Debug)]
pub(crate) enum Flow {
    /// With a value, and what follows goes on.
    Value(Core),
    /// By leaving the method with this as its last value.
    Returned(Core),
}

impl<'a> Body<'a> {
    pub(crate) fn new(
        tree: &'a Tree,
        around: &'a Surroundings,
        lines: &'a syntax::LineIndex,
        variables: Variables,
    ) -> Self {
        Body { tree, around, variables, frame: Frame::new(Returns::Last), lines, fresh: 0 }
    }

    /// A Core variable that nothing else is called.
    pub(crate) fn fresh(&mut self, hint: &str) -> Name {
        self.fresh += 1;
        format!("V{}_{hint}", self.fresh).into()
    }

    pub(crate) fn line_of(&self, expr: ExprId) -> Line {
        self.line_at(self.tree.expr_span(expr).start)
    }

    pub(crate) fn line_at(&self, offset: u32) -> Line {
        self.lines.line(offset) + 1
    }

    /// Gives a value a name, unless it has one or needs none.
    pub(crate) fn named(&mut self, seq: &mut Sequence, value: Core) -> Core {
        match value {
            Core::Variable(_) | Core::Literal(_) => value,
            _ => {
                let name = self.fresh("");
                seq.bind(vec![name.clone()], value);
                Core::Variable(name)
            }
        }
    }

    /// Statements; the value is that of the last one.
    pub(crate) fn statements(&mut self, statements: &[ExprId], seq: &mut Sequence) -> Flow {
        let Some((last, before)) = statements.split_last() else { return Flow::Value(nil()) };
        for statement in before {
            match self.statement(*statement, seq) {
                Flow::Value(Core::Variable(_) | Core::Literal(_)) => {}
                Flow::Value(effect) => seq.perform(effect),
                returned @ Flow::Returned(_) => return returned,
            }
        }
        self.statement(*last, seq)
    }

    fn statement(&mut self, statement: ExprId, seq: &mut Sequence) -> Flow {
        match self.tree.nodes.exprs[statement] {
            Expr::Return(value) => {
                let value = self.expr(value, seq);
                self.leave(value, seq)
            }
            _ => Flow::Value(self.expr(statement, seq)),
        }
    }

    /// `^value`
    pub(crate) fn leave(&mut self, value: Core, seq: &mut Sequence) -> Flow {
        match self.frame.returns.clone() {
            Returns::Last => Flow::Returned(value),
            Returns::Throw(token) => {
                let value = self.named(seq, value);
                let line = 0;
                Flow::Returned(call("beamtalk_return", "leave", [var(token), value], line))
            }
        }
    }

    /// The value of an expression; what must happen before is in `seq`.
    pub(crate) fn expr(&mut self, id: ExprId, seq: &mut Sequence) -> Core {
        let (links, inner) = self.tree.spine(id);
        // Innermost first; a receiver that is compiled in place has no value.
        let mut receiver = match links.last().map(|link| self.tree.nodes.exprs[*link]) {
            Some(Expr::Send(send)) if self.takes_receiver_in_place(&send) => None,
            _ => Some(self.atom(inner, seq)),
        };
        for link in links.iter().rev() {
            let value = match self.tree.nodes.exprs[*link] {
                Expr::Send(send) => self.send(*link, &send, receiver.take(), seq),
                Expr::Field(field) => self.slot(receiver.take(), field.name, seq),
                _ => nil(),
            };
            receiver = Some(value);
        }
        receiver.unwrap_or_else(nil)
    }

    fn takes_receiver_in_place(&self, send: &Send) -> bool {
        construct(self.tree, send).is_some_and(|it| it.blocks().any(|it| it == send.receiver))
    }

    fn send(
        &mut self,
        id: ExprId,
        send: &Send,
        receiver: Option<Core>,
        seq: &mut Sequence,
    ) -> Core {
        if let Some(construct) = construct(self.tree, send) {
            return self.control(id, construct, receiver, seq);
        }
        let receiver = receiver.map_or_else(nil, |receiver| self.named(seq, receiver));
        let line = self.message_line(&send.message);
        if let Expr::Super(_) = self.tree.nodes.exprs[send.receiver] {
            return self.super_send(&send.message, line, seq);
        }
        let is_self = self.is_self(send.receiver);
        self.message(receiver, is_self, &send.message, line, seq)
    }

    fn message_line(&self, message: &Message) -> Line {
        let token = match *message {
            Message::Unary(selector) | Message::Binary(selector, _) => Some(selector),
            Message::Keyword(parts) => {
                self.tree.nodes.keyword_parts[parts].first().map(|part| part.keyword)
            }
        };
        token.map_or(0, |token| self.line_at(self.tree.tokens.get(token).span().start))
    }

    pub(crate) fn is_self(&self, expr: ExprId) -> bool {
        matches!(self.tree.nodes.exprs[expr], Expr::Identifier(name)
            if self.tree.text_of(name) == "self")
    }

    /// A message to a value that has a name.
    fn message(
        &mut self,
        receiver: Core,
        is_self: bool,
        message: &Message,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let arguments = self.values(&self.tree.arguments(message), seq);
        let selector = self.tree.selector(message);
        match (message, arguments.as_slice()) {
            (Message::Binary(..), [argument]) => {
                self.operator(receiver, &selector, argument.clone(), line)
            }
            _ if is_self && self.around.own_selectors.contains(&selector) => {
                self.own_send(receiver, &selector, arguments, line)
            }
            _ => dynamic_send(receiver, &selector, arguments, line),
        }
    }

    fn super_send(&mut self, message: &Message, line: Line, seq: &mut Sequence) -> Core {
        let arguments = self.values(&self.tree.arguments(message), seq);
        let selector = atom(&self.tree.selector(message));
        let function = match self.around.is_class_side {
            true => "super_class_send",
            false => "super_send",
        };
        let module = match &self.around.superclass_module {
            Some(module) => atom(module),
            None => atom("none"),
        };
        let arguments = [module, selector, list(arguments), self.self_value()];
        call("beamtalk_dispatch", function, arguments, line)
    }

    pub(crate) fn self_value(&self) -> Core {
        var("Self")
    }

    /// Anything but a send or a field access.
    fn atom(&mut self, id: ExprId, seq: &mut Sequence) -> Core {
        let tree = self.tree;
        match tree.nodes.exprs[id] {
            Expr::Send(_) | Expr::Field(_) => self.expr(id, seq),
            Expr::Literal(literal) => literal_value(tree, literal),
            Expr::Identifier(name) => self.identifier(id, name, seq),
            Expr::ClassReference(class) => {
                let name = tree.text_of(class.name);
                call("beamtalk_class_registry", "class_object", [atom(name)], self.line_of(id))
            }
            Expr::Super(_) => self.self_value(),
            Expr::Paren(inner) => self.expr(inner, seq),
            Expr::Interpolation(interpolation) => {
                let parts = &tree.nodes.interpolation_parts[interpolation.parts];
                self.interpolation(parts, self.line_of(id), seq)
            }
            Expr::Assignment(assignment) => {
                self.make_cell(assignment.target, seq);
                let value = self.expr(assignment.value, seq);
                let value = self.named(seq, value);
                self.assign(assignment.target, value, seq)
            }
            Expr::Destructuring(destructuring) => {
                let value = self.expr(destructuring.value, seq);
                let value = self.named(seq, value);
                self.destructure(destructuring.pattern, value, self.line_of(id), seq)
            }
            Expr::Cascade(cascade) => self.cascade(&cascade, self.line_of(id), seq),
            Expr::Block(block) => self.block(&block, seq),
            Expr::List(elements) => {
                let tail = elements.tail;
                let elements = self.values(tree.list(elements.elements), seq);
                let tail = tail.map(|tail| {
                    let value = self.expr(tail, seq);
                    self.named(seq, value)
                });
                let tail = tail.unwrap_or(Core::Literal(core_erlang::Literal::Nil));
                list_ending(elements, tail)
            }
            Expr::Array(array) => array_of(self.values(tree.list(array.elements), seq)),
            Expr::Map(literal) => {
                let mut pairs = Vec::new();
                for pair in &tree.nodes.map_pairs[literal.pairs] {
                    let key = self.expr(pair.key, seq);
                    let key = self.named(seq, key);
                    let value = self.expr(pair.value, seq);
                    let value = self.named(seq, value);
                    pairs.push((key, value));
                }
                map(pairs)
            }
            Expr::Match(matching) => self.matching(id, &matching, seq),
            // Only statements return; parentheses may hold one.
            Expr::Return(value) => {
                let value = self.expr(value, seq);
                self.return_inside(value, seq)
            }
            Expr::Expect(_) => nil(),
            Expr::Primitive(_) | Expr::Spread(_) | Expr::Error => nil(),
        }
    }

    fn values(&mut self, elements: &[ExprId], seq: &mut Sequence) -> Vec<Core> {
        elements
            .iter()
            .map(|element| {
                let value = self.expr(*element, seq);
                self.named(seq, value)
            })
            .collect()
    }

    /// A variable, `self`, `nil`, `true`, `false`, a slot, or a name that only
    /// the running system knows.
    fn identifier(&mut self, id: ExprId, name: TokenId, seq: &mut Sequence) -> Core {
        if let Some(variable) = self.variables.of(id) {
            return self.read(variable);
        }
        match self.tree.text_of(name) {
            "self" => self.self_value(),
            word @ ("nil" | "true" | "false") => atom(word),
            word if self.around.slots.contains(word) => {
                self.slot(Some(self.self_value()), name, seq)
            }
            word => call("beamtalk_globals", "get", [atom(word)], self.line_of(id)),
        }
    }

    pub(crate) fn read(&self, variable: VariableId) -> Core {
        match self.frame.places.get(&variable) {
            Some(Place::Value(name)) => var(name.clone()),
            Some(Place::Cell(cell)) => call("beamtalk_cell", "get", [var(cell.clone())], 0),
            None => nil(),
        }
    }

    /// Gives a variable a value that has a name.
    pub(crate) fn write(&mut self, variable: VariableId, value: Core, seq: &mut Sequence) {
        match self.frame.places.get(&variable) {
            Some(Place::Cell(cell)) => {
                let arguments = [var(cell.clone()), value];
                seq.perform(call("beamtalk_cell", "put", arguments, 0));
            }
            _ if self.variables.storage(variable) == Storage::Cell => {
                let cell = self.fresh("cell");
                seq.bind(vec![cell.clone()], call("beamtalk_cell", "new", [value], 0));
                self.frame.places.insert(variable, Place::Cell(cell));
            }
            _ => {
                let hint = self.variables.all.get(variable.0 as usize);
                let hint = hint.map_or(String::new(), |it| it.name.clone());
                let name = self.fresh(&hint);
                seq.bind(vec![name.clone()], value);
                self.frame.places.insert(variable, Place::Value(name));
            }
        }
    }

    /// Whether statements of a class method assign variables of the class, in
    /// blocks too.
    pub(crate) fn writes_class_variables(&self, statements: &[ExprId]) -> bool {
        let mut pending = statements.to_vec();
        while let Some(next) = pending.pop() {
            if let Expr::Assignment(assignment) = self.tree.nodes.exprs[next]
                && matches!(self.tree.nodes.exprs[assignment.target], Expr::Field(_))
            {
                return self.around.is_class_side;
            }
            self.tree.children(next, |child| pending.push(child));
        }
        false
    }

    /// A block may capture the variable it is about to be assigned to.
    fn make_cell(&mut self, target: ExprId, seq: &mut Sequence) {
        if let Some(variable) = self.variables.of(target)
            && self.variables.storage(variable) == Storage::Cell
            && !self.frame.places.contains_key(&variable)
        {
            self.write(variable, nil(), seq);
        }
    }

    fn assign(&mut self, target: ExprId, value: Core, seq: &mut Sequence) -> Core {
        if let Some(variable) = self.variables.of(target) {
            self.write(variable, value.clone(), seq);
            return value;
        }
        if let Expr::Field(field) = self.tree.nodes.exprs[target] {
            let slot = atom(self.tree.text_of(field.name));
            let line = self.line_of(target);
            let module = match self.around.is_class_side {
                true => "beamtalk_class_variables",
                false => "beamtalk_slots",
            };
            let arguments = [self.self_value(), slot, value.clone()];
            seq.perform(call(module, "put", arguments, line));
        }
        value
    }

    /// `receiver.name`: in place where the receiver is a map that has it. Of a
    /// class, its variable.
    fn slot(&mut self, receiver: Option<Core>, name: TokenId, seq: &mut Sequence) -> Core {
        let receiver = receiver.map_or_else(nil, |receiver| self.named(seq, receiver));
        let line = self.line_at(self.tree.tokens.get(name).span().start);
        let slot = atom(self.tree.text_of(name));
        if self.around.is_class_side {
            return call("beamtalk_class_variables", "get", [receiver, slot], line);
        }
        let value = self.fresh("slot");
        let has = pattern_map(vec![(slot.clone(), pattern_var(value.clone()))]);
        let other = call("beamtalk_slots", "get", [receiver.clone(), slot], line);
        case(
            receiver,
            vec![clause([has], always(), var(value)), clause([pattern_var("_")], always(), other)],
        )
    }

    fn interpolation(
        &mut self,
        parts: &[InterpolationPart],
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let mut pieces = Vec::new();
        for part in parts {
            match *part {
                InterpolationPart::Text(token) => {
                    let text = literal::string_value(self.tree.text_of(token));
                    if !text.is_empty() {
                        pieces.push(string(&text));
                    }
                }
                InterpolationPart::Hole(hole) => {
                    let value = self.expr(hole, seq);
                    let value = self.named(seq, value);
                    let shown = call("beamtalk_printing", "display", [value], line);
                    pieces.push(self.named(seq, shown));
                }
            }
        }
        call("erlang", "iolist_to_binary", [list(pieces)], line)
    }

    fn cascade(&mut self, cascade: &syntax::tree::Cascade, line: Line, seq: &mut Sequence) -> Core {
        let tree = self.tree;
        // The receiver of the outermost message gets all of them.
        let (receiver, is_self, first) = match tree.nodes.exprs[cascade.first] {
            Expr::Send(send) => {
                let receiver = self.expr(send.receiver, seq);
                (self.named(seq, receiver), self.is_self(send.receiver), Some(send.message))
            }
            _ => {
                let receiver = self.expr(cascade.first, seq);
                (self.named(seq, receiver), self.is_self(cascade.first), None)
            }
        };
        let mut value = receiver.clone();
        for message in first.iter().chain(&tree.nodes.messages[cascade.messages]) {
            let sent = self.message(receiver.clone(), is_self, message, line, seq);
            value = self.named(seq, sent);
        }
        value
    }
}

pub(crate) fn nil() -> Core {
    atom("nil")
}

/// A send that looks the method up.
pub(crate) fn dynamic_send(
    receiver: Core,
    selector: &str,
    arguments: Vec<Core>,
    line: Line,
) -> Core {
    call("beamtalk_dispatch", "send", [receiver, atom(selector), list(arguments)], line)
}

/// `#{'$beamtalk_class' => 'Array', data => #{0 => …}}`
pub(crate) fn array_of(elements: Vec<Core>) -> Core {
    let data = elements.into_iter().enumerate();
    let data = map(data.map(|(index, it)| (int(index as i64), it)).collect());
    map(vec![(atom("$beamtalk_class"), atom("Array")), (atom("data"), data)])
}

pub(crate) fn literal_value(tree: &Tree, it: Literal) -> Core {
    let text = tree.text_of(it.token);
    match it.kind {
        LiteralKind::Integer => integer(&literal::decimal(text), it.is_negated),
        LiteralKind::Float => {
            let value = literal::float_value(text).unwrap_or(0.0);
            let value = if it.is_negated { -value } else { value };
            Core::Literal(core_erlang::Literal::Float(value))
        }
        LiteralKind::String => string(&literal::string_value(text)),
        LiteralKind::Symbol => atom(&literal::symbol_value(text)),
        LiteralKind::Character => {
            int(literal::character_value(text).map_or(0, |it| i64::from(u32::from(it))))
        }
    }
}

fn integer(digits: &str, is_negated: bool) -> Core {
    let digits = if is_negated { format!("-{digits}") } else { digits.to_owned() };
    match digits.parse::<i64>() {
        Ok(value) => int(value),
        Err(_) => Core::Literal(core_erlang::Literal::BigInteger(digits.into())),
    }
}
