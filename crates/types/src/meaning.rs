//! The walk over all that has a type: every declaration and every expression once, with
//! the types that inference has found.
//!
//! In go a tree and its [`Inference`]; out come problems. Nothing is inferred here, and
//! what is wrong with one thing is decided by the file for it in `checks/`.

mod send;

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, Origin, Side};
use syntax::tree::{Class, Expr, ExprId, Item, Member, Method};
use syntax::{Span, Tree};

use crate::asking::Asking;
use crate::check::Basis;
use crate::checks::unresolved::Suggestions;
use crate::checks::{
    annotations, arguments, assignments, instantiation, literals, matches, messages, overrides,
    reach, results, style, visibility,
};
use crate::context::Context;
use crate::findings::Findings;
use crate::infer::{Inference, MethodKey};
use crate::inferred::InferredType;
use crate::native::NativeSignatures;
use crate::problem::ProblemKind;
use crate::resolve::Resolver;
use crate::world::World;
pub(crate) use send::{Sent, Target};

/// What stands around an expression.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    pub(crate) class: Option<&'a ClassInfo>,
    pub(crate) side: Option<Side>,
    pub(crate) method: Option<&'a Method>,
    /// Whether the method is added to the class from outside.
    pub(crate) is_extension: bool,
}

pub(crate) struct Meaning<'a, 'p> {
    pub(crate) tree: &'a Tree,
    pub(crate) hierarchy: &'a ClassHierarchy,
    pub(crate) inference: &'a Inference,
    pub(crate) natives: Option<&'a NativeSignatures>,
    pub(crate) resolver: Resolver<'a>,
    pub(crate) context: Context<'a>,
    pub(crate) around: Around<'a>,
    pub(crate) asking: Asking,
    /// Whether some block takes something else as `self`.
    pub(crate) rebinds_self: bool,
    /// What was meant by classes that nobody knows.
    pub(crate) suggestions: Suggestions<'a>,
    pub(crate) findings: &'p mut Findings,
}

/// Looks at all of a tree.
pub(crate) fn check<'a>(
    tree: &'a Tree,
    basis: Basis<'a>,
    context: Context<'a>,
    findings: &mut Findings,
) {
    let Basis { hierarchy, inference, natives } = basis;
    let resolver = Resolver::new(hierarchy);
    let mut meaning = Meaning {
        tree,
        hierarchy,
        inference,
        natives,
        resolver,
        context,
        around: Around::default(),
        asking: Asking::default(),
        rebinds_self: rebinds_self(tree),
        suggestions: Suggestions::default(),
        findings,
    };
    reach::declarations(&mut meaning);
    for item in &tree.items {
        match *item {
            Item::Class(id) => meaning.class(&tree.nodes.classes[id]),
            Item::Extension(id) => {
                let extension = &tree.nodes.extensions[id];
                let class = hierarchy.class(&ClassName::from(tree.name(extension.class.name)));
                visibility::extension(&mut meaning, extension);
                meaning.method(class, &extension.method, true);
            }
            Item::Protocol(id) => annotations::protocol(&mut meaning, &tree.nodes.protocols[id]),
            Item::Alias(id) => annotations::alias(&mut meaning, &tree.nodes.aliases[id]),
            Item::Statement(statement) => meaning.statements(&[statement]),
        }
    }
}

fn rebinds_self(tree: &Tree) -> bool {
    tree.nodes.exprs.iter().any(|(_, expr)| match expr {
        Expr::Block(block) => {
            let mut parameters = tree.nodes.block_parameters[block.parameters].iter();
            parameters.any(|it| tree.name(it.name) == "self")
        }
        _ => false,
    })
}

impl<'a> Meaning<'a, '_> {
    pub(crate) fn report(&mut self, kind: ProblemKind, span: Span) {
        self.findings.report(kind, span);
    }

    /// The type of an expression where it stands.
    pub(crate) fn type_of(&self, expr: ExprId) -> InferredType {
        self.inference.type_of(expr).cloned().unwrap_or(InferredType::UNKNOWN)
    }

    /// The classes, as they are seen from here.
    pub(crate) fn world(&self) -> World<'a> {
        World {
            hierarchy: self.hierarchy,
            parameters: self.around.class.map_or(&[], |class| &class.type_parameters),
            scope: self.context.scope(),
        }
    }

    /// The method around, as inference calls it.
    pub(crate) fn method_key(&self) -> Option<MethodKey> {
        let Around { class, side, method, .. } = self.around;
        let selector = self.tree.header_selector(&method?.header);
        Some((ClassName::from(class?.name.simple()), side?, selector))
    }

    /// Whether the class around, or one that it inherits from, is to be typed throughout.
    pub(crate) fn is_typed(&self) -> bool {
        let Some(class) = self.around.class else { return false };
        class.flags.is_typed || self.hierarchy.superclasses(&class.name).any(|it| it.flags.is_typed)
    }

    /// An expression without the parentheses around it.
    pub(crate) fn bare(&self, mut expr: ExprId) -> ExprId {
        while let Expr::Paren(inner) = self.tree.nodes.exprs[expr] {
            expr = inner;
        }
        expr
    }

    fn class(&mut self, class: &'a Class) {
        let tree = self.tree;
        let name = class.name.map(|name| ClassName::from(tree.name(name)));
        // A program's class of this name is not the one that the hierarchy tells of.
        let is_librarys = |it: &ClassName| self.hierarchy.origin(it) == Some(Origin::Builtin);
        if !self.context.is_library() && name.as_ref().is_some_and(is_librarys) {
            return;
        }
        let info = name.and_then(|name| self.hierarchy.class(&name));
        self.around = Around { class: info, ..Around::default() };
        annotations::class(self, class);
        visibility::class(self, class);
        reach::class(self, class);
        for member in &class.members {
            match member {
                Member::Method(method) => self.method(info, method, false),
                Member::Data(data) => {
                    self.around = Around { class: info, ..Around::default() };
                    assignments::slot(self, data);
                    annotations::slot(self, data);
                    self.statements(data.initialiser.as_slice());
                }
            }
        }
        self.around = Around::default();
    }

    fn method(&mut self, class: Option<&'a ClassInfo>, method: &'a Method, is_extension: bool) {
        let side = match method.modifiers.is_class_side {
            true => Side::Class,
            false => Side::Instance,
        };
        self.around = Around { class, side: Some(side), method: Some(method), is_extension };
        results::method(self, method);
        overrides::method(self, method);
        annotations::method(self, method);
        visibility::method(self, method);
        reach::method(self, method);
        style::statements(self, self.tree.list(method.body));
        self.statements(self.tree.list(method.body));
        self.around = Around::default();
    }

    /// Whatever stands in statements, in no order: problems are sorted in the end.
    fn statements(&mut self, statements: &[ExprId]) {
        let mut pending = statements.to_vec();
        while let Some(expr) = pending.pop() {
            self.expression(expr);
            self.tree.children(expr, |child| pending.push(child));
        }
    }

    fn expression(&mut self, id: ExprId) {
        let tree = self.tree;
        annotations::expression(self, id);
        match &tree.nodes.exprs[id] {
            Expr::Send(send) => {
                let sent = self.sent(send.receiver, &send.message, tree.expr_span(id));
                match send.is_cast {
                    true => {
                        messages::cast(self, &sent);
                        reach::send(self, &sent);
                    }
                    false => self.message(&sent),
                }
            }
            Expr::Cascade(cascade) => {
                let Expr::Send(first) = tree.nodes.exprs[cascade.first] else { return };
                for message in &tree.nodes.messages[cascade.messages] {
                    let span = instantiation::span(tree, message);
                    let sent = self.sent(first.receiver, message, span);
                    self.message(&sent);
                }
            }
            Expr::Assignment(assignment) => assignments::assignment(self, *assignment),
            Expr::Match(matching) => matches::matching(self, id, *matching),
            Expr::ClassReference(class) => {
                reach::class_reference(self, *class);
                visibility::class_reference(self, *class);
            }
            Expr::Block(block) => style::statements(self, tree.list(block.body)),
            Expr::List(list) => literals::list(self, id, *list),
            _ => {}
        }
    }

    fn message(&mut self, sent: &Sent<'a>) {
        messages::send(self, sent);
        if !literals::send(self, sent) {
            arguments::send(self, sent);
        }
        matches::test(self, sent);
        reach::send(self, sent);
        visibility::send(self, sent);
        style::send(self, sent);
    }
}
