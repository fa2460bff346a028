//! The last send of a method, kept from taking the method's place on the stack.
//!
//! A call in the last place is a jump: were the message to fail, no stack trace would
//! name the method that sent it. So its answer is handed on by a function of the
//! runtime. Sends to `self` of what the class defines stay jumps: loops are written
//! with them.

use std::collections::HashSet;

use crate::core_erlang::build::{call, let_, var};
use crate::core_erlang::{Expr as Core, Literal, RemoteCall};

/// The code of a method or a block in which sends in the last place are pinned.
pub(crate) fn pinned(mut code: Core, own_selectors: &HashSet<String>) -> Core {
    pin(&mut code, own_selectors);
    code
}

fn pin(code: &mut Core, own: &HashSet<String>) {
    let mut pending = vec![code];
    while let Some(next) = pending.pop() {
        if is_send(next, own) {
            let send = std::mem::replace(next, Core::Literal(Literal::Nil));
            let answer = call("beamtalk_control", "answer", [var("Pinned")], 0);
            *next = let_("Pinned", send, answer);
            continue;
        }
        match next {
            Core::Let(it) => pending.push(&mut it.body),
            Core::Do(_, last) => pending.push(last),
            Core::LetRec(it) => pending.push(&mut it.body),
            Core::Case(it) => pending.extend(it.clauses.iter_mut().map(|clause| &mut clause.body)),
            _ => {}
        }
    }
}

fn is_send(code: &Core, own: &HashSet<String>) -> bool {
    let Core::Call(remote) = code else { return false };
    let RemoteCall { module, function, arguments, .. } = &**remote;
    let is =
        |it: &Core, name: &str| matches!(it, Core::Literal(Literal::Atom(it)) if &**it == name);
    let is_runtime = is(module, "beamtalk_dispatch") || is(module, "beamtalk_operator");
    let is_own = match (arguments.first(), arguments.get(1)) {
        (Some(Core::Variable(receiver)), Some(Core::Literal(Literal::Atom(selector)))) => {
            &**receiver == "Self" && own.contains(&**selector)
        }
        _ => false,
    };
    is_runtime && !is(function, "super_send") && !is(function, "super_class_send") && !is_own
}
