//! What kind of place the cursor stands at. Nothing is looked up: the tree tells.

use syntax::tree::{Expr, ExprId, Item, Message, Pattern};
use syntax::{LexFault, Span, TokenKind, Unterminated};

use super::begun;
use super::cursor::Cursor;
use super::headers::{self, HeaderPlace};
use super::message::{self, MessagePlace};

/// The kinds of places, each with what the tree tells of it.
#[derive(Clone, Debug)]
pub enum Position {
    /// Nothing can be offered here.
    Nothing(Nowhere),
    /// A message to something.
    Message(MessagePlace),
    /// The beginning of an expression.
    Name(NamePlace),
    /// A type.
    TypeName(TypePlace),
    /// The beginning of a member of a class.
    Member(HeaderPlace),
    /// A word of the head of a class.
    ClassHead,
    /// A symbol, or where one that names a method is wanted.
    Symbol(SymbolPlace),
    /// Behind the period of a slot: the receiver.
    Field(ExprId),
    /// Behind `package@`.
    Package(String),
    /// Behind `Erlang`: a module. Behind one: a function of it.
    Erlang(Option<String>),
    /// A directive itself.
    Directive,
    /// Behind `@expect`.
    Expectation,
    /// The beginning of the arm of a match of this value.
    Arm(ExprId),
}

/// Why nothing can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nowhere {
    Comment,
    Text,
    Number,
    Character,
    /// In the middle of `=>`, `::` or an operator.
    Sign,
    /// A name that is made up here: a parameter, a class, a slot.
    NewName(&'static str),
    /// The head of a method, which goes on with its arrow.
    Head,
    /// The text around cannot be read.
    Unreadable,
}

#[derive(Clone, Debug)]
pub struct NamePlace {
    /// The expression that the word at the cursor is.
    pub(super) expr: ExprId,
    pub(super) kind: NameKind,
    /// A message that may go on in this line instead.
    pub(super) continued: Option<Box<(Cursor, MessagePlace)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    /// A statement begins here; outside of everything so may a declaration.
    Statement {
        is_outside: bool,
    },
    /// The argument of a message, by the message and the number of the argument.
    Argument(ExprId, usize),
    Other,
}

/// Which types may stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypePlace {
    Any,
    /// What a method answers.
    Return,
    /// A class that is inherited from.
    Superclass,
    Protocol,
    /// A class that a pattern tests for.
    Leaf,
}

#[derive(Clone, Debug)]
pub struct SymbolPlace {
    /// Whose methods it names.
    pub(super) of: Option<ExprId>,
    /// The argument of a message, as above.
    pub(super) argument: Option<(ExprId, usize)>,
    /// The key of a map that is such an argument.
    pub(super) key: Option<(ExprId, usize)>,
}

pub(super) fn classify(cursor: &Cursor) -> Position {
    let position = place(cursor);
    // A head that is not finished looks like an expression: `go -> Ticket` is none.
    let is_expression = matches!(
        position,
        Position::Nothing(Nowhere::Unreadable) | Position::Message(_) | Position::Name(_)
    );
    match is_expression && headers::is_open(cursor) {
        true => Position::Nothing(Nowhere::Head),
        false => position,
    }
}

fn place(cursor: &Cursor) -> Position {
    if cursor.is_directive {
        return Position::Directive;
    }
    let Some(marker) = cursor.marker else { return Position::Nothing(nowhere(cursor)) };
    let tree = cursor.tree();
    if let TokenKind::AtExpect | TokenKind::AtPrimitive | TokenKind::AtIntrinsic =
        cursor.kind(marker)
    {
        return Position::Directive;
    }
    if let Some((before, token)) = cursor.token_before() {
        match token.kind {
            TokenKind::AtExpect => return Position::Expectation,
            TokenKind::At => {
                let package = before.0.checked_sub(1).map(syntax::TokenId);
                let package = package.map_or("", |it| tree.text_of(it));
                return Position::Package(package.to_owned());
            }
            _ => {}
        }
    }
    if let Some(position) = begun::place(cursor).or_else(|| headers::place(cursor)) {
        return position;
    }
    if let Some(position) = pattern(cursor) {
        return position;
    }
    if matches!(cursor.kind(marker), TokenKind::Symbol | TokenKind::Hash) {
        return symbol(cursor);
    }
    expression(cursor)
}

fn nowhere(cursor: &Cursor) -> Nowhere {
    let tree = cursor.tree();
    let at = cursor.offset;
    let covers = |span: Span| span.start < at && at <= span.end;
    let token = tree.tokens.iter().find(|(_, token)| covers(token.span()));
    match token {
        None => Nowhere::Comment,
        Some((id, token)) => match token.kind {
            TokenKind::Integer | TokenKind::Float => Nowhere::Number,
            TokenKind::Character => Nowhere::Character,
            TokenKind::Arrow
            | TokenKind::FatArrow
            | TokenKind::Assign
            | TokenKind::DoubleColon
            | TokenKind::LtLt
            | TokenKind::GtGt
            | TokenKind::Ellipsis
            | TokenKind::ListOpen
            | TokenKind::ArrayOpen
            | TokenKind::MapOpen
            | TokenKind::BinarySelector => Nowhere::Sign,
            TokenKind::String
            | TokenKind::StringStart
            | TokenKind::StringSegment
            | TokenKind::StringEnd => Nowhere::Text,
            TokenKind::Error => match tree.tokens.fault(id) {
                Some(LexFault::Unterminated(Unterminated::Comment, _)) => Nowhere::Comment,
                Some(LexFault::Unterminated(Unterminated::Character, _)) => Nowhere::Character,
                Some(LexFault::Unterminated(..)) => Nowhere::Text,
                _ => Nowhere::Unreadable,
            },
            _ => Nowhere::Unreadable,
        },
    }
}

fn expression(cursor: &Cursor) -> Position {
    let (tree, around) = (cursor.tree(), cursor.around());
    let (Some(marker), Some(inner)) = (cursor.marker, around.first().copied()) else {
        return Position::Nothing(Nowhere::Unreadable);
    };
    match cursor.expr(inner) {
        Expr::Identifier(_) | Expr::ClassReference(_) | Expr::Super(_) => name(cursor, &around),
        Expr::Field(field) if field.name == marker => Position::Field(field.receiver),
        Expr::Send(_) | Expr::Cascade(_) => match message::place(cursor, &around) {
            Some(place) => match message::erlang(tree, &place) {
                Some(module) => Position::Erlang(module),
                None => Position::Message(place),
            },
            None => Position::Nothing(Nowhere::Unreadable),
        },
        Expr::Block(_) => Position::Nothing(Nowhere::NewName("a block parameter")),
        Expr::Match(matching) if cursor.kind(marker) == TokenKind::Keyword => {
            Position::Message(MessagePlace::to(matching.value))
        }
        _ => Position::Nothing(Nowhere::Unreadable),
    }
}

fn name(cursor: &Cursor, around: &[ExprId]) -> Position {
    let tree = cursor.tree();
    let (Some(inner), Some(marker)) = (around.first().copied(), cursor.marker) else {
        return Position::Nothing(Nowhere::Unreadable);
    };
    let Some(parent) = around.get(1).copied() else {
        let is_outside =
            tree.items.iter().any(|it| matches!(it, Item::Statement(it) if *it == inner));
        let kind = NameKind::Statement { is_outside };
        return Position::Name(NamePlace { expr: inner, kind, continued: continued(cursor) });
    };
    let kind = match cursor.expr(parent) {
        Expr::Send(send) => match argument_number(cursor, &send.message, inner) {
            Some(number) => {
                if tree.selector(&send.message) == ">>" {
                    let (of, argument) = (Some(send.receiver), Some((parent, 0)));
                    return Position::Symbol(SymbolPlace { of, argument, key: None });
                }
                NameKind::Argument(parent, number)
            }
            None => statement_or_other(cursor, around),
        },
        Expr::Block(_) => NameKind::Statement { is_outside: false },
        Expr::Assignment(assignment) if assignment.target == inner => {
            NameKind::Statement { is_outside: false }
        }
        _ => NameKind::Other,
    };
    let begins_line = tree.tokens.get(marker).begins_line();
    let continued = match kind {
        NameKind::Statement { .. } if begins_line => continued(cursor),
        _ => None,
    };
    Position::Name(NamePlace { expr: inner, kind, continued })
}

/// A word that something is sent to may be the first of a statement.
fn statement_or_other(cursor: &Cursor, around: &[ExprId]) -> NameKind {
    let starts_with_marker =
        |id: &&ExprId| cursor.marker == Some(cursor.tree().expr_range(**id).first);
    let outermost = around.iter().take_while(starts_with_marker).count();
    match around.get(outermost).map(|it| cursor.expr(*it)) {
        None | Some(Expr::Block(_)) => NameKind::Statement { is_outside: false },
        _ => NameKind::Other,
    }
}

/// Where the line is indented below the statement before, its message may go on.
fn continued(cursor: &Cursor) -> Option<Box<(Cursor, MessagePlace)>> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    let token = tree.tokens.get(marker);
    if !token.begins_line() || token.follows_comment() {
        return None;
    }
    let joined = cursor.joined(tree.tokens.gap_before(marker));
    let around = joined.around();
    let mut place = message::place(&joined, &around)?;
    let statement = around.last().copied()?;
    let statement = joined.line_start(joined.tree().expr_range(statement).first);
    if cursor.column(marker) <= joined.column(statement) {
        return None;
    }
    place.is_continued_line = true;
    Some(Box::new((joined, place)))
}

pub(super) fn argument_number(
    cursor: &Cursor,
    message: &Message,
    argument: ExprId,
) -> Option<usize> {
    cursor.tree().arguments(message).iter().position(|it| *it == argument)
}

fn symbol(cursor: &Cursor) -> Position {
    let around = cursor.around();
    let mut place = SymbolPlace { of: None, argument: None, key: None };
    let Some(inner) = around.first().copied() else { return Position::Symbol(place) };
    match around.get(1).map(|it| (*it, cursor.expr(*it))) {
        Some((id, Expr::Send(send))) => {
            if let Some(number) = argument_number(cursor, &send.message, inner) {
                place.argument = Some((id, number));
                let selector = cursor.tree().selector(&send.message);
                let names_method = selector == ">>"
                    || number == 0
                        && ["respondsTo:", "perform:", "canUnderstand:", "includesSelector:"]
                            .iter()
                            .any(|it| selector.starts_with(it));
                place.of = names_method.then_some(send.receiver);
            }
        }
        Some((map, Expr::Map(_))) => {
            if let Some((id, Expr::Send(send))) = around.get(2).map(|it| (*it, cursor.expr(*it)))
                && let Some(number) = argument_number(cursor, &send.message, map)
            {
                place.key = Some((id, number));
            }
        }
        _ => {}
    }
    Position::Symbol(place)
}

fn pattern(cursor: &Cursor) -> Option<Position> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    let is_in = |id: syntax::tree::PatternId| {
        let range = tree.pattern_range(id);
        range.first <= marker && marker <= range.last
    };
    let (id, pattern) = tree.nodes.patterns.iter().find(|(id, _)| is_in(*id))?;
    match *pattern {
        Pattern::ClassTest(test) if test.class == marker => {
            Some(Position::TypeName(TypePlace::Leaf))
        }
        Pattern::Constructor(it) if it.class == marker => arm(cursor, id),
        Pattern::Variable(_) | Pattern::Error | Pattern::Nil | Pattern::Wildcard => {
            arm(cursor, id).or(Some(Position::Nothing(Nowhere::NewName("a pattern"))))
        }
        Pattern::Literal(_) => arm(cursor, id),
        _ => Some(Position::Nothing(Nowhere::NewName("a pattern"))),
    }
}

/// The value that the arm of a pattern is matched with.
fn arm(cursor: &Cursor, pattern: syntax::tree::PatternId) -> Option<Position> {
    let tree = cursor.tree();
    tree.nodes.exprs.iter().find_map(|(_, expr)| match expr {
        Expr::Match(matching) => {
            let mut arms = tree.nodes.arms[matching.arms].iter();
            arms.any(|it| it.pattern == pattern).then_some(Position::Arm(matching.value))
        }
        _ => None,
    })
}
