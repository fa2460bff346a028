//! Methods with the body `self delegate` in a class with a module behind it: calls of
//! the function that the first keyword names. What the function answers and how it
//! fails is turned into the language's terms by the runtime. The module of an actor is
//! a process of its own, which is sent the message.

use syntax::tree::{Expr, Message, Method, Send};
use syntax::{LineIndex, Tree};

use crate::body::Surroundings;
use crate::core_erlang::build::{atom, call, function, list, var};
use crate::core_erlang::{Function, Name};

/// The function that a delegating method becomes. An instance method hands its
/// receiver on, a class method its arguments alone.
pub(crate) fn native_function(
    tree: &Tree,
    method: &Method,
    name: &str,
    around: &Surroundings,
    lines: &LineIndex,
) -> Option<Function> {
    let module = around.native.as_deref().filter(|_| delegates(tree, method))?;
    let selector = tree.header_selector(&method.header);
    let target = selector.split_once(':').map_or(selector.as_str(), |(keyword, _)| keyword);
    let parameters = tree.parameters(&method.header).len();
    let parameters = (0..parameters).map(|index| Name::from(format!("A{index}")));
    let parameters: Vec<Name> = [Name::from("Self")].into_iter().chain(parameters).collect();
    let line = lines.line(tree.tokens.get(method.tokens.first).span().start) + 1;
    if around.is_actor {
        let arguments = list(parameters.iter().skip(1).cloned().map(var).collect());
        let arguments = [var("Self"), atom(&selector), arguments];
        let sent = call("beamtalk_actor_call", "delegate", arguments, line);
        return Some(function(name, parameters, sent, line));
    }
    let handed_on = parameters.iter().skip(usize::from(around.is_class_side)).cloned();
    let arguments = [
        atom(module),
        atom(target),
        list(handed_on.map(var).collect()),
        atom(&around.class),
        atom(&selector),
    ];
    let called = call("beamtalk_erlang", "native", arguments, line);
    Some(function(name, parameters, called, line))
}

fn delegates(tree: &Tree, method: &Method) -> bool {
    let [body] = tree.list(method.body) else { return false };
    let Expr::Send(Send { receiver, message: Message::Unary(selector), .. }) =
        tree.nodes.exprs[*body]
    else {
        return false;
    };
    tree.text_of(selector) == "delegate"
        && matches!(tree.nodes.exprs[receiver], Expr::Identifier(it) if tree.text_of(it) == "self")
}
