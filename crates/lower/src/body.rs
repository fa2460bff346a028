//! Bodies of methods and blocks: statements and expressions to Core Erlang.
//!
//! Control flow with literal blocks is compiled in place (`control.rs`), blocks
//! that are real become funs (`blocks.rs`), patterns become clauses
//! (`patterns.rs`). Every send may be dynamic; types only choose what is tried
//! first.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use syntax::tree::{Expr, ExprId, InterpolationPart, Literal, LiteralKind, Message, Send};
use syntax::{Tree, literal};

use crate::checks::Checks;
use crate::construct::{Construct, construct};
use crate::core_erlang::build::{atom, call, int, list, list_ending, map, string, var};
use crate::core_erlang::{self, Expr as Core, Line, Name};
use crate::fallback::Patience;
use crate::frame::{Frame, Returns};
use crate::limits::{INTEGER_DIGITS, is_symbol, refused};
use crate::operators::{instruction, is_equality};
use crate::receivers::Receivers;
use crate::sequence::Sequence;
use crate::variables::Variables;
use crate::writers::Writing;

/// What the class around a body offers to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) class: String,
    pub(crate) superclass: Super,
    pub(crate) is_class_side: bool,
    /// Slots of instances, inherited ones included.
    pub(crate) slots: HashSet<String>,
    /// Selectors that this class itself defines on this side.
    pub(crate) own_selectors: HashSet<String>,
    /// Those of them whose methods send them to `self` again.
    pub(crate) recursive: HashSet<String>,
    /// What those of a class side are to the variables of the class.
    pub(crate) writing: HashMap<String, Writing>,
    /// Whether `self` is known to be of this very class.
    pub(crate) is_exact: bool,
    pub(crate) receivers: Arc<Receivers>,
    /// Whether `self` is an actor.
    pub(crate) is_actor: bool,
    /// The Erlang module that methods of this class delegate to.
    pub(crate) native: Option<String>,
    /// Whether `self` is a value.
    pub(crate) is_value: bool,
    /// Whether `self.slot := value` makes another value of `self`, as tests may.
    pub(crate) changes_self: bool,
    /// What values are said to be, where the code is to ask whether they are.
    pub(crate) checks: Option<Arc<Checks>>,
}

/// Where `super` begins to look.
#[derive(Clone, Debug, Default)]
pub(crate) enum Super {
    Module(String),
    /// Of a class that only the running system knows.
    OfClass(String),
    #[default]
    None,
}

/// Builds the code of one method, its blocks included.
pub(crate) struct Body<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) around: &'a Surroundings,
    pub(crate) variables: Variables,
    pub(crate) frame: Frame,
    pub(crate) lines: &'a syntax::LineIndex,
    /// Of the method.
    pub(crate) selector: String,
    /// How many lines of the file stand before the text of the tree.
    pub(crate) first_line: Line,
    /// Outside methods there is no `self`; whoever names it there is told so
    /// before lowering.
    pub(crate) has_self: bool,
    /// Whether this is a class method of a class that is made while the program runs.
    pub(crate) is_built: bool,
    /// Whether `Token` is bound, which blocks return by.
    pub(crate) has_token: bool,
    /// Whether `Sound` is bound, which says that the arguments are as declared.
    pub(crate) has_sound: bool,
    /// Whether the function being built makes cells.
    pub(crate) makes_cells: bool,
    /// Blocks as functions of their own, for receivers that control flow is not
    /// compiled for.
    pub(crate) patient: Patience,
    fresh: u32,
}

/// How much of a variable's name is seen in that of its Core variable.
const MOST_OF_A_NAME: usize = 40;

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
        let frame = Frame::new(Returns::Last);
        Body {
            tree,
            around,
            variables,
            frame,
            lines,
            selector: String::new(),
            first_line: 0,
            has_self: true,
            is_built: false,
            has_token: false,
            has_sound: false,
            makes_cells: false,
            patient: Patience::default(),
            fresh: 0,
        }
    }

    /// A Core variable that nothing else is called.
    pub(crate) fn fresh(&mut self, hint: &str) -> Name {
        self.fresh += 1;
        let hint = hint.get(..MOST_OF_A_NAME).unwrap_or(hint);
        format!("V{}_{hint}", self.fresh).into()
    }

    pub(crate) fn line_of(&self, expr: ExprId) -> Line {
        self.line_at(self.tree.expr_span(expr).start)
    }

    pub(crate) fn line_at(&self, offset: u32) -> Line {
        self.first_line + self.lines.line(offset) + 1
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
            _ => {
                let value = self.atom(inner, seq);
                Some(self.asked(inner, value, seq))
            }
        };
        for link in links.iter().rev() {
            let value = match self.tree.nodes.exprs[*link] {
                Expr::Send(send) => self.send(*link, &send, receiver.take(), seq),
                Expr::Field(field) => self.slot(receiver.take(), field.name, seq),
                _ => nil(),
            };
            receiver = Some(self.asked(*link, value, seq));
        }
        receiver.unwrap_or_else(nil)
    }

    /// What a send compiles to in place, if it does.
    pub(crate) fn construct(&self, send: &Send) -> Option<Construct> {
        if self.patient.is_on { None } else { construct(self.tree, send) }
    }

    fn takes_receiver_in_place(&self, send: &Send) -> bool {
        if send.is_cast {
            return false;
        }
        self.protected(send).is_some()
            || self.construct(send).is_some_and(|it| it.blocks().any(|it| it == send.receiver))
    }

    fn send(
        &mut self,
        id: ExprId,
        send: &Send,
        receiver: Option<Core>,
        seq: &mut Sequence,
    ) -> Core {
        if send.is_cast {
            let receiver = receiver.map_or_else(nil, |receiver| self.named(seq, receiver));
            return self.cast(receiver, &send.message, seq);
        }
        if let Some(construct) = self.construct(send) {
            return self.control(id, send, construct, receiver, seq);
        }
        if let Some((body, guard)) = self.protected(send) {
            return self.protect(&body, guard, seq);
        }
        let receiver = receiver.map_or_else(nil, |receiver| self.named(seq, receiver));
        let line = self.message_line(&send.message);
        self.message(receiver, send.receiver, &send.message, line, seq)
    }

    /// Whether the source shows that a value is a character, which is an integer when
    /// the program runs.
    fn is_character(&self, expr: ExprId) -> bool {
        let tree = self.tree;
        let mut next = expr;
        loop {
            match tree.nodes.exprs[next] {
                Expr::Paren(inner) => next = inner,
                Expr::Literal(literal) => return literal.kind == LiteralKind::Character,
                Expr::Send(Send { receiver, message, .. }) => match &*tree.selector(&message) {
                    "uppercase" | "lowercase" => next = receiver,
                    "value:" => {
                        return matches!(tree.nodes.exprs[receiver], Expr::ClassReference(class)
                            if tree.text_of(class.name) == "Character");
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
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

    /// Whether it is the receiver of the method around, which a parameter of a block
    /// may hide.
    pub(crate) fn is_self(&self, expr: ExprId) -> bool {
        let is_hidden = self.variables.of(expr) != self.variables.self_variable;
        matches!(self.tree.nodes.exprs[expr], Expr::Identifier(name)
            if self.tree.text_of(name) == "self" && !is_hidden)
    }

    /// Whether `self.x` is a variable of a class.
    pub(crate) fn is_class_side(&self) -> bool {
        self.around.is_class_side || self.is_built
    }

    /// A message to a value that has a name; `shown` is what stands for it in the text.
    fn message(
        &mut self,
        receiver: Core,
        shown: ExprId,
        message: &Message,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let arguments = self.argument_values(&receiver, message, seq);
        let receiver = if self.is_self(shown) { self.receiver() } else { receiver };
        let selector = self.tree.selector(message);
        if let Expr::Super(_) = self.tree.nodes.exprs[shown] {
            return self.super_send(shown, &selector, arguments, line, seq);
        }
        let is_self = self.is_self(shown);
        if self.is_character(shown) && !is_equality(&selector) {
            return character_send(receiver, &selector, arguments, line);
        }
        match (message, arguments.as_slice(), instruction(&selector)) {
            (Message::Binary(..), [argument], _) => {
                self.operator(receiver, &selector, argument.clone(), line)
            }
            _ if self.patient.is_on => dynamic_send(receiver, &selector, arguments, line),
            _ if is_self && self.around.own_selectors.contains(&selector) => {
                self.own_send(receiver, &selector, arguments, line)
            }
            (Message::Keyword(_), [argument], Some(instruction)) => {
                self.arithmetic(receiver, (&selector, instruction), argument.clone(), line)
            }
            _ => self.guessed_send(receiver, &selector, arguments, line),
        }
    }

    /// A message that nobody waits for.
    fn cast(&mut self, receiver: Core, message: &Message, seq: &mut Sequence) -> Core {
        let line = self.message_line(message);
        let arguments = self.values(&self.tree.arguments(message), seq);
        match &*self.tree.selector(message) {
            selector if is_symbol(selector) => {
                let arguments = [receiver, atom(selector), list(arguments)];
                call("beamtalk_actor_call", "cast", arguments, line)
            }
            _ => refused(line),
        }
    }

    fn super_send(
        &mut self,
        superior: ExprId,
        selector: &str,
        arguments: Vec<Core>,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        if !is_symbol(selector) {
            return refused(line);
        }
        let selector = atom(selector);
        if let Some(class) = self.class_of_super(superior) {
            return self.send_above(class, selector, list(arguments), line);
        }
        let function = match self.around.is_class_side {
            true => "super_class_send",
            false => "super_send",
        };
        let module = match &self.around.superclass {
            Super::Module(module) => atom(module),
            Super::OfClass(class) => {
                let ask = |what, name| call("beamtalk_class_registry", what, [name], line);
                let superclass = self.named(seq, ask("superclass_of", atom(class)));
                self.named(seq, ask("module_of", superclass))
            }
            Super::None => atom("none"),
        };
        let arguments = [module, selector, list(arguments), self.receiver()];
        call("beamtalk_dispatch", function, arguments, line)
    }

    /// `self` as this method sees it, with the slots that it has set.
    pub(crate) fn self_value(&self) -> Core {
        match self.variables.self_variable {
            Some(variable) => self.read(variable),
            None => self.receiver(),
        }
    }

    /// `self` as other methods see it: the object that the message was sent to.
    pub(crate) fn receiver(&self) -> Core {
        if self.has_self { var("Self") } else { nil() }
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
                match self.around.receivers.class_object(name).filter(|_| class.package.is_none()) {
                    Some(object) => Core::Literal(object),
                    None => {
                        let line = self.line_of(id);
                        call("beamtalk_class_registry", "class_object", [atom(name)], line)
                    }
                }
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
            Expr::Block(_) if self.patient.has_function(id) => self.patient_block(id, seq),
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
            Expr::Primitive(primitive) => self.primitive(primitive, self.line_of(id), seq),
            Expr::Spread(_) | Expr::Error => nil(),
        }
    }

    pub(crate) fn values(&mut self, elements: &[ExprId], seq: &mut Sequence) -> Vec<Core> {
        elements
            .iter()
            .map(|element| {
                let value = self.expr(*element, seq);
                self.named(seq, value)
            })
            .collect()
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
        let (shown, first) = match tree.nodes.exprs[cascade.first] {
            Expr::Send(send) => (send.receiver, Some(send.message)),
            _ => (cascade.first, None),
        };
        let receiver = self.expr(shown, seq);
        let receiver = self.named(seq, receiver);
        let mut value = receiver.clone();
        for message in first.iter().chain(&tree.nodes.messages[cascade.messages]) {
            let sent = self.message(receiver.clone(), shown, message, line, seq);
            value = self.named(seq, sent);
        }
        value
    }
}

pub(crate) fn nil() -> Core {
    atom("nil")
}

/// A message to what the text shows to be a character: nothing but the text tells it
/// from an integer, so its class is not asked for when the program runs.
fn character_send(receiver: Core, selector: &str, arguments: Vec<Core>, line: Line) -> Core {
    match (selector, is_symbol(selector)) {
        ("class", _) => call("beamtalk_class_registry", "class_object", [atom("Character")], line),
        (_, true) => {
            let arguments = [atom(selector), list(arguments), receiver];
            call("bt@stdlib@character", "dispatch", arguments, line)
        }
        (_, false) => refused(line),
    }
}

/// A send that looks the method up.
pub(crate) fn dynamic_send(
    receiver: Core,
    selector: &str,
    arguments: Vec<Core>,
    line: Line,
) -> Core {
    match is_symbol(selector) {
        true => {
            call("beamtalk_dispatch", "send", [receiver, atom(selector), list(arguments)], line)
        }
        false => refused(line),
    }
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
        LiteralKind::Integer if text.len() > INTEGER_DIGITS => refused(0),
        LiteralKind::Integer => integer(&literal::decimal(text), it.is_negated),
        LiteralKind::Float => {
            let value = literal::float_value(text).unwrap_or(0.0);
            let value = if it.is_negated { -value } else { value };
            Core::Literal(core_erlang::Literal::Float(value))
        }
        LiteralKind::String => string(&literal::string_value(text)),
        LiteralKind::Symbol => match &*literal::symbol_value(text) {
            symbol if is_symbol(symbol) => atom(symbol),
            _ => refused(0),
        },
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
