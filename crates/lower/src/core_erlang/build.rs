//! Short constructors, so that lowering reads like the code it makes.
//!
//! Lists, tuples and maps of constants become constants, which cost nothing when
//! the code runs. No other knowledge of what the parts mean.

use std::collections::HashSet;

use super::{
    Call, Case, Clause, Expr, Fun, Function, FunctionName, Let, LetRec, Line, Literal, Map, MapOp,
    Module, Name, Pattern, RemoteCall, Segment, Try,
};

/// A module with these functions, exported or not, and with the `module_info`
/// that every module has.
pub fn module(
    name: &str,
    file: &str,
    exports: Vec<FunctionName>,
    attributes: Vec<(Name, Literal)>,
    functions: Vec<Function>,
) -> Module {
    let mut module =
        Module { name: name.into(), file: file.into(), exports, attributes, functions };
    for parameters in [vec![], vec![Name::from("Key")]] {
        let arguments = [atom(name)].into_iter().chain(parameters.iter().cloned().map(var));
        let body = call("erlang", "get_module_info", arguments, 0);
        let function = function("module_info", parameters, body, 0);
        module.exports.push(function.name.clone());
        module.functions.push(function);
    }
    module
}

pub fn function(name: impl Into<Name>, parameters: Vec<Name>, body: Expr, line: Line) -> Function {
    Function { name: fun_name(name, parameters.len()), parameters, body, line }
}

/// Erlang's functions have 255 parameters at most.
pub fn fun_name(name: impl Into<Name>, arity: usize) -> FunctionName {
    FunctionName { name: name.into(), arity: u8::try_from(arity).unwrap_or(u8::MAX) }
}

// Values.

pub fn var(name: impl Into<Name>) -> Expr {
    Expr::Variable(name.into())
}

pub fn atom(name: &str) -> Expr {
    Expr::Literal(Literal::Atom(name.into()))
}

pub fn int(value: i64) -> Expr {
    Expr::Literal(Literal::Integer(value))
}

pub fn float(value: f64) -> Expr {
    Expr::Literal(Literal::Float(value))
}

/// A text, which is a binary.
pub fn string(text: &str) -> Expr {
    Expr::Literal(Literal::Binary(text.as_bytes().into()))
}

/// The empty list.
pub fn nil() -> Expr {
    Expr::Literal(Literal::Nil)
}

pub fn cons(head: Expr, tail: Expr) -> Expr {
    match constants([head, tail]) {
        Ok([head, tail]) => Expr::Literal(Literal::Cons(Box::new(head), Box::new(tail))),
        Err([head, tail]) => Expr::Cons(Box::new(head), Box::new(tail)),
    }
}

pub fn list(elements: Vec<Expr>) -> Expr {
    list_ending(elements, nil())
}

/// `[elements | tail]`
pub fn list_ending(elements: Vec<Expr>, tail: Expr) -> Expr {
    elements.into_iter().rev().fold(tail, |tail, head| cons(head, tail))
}

pub fn tuple(elements: impl IntoIterator<Item = Expr>) -> Expr {
    let elements: Vec<Expr> = elements.into_iter().collect();
    match all_constant(&elements) {
        true => Expr::Literal(Literal::Tuple(elements.into_iter().map(constant).collect())),
        false => Expr::Tuple(elements),
    }
}

/// A new map; of keys that are the same the last counts.
pub fn map(pairs: Vec<(Expr, Expr)>) -> Expr {
    let is_constant = pairs.iter().all(|(key, value)| is_constant(key) && is_constant(value));
    if is_constant && have_distinct_keys(&pairs) {
        let pairs = pairs.into_iter().map(|(key, value)| (constant(key), constant(value)));
        return Expr::Literal(Literal::Map(pairs.collect()));
    }
    let pairs = pairs.into_iter().map(|(key, value)| (MapOp::Put, key, value)).collect();
    Expr::Map(Map { base: None, pairs })
}

/// Adds to or changes the map in a variable; another value there is a `badmap`.
pub fn map_update(variable: &Name, pairs: Vec<(MapOp, Expr, Expr)>, line: Line) -> Expr {
    let base = var(variable.clone());
    let updated = Expr::Map(Map { base: Some(Box::new(base.clone())), pairs });
    let is_map = call("erlang", "is_map", [base.clone()], 0);
    let refused = call("erlang", "error", [tuple([atom("badmap"), base])], line);
    case(Expr::Values(Vec::new()), vec![clause([], is_map, updated), clause([], always(), refused)])
}

pub fn fun(parameters: Vec<Name>, body: Expr) -> Expr {
    Expr::Fun(Fun { parameters, body: Box::new(body) })
}

/// A function of this module as a value.
pub fn fun_reference(name: impl Into<Name>, arity: usize) -> Expr {
    Expr::FunctionReference(fun_name(name, arity))
}

// Calls.

pub fn call(
    module: &str,
    function: &str,
    arguments: impl IntoIterator<Item = Expr>,
    line: Line,
) -> Expr {
    call_computed(atom(module), atom(function), arguments, line)
}

pub fn call_computed(
    module: Expr,
    function: Expr,
    arguments: impl IntoIterator<Item = Expr>,
    line: Line,
) -> Expr {
    let arguments = arguments.into_iter().collect();
    Expr::Call(Box::new(RemoteCall { module, function, arguments, line }))
}

/// A function of this module.
pub fn apply(function: FunctionName, arguments: Vec<Expr>, line: Line) -> Expr {
    apply_value(Expr::FunctionReference(function), arguments, line)
}

/// A value that is a function.
pub fn apply_value(function: Expr, arguments: Vec<Expr>, line: Line) -> Expr {
    Expr::Apply(Box::new(Call { function, arguments, line }))
}

pub fn prim_op(name: &str, arguments: impl IntoIterator<Item = Expr>, line: Line) -> Expr {
    let arguments = arguments.into_iter().collect();
    Expr::PrimOp(Box::new(Call { function: name.into(), arguments, line }))
}

/// Both, as guards have it: neither is left out.
pub fn and(one: Expr, other: Expr) -> Expr {
    call("erlang", "and", [one, other], 0)
}

// Control.

pub fn let_(name: impl Into<Name>, value: Expr, body: Expr) -> Expr {
    let_many(vec![name.into()], value, body)
}

/// Names each of several values.
pub fn let_many(variables: Vec<Name>, value: Expr, body: Expr) -> Expr {
    Expr::Let(Box::new(Let { variables, value, body }))
}

pub fn do_(effect: Expr, then: Expr) -> Expr {
    Expr::Do(Box::new(effect), Box::new(then))
}

pub fn case(subject: Expr, clauses: Vec<Clause>) -> Expr {
    Expr::Case(Box::new(Case { subject, clauses }))
}

pub fn clause(patterns: impl IntoIterator<Item = Pattern>, guard: Expr, body: Expr) -> Clause {
    Clause { patterns: patterns.into_iter().collect(), guard, body }
}

/// The guard that lets all pass.
pub fn always() -> Expr {
    atom("true")
}

pub fn let_rec(functions: Vec<Function>, body: Expr) -> Expr {
    Expr::LetRec(Box::new(LetRec { functions, body }))
}

/// The value of `subject`, or of `handler` if that fails. The last of what is
/// caught is no list yet: `build_stacktrace` makes one, `raise` goes on with it.
pub fn try_(subject: Expr, caught: [&str; 3], handler: Expr) -> Expr {
    Expr::Try(Box::new(Try {
        subject,
        variables: vec!["Value".into()],
        body: var("Value"),
        caught: caught.map(Name::from),
        handler,
    }))
}

// Patterns.

/// Matches anything; `_` any number of times.
pub fn pattern_var(name: impl Into<Name>) -> Pattern {
    Pattern::Variable(name.into())
}

pub fn pattern_literal(literal: Literal) -> Pattern {
    Pattern::Literal(literal)
}

pub fn pattern_atom(name: &str) -> Pattern {
    Pattern::Literal(Literal::Atom(name.into()))
}

pub fn pattern_cons(head: Pattern, tail: Pattern) -> Pattern {
    Pattern::Cons(Box::new(head), Box::new(tail))
}

pub fn pattern_list(elements: Vec<Pattern>, tail: Pattern) -> Pattern {
    elements.into_iter().rev().fold(tail, |tail, head| pattern_cons(head, tail))
}

pub fn pattern_tuple(elements: Vec<Pattern>) -> Pattern {
    Pattern::Tuple(elements)
}

/// A map that has at least these keys, which are constants or bound variables.
pub fn pattern_map(pairs: Vec<(Expr, Pattern)>) -> Pattern {
    Pattern::Map(pairs)
}

pub fn pattern_alias(name: impl Into<Name>, pattern: Pattern) -> Pattern {
    Pattern::Alias(name.into(), Box::new(pattern))
}

// Segments of binaries, in patterns and in values.

/// An unsigned big-endian integer of so many bits.
pub fn integer_segment<V>(value: V, bits: Expr) -> Segment<V> {
    segment(value, bits, Some(1), "integer")
}

pub fn float_segment<V>(value: V, bits: Expr) -> Segment<V> {
    segment(value, bits, Some(1), "float")
}

/// So many bytes.
pub fn bytes_segment<V>(value: V, bytes: Expr) -> Segment<V> {
    segment(value, bytes, Some(8), "binary")
}

/// A whole binary, or the bytes that are left.
pub fn rest_segment<V>(value: V) -> Segment<V> {
    bytes_segment(value, atom("all"))
}

/// One character.
pub fn utf8_segment<V>(value: V) -> Segment<V> {
    segment(value, atom("undefined"), None, "utf8")
}

fn segment<V>(value: V, size: Expr, unit: Option<u16>, kind: &str) -> Segment<V> {
    Segment { value, size, unit, kind: kind.into(), flags: vec!["unsigned".into(), "big".into()] }
}

// Constants.

fn is_constant(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(_))
}

fn all_constant(exprs: &[Expr]) -> bool {
    exprs.iter().all(is_constant)
}

/// Only for what [`is_constant`].
fn constant(mut expr: Expr) -> Literal {
    match &mut expr {
        Expr::Literal(literal) => std::mem::take(literal),
        _ => Literal::Nil,
    }
}

fn constants<const N: usize>(exprs: [Expr; N]) -> Result<[Literal; N], [Expr; N]> {
    match all_constant(&exprs) {
        true => Ok(exprs.map(constant)),
        false => Err(exprs),
    }
}

/// As far as that is easily told; OTP's compiler finds the other constants itself.
fn have_distinct_keys(pairs: &[(Expr, Expr)]) -> bool {
    #[derive(PartialEq, Eq, Hash)]
    enum Key<'a> {
        Integer(i64),
        BigInteger(&'a str),
        Atom(&'a str),
        Binary(&'a [u8]),
    }
    let mut seen = HashSet::new();
    pairs.iter().all(|(key, _)| match key {
        Expr::Literal(Literal::Integer(value)) => seen.insert(Key::Integer(*value)),
        Expr::Literal(Literal::BigInteger(digits)) => seen.insert(Key::BigInteger(digits)),
        Expr::Literal(Literal::Atom(name)) => seen.insert(Key::Atom(name)),
        Expr::Literal(Literal::Binary(bytes)) => seen.insert(Key::Binary(bytes)),
        _ => false,
    })
}
