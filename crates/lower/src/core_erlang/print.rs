//! Core Erlang's text, as OTP's scanner and parser read it.
//!
//! In goes a module, out comes text in UTF-8; the scanner takes its bytes. What is
//! still to be printed stands on a stack of our own, so code of any depth prints.

use std::fmt::Write;

use super::layout::Layout;
use super::name::{Wildcards, quoted, variable};
use super::{
    BYTES_TO_A_SEGMENT, Clause, Expr, Function, FunctionName, Line, Literal, MapOp, Module, Name,
    Pattern, Segment,
};

use Step::{Break, Close, NewLine, Open, Text};

/// The text of a module.
pub fn print(module: &Module) -> String {
    let mut printer = Printer {
        file: &module.file,
        layout: Layout::default(),
        wildcards: Wildcards::default(),
        pending: Vec::new(),
        plan: Vec::new(),
    };
    printer.module(module);
    printer.run();
    printer.layout.finish()
}

struct Printer<'a> {
    file: &'a str,
    layout: Layout,
    wildcards: Wildcards,
    /// What is still to be printed, the next at the end.
    pending: Vec<Step<'a>>,
    /// What the present step consists of, in order.
    plan: Vec<Step<'a>>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Text(&'static str),
    /// A group, indented; see [`Layout`].
    Open(usize),
    Close,
    Break(&'static str),
    NewLine,
    Comma,
    Atom(&'a str),
    /// A variable where it is bound.
    Binding(&'a str),
    FunctionName(&'a FunctionName),
    Expr(&'a Expr),
    Pattern(&'a Pattern),
    /// Of a map in a pattern.
    Key(&'a Expr),
    Literal(&'a Literal, Role),
    /// What follows an element of a list.
    ExprTail(&'a Expr),
    PatternTail(&'a Pattern),
    LiteralTail(&'a Literal, Role),
    Clause(&'a Clause),
    /// One of the module, or one within another function.
    Definition(&'a Function),
    LocalDefinition(&'a Function),
    /// What follows the size of a segment.
    Specifiers(Option<u16>, &'a str, &'a [Name]),
    /// What ends an expression that is at a line.
    Location(Line),
}

/// What a constant is there for.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Value,
    Pattern,
    /// In a pattern of a map.
    Key,
}

impl<'a> Printer<'a> {
    fn run(&mut self) {
        loop {
            self.pending.extend(self.plan.drain(..).rev());
            match self.pending.pop() {
                Some(step) => self.step(step),
                None => return,
            }
        }
    }

    fn step(&mut self, step: Step<'a>) {
        match step {
            Text(text) => self.text(text),
            Open(indent) => self.layout.open(indent),
            Close => self.layout.close(),
            Break(otherwise) => self.layout.may_break(otherwise),
            NewLine => self.layout.new_line(),
            Step::Comma => {
                self.text(",");
                self.layout.may_break(" ");
            }
            Step::Atom(name) => self.layout.text(|out| quoted(name, '\'', out)),
            Step::Binding(name) => {
                let name = self.wildcards.bound(name);
                self.text(&name);
            }
            Step::FunctionName(name) => self.layout.text(|out| {
                quoted(&name.name, '\'', out);
                put(out, format_args!("/{}", name.arity));
            }),
            Step::Expr(expr) => self.expr(expr),
            Step::Pattern(pattern) => self.pattern(pattern),
            Step::Key(key) => self.key(key),
            Step::Literal(literal, role) => self.literal(literal, role),
            Step::ExprTail(tail) => self.expr_tail(tail),
            Step::PatternTail(tail) => self.pattern_tail(tail),
            Step::LiteralTail(tail, role) => self.literal_tail(tail, role),
            Step::Clause(clause) => self.clause(clause),
            Step::Definition(function) => {
                self.wildcards = Wildcards::default();
                self.definition(function);
            }
            Step::LocalDefinition(function) => self.definition(function),
            Step::Specifiers(unit, kind, flags) => self.specifiers(unit, kind, flags),
            Step::Location(line) => self.location(line),
        }
    }

    fn text(&mut self, text: &str) {
        self.layout.text(|out| out.push_str(text));
    }

    fn plan(&mut self, steps: impl IntoIterator<Item = Step<'a>>) {
        self.plan.extend(steps);
    }

    // Modules and functions.

    fn module(&mut self, module: &'a Module) {
        self.plan([Text("module "), Step::Atom(&module.name)]);
        self.sequence(" [", module.exports.iter().map(Step::FunctionName), "]");
        self.plan([Open(4), NewLine]);
        let attributes = module.attributes.iter();
        let attributes = attributes
            .map(|(name, value)| (Step::Atom(name), " = ", Step::Literal(value, Role::Value)));
        self.pairs("attributes [", attributes, None, "]");
        self.plan([Close]);
        for function in &module.functions {
            self.plan([NewLine, NewLine, Step::Definition(function)]);
        }
        self.plan([NewLine, NewLine, Text("end"), NewLine]);
    }

    fn definition(&mut self, function: &'a Function) {
        self.plan([Open(4), Step::FunctionName(&function.name), Text(" ="), Break(" ")]);
        self.located(function.line, |it| it.fun(&function.parameters, &function.body));
        self.plan([Close]);
    }

    fn fun(&mut self, parameters: &'a [Name], body: &'a Expr) {
        self.bindings("fun (", parameters, ") ->");
        self.plan([Open(4), Break(" "), Step::Expr(body), Close]);
    }

    fn bindings(&mut self, open: &'static str, names: &'a [Name], close: &'static str) {
        self.plan([Text(open)]);
        for (index, name) in names.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            self.plan([Text(comma), Step::Binding(name)]);
        }
        self.plan([Text(close)]);
    }

    /// What is planned meanwhile, at a line if there is one.
    fn located(&mut self, line: Line, plan: impl FnOnce(&mut Self)) {
        if line == 0 || self.file.is_empty() {
            return plan(self);
        }
        self.plan([Open(2), Text("( ")]);
        plan(self);
        self.plan([Break(" "), Step::Location(line), Close]);
    }

    fn location(&mut self, line: Line) {
        let file = self.file;
        self.layout.text(|out| {
            put(out, format_args!("-| [{line}, {{'file', "));
            match file.is_ascii() {
                true => quoted(file, '"', out),
                // The scanner would take a string's bytes for characters.
                false => {
                    let characters: Vec<u32> = file.chars().map(u32::from).collect();
                    put(out, format_args!("{characters:?}"));
                }
            }
            out.push_str("}] )");
        });
    }

    // Expressions.

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Variable(name) => self.text(&variable(name)),
            Expr::Literal(literal) => self.literal(literal, Role::Value),
            Expr::Cons(head, tail) => self.list(Step::Expr(head), Step::ExprTail(tail)),
            Expr::Tuple(elements) => self.sequence("{", elements.iter().map(Step::Expr), "}"),
            Expr::Map(map) => {
                let pairs = map.pairs.iter();
                let pairs =
                    pairs.map(|(op, key, it)| (Step::Expr(key), arrow(*op), Step::Expr(it)));
                self.pairs("~{", pairs, map.base.as_deref(), "}~");
            }
            Expr::Binary(segments) => {
                self.segments(segments.iter().map(|it| (Step::Expr(&it.value), it)));
            }
            Expr::Fun(fun) => self.fun(&fun.parameters, &fun.body),
            Expr::FunctionReference(name) => self.plan([Step::FunctionName(name)]),
            Expr::Apply(call) => self.located(call.line, |it| {
                it.plan([Text("apply "), Step::Expr(&call.function)]);
                it.sequence("(", call.arguments.iter().map(Step::Expr), ")");
            }),
            Expr::Call(call) => self.located(call.line, |it| {
                it.plan([Text("call "), Step::Expr(&call.module)]);
                it.plan([Text(":"), Step::Expr(&call.function)]);
                it.sequence("(", call.arguments.iter().map(Step::Expr), ")");
            }),
            Expr::PrimOp(call) => self.located(call.line, |it| {
                it.plan([Text("primop "), Step::Atom(&call.function)]);
                it.sequence("(", call.arguments.iter().map(Step::Expr), ")");
            }),
            Expr::Let(it) => {
                self.plan([Open(0), Open(4)]);
                self.bindings("let <", &it.variables, "> =");
                self.plan([Break(" "), Step::Expr(&it.value), Close]);
                self.plan([Break(" "), Text("in"), Close, NewLine, Step::Expr(&it.body)]);
            }
            Expr::Do(effect, then) => {
                self.plan([Text("do "), Open(3), Step::Expr(effect), Close]);
                self.plan([NewLine, Step::Expr(then)]);
            }
            Expr::Case(case) => {
                self.plan([Text("case "), Open(5), Step::Expr(&case.subject), Close, Text(" of")]);
                self.plan([Open(4)]);
                self.plan(case.clauses.iter().flat_map(|it| [NewLine, Step::Clause(it)]));
                self.plan([Close, NewLine, Text("end")]);
            }
            Expr::LetRec(it) => {
                self.plan([Text("letrec"), Open(4)]);
                self.plan(it.functions.iter().flat_map(|it| [NewLine, Step::LocalDefinition(it)]));
                self.plan([Close, NewLine, Text("in"), NewLine, Step::Expr(&it.body)]);
            }
            Expr::Try(it) => {
                self.plan([Text("try"), Open(4), NewLine, Step::Expr(&it.subject), Close, NewLine]);
                self.bindings("of <", &it.variables, "> ->");
                self.plan([Open(4), NewLine, Step::Expr(&it.body), Close, NewLine]);
                self.bindings("catch <", &it.caught, "> ->");
                self.plan([Open(4), NewLine, Step::Expr(&it.handler), Close]);
            }
            Expr::Values(values) => self.sequence("<", values.iter().map(Step::Expr), ">"),
        }
    }

    fn clause(&mut self, clause: &'a Clause) {
        self.plan([Open(4)]);
        self.sequence("<", clause.patterns.iter().map(Step::Pattern), "> when ");
        self.plan([Step::Expr(&clause.guard), Text(" ->"), Break(" ")]);
        self.plan([Step::Expr(&clause.body), Close]);
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::Variable(name) => self.plan([Step::Binding(name)]),
            Pattern::Literal(literal) => self.literal(literal, Role::Pattern),
            Pattern::Cons(head, tail) => self.list(Step::Pattern(head), Step::PatternTail(tail)),
            Pattern::Tuple(elements) => self.sequence("{", elements.iter().map(Step::Pattern), "}"),
            Pattern::Map(pairs) => {
                let pairs = pairs.iter();
                let pairs = pairs
                    .map(|(key, it)| (Step::Key(key), arrow(MapOp::Update), Step::Pattern(it)));
                self.pairs("~{", pairs, None, "}~");
            }
            Pattern::Binary(segments) => {
                self.segments(segments.iter().map(|it| (Step::Pattern(&it.value), it)));
            }
            Pattern::Alias(name, pattern) => {
                self.plan([Step::Binding(name), Text(" = "), Step::Pattern(pattern)]);
            }
        }
    }

    fn literal(&mut self, literal: &'a Literal, role: Role) {
        match literal {
            Literal::Integer(value) => self.layout.text(|out| put(out, format_args!("{value}"))),
            Literal::BigInteger(digits) => self.text(digits),
            Literal::Float(value) => self.text(&float(*value)),
            Literal::Atom(name) => self.plan([Step::Atom(name)]),
            Literal::Binary(bytes) => self.bytes(bytes, role),
            Literal::Nil => self.text("[]"),
            Literal::Cons(head, tail) => {
                self.list(Step::Literal(head, role), Step::LiteralTail(tail, role));
            }
            Literal::Tuple(elements) => {
                self.sequence("{", elements.iter().map(|it| Step::Literal(it, role)), "}");
            }
            Literal::Map(pairs) => {
                let (key_role, arrow) = match role {
                    Role::Value | Role::Key => (role, arrow(MapOp::Put)),
                    Role::Pattern => (Role::Key, arrow(MapOp::Update)),
                };
                let pairs = pairs.iter().map(|(key, value)| {
                    (Step::Literal(key, key_role), arrow, Step::Literal(value, role))
                });
                self.pairs("~{", pairs, None, "}~");
            }
        }
    }

    fn key(&mut self, key: &'a Expr) {
        match key {
            Expr::Literal(literal) => self.literal(literal, Role::Key),
            _ => self.expr(key),
        }
    }

    /// Many bytes to a segment, which is shorter than one by one, and the text they
    /// stand for where there is one. A key must be constant, and only what is written
    /// byte by byte is so to the parser.
    fn bytes(&mut self, bytes: &[u8], role: Role) {
        let bytes_to_a_segment = if role == Role::Key { 1 } else { BYTES_TO_A_SEGMENT };
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty());
        if text.is_some() {
            self.layout.open(2);
            self.text("( ");
        }
        self.text("#{");
        self.layout.open(4);
        self.layout.may_break("");
        for (index, chunk) in bytes.chunks(bytes_to_a_segment).enumerate() {
            if index > 0 {
                self.text(",");
                self.layout.may_break(" ");
            }
            self.layout.text(|out| {
                out.push_str("#<16#");
                chunk.iter().for_each(|byte| put(out, format_args!("{byte:02x}")));
                let bits = chunk.len() * 8;
                put(out, format_args!(">({bits},1,'integer',['unsigned','big'])"));
            });
        }
        self.layout.close();
        self.text("}#");
        if let Some(text) = text {
            self.layout.may_break(" ");
            self.layout.text(|out| {
                out.push_str("-| [");
                quoted(text, '"', out);
                out.push_str("] )");
            });
            self.layout.close();
        }
    }

    // Elements of any kind.

    /// `(first, second)` in any brackets.
    fn sequence(
        &mut self,
        open: &'static str,
        items: impl Iterator<Item = Step<'a>>,
        close: &'static str,
    ) {
        self.plan([Text(open), Open(4)]);
        for (index, item) in items.enumerate() {
            self.plan([separator(index), item]);
        }
        self.plan([Close, Text(close)]);
    }

    /// `~{key => value, key => value | base}~`
    fn pairs(
        &mut self,
        open: &'static str,
        pairs: impl Iterator<Item = (Step<'a>, &'static str, Step<'a>)>,
        base: Option<&'a Expr>,
        close: &'static str,
    ) {
        self.plan([Text(open), Open(4)]);
        for (index, (key, arrow, value)) in pairs.enumerate() {
            self.plan([separator(index), key, Text(arrow), value]);
        }
        if let Some(base) = base {
            self.plan([Break(" "), Text("| "), Step::Expr(base)]);
        }
        self.plan([Close, Text(close)]);
    }

    /// `#{#<value>(size,unit,kind,flags), …}#`
    fn segments<V: 'a>(&mut self, segments: impl Iterator<Item = (Step<'a>, &'a Segment<V>)>) {
        self.plan([Text("#{"), Open(4)]);
        for (index, (value, segment)) in segments.enumerate() {
            let Segment { size, unit, kind, flags, .. } = segment;
            self.plan([separator(index), Text("#<"), value, Text(">("), Step::Expr(size)]);
            self.plan([Step::Specifiers(*unit, kind, flags)]);
        }
        self.plan([Close, Text("}#")]);
    }

    fn specifiers(&mut self, unit: Option<u16>, kind: &str, flags: &[Name]) {
        self.layout.text(|out| {
            match unit {
                Some(unit) => put(out, format_args!(",{unit},")),
                None => out.push_str(",'undefined',"),
            }
            quoted(kind, '\'', out);
            out.push_str(",[");
            for (index, flag) in flags.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                quoted(flag, '\'', out);
            }
            out.push_str("])");
        });
    }

    fn list(&mut self, head: Step<'a>, tail: Step<'a>) {
        self.plan([Text("["), Open(4), Break(""), head, tail]);
    }

    fn expr_tail(&mut self, tail: &'a Expr) {
        match tail {
            Expr::Cons(head, tail) => {
                self.plan([Step::Comma, Step::Expr(head), Step::ExprTail(tail)]);
            }
            Expr::Literal(literal) => self.literal_tail(literal, Role::Value),
            _ => self.last_tail(Step::Expr(tail)),
        }
    }

    fn pattern_tail(&mut self, tail: &'a Pattern) {
        match tail {
            Pattern::Cons(head, tail) => {
                self.plan([Step::Comma, Step::Pattern(head), Step::PatternTail(tail)]);
            }
            Pattern::Literal(literal) => self.literal_tail(literal, Role::Pattern),
            _ => self.last_tail(Step::Pattern(tail)),
        }
    }

    fn literal_tail(&mut self, tail: &'a Literal, role: Role) {
        match tail {
            Literal::Cons(head, tail) => {
                self.plan([Step::Comma, Step::Literal(head, role), Step::LiteralTail(tail, role)]);
            }
            Literal::Nil => self.plan([Close, Text("]")]),
            _ => self.last_tail(Step::Literal(tail, role)),
        }
    }

    fn last_tail(&mut self, tail: Step<'a>) {
        self.plan([Break(" "), Text("| "), tail, Close, Text("]")]);
    }
}

fn separator<'a>(index: usize) -> Step<'a> {
    match index {
        0 => Break(""),
        _ => Step::Comma,
    }
}

fn arrow(op: MapOp) -> &'static str {
    match op {
        MapOp::Put => " => ",
        MapOp::Update => " := ",
    }
}

/// Erlang wants digits on both sides of the point.
fn float(value: f64) -> String {
    let text = format!("{value:?}");
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        _ => text,
    }
}

/// Writing to a string does not fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    _ = out.write_fmt(text);
}
