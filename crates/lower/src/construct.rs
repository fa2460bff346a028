//! Which sends are control flow that is compiled in place.
//!
//! Decided by selector and by literal blocks of the right shape alone, so that it
//! is the same before and after types are known. Whether the receiver really is a
//! Boolean, a number or a list is tested when the code runs.

use syntax::Tree;
use syntax::tree::{Block, Expr, ExprId, Message, Send};

/// Control flow written with literal blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Construct {
    /// `ifTrue:ifFalse:` and its kin; a branch may be missing.
    If {
        on_true: Option<ExprId>,
        on_false: Option<ExprId>,
    },
    /// `and:`, or `or:`.
    Both(ExprId),
    Either(ExprId),
    /// `ifNil:ifNotNil:` and its kin.
    IfNil {
        on_nil: Option<ExprId>,
        otherwise: Option<ExprId>,
    },
    /// `[condition] whileTrue: [body]`, or `whileFalse:`.
    While {
        condition: ExprId,
        body: ExprId,
        expected: bool,
    },
    /// `[body] repeat`
    Repeat(ExprId),
    TimesRepeat(ExprId),
    /// `from to: last do: [:i | …]`
    CountTo {
        last: ExprId,
        step: Option<ExprId>,
        body: ExprId,
    },
    /// `[body] value`
    Value(ExprId),
}

impl Construct {
    /// The blocks that are compiled in place, in the order they are written.
    pub(crate) fn blocks(self) -> impl Iterator<Item = ExprId> {
        let (first, second) = match self {
            Construct::If { on_true, on_false } => (on_true, on_false),
            Construct::IfNil { on_nil, otherwise } => (on_nil, otherwise),
            Construct::While { condition, body, .. } => (Some(condition), Some(body)),
            Construct::Both(block)
            | Construct::Either(block)
            | Construct::Repeat(block)
            | Construct::TimesRepeat(block)
            | Construct::Value(block)
            | Construct::CountTo { body: block, .. } => (Some(block), None),
        };
        let mut blocks = [first, second];
        blocks.sort_by_key(|block| block.map(ExprId::index));
        blocks.into_iter().flatten()
    }
}

/// What asks whether its receiver is nil. Few classes answer these in a way of
/// their own, so they are compiled in place until one does.
pub(crate) const NIL_TESTS: [&str; 4] =
    ["ifNil:", "ifNotNil:", "ifNil:ifNotNil:", "ifNotNil:ifNil:"];

/// What a send compiles to in place, if it does.
pub(crate) fn construct(tree: &Tree, send: &Send) -> Option<Construct> {
    let block = |id: ExprId, parameters: usize| -> Option<ExprId> {
        let found = block_of(tree, id)?;
        (found.parameters.len() == parameters).then_some(id)
    };
    // `ifNotNil:` takes what is not nil, or does not care.
    let receiving = |id: ExprId| block(id, 0).or(block(id, 1));
    let receiver = send.receiver;
    match send.message {
        Message::Unary(selector) => match tree.text_of(selector) {
            "repeat" => Some(Construct::Repeat(block(receiver, 0)?)),
            "value" => Some(Construct::Value(block(receiver, 0)?)),
            _ => None,
        },
        Message::Binary(..) => None,
        Message::Keyword(parts) => {
            let selector = tree.selector(&send.message);
            let arguments: Vec<ExprId> =
                tree.nodes.keyword_parts[parts].iter().map(|part| part.argument).collect();
            match (selector.as_str(), arguments.as_slice()) {
                ("ifTrue:", [yes]) => {
                    Some(Construct::If { on_true: Some(block(*yes, 0)?), on_false: None })
                }
                ("ifFalse:", [no]) => {
                    Some(Construct::If { on_true: None, on_false: Some(block(*no, 0)?) })
                }
                ("ifTrue:ifFalse:", [yes, no]) | ("ifFalse:ifTrue:", [no, yes]) => {
                    Some(Construct::If {
                        on_true: Some(block(*yes, 0)?),
                        on_false: Some(block(*no, 0)?),
                    })
                }
                ("and:", [other]) => Some(Construct::Both(block(*other, 0)?)),
                ("or:", [other]) => Some(Construct::Either(block(*other, 0)?)),
                ("ifNil:", [nil]) => {
                    Some(Construct::IfNil { on_nil: Some(block(*nil, 0)?), otherwise: None })
                }
                ("ifNotNil:", [some]) => {
                    Some(Construct::IfNil { on_nil: None, otherwise: Some(receiving(*some)?) })
                }
                ("ifNil:ifNotNil:", [nil, some]) | ("ifNotNil:ifNil:", [some, nil]) => {
                    Some(Construct::IfNil {
                        on_nil: Some(block(*nil, 0)?),
                        otherwise: Some(receiving(*some)?),
                    })
                }
                ("whileTrue:", [body]) => while_loop(block(receiver, 0)?, block(*body, 0)?, true),
                ("whileFalse:", [body]) => while_loop(block(receiver, 0)?, block(*body, 0)?, false),
                ("timesRepeat:", [body]) => Some(Construct::TimesRepeat(block(*body, 0)?)),
                ("to:do:", [last, body]) => {
                    Some(Construct::CountTo { last: *last, step: None, body: block(*body, 1)? })
                }
                ("to:by:do:", [last, step, body]) => Some(Construct::CountTo {
                    last: *last,
                    step: Some(*step),
                    body: block(*body, 1)?,
                }),
                _ => None,
            }
        }
    }
}

fn while_loop(condition: ExprId, body: ExprId, expected: bool) -> Option<Construct> {
    Some(Construct::While { condition, body, expected })
}

fn block_of(tree: &Tree, id: ExprId) -> Option<Block> {
    match tree.nodes.exprs[id] {
        Expr::Block(block) => Some(block),
        _ => None,
    }
}
