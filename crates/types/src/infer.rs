//! What type every expression of a text has.
//!
//! In go a tree and the hierarchy its classes stand in; out come the types of all
//! expressions, and what the methods answer that declare nothing. Nothing is run and
//! nothing is reported: what is not known is Dynamic, with the reason.
//!
//! The body of a method is looked into when its result is first asked for, wherever it
//! stands. One that comes back to itself is Dynamic there.

mod arms;
mod blocks;
mod class_side;
mod environment;
mod expressions;
mod narrowing;
mod native_calls;
mod nil_tests;
mod particular;
mod search;
mod sends;

use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, Side};
use syntax::tree::{ExprId, Item, Member, Method};
use syntax::{Span, Tree};

use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::native::NativeSignatures;
use crate::resolve::Resolver;
use environment::Environment;

/// The types of a text.
#[derive(Debug, Default)]
pub struct Inference {
    types: HashMap<ExprId, InferredType>,
    results: HashMap<MethodKey, InferredType>,
}

/// A method of a class, on one side of it.
pub type MethodKey = (ClassName, Side, String);

impl Inference {
    /// Nothing for what is Dynamic without a reason.
    pub fn type_of(&self, expr: ExprId) -> Option<&InferredType> {
        self.types.get(&expr)
    }

    /// What methods answer that declare nothing; those that are Dynamic are left out.
    pub fn results(&self) -> &HashMap<MethodKey, InferredType> {
        &self.results
    }
}

/// Infers all of a text.
pub fn infer(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
) -> Inference {
    let mut engine = Engine::new(tree, hierarchy, natives);
    for (key, method) in methods(tree) {
        engine.method_and_all_it_needs(key, method);
    }
    // All methods are known by now: nothing is too far away any more.
    let mut outside = Environment::default();
    for item in &tree.items {
        if let Item::Statement(statement) = item {
            engine.statement(*statement, &mut outside);
            engine.narrow_after(*statement, &mut outside);
        }
    }
    let known = engine.results.into_iter().filter_map(|(key, result)| match result {
        Progress::Done(ty) if !ty.is_dynamic() => Some((key, ty)),
        _ => None,
    });
    Inference { types: engine.types, results: known.collect() }
}

/// The methods of the classes of a tree, and those that it adds to others.
fn methods(tree: &Tree) -> Vec<(MethodKey, &Method)> {
    let mut methods = Vec::new();
    let key = |class: &str, method: &Method| {
        let side = if method.modifiers.is_class_side { Side::Class } else { Side::Instance };
        (ClassName::from(class), side, tree.header_selector(&method.header))
    };
    for (_, class) in tree.nodes.classes.iter() {
        let Some(name) = class.name else { continue };
        for member in &class.members {
            if let Member::Method(method) = member {
                methods.push((key(tree.text_of(name), method), method));
            }
        }
    }
    for (_, extension) in tree.nodes.extensions.iter() {
        let class = tree.text_of(extension.class.name);
        methods.push((key(class, &extension.method), &extension.method));
    }
    methods
}

enum Progress {
    /// A call that comes back finds this.
    Begun,
    /// Looked into, but something it needs was too far away.
    Cut,
    Done(InferredType),
}

/// So many methods may wait for each other, and so deep may the expressions nest in
/// which they wait; the next method is looked into first.
const MOST_WAITING: usize = 60;
const MOST_NESTED: usize = 100;

struct Engine<'a> {
    tree: &'a Tree,
    resolver: Resolver<'a>,
    natives: Option<&'a NativeSignatures>,
    methods: HashMap<MethodKey, &'a Method>,
    results: HashMap<MethodKey, Progress>,
    types: HashMap<ExprId, InferredType>,
    waiting: usize,
    /// How many expressions are being looked at, each inside the one before.
    nested: usize,
    /// The first method that was too far away.
    too_far: Option<MethodKey>,
    look: blocks::Look,
}

impl<'a> Engine<'a> {
    fn new(
        tree: &'a Tree,
        hierarchy: &'a ClassHierarchy,
        natives: Option<&'a NativeSignatures>,
    ) -> Self {
        Engine {
            tree,
            resolver: Resolver::new(hierarchy),
            natives,
            methods: methods(tree).into_iter().collect(),
            results: HashMap::new(),
            types: HashMap::new(),
            waiting: 0,
            nested: 0,
            too_far: None,
            look: blocks::Look::default(),
        }
    }

    fn hierarchy(&self) -> &'a ClassHierarchy {
        self.resolver.hierarchy()
    }

    /// What a method of this text answers that declares nothing.
    fn result(&mut self, class: &ClassInfo, side: Side, selector: &str) -> Option<InferredType> {
        let key = (ClassName::from(class.name.simple()), side, selector.to_owned());
        let method = *self.methods.get(&key)?;
        self.method(&key, method);
        match self.results.get(&key) {
            Some(Progress::Done(ty)) if !ty.is_dynamic() => Some(ty.clone()),
            _ => None,
        }
    }

    /// Looks into a method; where it needs one that is too far away, into that one
    /// first. So the stack stays small however long a chain of methods is.
    fn method_and_all_it_needs(&mut self, key: MethodKey, method: &'a Method) {
        let mut pending = vec![(key, method)];
        while let Some((key, method)) = pending.last().cloned() {
            self.method(&key, method);
            let far = self.too_far.take();
            let Some(far) = far.and_then(|it| Some((it.clone(), *self.methods.get(&it)?))) else {
                pending.pop();
                continue;
            };
            self.results.retain(|_, it| !matches!(it, Progress::Cut));
            // A circle of methods has no beginning: one of them is not known.
            if pending.iter().any(|(it, _)| *it == far.0) {
                self.results.insert(far.0, Progress::Done(InferredType::UNKNOWN));
            } else {
                pending.push(far);
            }
        }
    }

    /// Looks into a method once.
    fn method(&mut self, key: &MethodKey, method: &'a Method) {
        if self.results.contains_key(key) {
            return;
        }
        let is_too_far = self.waiting > MOST_WAITING || self.nested > MOST_NESTED;
        if is_too_far {
            self.too_far.get_or_insert_with(|| key.clone());
            return;
        }
        self.results.insert(key.clone(), Progress::Begun);
        self.waiting += 1;
        let look = std::mem::take(&mut self.look);
        let mut environment = self.around(key, method);
        let body = self.statements(self.tree.list(method.body), &mut environment);
        self.look = look;
        self.waiting -= 1;
        let answer = match self.is_left_to_subclasses(method) {
            true => InferredType::UNKNOWN,
            false => body,
        };
        let progress = match self.too_far {
            Some(_) => Progress::Cut,
            None => Progress::Done(answer),
        };
        self.results.insert(key.clone(), progress);
    }

    /// `self`, and the parameters with their types.
    fn around(&self, key: &MethodKey, method: &Method) -> Environment<'a> {
        let (class, side, _) = key;
        let info = self.hierarchy().class(class);
        let mut environment = Environment::of_method(info, *side);
        for parameter in self.tree.parameters(&method.header) {
            let Some(name) = parameter.name else { continue };
            let declared = parameter.annotation.map(|annotation| {
                let parameters = info.map_or(&[][..], |it| &it.type_parameters);
                let ty = hierarchy::Type::from_tree(self.tree, annotation, parameters);
                self.resolver.declared(&ty, self.tree.type_span(annotation))
            });
            let unknown = InferredType::Dynamic(DynamicReason::UnannotatedParam);
            environment.bind(self.tree.name(name), declared.unwrap_or(unknown));
        }
        environment
    }

    /// Whether the body only says that someone else has to have one.
    fn is_left_to_subclasses(&self, method: &Method) -> bool {
        let [only] = self.tree.list(method.body) else { return false };
        let text = self.tree.expr_span(*only).of(&self.tree.text);
        matches!(text, "self subclassResponsibility" | "self notImplemented")
    }

    fn record(&mut self, expr: ExprId, ty: &InferredType) {
        match ty {
            // A first look may have found something else.
            InferredType::Dynamic(DynamicReason::Unknown) => self.types.remove(&expr),
            ty => self.types.insert(expr, ty.clone()),
        };
    }

    fn place(&self, expr: ExprId) -> Span {
        self.tree.expr_span(expr)
    }

    fn instance(&self, class: &str, expr: ExprId) -> InferredType {
        InferredType::class(class, Provenance::Inferred(self.place(expr)))
    }
}
