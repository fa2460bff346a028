//! One run over a program: looks into each body, and keeps by text what it finds.

use std::collections::HashMap;
use std::sync::Arc;

use hierarchy::{ClassHierarchy, ClassName, Side};
use syntax::tree::{Class, DataKind, ExprId, Item, Member, Method};
use syntax::{Span, Tree};

use super::blocks::Look;
use super::bodies::{Bodies, BodyId};
use super::demand::{Progress, Waiting};
use super::environment::Environment;
use super::found::Lookups;
use super::{Bindings, Inference, MethodKey};
use crate::asking::Asking;
use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::native::NativeSignatures;
use crate::resolve::Resolver;
use hierarchy::Fast;

pub(super) struct Engine<'a> {
    /// The text of the body that is being looked into, and its number.
    pub(super) tree: &'a Tree,
    at: usize,
    pub(super) resolver: Resolver<'a>,
    pub(super) natives: Option<&'a NativeSignatures>,
    pub(super) bodies: Bodies<'a>,
    pub(super) waiting: Waiting,
    pub(super) lookups: Lookups<'a>,
    pub(super) asking: Asking,
    names: HashMap<&'a str, ClassName, Fast>,
    /// How many expressions are being looked at, each inside the one before.
    pub(super) nested: usize,
    /// Of the chains of sends among them, those that are still to be looked at.
    pub(super) links: Vec<ExprId>,
    pub(super) look: Look<'a>,
    /// What is known before the first statement.
    pub(super) bindings: Option<&'a Bindings>,
    /// Whether methods that declare nothing are asked what their bodies answer.
    pub(super) asks_bodies: bool,
    /// The expression of which the names around it are wanted, and what they are.
    pub(super) watched: Option<ExprId>,
    pub(super) seen: Bindings,
    /// By text.
    pub(super) found: Vec<Found>,
    /// What was known of the texts before some of them have changed, if anything.
    pub(super) before: Vec<Inference>,
}

/// What is found in one text.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) types: Vec<InferredType>,
    pub(super) bindings: Bindings,
    /// Whether any of its bodies was looked into in this run.
    pub(super) is_new: bool,
}

impl<'a> Engine<'a> {
    /// Nothing for a program without texts.
    pub(super) fn new(
        trees: &[&'a Tree],
        hierarchy: &'a ClassHierarchy,
        natives: Option<&'a NativeSignatures>,
        before: Vec<Inference>,
        changed: &[usize],
    ) -> Option<Self> {
        let bodies = Bodies::new(trees, &before, changed);
        let waiting = Waiting::new(bodies.all.len());
        Some(Engine {
            tree: trees.first()?,
            at: 0,
            resolver: Resolver::new(hierarchy),
            natives,
            bodies,
            waiting,
            lookups: Lookups::default(),
            asking: Asking::default(),
            names: HashMap::default(),
            nested: 0,
            look: Look::default(),
            bindings: None,
            asks_bodies: true,
            watched: None,
            seen: Bindings::new(),
            found: trees.iter().map(|_| Found::default()).collect(),
            before,
            links: Vec::new(),
        })
    }

    pub(super) fn all(self) -> Vec<Inference> {
        self.settled().into_iter().map(|(inference, _)| inference).collect()
    }

    pub(super) fn hierarchy(&self) -> &'a ClassHierarchy {
        self.resolver.hierarchy()
    }

    /// What a body answers. While the stack is being left that means nothing.
    pub(super) fn answer_of(&mut self, body: BodyId) -> InferredType {
        if self.waiting.standings[body].progress == Progress::Old {
            let before = self.answer_as_before(body);
            if self.waiting.is_leaving() {
                return InferredType::UNKNOWN;
            }
            if let Some(before) = before {
                return before;
            }
            self.waiting.standings[body].progress = Progress::Open;
        }
        self.waiting.standings[body].is_new = true;
        self.ask_anew(body);
        let Some((at, method)) = self.bodies.all.get(body).map(|it| (it.tree, it.method.clone()))
        else {
            return InferredType::UNKNOWN;
        };
        let Some(tree) = self.bodies.trees.get(at).copied() else { return InferredType::UNKNOWN };
        let around = (self.tree, self.at, std::mem::take(&mut self.look));
        (self.tree, self.at) = (tree, at);
        if let Some(found) = self.found.get_mut(at) {
            found.is_new = true;
            found.types.resize(tree.nodes.exprs.len(), InferredType::UNKNOWN);
        }
        let answer = match method {
            Some((key, method)) => self.method(&key, method),
            None => self.outside(),
        };
        (self.tree, self.at, self.look) = around;
        answer
    }

    fn method(&mut self, key: &Arc<MethodKey>, method: &'a Method) -> InferredType {
        let tree = self.tree;
        let mut environment = self.around(key, method);
        let body = self.statements(tree.list(method.body), &mut environment);
        match self.only_statement(method) {
            Some("self subclassResponsibility" | "self notImplemented") => InferredType::UNKNOWN,
            // Someone else has the body, and is trusted.
            Some("self delegate") => match self.declared(key, method) {
                Some(InferredType::Meta { .. }) | None => InferredType::UNKNOWN,
                Some(declared) => declared,
            },
            _ if method.header.return_type.is_none() && self.may_answer_other(method, &body) => {
                InferredType::UNKNOWN
            }
            _ => body,
        }
    }

    /// `self`, and the parameters with their types.
    fn around(&self, key: &MethodKey, method: &Method) -> Environment<'a> {
        let tree = self.tree;
        let (class, side, _) = key;
        let info = self.hierarchy().class(class);
        let mut environment = Environment::of_method(info, *side);
        for parameter in tree.parameters(&method.header) {
            let Some(name) = parameter.name else { continue };
            let declared = parameter.annotation.map(|annotation| {
                let parameters = info.map_or(&[][..], |it| &it.type_parameters);
                let ty = hierarchy::Type::from_tree(tree, annotation, parameters);
                self.resolver.declared(&ty, tree.type_span(annotation))
            });
            let unknown = InferredType::Dynamic(DynamicReason::UnannotatedParam);
            environment.bind(tree.name(name), declared.unwrap_or(unknown));
        }
        environment
    }

    fn declared(&self, key: &MethodKey, method: &Method) -> Option<InferredType> {
        let annotation = method.header.return_type?;
        let info = self.hierarchy().class(&key.0);
        let parameters = info.map_or(&[][..], |it| &it.type_parameters);
        let ty = hierarchy::Type::from_tree(self.tree, annotation, parameters);
        Some(self.resolver.declared(&ty, self.tree.type_span(annotation)))
    }

    fn only_statement(&self, method: &Method) -> Option<&'a str> {
        let [only] = self.tree.list(method.body) else { return None };
        Some(self.tree.expr_span(*only).of(&self.tree.text))
    }

    /// What slots hold at first, and the statements outside of all classes.
    fn outside(&mut self) -> InferredType {
        let tree = self.tree;
        for (_, class) in tree.nodes.classes.iter() {
            self.first_values(class);
        }
        let mut environment = Environment::default();
        for (name, ty) in self.bindings.into_iter().flatten() {
            environment.bind(name, ty.clone());
        }
        for item in &tree.items {
            if let Item::Statement(statement) = item {
                self.expr(*statement, &mut environment);
                self.narrow_after(*statement, &mut environment);
            }
        }
        if let Some(found) = self.found.get_mut(self.at) {
            found.bindings = environment.names().collect();
        }
        InferredType::UNKNOWN
    }

    fn first_values(&mut self, class: &'a Class) {
        let Some(name) = class.name else { return };
        let info = self.hierarchy().class(&self.tree.text_of(name).into());
        for member in &class.members {
            let Member::Data(data) = member else { continue };
            let Some(value) = data.initialiser else { continue };
            let side = match data.kind {
                DataKind::ClassState => Side::Class,
                DataKind::State | DataKind::Field => Side::Instance,
            };
            self.expr(value, &mut Environment::of_method(info, side));
        }
    }

    pub(super) fn record(&mut self, expr: ExprId, ty: &InferredType) {
        let types = self.found.get_mut(self.at).map(|it| &mut it.types);
        if let Some(slot) = types.and_then(|it| it.get_mut(expr.index())) {
            *slot = ty.clone();
        }
    }

    /// What was found for an expression of the text at hand.
    pub(super) fn recorded(&self, expr: ExprId) -> Option<&InferredType> {
        self.found.get(self.at)?.types.get(expr.index())
    }

    pub(super) fn place(&self, expr: ExprId) -> Span {
        self.tree.expr_span(expr)
    }

    pub(super) fn instance(&self, class: &'static str, expr: ExprId) -> InferredType {
        let class = ClassName::constant(class);
        InferredType::class(class, Provenance::Inferred(self.place(expr)))
    }

    /// A name as it is written, made once.
    pub(super) fn class_name(&mut self, text: &'a str) -> ClassName {
        self.names.entry(text).or_insert_with(|| ClassName::from(text)).clone()
    }
}
