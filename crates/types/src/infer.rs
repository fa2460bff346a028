//! What type every expression of a text has.
//!
//! In go a tree and the hierarchy its classes stand in; out come the types of all
//! expressions, and what the methods answer that declare nothing. Nothing is run and
//! nothing is reported: what is not known is Dynamic, with the reason.
//!
//! The body of a method is looked into when its result is first asked for, wherever it
//! stands. One that comes back to itself is Dynamic there.

mod blocks;
mod class_side;
mod environment;
mod expressions;
mod narrowing;
mod nil_tests;
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
        engine.method(&key, method);
    }
    let mut outside = Environment::default();
    for item in &tree.items {
        if let Item::Statement(statement) = item {
            engine.statement(*statement, &mut outside);
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
    Done(InferredType),
}

/// So many methods may wait for each other; the next one is not looked into.
const MOST_WAITING: usize = 60;

struct Engine<'a> {
    tree: &'a Tree,
    resolver: Resolver<'a>,
    natives: Option<&'a NativeSignatures>,
    methods: HashMap<MethodKey, &'a Method>,
    results: HashMap<MethodKey, Progress>,
    types: HashMap<ExprId, InferredType>,
    waiting: usize,
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

    /// Looks into a method once.
    fn method(&mut self, key: &MethodKey, method: &'a Method) {
        if self.results.contains_key(key) || self.waiting > MOST_WAITING {
            return;
        }
        self.results.insert(key.clone(), Progress::Begun);
        self.waiting += 1;
        let mut environment = self.around(key, method);
        let body = self.statements(self.tree.list(method.body), &mut environment);
        self.waiting -= 1;
        let answer = match self.is_left_to_subclasses(method) {
            true => InferredType::UNKNOWN,
            false => body,
        };
        self.results.insert(key.clone(), Progress::Done(answer));
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
        if !matches!(ty, InferredType::Dynamic(DynamicReason::Unknown)) {
            self.types.insert(expr, ty.clone());
        }
    }

    fn place(&self, expr: ExprId) -> Span {
        self.tree.expr_span(expr)
    }

    fn instance(&self, class: &str, expr: ExprId) -> InferredType {
        InferredType::class(class, Provenance::Inferred(self.place(expr)))
    }
}
