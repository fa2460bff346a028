//! Code as deep as a program can be long, on a stack as small as threads have it:
//! built, printed, encoded and dropped.

use lower::core_erlang::build::*;
use lower::core_erlang::{Expr, Literal, Module, Pattern, encode, print};

/// Bodies and lists may be as long as files; all else is as deep as chains of sends.
const LENGTH: usize = 200_000;
const DEPTH: usize = 50_000;

/// Repeats a step around a variable.
fn check_to(depth: usize, step: fn(Expr) -> Expr) {
    check_body(move || (0..depth).fold(var("X"), |inner, _| step(inner)));
}

fn check(step: fn(Expr) -> Expr) {
    check_to(DEPTH, step);
}

/// Repeats a step around the empty list, which is constant.
fn check_constant(depth: usize, step: fn(Expr) -> Expr) {
    check_body(move || {
        let constant = (0..depth).fold(nil(), |inner, _| step(inner));
        assert!(matches!(constant, Expr::Literal(_)));
        constant
    });
}

fn check_pattern(step: fn(Pattern) -> Pattern) {
    check_body(move || {
        let pattern = (0..DEPTH).fold(pattern_var("_"), |inner, _| step(inner));
        case(var("X"), vec![clause([pattern], always(), nil())])
    });
}

fn check_body(body: impl FnOnce() -> Expr + Send + 'static) {
    let in_thread = move || {
        let functions = vec![function("f", vec!["X".into()], body(), 1)];
        assert_sane(&module("deep", "deep.bt", vec![fun_name("f", 1)], vec![], functions));
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(in_thread).unwrap().join().unwrap();
}

fn assert_sane(module: &Module) {
    let text = print(module);
    assert!(text.starts_with("module 'deep'") && text.ends_with("end\n"));
    // Not indented without end.
    assert!(text.len() < LENGTH * 200, "{} bytes of text", text.len());
    assert!(encode(module).len() > DEPTH);
}

fn send(arguments: impl IntoIterator<Item = Expr>) -> Expr {
    call("beamtalk_dispatch", "send", arguments, 7)
}

#[test]
fn statements() {
    check_to(LENGTH, |rest| do_(send([var("X")]), rest));
    check_to(LENGTH, |rest| let_("Y", send([var("X")]), rest));
}

#[test]
fn values_of_statements() {
    check(|inner| do_(inner, var("X")));
    check(|inner| let_("Y", inner, var("Y")));
}

#[test]
fn arguments_and_receivers() {
    check(|inner| send([inner, var("X")]));
    check(|inner| apply_value(inner, vec![], 3));
    check(|inner| prim_op("raise", [inner], 3));
    check(|inner| call_computed(inner, var("X"), [], 3));
}

#[test]
fn data() {
    check_to(LENGTH, |tail| cons(var("X"), tail));
    check(|head| cons(head, nil()));
    check(|inner| tuple([var("X"), inner]));
    check(|inner| map(vec![(var("X"), inner)]));
    check(|inner| Expr::Binary(vec![rest_segment(inner)]));
    check(|inner| Expr::Values(vec![inner]));
}

#[test]
fn branches_and_functions() {
    check(|inner| case(var("X"), vec![clause([pattern_var("_")], always(), inner)]));
    check(|inner| case(inner, vec![clause([pattern_var("Y")], always(), var("Y"))]));
    check(|inner| fun(vec![], inner));
    check(|inner| try_(inner, ["C", "R", "S"], var("X")));
    check(|inner| try_(var("X"), ["C", "R", "S"], inner));
    check(|inner| let_rec(vec![function("l", vec![], inner, 2)], var("X")));
    check(|inner| let_rec(vec![function("l", vec![], var("X"), 2)], inner));
}

#[test]
fn constants() {
    check_constant(LENGTH, |tail| cons(int(1), tail));
    check_constant(DEPTH, |head| cons(head, nil()));
    check_constant(DEPTH, |inner| tuple([inner]));
    check_constant(DEPTH, |inner| map(vec![(int(1), inner)]));
}

#[test]
fn patterns() {
    check_pattern(|tail| pattern_cons(pattern_var("_"), tail));
    check_pattern(|head| pattern_cons(head, pattern_literal(Literal::Nil)));
    check_pattern(|inner| pattern_tuple(vec![inner]));
    check_pattern(|inner| pattern_map(vec![(int(1), inner)]));
    check_pattern(|inner| pattern_alias("_", inner));
    check_pattern(|inner| Pattern::Binary(vec![rest_segment(inner)]));
}
