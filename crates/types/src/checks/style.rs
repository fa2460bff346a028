//! Code that does nothing, or never runs.
//!
//! What may do something for all one can see is left alone: any message but an operator
//! may.

use hierarchy::{Kind, known};
use syntax::tree::{Assignment, Expr, ExprId, Message};
use syntax::{Span, Tree};

use crate::bodies::Body;
use crate::meaning::{Meaning, Sent};
use crate::problem::{ProblemKind, StyleProblem};

/// Operators that nobody expects to do anything but answer.
const PURE: [&str; 14] =
    ["+", "-", "*", "/", "%", "<", ">", "<=", ">=", "=:=", "==", "/=", "=/=", "++"];

/// Messages whose receiver decides which argument is evaluated.
const CONDITIONALS: [&str; 6] =
    ["ifTrue:", "ifFalse:", "ifTrue:ifFalse:", "ifFalse:ifTrue:", "and:", "or:"];

/// `x := x`, where both are the same: a first assignment may take a slot's value.
pub(crate) fn assignment(body: &mut Body, id: ExprId, assignment: Assignment) {
    let tree = body.tree;
    let is_same =
        match (tree.nodes.exprs[assignment.target], tree.nodes.exprs[bare(tree, assignment.value)])
        {
            (Expr::Identifier(target), Expr::Identifier(value)) => {
                let name = tree.name(target);
                name == tree.name(value) && body.scopes.find(name).is_some()
            }
            (Expr::Field(target), Expr::Field(value)) => {
                tree.name(target.name) == tree.name(value.name)
                    && is_self(tree, target.receiver)
                    && is_self(tree, value.receiver)
            }
            _ => false,
        };
    if is_same && !body.context.is_script() {
        body.report(ProblemKind::Style(StyleProblem::SelfAssignment), tree.expr_span(id));
    }
}

/// The statements of a method or a block.
pub(crate) fn statements(meaning: &mut Meaning, statements: &[ExprId]) {
    let tree = meaning.tree;
    let is_directive = |id: &ExprId| matches!(tree.nodes.exprs[*id], Expr::Expect(_));
    let mut statements = statements.iter().filter(|id| !is_directive(id)).peekable();
    while let Some(statement) = statements.next() {
        let Some(next) = statements.peek() else { return };
        let start = tree.expr_span(**next).start;
        if let Expr::Return(_) = tree.nodes.exprs[bare(tree, *statement)] {
            let end = statements.last().map_or(start, |last| tree.expr_span(*last).end);
            let span = Span { start, end };
            return meaning.report(ProblemKind::Style(StyleProblem::UnreachableCode), span);
        }
        if is_effect_free(tree, *statement) {
            let span = tree.expr_span(*statement);
            meaning.report(ProblemKind::Style(StyleProblem::EffectFree), span);
        }
    }
}

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    condition(meaning, sent);
    initialize(meaning, sent);
}

/// Every `initialize` on the way up is run before that of a class.
fn initialize(meaning: &mut Meaning, sent: &Sent) {
    let tree = meaning.tree;
    let is_to_super = matches!(tree.nodes.exprs[sent.shown], Expr::Super(_));
    if !is_to_super || sent.selector != "initialize" {
        return;
    }
    let Some((class, side, selector)) = meaning.method_key() else { return };
    let is_hook = selector == "initialize"
        && side == hierarchy::Side::Instance
        && meaning.hierarchy.kind_of(&class) == Some(Kind::Actor);
    if is_hook {
        meaning.report(ProblemKind::Style(StyleProblem::RepeatedInitialize), sent.span);
    }
}

/// Tests ask even what is certain. A loop that never ends is meant; one that never
/// begins is not.
fn condition(meaning: &mut Meaning, sent: &Sent) {
    let tree = meaning.tree;
    let holds = match &*sent.selector {
        selector if CONDITIONALS.contains(&selector) => constant(tree, sent.shown),
        "whileTrue:" => constant_block(tree, sent.shown).filter(|holds| !holds),
        "whileFalse:" => constant_block(tree, sent.shown).filter(|holds| *holds),
        _ => None,
    };
    let Some(holds) = holds else { return };
    let is_test = meaning
        .around
        .class
        .is_some_and(|class| meaning.hierarchy.is_subclass(&class.name, &known::TEST_CASE));
    if !is_test {
        let problem = StyleProblem::ConstantCondition { holds };
        meaning.report(ProblemKind::Style(problem), tree.expr_span(sent.shown));
    }
}

fn constant_block(tree: &Tree, id: ExprId) -> Option<bool> {
    let Expr::Block(block) = tree.nodes.exprs[bare(tree, id)] else { return None };
    match tree.list(block.body) {
        [only] => constant(tree, *only),
        _ => None,
    }
}

/// A condition that is written out.
fn constant(tree: &Tree, id: ExprId) -> Option<bool> {
    match tree.nodes.exprs[bare(tree, id)] {
        Expr::Identifier(name) if tree.name(name) == "true" => Some(true),
        Expr::Identifier(name) if tree.name(name) == "false" => Some(false),
        _ => None,
    }
}

fn is_effect_free(tree: &Tree, id: ExprId) -> bool {
    // Chains of operators may be of any length; all else nests within bounds.
    let (links, inner) = tree.spine(id);
    let is_pure = |link: &ExprId| match tree.nodes.exprs[*link] {
        Expr::Field(field) => is_self(tree, field.receiver),
        Expr::Send(send) => match send.message {
            Message::Binary(operator, right) => {
                PURE.contains(&tree.text_of(operator)) && is_effect_free(tree, right)
            }
            Message::Unary(_) | Message::Keyword(_) => false,
        },
        _ => false,
    };
    links.iter().all(is_pure)
        && match tree.nodes.exprs[inner] {
            Expr::Literal(_) | Expr::Identifier(_) | Expr::ClassReference(_) | Expr::Block(_) => {
                true
            }
            Expr::Paren(inner) => is_effect_free(tree, inner),
            Expr::List(_) | Expr::Array(_) | Expr::Map(_) => {
                let mut is_free = true;
                tree.children(inner, |child| is_free = is_free && is_effect_free(tree, child));
                is_free
            }
            _ => false,
        }
}

fn is_self(tree: &Tree, id: ExprId) -> bool {
    matches!(tree.nodes.exprs[id], Expr::Identifier(name) if tree.name(name) == "self")
}

/// An expression without the parentheses around it.
fn bare(tree: &Tree, mut id: ExprId) -> ExprId {
    while let Expr::Paren(inner) = tree.nodes.exprs[id] {
        id = inner;
    }
    id
}
