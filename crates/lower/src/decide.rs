//! Going one of two ways by a value.

use crate::body::nil;
use crate::core_erlang::build::{
    always, apply, atom, case, clause, fun_name, pattern_atom, pattern_var,
};
use crate::core_erlang::{Clause, Expr as Core, Function, LetRec, Name, Pattern};

/// Goes one of two ways by a value that should be a Boolean. A comparison is
/// decided in its guards: where it is one of integers, nothing is called, and the
/// way that needs no stack frame has none.
pub(crate) fn decide(
    mut receiver: Core,
    answer: Name,
    ways: [Name; 2],
    bodies: Vec<Core>,
    refused: Core,
) -> Core {
    let patterns = [pattern_atom("true"), pattern_atom("false")];
    let mut guards = match comparison(&mut receiver) {
        Some(clauses) if bodies.iter().all(has_one_value) => clauses,
        clauses => {
            if let (Some(clauses), Core::Case(it)) = (clauses, &mut receiver) {
                it.clauses = clauses;
            }
            let other = clause([pattern_var(answer)], always(), refused);
            return case(receiver, two_clauses(patterns, bodies, Some(other)));
        }
    };
    let mut functions = Vec::new();
    let mut shared = bodies.into_iter().zip(ways).map(|(body, name)| match body {
        Core::Variable(_) | Core::Literal(_) => body,
        body => {
            let name = fun_name(name, 0);
            let way = apply(name.clone(), vec![], 0);
            functions.push(Function { name, parameters: vec![], body, line: 0 });
            way
        }
    });
    let ends: Vec<Core> = shared.by_ref().collect();
    drop(shared);
    let other = clause([pattern_var(answer)], always(), refused);
    let called = guards.pop().map_or_else(nil, |it| it.body);
    let slow = case(called, two_clauses(patterns, ends.clone(), Some(other)));
    let mut clauses: Vec<Clause> =
        guards.into_iter().zip(ends).map(|(it, end)| clause([], it.guard, end)).collect();
    clauses.push(clause([], always(), slow));
    let decided = case(Core::Values(vec![]), clauses);
    match functions.is_empty() {
        true => decided,
        false => Core::LetRec(Box::new(LetRec { functions, body: decided })),
    }
}

/// The clauses of a comparison that answers by its guards: true, false, or what
/// must be called to know.
fn comparison(receiver: &mut Core) -> Option<Vec<Clause>> {
    let Core::Case(it) = receiver else { return None };
    let is = |clause: &Clause, word: &str| clause.patterns.is_empty() && clause.body == atom(word);
    match it.clauses.as_slice() {
        [yes, no, _] if is(yes, "true") && is(no, "false") => Some(std::mem::take(&mut it.clauses)),
        _ => None,
    }
}

/// Whether a body could be a function's: those answer one value.
fn has_one_value(body: &Core) -> bool {
    let mut next = body;
    loop {
        match next {
            Core::Let(it) => next = &it.body,
            Core::Do(_, then) => next = then,
            Core::LetRec(it) => next = &it.body,
            Core::Case(it) => match it.clauses.first() {
                Some(clause) => next = &clause.body,
                None => return true,
            },
            Core::Values(values) => return values.len() == 1,
            _ => return true,
        }
    }
}

fn two_clauses(patterns: [Pattern; 2], bodies: Vec<Core>, other: Option<Clause>) -> Vec<Clause> {
    let clauses = patterns.into_iter().zip(bodies);
    let clauses = clauses.map(|(pattern, body)| clause([pattern], always(), body));
    clauses.chain(other).collect()
}

/// `case subject of first -> …; second -> …; _ -> other end`
pub(crate) fn two_way(
    subject: Core,
    patterns: [Pattern; 2],
    bodies: Vec<Core>,
    other: Option<Core>,
) -> Core {
    let other = other.map(|other| clause([pattern_var("_")], always(), other));
    case(subject, two_clauses(patterns, bodies, other))
}
