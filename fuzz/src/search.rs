//! Programs on their way through the gate, and what comes back.
//!
//! In go texts; out come, in the end, the smallest programs that OTP refuses though
//! no rule of the language does, and those that make lowering panic. Where the texts
//! come from, and what becomes of the findings, is not known here.

use std::collections::{BTreeMap, HashSet};
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex};

use lower::core_erlang::{encode, print};

use crate::gate::{Answer, Gate, MANY_ATOMS, Question};
use crate::{lowering, sense, shrink};

const MODULES_IN_A_BATCH: usize = 64;
/// Enough for both sides to have something to do.
const BATCHES_UNDER_WAY: usize = 6;
/// One module in so many is compiled, and one is read as text.
const COMPILED: u64 = 32;
const PRINTED: u64 = 64;
/// How many findings of a kind are looked at, and how much is tried to make one of
/// them smaller.
const EXAMPLES: usize = 6;
const TRIES: usize = 4_000;

/// What is asked about the modules of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    All,
    /// To be linted always, the rest now and then.
    Sample,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub programs: u64,
    pub modules: u64,
    pub compiled: u64,
    pub printed: u64,
    /// Refused, and the language's rules forbid it as well.
    pub senseless: u64,
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub kind: String,
    /// How many modules were refused for the same reason.
    pub count: u64,
    pub text: String,
    pub words: String,
}

#[derive(Debug)]
pub struct Search {
    pub counts: Counts,
    gate: Gate,
    /// What is not sent yet: each question and the program it comes from.
    questions: Vec<Question>,
    asked_by: Vec<Arc<str>>,
    under_way: BTreeMap<u32, Vec<Arc<str>>>,
    atoms: u32,
    /// By kind: how often, and the first programs of that kind.
    found: BTreeMap<String, (u64, Vec<Arc<str>>)>,
}

impl Search {
    pub fn start() -> Search {
        keep_last_panic();
        Search {
            counts: Counts::default(),
            gate: Gate::start(),
            questions: Vec::new(),
            asked_by: Vec::new(),
            under_way: BTreeMap::new(),
            atoms: 0,
            found: BTreeMap::new(),
        }
    }

    pub fn offer(&mut self, text: String, which: Questions) {
        let questions = match questions(&text, which, &mut self.counts) {
            Ok(questions) => questions,
            Err(panic) => return self.add(panic, text.into()),
        };
        let text: Arc<str> = text.into();
        self.asked_by.extend(questions.iter().map(|_| text.clone()));
        self.questions.extend(questions);
        if self.questions.len() >= MODULES_IN_A_BATCH {
            self.send();
        }
    }

    /// Waits until all that was offered is answered.
    pub fn finish(&mut self) {
        self.send();
        self.receive_all();
    }

    /// What was found, made small.
    pub fn findings(mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (kind, (count, texts)) in std::mem::take(&mut self.found) {
            let mut shapes = HashSet::new();
            for text in texts {
                let text = shrink::shrink(&text, TRIES, |it| self.refusal(it, &kind).is_some());
                // Two that differ in names only are one.
                let tokens = syntax::lex(&text);
                if shapes.insert(tokens.iter().map(|(_, token)| token.kind).collect::<Vec<_>>()) {
                    let words = self.refusal(&text, &kind).unwrap_or_default();
                    findings.push(Finding { kind: kind.clone(), count, text, words });
                }
            }
        }
        findings
    }

    fn send(&mut self) {
        let batch = self.gate.ask(&std::mem::take(&mut self.questions));
        self.under_way.insert(batch, std::mem::take(&mut self.asked_by));
        while self.under_way.len() >= BATCHES_UNDER_WAY {
            self.receive();
        }
        if self.atoms > MANY_ATOMS {
            self.receive_all();
            self.gate = Gate::start();
            self.atoms = 0;
        }
    }

    fn receive(&mut self) {
        let Answer { batch, atoms, refusals } = self.gate.answer();
        let asked_by = self.under_way.remove(&batch).unwrap_or_default();
        self.atoms = atoms;
        for refusal in refusals {
            let text = asked_by[refusal.index].clone();
            match makes_sense(&text) {
                true => self.add(refusal.kind, text),
                false => self.counts.senseless += 1,
            }
        }
    }

    fn receive_all(&mut self) {
        while !self.under_way.is_empty() {
            self.receive();
        }
    }

    fn add(&mut self, kind: String, text: Arc<str>) {
        let (count, texts) = self.found.entry(kind).or_default();
        *count += 1;
        if texts.len() < EXAMPLES {
            texts.push(text);
        }
    }

    /// What is said of a program, if it is refused for this reason and should not be.
    fn refusal(&mut self, text: &str, kind: &str) -> Option<String> {
        let questions = match questions(text, Questions::All, &mut Counts::default()) {
            Err(panic) => return (kind == panic).then(last_panic),
            Ok(questions) if questions.is_empty() => return None,
            Ok(questions) => questions,
        };
        self.gate.ask(&questions);
        let refusals = self.gate.answer().refusals;
        let refusal = refusals.into_iter().find(|refusal| refusal.kind == kind)?;
        makes_sense(text).then_some(refusal.words)
    }
}

fn makes_sense(text: &str) -> bool {
    lowering::readable(text).is_some_and(|tree| sense::makes_sense(&tree))
}

/// What to ask about a program, or where lowering it panics.
fn questions(text: &str, which: Questions, counts: &mut Counts) -> Result<Vec<Question>, String> {
    let Some(tree) = lowering::readable(text) else { return Ok(Vec::new()) };
    let lowered = catch_unwind(|| lowering::modules(&tree)).map_err(|_| {
        let panic = last_panic();
        panic.lines().next().unwrap_or_default().to_owned()
    })?;
    let mut questions = Vec::new();
    counts.programs += 1;
    for module in lowered {
        counts.modules += 1;
        let is_asked = |times: u64| which == Questions::All || counts.modules.is_multiple_of(times);
        let (is_compiled, is_printed) = (is_asked(COMPILED), is_asked(PRINTED));
        counts.compiled += u64::from(is_compiled);
        counts.printed += u64::from(is_printed);
        let term = encode(&module);
        questions.push(match is_compiled {
            true => Question::CompiledTerm(term),
            false => Question::Term(term),
        });
        questions.extend(is_printed.then(|| Question::Text(print(&module))));
    }
    Ok(questions)
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Panics are findings, and have their place in the report.
fn keep_last_panic() {
    std::panic::set_hook(Box::new(|panic| match LAST_PANIC.lock() {
        Ok(mut last) => *last = panic.to_string(),
        Err(_) => eprintln!("{panic}"),
    }));
}

fn last_panic() -> String {
    LAST_PANIC.lock().map_or_else(|_| String::new(), |last| last.clone())
}
