//! The term that OTP's compiler takes: `cerl`'s records in the external format.
//!
//! In goes a module, out come bytes for `binary_to_term/1`, whose result
//! `compile:noenv_forms(Term, [from_core, …])` takes. The records are those of
//! OTP's `core_parse.hrl`. What is still to be written stands on a stack of our
//! own, so code of any depth can be encoded.

use std::borrow::Cow;
use std::collections::HashMap;

use etf::{Sign, Term, Writer};

use super::name::{Wildcards, variable};
use super::{
    BYTES_TO_A_SEGMENT, Clause, Expr, Function, FunctionName, Line, Literal, MapOp, Module, Name,
    Pattern, Segment,
};

/// The external format of a module's `#c_module{}`.
pub fn encode(module: &Module) -> Vec<u8> {
    encoded(module, Variables::Named(Wildcards::default()))
}

/// The same for code that is thrown away after it has run: its variables are numbered, so
/// that reading the term makes no atoms for the names that somebody thinks of.
pub fn encode_unnamed(module: &Module) -> Vec<u8> {
    encoded(module, Variables::Numbered(HashMap::new(), 0))
}

fn encoded<'a>(module: &'a Module, variables: Variables<'a>) -> Vec<u8> {
    let mut encoder = Encoder {
        out: Writer::with_capacity(1 << 15),
        file: &module.file,
        variables,
        pending: Vec::new(),
        plan: Vec::new(),
    };
    encoder.module(module);
    encoder.run();
    encoder.out.finish()
}

struct Encoder<'a> {
    out: Writer,
    file: &'a str,
    variables: Variables<'a>,
    /// What is still to be written, the next at the end.
    pending: Vec<Step<'a>>,
    /// What is to follow what was just written, in order.
    plan: Vec<Step<'a>>,
}

/// What the variables of a function are called.
enum Variables<'a> {
    Named(Wildcards),
    /// With the number of each, and how many there are.
    Numbered(HashMap<&'a str, u32>, u32),
}

impl<'a> Variables<'a> {
    /// For another function.
    fn restart(&mut self) {
        match self {
            Variables::Named(wildcards) => *wildcards = Wildcards::default(),
            Variables::Numbered(numbers, count) => {
                numbers.clear();
                *count = 0;
            }
        }
    }

    fn bound(&mut self, name: &'a str) -> Cow<'a, str> {
        match self {
            Variables::Named(wildcards) => wildcards.bound(name),
            // Another each time.
            Variables::Numbered(_, count) if name == "_" => numbered(next(count)),
            Variables::Numbered(..) => self.read(name),
        }
    }

    fn read(&mut self, name: &'a str) -> Cow<'a, str> {
        match self {
            Variables::Named(_) => variable(name),
            Variables::Numbered(numbers, count) => {
                numbered(*numbers.entry(name).or_insert_with(|| next(count)))
            }
        }
    }
}

fn next(count: &mut u32) -> u32 {
    *count += 1;
    *count
}

fn numbered(number: u32) -> Cow<'static, str> {
    Cow::Owned(format!("V{number}"))
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Expr(&'a Expr),
    Pattern(&'a Pattern),
    Literal(&'a Literal),
    PatternLiteral(&'a Literal),
    /// A constant within one, and what is left of a list in one.
    Term(&'a Literal),
    TermTail(&'a Literal),
    Clause(&'a Clause),
    Attribute(&'a (Name, Literal)),
    /// One of the module, or one within another function.
    Definition(&'a Function),
    LocalDefinition(&'a Function),
    Bindings(&'a [Name]),
    /// The start of a map's pair, whose key and value follow.
    Pair(MapOp),
    /// The start of a segment, whose value and size follow, and its end.
    Segment,
    Specifiers(Option<u16>, &'a str, &'a [Name]),
    ListHeader(usize),
    Nil,
    Atom(&'static str),
}

impl<'a> Encoder<'a> {
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
            Step::Expr(expr) => self.expr(expr),
            Step::Pattern(pattern) => self.pattern(pattern),
            Step::Literal(literal) => self.literal(literal),
            Step::PatternLiteral(literal) => self.pattern_literal(literal),
            Step::Term(literal) => self.term(literal),
            Step::TermTail(literal) => self.term_tail(literal),
            Step::Clause(clause) => self.clause(clause),
            Step::Attribute((name, value)) => {
                self.out.tuple_header(2);
                self.atom_literal(name);
                self.literal(value);
            }
            Step::Definition(function) => {
                self.variables.restart();
                self.definition(function);
            }
            Step::LocalDefinition(function) => self.definition(function),
            Step::Bindings(names) => self.bindings(names),
            Step::Pair(op) => {
                self.record("c_map_pair", 3, 0);
                self.atom_literal(match op {
                    MapOp::Put => "assoc",
                    MapOp::Update => "exact",
                });
            }
            Step::Segment => self.record("c_bitstr", 5, 0),
            Step::Specifiers(unit, kind, flags) => self.specifiers(unit, kind, flags),
            Step::ListHeader(count) => self.out.list_header(count),
            Step::Nil => self.out.nil(),
            Step::Atom(name) => self.out.atom(name),
        }
    }

    fn plan(&mut self, steps: impl IntoIterator<Item = Step<'a>>) {
        self.plan.extend(steps);
    }

    /// A list, after what is planned already.
    fn plan_list(&mut self, steps: impl ExactSizeIterator<Item = Step<'a>>) {
        self.plan([Step::ListHeader(steps.len())]);
        self.plan(steps);
        self.plan([Step::Nil]);
    }

    /// The name of a record and its annotation, before so many other fields.
    fn record(&mut self, name: &str, fields: usize, line: Line) {
        self.out.tuple_header(fields + 2);
        self.out.atom(name);
        match line == 0 || self.file.is_empty() {
            true => self.out.nil(),
            false => self.location(line),
        }
    }

    /// `[Line, {file, Name}]`, from which the compiler makes the line table.
    fn location(&mut self, line: Line) {
        self.out.list_header(2);
        self.out.integer(line.into());
        self.out.tuple_header(2);
        self.out.atom("file");
        match self.file.is_ascii() {
            true => self.out.byte_list(self.file.as_bytes()),
            false => {
                self.out.list_header(self.file.chars().count());
                self.file.chars().for_each(|c| self.out.integer(u32::from(c).into()));
                self.out.nil();
            }
        }
        self.out.nil();
    }

    // Modules and functions.

    fn module(&mut self, module: &'a Module) {
        self.record("c_module", 4, 0);
        self.atom_literal(&module.name);
        self.out.list_header(module.exports.len());
        module.exports.iter().for_each(|name| self.function_name(name));
        self.out.nil();
        self.plan_list(module.attributes.iter().map(Step::Attribute));
        self.plan_list(module.functions.iter().map(Step::Definition));
    }

    fn definition(&mut self, function: &'a Function) {
        self.out.tuple_header(2);
        self.function_name(&function.name);
        self.record("c_fun", 2, function.line);
        self.bindings(&function.parameters);
        self.plan([Step::Expr(&function.body)]);
    }

    fn function_name(&mut self, name: &FunctionName) {
        self.record("c_var", 1, 0);
        self.out.tuple_header(2);
        self.out.atom(&name.name);
        self.out.integer(name.arity.into());
    }

    fn bindings(&mut self, names: &'a [Name]) {
        self.out.list_header(names.len());
        names.iter().for_each(|name| self.binding(name));
        self.out.nil();
    }

    fn binding(&mut self, name: &'a str) {
        let name = self.variables.bound(name);
        self.record("c_var", 1, 0);
        self.out.atom(&name);
    }

    // Expressions.

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Variable(name) => {
                let name = self.variables.read(name);
                self.record("c_var", 1, 0);
                self.out.atom(&name);
            }
            Expr::Literal(literal) => self.literal(literal),
            Expr::Cons(head, tail) => {
                self.record("c_cons", 2, 0);
                self.plan([Step::Expr(head), Step::Expr(tail)]);
            }
            Expr::Tuple(elements) => {
                self.record("c_tuple", 1, 0);
                self.plan_list(elements.iter().map(Step::Expr));
            }
            Expr::Map(map) => {
                self.record("c_map", 3, 0);
                match &map.base {
                    Some(base) => self.plan([Step::Expr(base)]),
                    None => self.empty_map(),
                }
                self.plan([Step::ListHeader(map.pairs.len())]);
                for (op, key, value) in &map.pairs {
                    self.plan([Step::Pair(*op), Step::Expr(key), Step::Expr(value)]);
                }
                self.plan([Step::Nil, Step::Atom("false")]);
            }
            Expr::Binary(segments) => {
                self.segments(segments.iter().map(|it| (Step::Expr(&it.value), it)));
            }
            Expr::Fun(fun) => {
                self.record("c_fun", 2, 0);
                self.bindings(&fun.parameters);
                self.plan([Step::Expr(&fun.body)]);
            }
            Expr::FunctionReference(name) => self.function_name(name),
            Expr::Apply(call) => {
                self.record("c_apply", 2, call.line);
                self.plan([Step::Expr(&call.function)]);
                self.plan_list(call.arguments.iter().map(Step::Expr));
            }
            Expr::Call(call) => {
                self.record("c_call", 3, call.line);
                self.plan([Step::Expr(&call.module), Step::Expr(&call.function)]);
                self.plan_list(call.arguments.iter().map(Step::Expr));
            }
            Expr::PrimOp(call) => {
                self.record("c_primop", 2, call.line);
                self.atom_literal(&call.function);
                self.plan_list(call.arguments.iter().map(Step::Expr));
            }
            Expr::Let(it) => {
                self.record("c_let", 3, 0);
                self.bindings(&it.variables);
                self.plan([Step::Expr(&it.value), Step::Expr(&it.body)]);
            }
            Expr::Do(effect, then) => {
                self.record("c_seq", 2, 0);
                self.plan([Step::Expr(effect), Step::Expr(then)]);
            }
            Expr::Case(case) => {
                self.record("c_case", 2, 0);
                self.plan([Step::Expr(&case.subject)]);
                self.plan_list(case.clauses.iter().map(Step::Clause));
            }
            Expr::LetRec(it) => {
                self.record("c_letrec", 2, 0);
                self.plan_list(it.functions.iter().map(Step::LocalDefinition));
                self.plan([Step::Expr(&it.body)]);
            }
            Expr::Try(it) => {
                self.record("c_try", 5, 0);
                self.plan([Step::Expr(&it.subject)]);
                self.plan([Step::Bindings(&it.variables), Step::Expr(&it.body)]);
                self.plan([Step::Bindings(&it.caught), Step::Expr(&it.handler)]);
            }
            Expr::Values(values) => {
                self.record("c_values", 1, 0);
                self.plan_list(values.iter().map(Step::Expr));
            }
        }
    }

    fn clause(&mut self, clause: &'a Clause) {
        self.record("c_clause", 3, 0);
        self.plan_list(clause.patterns.iter().map(Step::Pattern));
        self.plan([Step::Expr(&clause.guard), Step::Expr(&clause.body)]);
    }

    fn segments<V: 'a>(
        &mut self,
        segments: impl ExactSizeIterator<Item = (Step<'a>, &'a Segment<V>)>,
    ) {
        self.record("c_binary", 1, 0);
        self.plan([Step::ListHeader(segments.len())]);
        for (value, segment) in segments {
            self.plan([Step::Segment, value, Step::Expr(&segment.size)]);
            self.plan([Step::Specifiers(segment.unit, &segment.kind, &segment.flags)]);
        }
        self.plan([Step::Nil]);
    }

    fn specifiers<F: AsRef<str>>(&mut self, unit: Option<u16>, kind: &str, flags: &[F]) {
        match unit {
            Some(unit) => self.integer_literal(unit.into()),
            None => self.atom_literal("undefined"),
        }
        self.atom_literal(kind);
        self.record("c_literal", 1, 0);
        self.out.list_header(flags.len());
        flags.iter().for_each(|flag| self.out.atom(flag.as_ref()));
        self.out.nil();
    }

    // Patterns.

    fn pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::Variable(name) => self.binding(name),
            Pattern::Literal(literal) => self.pattern_literal(literal),
            Pattern::Cons(head, tail) => {
                self.record("c_cons", 2, 0);
                self.plan([Step::Pattern(head), Step::Pattern(tail)]);
            }
            Pattern::Tuple(elements) => {
                self.record("c_tuple", 1, 0);
                self.plan_list(elements.iter().map(Step::Pattern));
            }
            Pattern::Map(pairs) => {
                let pairs = pairs.iter();
                self.pattern_map(pairs.map(|(key, it)| (Step::Expr(key), Step::Pattern(it))));
            }
            Pattern::Binary(segments) => {
                self.segments(segments.iter().map(|it| (Step::Pattern(&it.value), it)));
            }
            Pattern::Alias(name, pattern) => {
                self.record("c_alias", 2, 0);
                self.binding(name);
                self.plan([Step::Pattern(pattern)]);
            }
        }
    }

    /// The compiler knows no constant of more than one part in a pattern.
    fn pattern_literal(&mut self, literal: &'a Literal) {
        match literal {
            Literal::Integer(_)
            | Literal::BigInteger(_)
            | Literal::Float(_)
            | Literal::Atom(_)
            | Literal::Nil => self.literal(literal),
            Literal::Binary(bytes) => self.pattern_bytes(bytes),
            Literal::Cons(head, tail) => {
                self.record("c_cons", 2, 0);
                self.plan([Step::PatternLiteral(head), Step::PatternLiteral(tail)]);
            }
            Literal::Tuple(elements) => {
                self.record("c_tuple", 1, 0);
                self.plan_list(elements.iter().map(Step::PatternLiteral));
            }
            Literal::Map(pairs) => {
                let pairs = pairs.iter();
                self.pattern_map(
                    pairs.map(|(key, it)| (Step::Literal(key), Step::PatternLiteral(it))),
                );
            }
        }
    }

    fn pattern_map(&mut self, pairs: impl ExactSizeIterator<Item = (Step<'a>, Step<'a>)>) {
        self.record("c_map", 3, 0);
        self.empty_map();
        self.plan([Step::ListHeader(pairs.len())]);
        for (key, value) in pairs {
            self.plan([Step::Pair(MapOp::Update), key, value]);
        }
        self.plan([Step::Nil, Step::Atom("true")]);
    }

    /// As integers of many bytes each.
    fn pattern_bytes(&mut self, bytes: &[u8]) {
        let chunks = bytes.chunks(BYTES_TO_A_SEGMENT);
        self.record("c_binary", 1, 0);
        self.out.list_header(chunks.len());
        for chunk in chunks {
            self.record("c_bitstr", 5, 0);
            self.record("c_literal", 1, 0);
            let little_endian: Vec<u8> = chunk.iter().rev().copied().collect();
            self.out.term(&Term::big(Sign::Plus, &little_endian));
            self.integer_literal(chunk.len() as i64 * 8);
            self.specifiers(Some(1), "integer", &["unsigned", "big"]);
        }
        self.out.nil();
    }

    // Constants.

    fn literal(&mut self, literal: &'a Literal) {
        self.record("c_literal", 1, 0);
        self.term(literal);
    }

    fn atom_literal(&mut self, name: &str) {
        self.record("c_literal", 1, 0);
        self.out.atom(name);
    }

    fn integer_literal(&mut self, value: i64) {
        self.record("c_literal", 1, 0);
        self.out.integer(value);
    }

    fn empty_map(&mut self) {
        self.record("c_literal", 1, 0);
        self.out.map_header(0);
    }

    fn term(&mut self, literal: &'a Literal) {
        match literal {
            Literal::Integer(value) => self.out.integer(*value),
            Literal::BigInteger(digits) => self.big_integer(digits),
            Literal::Float(value) => self.out.float(*value),
            Literal::Atom(name) => self.out.atom(name),
            Literal::Binary(bytes) => self.out.binary(bytes),
            Literal::Nil => self.out.nil(),
            Literal::Cons(..) => {
                self.out.list_header(cells(literal).count());
                self.term_tail(literal);
            }
            Literal::Tuple(elements) => {
                self.out.tuple_header(elements.len());
                self.plan(elements.iter().map(Step::Term));
            }
            Literal::Map(pairs) => {
                self.out.map_header(pairs.len());
                self.plan(pairs.iter().flat_map(|(key, it)| [Step::Term(key), Step::Term(it)]));
            }
        }
    }

    fn term_tail(&mut self, literal: &'a Literal) {
        match literal {
            Literal::Cons(head, tail) => self.plan([Step::Term(head), Step::TermTail(tail)]),
            last => self.term(last),
        }
    }

    /// One too long to convert is written as what no reader takes: a number that
    /// is none. Nothing else would not be another number.
    fn big_integer(&mut self, digits: &str) {
        if !self.out.decimal(digits) {
            self.out.float(f64::NAN);
        }
    }
}

fn cells(list: &Literal) -> impl Iterator<Item = &Literal> {
    std::iter::successors(Some(list), |cell| match cell {
        Literal::Cons(_, tail) => Some(tail),
        _ => None,
    })
    .filter(|cell| matches!(cell, Literal::Cons(..)))
}
