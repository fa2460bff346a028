//! Calls of Erlang: `Erlang lists seq: 1 with: 5` calls `lists:seq/2`.
//!
//! What a module exports and what its functions take is known where a table of
//! signatures is at hand; without one nothing is said.

use hierarchy::{ClassName, Kind, Name, Parameter, known};
use syntax::tree::{Expr, Message};

use crate::checks::{fitting, suggestions};
use crate::inferred::InferredType;
use crate::meaning::{Meaning, Sent, Target};
use crate::native::{NativeSignatures, PLACEHOLDER, is_class_protocol};
use crate::problem::{ArgumentProblem, MessageProblem, Misfit, NativeFunction, ProblemKind};
use crate::resolve::Purpose;
use crate::substitution::Substitution;

static ERLANG: &str = "Erlang";
static MODULE: ClassName = ClassName::constant("ErlangModule");

/// Looks at a message to `Erlang` or to one of its modules. Answers whether it was one.
pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) -> bool {
    let is_name = !matches!(sent.message, Message::Binary(..));
    if !is_name || is_class_protocol(&sent.selector) {
        return false;
    }
    match &sent.target {
        Target::ClassObject { .. } if is_erlang(meaning, sent) => {
            let Message::Unary(_) = sent.message else { return false };
            if let Some(natives) = meaning.natives {
                module(meaning, natives, sent);
            }
            true
        }
        Target::Instance { class, found: None } if *class == MODULE => {
            let answers_itself =
                meaning.hierarchy.find_method(&known::OBJECT, &sent.selector).is_some();
            if let [InferredType::Known { class_name, .. }] = sent.receiver.arguments()
                && let Some(natives) = meaning.natives.filter(|_| !answers_itself)
            {
                call(meaning, natives, sent, Name::from(class_name.simple()));
            }
            true
        }
        _ => false,
    }
}

/// `Erlang` by that name, without a package.
fn is_erlang(meaning: &Meaning, sent: &Sent) -> bool {
    let tree = meaning.tree;
    match tree.nodes.exprs[sent.shown] {
        Expr::ClassReference(class) => {
            tree.text_of(class.name) == ERLANG
                && tree.expr_span(sent.shown).of(&tree.text) == ERLANG
        }
        _ => false,
    }
}

fn module(meaning: &mut Meaning, natives: &NativeSignatures, sent: &Sent) {
    // The modules of the runtime and of classes stand in no table.
    let is_ours = sent.selector.starts_with("beamtalk") || sent.selector.starts_with("bt@");
    let Message::Unary(token) = *sent.message else { return };
    if is_ours || natives.has_module(&sent.selector) {
        return;
    }
    let place = meaning.tree.tokens.get(token).span();
    let meant = suggestions::word(meaning, &sent.selector, place, || natives.modules());
    let module = Name::from(&*sent.selector);
    meaning
        .report(ProblemKind::Message(MessageProblem::UnknownModule { module, meant }), sent.span);
}

fn call(meaning: &mut Meaning, natives: &NativeSignatures, sent: &Sent, module: Name) {
    let name = sent.selector.split(':').next().unwrap_or_default();
    let arity = sent.arguments.len();
    let taken = natives.arities(&module, name);
    if !taken.contains(&arity) {
        return other(meaning, natives, sent, module, taken);
    }
    let Some(signature) = natives.lookup(&module, name, arity) else { return };
    let function = NativeFunction { module, name: Name::from(name), arity };
    for (index, parameter) in signature.parameters.iter().enumerate() {
        argument(meaning, sent, &function, index, parameter);
        keyword(meaning, sent, &function, index, parameter);
    }
}

/// A function that is not there, or not with so many arguments.
fn other(
    meaning: &mut Meaning,
    natives: &NativeSignatures,
    sent: &Sent,
    module: Name,
    taken: Vec<usize>,
) {
    let name = sent.selector.split(':').next().unwrap_or_default();
    let functions = natives.functions(&module);
    // Of such a module nothing is known but its name.
    if functions.is_empty() {
        return;
    }
    let function = Name::from(name);
    let problem = match taken.is_empty() {
        true => {
            let token = match *sent.message {
                Message::Unary(token) | Message::Binary(token, _) => Some(token),
                Message::Keyword(parts) => {
                    meaning.tree.nodes.keyword_parts[parts].first().map(|it| it.keyword)
                }
            };
            let Some(token) = token else { return };
            let mut place = meaning.tree.tokens.get(token).span();
            place.end = place.start.saturating_add(name.len() as u32);
            let names = || functions.into_iter().map(|(name, _)| name).collect();
            let meant = suggestions::word(meaning, name, place, names);
            MessageProblem::UnknownFunction { module, function, meant }
        }
        false => {
            let given = sent.arguments.len();
            MessageProblem::OtherArity { module, function, given, taken }
        }
    };
    meaning.report(ProblemKind::Message(problem), sent.span);
}

fn argument(
    meaning: &mut Meaning,
    sent: &Sent,
    function: &NativeFunction,
    index: usize,
    parameter: &Parameter,
) {
    let (Some(got), Some(declared)) = (sent.types.get(index), parameter.slot.ty()) else { return };
    let substitution = Substitution::default();
    let expected = meaning.resolver.resolve(declared, &substitution, Purpose::Specification);
    if let InferredType::Meta { .. } = got {
        return;
    }
    let Some(misfit) = misfit(meaning, got, &expected) else { return };
    let problem = ArgumentProblem::NativeMisfit {
        function: function.clone(),
        position: index + 1,
        parameter: parameter.name.clone().filter(|it| **it != *PLACEHOLDER),
        expected,
        got: got.clone(),
        misfit,
    };
    meaning.report(ProblemKind::Argument(problem), sent.span);
}

fn misfit(meaning: &Meaning, got: &InferredType, expected: &InferredType) -> Option<Misfit> {
    let members = got.alternatives();
    if members.iter().any(|it| !matches!(it, InferredType::Known { .. })) {
        return None;
    }
    let fits = |it: &InferredType| {
        let misfit = fitting::misfit(meaning.world(), it, expected);
        matches!(misfit, None | Some(Misfit::Open)) || is_converted(meaning, it, expected)
    };
    let unfit: Vec<InferredType> = members.iter().filter(|it| !fits(it)).cloned().collect();
    match unfit.len() {
        0 => None,
        count if count == members.len() => Some(Misfit::Whole),
        _ => Some(Misfit::Some(unfit)),
    }
}

/// To Erlang nil, true and false are atoms like others; and a call that fails is tried
/// again with strings as lists and actors as their processes.
fn is_converted(meaning: &Meaning, got: &InferredType, expected: &InferredType) -> bool {
    let Some(class) = got.instance_class() else { return false };
    let is_now = |name: &str| expected.alternatives().iter().any(|it| is_instance(it, name));
    match class.simple() {
        "UndefinedObject" | "True" | "False" | "Boolean" => is_now("Symbol"),
        "String" => is_now("List"),
        _ => is_now("Pid") && meaning.hierarchy.kind_of(class) == Some(Kind::Actor),
    }
}

fn is_instance(ty: &InferredType, class: &str) -> bool {
    ty.instance_class().is_some_and(|it| it.simple() == class)
}

/// The first keyword is the function; those after it name the parameters.
fn keyword(
    meaning: &mut Meaning,
    sent: &Sent,
    function: &NativeFunction,
    index: usize,
    parameter: &Parameter,
) {
    let Message::Keyword(parts) = *sent.message else { return };
    let part = meaning.tree.nodes.keyword_parts[parts].get(index).filter(|_| index > 0);
    let (Some(part), Some(declared)) = (part, &parameter.name) else { return };
    let written = meaning.tree.text_of(part.keyword).trim_end_matches(':');
    if written == "with" || **declared == *PLACEHOLDER || **declared == *written {
        return;
    }
    let mut place = meaning.tree.tokens.get(part.keyword).span();
    place.end = place.start.saturating_add(written.len() as u32);
    let problem = ArgumentProblem::NativeKeyword {
        function: function.clone(),
        position: index + 1,
        keyword: Name::from(written),
        parameter: declared.clone(),
        place,
    };
    meaning.report(ProblemKind::Argument(problem), sent.span);
}
