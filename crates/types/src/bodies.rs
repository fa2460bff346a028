//! The walk over a body: what each name means, and what stands where it may not.
//!
//! In goes a statement; out come problems. Everything is visited once, in the order
//! in which it is evaluated, because that decides which names are bound. What is
//! wrong with one expression is decided by the file for it in `checks/`.

use hierarchy::{ClassHierarchy, Name};
use syntax::tree::{
    Arm, Assignment, Block, Cascade, Expr, ExprId, Header, Item, Message, Pattern, PatternId,
};
use syntax::{Span, TokenId, TokenKind, Tree};

use crate::checks::names::{self, Names};
use crate::checks::unused::{self, Fate, Role, VariableId, Variables};
use crate::checks::{fields, instantiation, matches, patterns, shadowing, style};
use crate::context::Context;
use crate::findings::Findings;
use crate::home::Home;
use crate::problem::{ProblemKind, limits};
use crate::scopes::Scopes;

/// The names that the statements of a text bind for those that follow it.
pub fn introduced_names(tree: &Tree) -> Vec<Name> {
    let hierarchy = ClassHierarchy::empty();
    let mut findings = Findings::new();
    let mut body = Body::new(tree, &hierarchy, Context::Library, Home::Outside, &mut findings);
    for item in &tree.items {
        if let Item::Statement(statement) = *item {
            body.expr(statement);
        }
    }
    let mut names: Vec<&str> = body.scopes.latest_first().collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(Name::from).collect()
}

/// A body on the way through it.
pub(crate) struct Body<'a, 'p> {
    pub(crate) tree: &'a Tree,
    pub(crate) hierarchy: &'a ClassHierarchy,
    pub(crate) context: Context<'a>,
    pub(crate) home: Home<'p, 'a>,
    pub(crate) scopes: Scopes<'a, VariableId>,
    pub(crate) variables: Variables<'a>,
    pub(crate) names: Names<'a>,
    /// How many names were introduced.
    introduced: usize,
    /// The statement whose value nobody takes.
    dropped: Option<ExprId>,
    pub(crate) findings: &'p mut Findings,
}

impl<'a, 'p> Body<'a, 'p> {
    pub(crate) fn new(
        tree: &'a Tree,
        hierarchy: &'a ClassHierarchy,
        context: Context<'a>,
        home: Home<'p, 'a>,
        findings: &'p mut Findings,
    ) -> Self {
        Body {
            tree,
            hierarchy,
            context,
            home,
            scopes: Scopes::default(),
            variables: Variables::default(),
            names: Names::default(),
            introduced: 0,
            dropped: None,
            findings,
        }
    }

    /// Binds what a method's header declares.
    pub(crate) fn parameters(&mut self, header: &Header, role: Role) {
        for parameter in self.tree.parameters(header) {
            if let Some(name) = parameter.name {
                self.introduce(name, role);
            }
        }
    }

    pub(crate) fn statements(&mut self, statements: &[ExprId]) {
        let Some((last, before)) = statements.split_last() else { return };
        for statement in before {
            self.dropped = Some(*statement);
            self.expr(*statement);
        }
        self.expr(*last);
    }

    /// A statement outside methods: what it introduces is counted apart.
    pub(crate) fn statement_outside(&mut self, statement: ExprId) {
        self.introduced = 0;
        self.expr(statement);
    }

    pub(crate) fn expr(&mut self, id: ExprId) {
        // Chains of sends may be of any length; all else nests within bounds.
        let (links, inner) = self.tree.spine(id);
        self.atom(inner);
        let mut foreign = None;
        for link in links.into_iter().rev() {
            match self.tree.nodes.exprs[link] {
                Expr::Field(field) if foreign == Some(field.receiver) => foreign = Some(link),
                Expr::Field(field) => {
                    let is_foreign = fields::access(self, link, field);
                    foreign = is_foreign.then_some(link);
                }
                Expr::Send(send) => {
                    self.arguments(&send.message);
                    let span = self.tree.expr_span(link);
                    instantiation::send(self, send.receiver, &send.message, span);
                }
                _ => {}
            }
        }
    }

    /// The end: reports what only the whole body tells.
    pub(crate) fn finish(mut self) {
        unused::finish(&mut self);
        names::finish(self);
    }

    pub(crate) fn report(&mut self, kind: ProblemKind, span: Span) {
        self.findings.report(kind, span);
    }

    pub(crate) fn span_of(&self, token: TokenId) -> Span {
        self.tree.tokens.get(token).span()
    }

    fn arguments(&mut self, message: &Message) {
        match *message {
            Message::Unary(_) => {}
            Message::Binary(_, argument) => self.expr(argument),
            Message::Keyword(parts) => {
                let tree = self.tree;
                tree.nodes.keyword_parts[parts].iter().for_each(|part| self.expr(part.argument));
            }
        }
    }

    /// Anything but a send or a field access.
    fn atom(&mut self, id: ExprId) {
        let tree = self.tree;
        match tree.nodes.exprs[id] {
            Expr::Identifier(name) => names::read(self, name),
            Expr::Super(word) => names::read_self(self, word),
            Expr::Assignment(assignment) => self.assignment(id, assignment),
            Expr::Destructuring(destructuring) => {
                self.expr(destructuring.value);
                patterns::target(self, destructuring.pattern);
                self.pattern(destructuring.pattern, Binds::Assigned);
            }
            Expr::Cascade(cascade) => self.cascade(cascade),
            Expr::Block(block) => self.block(block),
            Expr::Match(matching) => {
                self.expr(matching.value);
                matches::written(self, id, matching);
                tree.nodes.arms[matching.arms].iter().for_each(|arm| self.arm(arm));
            }
            Expr::Spread(_) => {
                self.report(ProblemKind::SpreadOutsidePattern, tree.expr_span(id));
            }
            // Outside a method the parser has said so.
            Expr::Primitive(_) => {
                let is_in_method = matches!(self.home, Home::Method(..));
                if is_in_method && !self.context.allows_primitives() {
                    self.report(ProblemKind::PrimitiveOutsideLibrary, tree.expr_span(id));
                }
            }
            _ => tree.children(id, |child| self.expr(child)),
        }
    }

    fn assignment(&mut self, id: ExprId, assignment: Assignment) {
        let tree = self.tree;
        style::assignment(self, id, assignment);
        let fate = if self.dropped == Some(id) { Fate::Kept } else { Fate::Used };
        let Expr::Identifier(token) = tree.nodes.exprs[assignment.target] else {
            self.expr(assignment.value);
            self.expr(assignment.target);
            return fields::assigned(self, assignment.target);
        };
        // A block may call itself by the name that it is given.
        let is_block = matches!(tree.nodes.exprs[assignment.value], Expr::Block(_));
        if is_block {
            self.introduce_assigned(token, Role::Local);
        }
        self.expr(assignment.value);
        self.assign(token, Role::Local, fate);
    }

    fn cascade(&mut self, cascade: Cascade) {
        let tree = self.tree;
        self.expr(cascade.first);
        let receiver = match tree.nodes.exprs[cascade.first] {
            Expr::Send(send) => send.receiver,
            _ => cascade.first,
        };
        for message in &tree.nodes.messages[cascade.messages] {
            self.arguments(message);
            instantiation::send(self, receiver, message, instantiation::span(tree, message));
        }
    }

    fn block(&mut self, block: Block) {
        let tree = self.tree;
        self.scopes.enter_block();
        let around = self.variables.enter_block();
        for parameter in &tree.nodes.block_parameters[block.parameters] {
            shadowing::parameter(self, parameter.name);
            self.introduce(parameter.name, Role::Given);
        }
        self.statements(tree.list(block.body));
        self.variables.leave(around);
        self.scopes.leave();
    }

    fn arm(&mut self, arm: &Arm) {
        patterns::arm(self, arm.pattern);
        self.scopes.enter_arm();
        let around = self.variables.enter_arm();
        self.pattern(arm.pattern, Binds::New);
        arm.guard.into_iter().chain([arm.body]).for_each(|part| self.expr(part));
        self.variables.leave(around);
        self.scopes.leave();
    }

    fn pattern(&mut self, id: PatternId, binds: Binds) {
        let nodes = &self.tree.nodes;
        match nodes.patterns[id] {
            Pattern::Variable(name) | Pattern::Rest(name) => self.bind(name, binds),
            Pattern::ClassTest(test) => self.bind(test.name, binds),
            Pattern::Tuple(elements) | Pattern::Array(elements) | Pattern::List(elements) => {
                nodes.pattern_lists[elements].iter().for_each(|it| self.pattern(*it, binds));
            }
            Pattern::Constructor(constructor) => {
                let parts = nodes.constructor_parts[constructor.parts].iter();
                parts.for_each(|part| self.pattern(part.argument, binds));
            }
            Pattern::Map(pairs) => {
                let pairs = nodes.map_pattern_pairs[pairs].iter();
                pairs.for_each(|pair| self.pattern(pair.value, binds));
            }
            Pattern::Binary(segments) => {
                for segment in &nodes.segments[segments] {
                    if let Some(size) = segment.size.filter(|it| self.is_name(*it)) {
                        names::read(self, size);
                    }
                    self.bind(segment.name, binds);
                }
            }
            Pattern::Wildcard | Pattern::Nil | Pattern::Literal(_) | Pattern::Error => {}
        }
    }

    fn is_name(&self, token: TokenId) -> bool {
        self.tree.tokens.get(token).kind == TokenKind::Identifier
    }

    fn bind(&mut self, token: TokenId, binds: Binds) {
        match binds {
            _ if self.tree.name(token) == "_" => {}
            Binds::New => self.introduce(token, Role::Given),
            // That nothing reads a part is no fault of the pattern.
            Binds::Assigned => self.assign(token, Role::Given, Fate::Used),
        }
    }

    /// Binds a parameter or a name in the pattern of an arm.
    fn introduce(&mut self, token: TokenId, role: Role) {
        let (name, span) = (self.tree.name(token), self.span_of(token));
        let variable = self.variables.introduced(name, span, role);
        self.scopes.introduce(name, variable);
        self.introduced(name, span);
    }

    /// Gives a name a value.
    fn assign(&mut self, token: TokenId, role: Role, fate: Fate) {
        if let Some(variable) = self.introduce_assigned(token, role) {
            self.variables.assigned(variable, self.span_of(token), fate);
        }
    }

    /// Binds a name that is assigned, unless something binds it already.
    fn introduce_assigned(&mut self, token: TokenId, role: Role) -> Option<VariableId> {
        let (name, span) = (self.tree.name(token), self.span_of(token));
        if names::is_fixed(name) {
            names::read(self, token);
            return None;
        }
        if let Some(variable) = self.scopes.find(name) {
            return Some(*variable);
        }
        let is_outside = matches!(self.home, Home::Outside) && self.variables.is_outside_blocks();
        let role = if is_outside { Role::Outside } else { role };
        let variable = self.variables.introduced(name, span, role);
        self.scopes.assign(name, variable);
        self.introduced(name, span);
        Some(variable)
    }

    fn introduced(&mut self, name: &'a str, span: Span) {
        names::declared(self, name, span);
        self.names.introduced(name, span);
        self.introduced += 1;
        if self.introduced == limits::VARIABLES + 1 {
            self.report(ProblemKind::TooManyVariables, span);
        }
    }
}

/// Whether the names of a pattern are always new or may exist already.
#[derive(Clone, Copy)]
enum Binds {
    New,
    Assigned,
}
