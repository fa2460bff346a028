//! The places that are asked about: each part of the selector of each send.

use std::collections::HashSet;

use syntax::tree::{Expr, ExprId, InterpolationPart, Item, Member, Message, Method, PatternId};
use syntax::{Span, TokenId, Tree};

use super::shape::Shape;

/// One part of a selector.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The number of its file.
    pub(super) file: usize,
    /// Where the part stands.
    pub(super) place: Span,
    /// What should be offered: the whole selector for its first part, later the part.
    pub(super) wanted: String,
    /// Its letters, without the colon.
    pub(super) letters: String,
    /// Which part of the selector it is.
    pub(super) part: usize,
    pub(super) shape: Shape,
    /// Whether only words and unary messages lead to the receiver.
    pub(super) is_unary_chain: bool,
    pub(super) is_operator: bool,
    /// Whether the name of an Erlang function is what counts.
    pub(super) is_call: bool,
}

/// All places of a text, in its order.
pub(super) fn of(file: usize, tree: &Tree) -> Vec<Site> {
    let mut walk = Walk { file, tree, sites: Vec::new(), scope: Scope::default() };
    for (_, class) in tree.nodes.classes.iter() {
        let fields = class.members.iter().filter_map(|it| match it {
            Member::Data(data) => data.name.map(|it| tree.name(it)),
            Member::Method(_) => None,
        });
        let fields: HashSet<&str> = fields.collect();
        for member in &class.members {
            walk.scope = Scope { fields: fields.clone(), ..Scope::default() };
            match member {
                Member::Method(method) => walk.method(method),
                Member::Data(data) => data.initialiser.iter().for_each(|it| walk.expr(*it)),
            }
        }
    }
    for (_, extension) in tree.nodes.extensions.iter() {
        walk.scope = Scope::default();
        walk.method(&extension.method);
    }
    walk.scope = Scope::default();
    for item in &tree.items {
        if let Item::Statement(statement) = item {
            walk.expr(*statement);
        }
    }
    walk.sites.sort_by_key(|it| it.place);
    walk.sites
}

struct Walk<'t> {
    file: usize,
    tree: &'t Tree,
    sites: Vec<Site>,
    scope: Scope<'t>,
}

#[derive(Clone, Default)]
struct Scope<'t> {
    fields: HashSet<&'t str>,
    parameters: HashSet<&'t str>,
    block_parameters: HashSet<&'t str>,
    locals: HashSet<&'t str>,
    is_class_side: bool,
}

impl<'t> Walk<'t> {
    fn method(&mut self, method: &Method) {
        let names = self.tree.parameters(&method.header);
        let names = names.iter().filter_map(|it| it.name).map(|it| self.tree.name(it));
        self.scope.parameters = names.collect();
        self.scope.is_class_side = method.modifiers.is_class_side;
        self.tree.list(method.body).iter().for_each(|it| self.expr(*it));
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        match tree.nodes.exprs[id] {
            Expr::Send(send) => {
                self.expr(send.receiver);
                let shape = self.shape(send.receiver);
                self.message(&send.message, send.receiver, shape);
            }
            Expr::Cascade(cascade) => {
                self.expr(cascade.first);
                let receiver = match tree.nodes.exprs[cascade.first] {
                    Expr::Send(send) => send.receiver,
                    _ => cascade.first,
                };
                for message in &tree.nodes.messages[cascade.messages] {
                    self.message(message, receiver, Shape::Cascade);
                }
            }
            Expr::Block(block) => {
                let around = self.scope.clone();
                let parameters = tree.nodes.block_parameters[block.parameters].iter();
                for name in parameters.map(|it| tree.name(it.name)) {
                    self.scope.locals.remove(name);
                    self.scope.block_parameters.insert(name);
                }
                tree.list(block.body).iter().for_each(|it| self.expr(*it));
                self.scope = around;
            }
            Expr::Assignment(assignment) => {
                self.expr(assignment.value);
                match tree.nodes.exprs[assignment.target] {
                    Expr::Identifier(name) => drop(self.scope.locals.insert(tree.text_of(name))),
                    _ => self.expr(assignment.target),
                }
            }
            Expr::Destructuring(it) => {
                self.expr(it.value);
                self.bind(it.pattern);
            }
            Expr::Match(matching) => {
                self.expr(matching.value);
                for arm in &tree.nodes.arms[matching.arms] {
                    let around = self.scope.clone();
                    self.bind(arm.pattern);
                    arm.guard.into_iter().chain([arm.body]).for_each(|it| self.expr(it));
                    self.scope = around;
                }
            }
            Expr::Interpolation(it) => {
                for part in &tree.nodes.interpolation_parts[it.parts] {
                    if let InterpolationPart::Hole(hole) = *part {
                        self.expr(hole);
                    }
                }
            }
            _ => {
                let mut children = Vec::new();
                tree.children(id, |child| children.push(child));
                children.into_iter().for_each(|it| self.expr(it));
            }
        }
    }

    fn bind(&mut self, pattern: PatternId) {
        let range = self.tree.pattern_range(pattern);
        for token in (range.first.0..=range.last.0).map(TokenId) {
            self.scope.locals.insert(self.tree.name(token));
        }
    }

    fn message(&mut self, message: &Message, receiver: ExprId, shape: Shape) {
        let tree = self.tree;
        let wanted = tree.selector(message);
        let (parts, is_operator): (Vec<TokenId>, bool) = match *message {
            Message::Unary(it) => (vec![it], false),
            Message::Binary(it, _) => (vec![it], true),
            Message::Keyword(parts) => {
                (tree.nodes.keyword_parts[parts].iter().map(|it| it.keyword).collect(), false)
            }
        };
        for (part, token) in parts.iter().enumerate() {
            let word = tree.text_of(*token);
            self.sites.push(Site {
                file: self.file,
                place: tree.tokens.get(*token).span(),
                wanted: if part == 0 { wanted.clone() } else { word.to_owned() },
                letters: word.trim_end_matches(':').to_owned(),
                part,
                shape,
                is_unary_chain: self.is_unary_chain(receiver),
                is_operator,
                is_call: self.is_module(receiver),
            });
        }
        tree.arguments(message).into_iter().for_each(|it| self.expr(it));
    }

    fn shape(&self, receiver: ExprId) -> Shape {
        let tree = self.tree;
        match tree.nodes.exprs[receiver] {
            Expr::Identifier(name) => match tree.text_of(name) {
                "self" if self.scope.is_class_side => Shape::ClassSide,
                "self" => Shape::Own,
                "nil" | "true" | "false" => Shape::Literal,
                name if self.scope.locals.contains(name) => Shape::Variable,
                name if self.scope.block_parameters.contains(name) => Shape::BlockParameter,
                name if self.scope.parameters.contains(name) => Shape::Parameter,
                name if self.scope.fields.contains(name) => Shape::Field,
                _ => Shape::Variable,
            },
            Expr::ClassReference(_) => Shape::Class,
            Expr::Super(_) => Shape::Super,
            Expr::Field(_) => Shape::Field,
            Expr::Send(send) if self.is_module(send.receiver) => Shape::Erlang,
            Expr::Send(send) => match send.message {
                Message::Unary(it) if tree.text_of(it) == "class" => Shape::ClassSide,
                Message::Unary(_) => Shape::UnaryChain,
                Message::Binary(..) => Shape::BinaryChain,
                Message::Keyword(_) => Shape::KeywordChain,
            },
            Expr::Paren(inner) => match tree.nodes.exprs[inner] {
                Expr::Send(send) if self.is_module(send.receiver) => Shape::Erlang,
                _ => Shape::Parentheses,
            },
            Expr::Cascade(_) => Shape::Cascade,
            _ => Shape::Literal,
        }
    }

    /// Whether an expression is a module of Erlang: `Erlang lists`.
    fn is_module(&self, id: ExprId) -> bool {
        let tree = self.tree;
        let Expr::Send(send) = tree.nodes.exprs[id] else { return false };
        let is_erlang = matches!(
            tree.nodes.exprs[send.receiver],
            Expr::ClassReference(class) if tree.text_of(class.name) == "Erlang"
        );
        is_erlang && matches!(send.message, Message::Unary(_))
    }

    fn is_unary_chain(&self, receiver: ExprId) -> bool {
        let mut at = receiver;
        while let Expr::Send(send) = self.tree.nodes.exprs[at] {
            if !matches!(send.message, Message::Unary(_)) {
                return false;
            }
            at = send.receiver;
        }
        self.shape(at).is_token()
    }
}
