//! The search for programs that OTP refuses, `scripts/fuzz.sh 600 core`, is itself
//! tested here: what it makes up has no errors and holds every form there is to lower,
//! and its gate refuses what is wrong.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the compiler under test is another program"
)]

#[path = "../../../fuzz/src/choices.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod choices;
#[path = "../../../fuzz/src/code/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod code;
#[path = "../../../fuzz/src/gate.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod gate;
#[path = "../../../fuzz/src/lowering.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod lowering;
#[path = "../../../fuzz/src/random.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod random;

mod forms;

use std::collections::BTreeSet;

use choices::Choices;
use gate::{Gate, Question};
use lower::core_erlang::build::{atom, function, module, var};
use lower::core_erlang::{Expr, encode, print};
use random::Random;

fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let length = 8 + random.below(150);
    code::text(&mut Choices::new(&random.bytes(length)))
}

#[test]
fn the_gate_refuses_what_is_wrong() {
    let only = |body| module("wrong", "", vec![], vec![], vec![function("m", vec![], body, 0)]);
    let unbound = only(var("Nowhere"));
    let mismatch = only(Expr::Values(vec![]));
    let questions = [
        Question::Term(encode(&unbound)),
        Question::Term(encode(&only(var("Self")))),
        Question::Text(print(&unbound)),
        Question::CompiledTerm(encode(&mismatch)),
        Question::Text("module".to_owned()),
        Question::CompiledTerm(encode(&only(atom("fine")))),
    ];
    let mut gate = Gate::start();
    gate.ask(&questions);
    let refusals = gate.answer().refusals;
    let refused: Vec<usize> = refusals.iter().map(|refusal| refusal.index).collect();
    assert_eq!(refused, [0, 1, 2, 3, 4], "{refusals:?}");
    assert_eq!(refusals[0].kind, refusals[2].kind, "one reason, by term and by text");
    assert_ne!(refusals[0].kind, refusals[3].kind);
}

#[test]
fn made_up_programs_have_no_errors_and_all_forms() {
    let mut seen = BTreeSet::new();
    for seed in 0..3_000 {
        let text = program(seed);
        let parse = syntax::parse(&text);
        assert!(!parse.has_errors(), "{:?} in\n{text}", parse.problems);
        forms::forms(&parse.tree, &mut seen);
    }
    let missing: Vec<&str> = forms::all().filter(|form| !seen.contains(form)).collect();
    assert!(missing.is_empty(), "never made up: {missing:?}");
}
