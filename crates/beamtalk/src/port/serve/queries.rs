//! Questions about a text alone: who is sent, named, read and written where. A text that
//! cannot be read has none of it.

use std::collections::HashSet;

use etf::Term;
use syntax::tree::{Expr, ExprId, Item, Message, Method, Pattern};
use syntax::{LineIndex, TokenId, TokenKind, Tree};

use super::Asked;
use super::types::selector_token;
use crate::port::answer::Answer;
use crate::port::request::Wrong;

/// What announces something to whoever listens.
const ANNOUNCING: [&str; 3] = ["announce:", "announceAndWait:", "announceAndWait:timeout:"];

/// A text that can be read: a method, or whatever else.
struct Text {
    tree: Tree,
    /// One that stands alone.
    method: Option<Method>,
    lines: LineIndex,
}

/// A message and who gets it.
struct Sent<'t> {
    receiver: ExprId,
    message: &'t Message,
    selector: String,
    at: TokenId,
}

/// Who gets a message, as far as the text says.
enum Recipient<'t> {
    Own,
    Super,
    /// A function of an Erlang module.
    Erlang(&'t str),
    Other,
}

pub(super) fn senders(asked: &Asked) -> Result<Answer, Wrong> {
    let (text, selector) = (Text::of(asked)?, asked.fields.text("selector")?);
    let sends = text.iter().flat_map(Text::sends).filter(|sent| sent.selector == selector);
    let tokens: Vec<TokenId> = sends.map(|sent| sent.at).collect();
    Ok(lines(text.as_ref(), tokens))
}

pub(super) fn all_sends(asked: &Asked) -> Result<Answer, Wrong> {
    let text = Text::of(asked)?;
    let mut sends = Vec::new();
    for (text, sent) in
        text.iter().flat_map(|text| text.sends().into_iter().map(move |it| (text, it)))
    {
        let (recv, module) = match text.recipient(sent.receiver) {
            Recipient::Own => ("self", ""),
            Recipient::Super => ("super", ""),
            Recipient::Erlang(module) => ("erlang_ffi", module),
            Recipient::Other if text.is_erlang(sent.receiver) => continue,
            Recipient::Other => ("other", ""),
        };
        sends.push(Term::map([
            ("selector", Term::binary(&sent.selector)),
            ("line", text.line(sent.at)),
            ("recv", Term::atom(recv)),
            ("target_module", Term::binary(module)),
        ]));
    }
    Ok(Answer::Ok(vec![("sends", Term::list(sends))]))
}

pub(super) fn references(asked: &Asked) -> Result<Answer, Wrong> {
    let (text, class) = (Text::of(asked)?, asked.fields.text("class_name")?);
    let found = text.iter().flat_map(|text| text.named(&class)).collect();
    Ok(lines(text.as_ref(), found))
}

pub(super) fn field_readers(asked: &Asked) -> Result<Answer, Wrong> {
    let (text, field) = (Text::of(asked)?, asked.fields.text("field")?);
    let found = text.iter().flat_map(|text| text.field_uses(&field).0).collect();
    Ok(lines(text.as_ref(), found))
}

pub(super) fn field_writers(asked: &Asked) -> Result<Answer, Wrong> {
    let (text, field) = (Text::of(asked)?, asked.fields.text("field")?);
    let found = text.iter().flat_map(|text| text.field_uses(&field).1).collect();
    Ok(lines(text.as_ref(), found))
}

pub(super) fn ffi_sites(asked: &Asked) -> Result<Answer, Wrong> {
    let text = Text::of(asked)?;
    let (module, function) = (asked.fields.text("module")?, asked.fields.text("function")?);
    let arity = asked.fields.number("arity")?.map(|it| it as usize);
    let is_meant = |text: &Text, sent: &Sent| {
        let is_module =
            matches!(text.recipient(sent.receiver), Recipient::Erlang(it) if it == module);
        let name = sent.selector.split(':').next().unwrap_or_default();
        let arguments = text.tree.arguments(sent.message).len();
        is_module && name == function && arity.is_none_or(|arity| arity == arguments)
    };
    let found = text.iter().flat_map(|text| {
        let sends = text.sends().into_iter().filter(move |sent| is_meant(text, sent));
        sends.map(|sent| sent.at)
    });
    let found = found.collect();
    Ok(lines(text.as_ref(), found))
}

pub(super) fn announce_sites(asked: &Asked) -> Result<Answer, Wrong> {
    let text = Text::of(asked)?;
    let sites = text.iter().flat_map(|text| {
        let sends = text.sends().into_iter();
        let announcing = sends.filter(|sent| ANNOUNCING.contains(&sent.selector.as_str()));
        announcing.map(move |sent| {
            let argument = text.tree.arguments(sent.message).first().copied();
            let class = argument.and_then(|it| text.constructed(it)).unwrap_or("");
            Term::map([
                ("selector", Term::binary(&sent.selector)),
                ("line", text.line(sent.at)),
                ("announcement_class", Term::binary(class)),
            ])
        })
    });
    Ok(Answer::Ok(vec![("sites", Term::list(sites.collect::<Vec<Term>>()))]))
}

/// Each line once, in order.
fn lines(text: Option<&Text>, tokens: Vec<TokenId>) -> Answer {
    let of = |token: &TokenId| text.map(|text| text.line_number(*token));
    let mut lines: Vec<i64> = tokens.iter().filter_map(of).collect();
    lines.sort_unstable();
    lines.dedup();
    let lines: Vec<Term> = lines.into_iter().map(Term::Integer).collect();
    Answer::Ok(vec![("lines", Term::list(lines))])
}

impl Text {
    fn of(asked: &Asked) -> Result<Option<Text>, Wrong> {
        let source = asked.fields.text("source")?;
        let lines = LineIndex::new(&source);
        let alone = syntax::parse_method(&source);
        let is_read = alone.problems.iter().all(|it| it.kind.severity() != syntax::Severity::Error);
        if alone.method.is_some() && is_read {
            return Ok(Some(Text { tree: alone.tree, method: alone.method, lines }));
        }
        let parse = syntax::parse(&source);
        let is_read = !parse.has_errors();
        Ok(is_read.then_some(Text { tree: parse.tree, method: None, lines }))
    }

    fn line_number(&self, token: TokenId) -> i64 {
        i64::from(self.lines.line(self.tree.tokens.get(token).span().start)) + 1
    }

    fn line(&self, token: TokenId) -> Term {
        Term::Integer(self.line_number(token))
    }

    /// All messages, in the order of the text.
    fn sends(&self) -> Vec<Sent<'_>> {
        let tree = &self.tree;
        let sent = |receiver, message| Sent {
            receiver,
            message,
            selector: tree.selector(message),
            at: selector_token(tree, message),
        };
        let mut sends = Vec::new();
        for (_, expr) in tree.nodes.exprs.iter() {
            match expr {
                Expr::Send(send) => sends.push(sent(send.receiver, &send.message)),
                Expr::Cascade(cascade) => {
                    let Expr::Send(first) = &tree.nodes.exprs[cascade.first] else { continue };
                    let messages = tree.nodes.messages[cascade.messages].iter();
                    sends.extend(messages.map(|message| sent(first.receiver, message)));
                }
                _ => {}
            }
        }
        sends.sort_by_key(|sent| sent.at);
        sends
    }

    fn recipient(&self, receiver: ExprId) -> Recipient<'_> {
        match self.tree.nodes.exprs[receiver] {
            Expr::Identifier(name) if self.tree.name(name) == "self" => Recipient::Own,
            Expr::Super(_) => Recipient::Super,
            Expr::Send(send) => match send.message {
                Message::Unary(module) if self.is_erlang(send.receiver) => {
                    Recipient::Erlang(self.tree.name(module))
                }
                _ => Recipient::Other,
            },
            _ => Recipient::Other,
        }
    }

    /// What names the modules of Erlang.
    fn is_erlang(&self, expr: ExprId) -> bool {
        match self.tree.nodes.exprs[expr] {
            Expr::ClassReference(class) => self.tree.name(class.name) == "Erlang",
            _ => false,
        }
    }

    /// Where a class is named, but for where it is defined.
    fn named(&self, class: &str) -> Vec<TokenId> {
        let tree = &self.tree;
        let defined = |item: &Item| match *item {
            Item::Class(id) => tree.nodes.classes[id].name,
            Item::Protocol(id) => tree.nodes.protocols[id].name,
            Item::Alias(id) => Some(tree.nodes.aliases[id].name),
            Item::Extension(_) | Item::Statement(_) => None,
        };
        let defined: HashSet<TokenId> = tree.items.iter().filter_map(defined).collect();
        let names = tree.tokens.iter().filter(|(id, token)| {
            let is_name = token.kind == TokenKind::Identifier && tree.text_of(*id) == class;
            is_name && !defined.contains(id)
        });
        names.map(|(id, _)| id).collect()
    }

    /// Where a slot is read and where it is written. A bare name is the slot unless the
    /// text binds it.
    fn field_uses(&self, field: &str) -> (Vec<TokenId>, Vec<TokenId>) {
        let tree = &self.tree;
        let is_bound = self.binds(field);
        let mut targets = HashSet::new();
        for (_, expr) in tree.nodes.exprs.iter() {
            if let Expr::Assignment(assignment) = expr {
                targets.insert(assignment.target);
            }
        }
        let (mut read, mut written) = (Vec::new(), Vec::new());
        for (id, expr) in tree.nodes.exprs.iter() {
            let name = match *expr {
                Expr::Field(it) if matches!(self.recipient(it.receiver), Recipient::Own) => it.name,
                Expr::Identifier(name) if !is_bound => name,
                _ => continue,
            };
            if tree.name(name) != field {
                continue;
            }
            match targets.contains(&id) {
                true => written.push(name),
                false => read.push(name),
            }
        }
        (read, written)
    }

    /// Whether the text makes a variable of that name.
    fn binds(&self, name: &str) -> bool {
        let tree = &self.tree;
        let is_name = |token: TokenId| tree.name(token) == name;
        let methods = tree.nodes.classes.iter().flat_map(|(_, class)| &class.members);
        let methods = methods.filter_map(|member| match member {
            syntax::tree::Member::Method(method) => Some(method),
            syntax::tree::Member::Data(_) => None,
        });
        let extensions = tree.nodes.extensions.iter().map(|(_, it)| &it.method);
        let mut parameters = methods
            .chain(extensions)
            .chain(&self.method)
            .flat_map(|method| tree.parameters(&method.header))
            .filter_map(|parameter| parameter.name);
        let blocks = || tree.nodes.block_parameters.iter().map(|(_, it)| it.name);
        let patterns = || {
            tree.nodes.patterns.iter().filter_map(|(_, pattern)| match *pattern {
                Pattern::Variable(name) | Pattern::Rest(name) => Some(name),
                Pattern::ClassTest(test) => Some(test.name),
                _ => None,
            })
        };
        let assigned = || {
            tree.nodes.exprs.iter().filter_map(|(_, expr)| match expr {
                Expr::Assignment(assignment) => match tree.nodes.exprs[assignment.target] {
                    Expr::Identifier(name) => Some(name),
                    _ => None,
                },
                _ => None,
            })
        };
        parameters.any(is_name)
            || blocks().any(is_name)
            || patterns().any(is_name)
            || assigned().any(is_name)
    }

    /// The class of `Class`, or of an instance that is made of it on the spot.
    fn constructed(&self, expr: ExprId) -> Option<&str> {
        match self.tree.nodes.exprs[expr] {
            Expr::ClassReference(class) => Some(self.tree.name(class.name)),
            Expr::Paren(inner) => self.constructed(inner),
            Expr::Send(send) => match self.tree.nodes.exprs[send.receiver] {
                Expr::ClassReference(class) => Some(self.tree.name(class.name)),
                _ => None,
            },
            _ => None,
        }
    }
}
