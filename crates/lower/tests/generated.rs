//! OTP takes what is lowered. The search for programs that it refuses,
//! `scripts/fuzz.sh 600 core`, goes a short way here, and is itself tested: what it makes
//! up has no errors and holds every form there is to lower, and its gate refuses what is
//! wrong.

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
#[path = "../../../fuzz/src/sense.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the search for faults")]
mod sense;

mod forms;

use std::collections::BTreeSet;

use choices::Choices;
use gate::{Gate, Question};
use lower::core_erlang::build::{atom, function, module, var};
use lower::core_erlang::{Expr, encode, print};
use random::Random;
use types::limits;

/// So many programs go through OTP in each batch, some seconds in all.
const BATCHES: u64 = 20;
const IN_A_BATCH: u64 = 50;

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

#[test]
fn otp_takes_made_up_programs() {
    let mut gate = Gate::start();
    let mut compiled = 0;
    for batch in 0..BATCHES {
        let seeds = (0..IN_A_BATCH).map(|it| 1_000_000 + batch * IN_A_BATCH + it);
        let texts: Vec<String> = seeds.map(program).collect();
        let mut questions = Vec::new();
        let mut asked_by = Vec::new();
        for text in &texts {
            let tree = syntax::parse(text).tree;
            for module in lowering::modules(&tree).iter().filter(|_| sense::makes_sense(&tree)) {
                compiled += 1;
                questions.push(match compiled % 8 {
                    0 => Question::CompiledTerm(encode(module)),
                    4 => Question::Text(print(module)),
                    _ => Question::Term(encode(module)),
                });
                asked_by.push(text);
            }
        }
        gate.ask(&questions);
        if let Some(refusal) = gate.answer().refusals.first() {
            panic!("{}: {}\n{}", refusal.kind, refusal.words, asked_by[refusal.index]);
        }
    }
    assert!(compiled > BATCHES * IN_A_BATCH, "most programs make sense: {compiled} modules");
}

/// What the checks let through, to the letter.
#[test]
fn otp_takes_names_at_their_limits() {
    let body = "x := 1\n    y := [:a | [x := x + a]]\n    x timesRepeat: [x := x + 1]\n    \
                y foo ifTrue: [x := 2. [x]] ifFalse: [x > 1 ifTrue: [^x]]\n    \
                x match: [n when: [n > x] -> y; _ -> [x]]";
    let selector = "s".repeat(limits::DEFINED);
    let keywords = "kkkk:".repeat(limits::DEFINED / 5);
    let keywords: String =
        keywords.split_inclusive(':').enumerate().map(|(i, it)| format!("{it} p{i} ")).collect();
    let class = "Aa".repeat(limits::CLASS_NAME / 2);
    let extension =
        |target: &str| "e".repeat((limits::EXTENSION - target.len()).min(limits::DEFINED));
    let slots = "abcdefghi".repeat(5);
    let slots = (0..5).map(|it| format!("  field: {slots}{it}{} = 1\n", "t".repeat(it.min(3))));
    let slots: String = slots.collect();
    let texts = [
        format!("Object subclass: {class}\n  {selector} =>\n    {body}\n"),
        format!("Object subclass: {class}\n  class {selector} =>\n    {body}\n"),
        format!("Actor subclass: {class}\n  state: {selector} = [1]\n  m =>\n    {body}\n"),
        format!("Object subclass: Depot\n  {keywords}=>\n    {body}\n"),
        format!("Object subclass: Depot\n  class {keywords}=>\n    {body}\n"),
        format!("{class} >> {} =>\n    {body}\n", extension(&format!("{class}>>"))),
        format!("{class} class >> {} =>\n    {body}\n", extension(&format!("{class} class>>"))),
        format!("A >> {} =>\n    {body}\n", extension("A>>")),
        format!("Value subclass: Depot\n{slots}  m =>\n    {body}\n"),
    ];
    let mut questions = Vec::new();
    for text in &texts {
        let parse = syntax::parse(text);
        assert!(!parse.has_errors() && sense::makes_sense(&parse.tree), "{text}");
        let modules = lowering::modules(&parse.tree);
        questions.extend(modules.iter().map(|it| Question::CompiledTerm(encode(it))));
    }
    assert_eq!(questions.len(), texts.len());
    let mut gate = Gate::start();
    gate.ask(&questions);
    if let Some(refusal) = gate.answer().refusals.first() {
        panic!("{}: {}\n{}", refusal.kind, refusal.words, texts[refusal.index]);
    }
}

#[test]
fn otp_takes_as_many_variables_as_there_may_be() {
    let each = |count: usize, separator: &str, it: &dyn Fn(usize) -> String| {
        (0..count).map(it).collect::<Vec<_>>().join(separator)
    };
    let set = each(limits::VARIABLES - 1, ". ", &|it| format!("v{it} := {it}"));
    let changed = each(limits::VARIABLES - 1, ". ", &|it| format!("v{it} := v{it} + 1"));
    let parameters = each(limits::VARIABLES - 1, " ", &|it| format!(":p{it}"));
    let bodies = [
        format!("[{parameters} | p1]"),
        format!("{set}. a timesRepeat: [{changed}]. v1"),
        format!("{set}. [a foo] whileTrue: [{changed}]. v1"),
        format!("{set}. a ifTrue: [{changed}. a ifFalse: [^v1]]. v1"),
        format!("{set}. a match: [1 -> ([{changed}] value); n when: [n > a] -> v1 := 2]. v1"),
        format!("{set}. f := [{changed}]. f value. v1"),
    ];
    let mut gate = Gate::start();
    for body in bodies {
        let text = format!("Object subclass: Depot\n  m: a =>\n    {body}\n");
        let parse = syntax::parse(&text);
        assert!(!parse.has_errors(), "{text}");
        let modules = lowering::modules(&parse.tree);
        gate.ask(&modules.iter().map(|it| Question::Term(encode(it))).collect::<Vec<_>>());
        if let Some(refusal) = gate.answer().refusals.first() {
            panic!("{}: {}\n{text}", refusal.kind, refusal.words);
        }
    }
}
