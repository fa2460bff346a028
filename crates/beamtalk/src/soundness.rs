//! A test of the type checker against what happens: code that asks, wherever a value
//! has a type, whether it is of that type, and what it found.
//!
//! In go trees and what is inferred of them; out come the types as
//! `beamtalk_type_membership` reads them, and later the count of what was asked. Only
//! `make soundness` compiles like this, through options that no help mentions:
//!
//! - `beamtalk build-stdlib --checked` compiles the class library with such code,
//! - `beamtalk test --checked` does the same with test classes, runs them, tells how
//!   many answers were asked about and fails if one was not what it was said to be.
//!
//! A method answers what it declares, else what is inferred of it. Type parameters may
//! be anything. What is inferred from a declared parameter holds only where callers
//! keep to it, so a method that is given something else is not asked about.

use std::sync::Arc;

use hierarchy::{ClassHierarchy, ClassInfo, MethodInfo, Side, Type};
use lower::core_erlang::Literal;
use lower::{Checks, Promise};
use syntax::Tree;
use syntax::tree::{Expr, ExprId, Message, Send};
use types::native::NativeSignatures;
use types::{Inference, InferredType, Provenance, Purpose, Resolver, Substitution, widened};

/// What the run of checked code has found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    pub(crate) methods: i64,
    pub(crate) answers: i64,
    pub(crate) expressions: i64,
    pub(crate) values: i64,
    /// Those of the expressions that messages were sent to, and what these were.
    pub(crate) receivers: i64,
    pub(crate) received: i64,
    /// In words, one for each place.
    pub(crate) wrong: Vec<String>,
}

/// What is said of a tree.
pub(crate) fn checks(
    tree: &Tree,
    file: &str,
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
) -> Arc<Checks> {
    let inference = types::infer(tree, hierarchy, natives);
    let teller = Teller { hierarchy, resolver: Resolver::new(hierarchy) };
    let mut checks = Checks { file: file.to_owned(), ..Checks::default() };
    for (id, expr) in tree.nodes.exprs.iter() {
        if let Expr::Send(send) = expr {
            checks.receivers.insert(send.receiver);
        }
        if let Some(ty) = teller.value(tree, id, expr, &inference) {
            checks.values.insert(id, ty);
        }
    }
    for (_, class) in tree.nodes.classes.iter() {
        let name = class.name.map_or("", |name| tree.text_of(name));
        let Some(info) = hierarchy.class(&name.into()) else { continue };
        for side in [Side::Instance, Side::Class] {
            for method in info.methods_on(side) {
                let key = (name.to_owned(), side, method.selector.to_string());
                let promise = teller.promise(info, side, method, &inference);
                checks.methods.insert(key, promise);
            }
        }
    }
    Arc::new(checks)
}

struct Teller<'h> {
    hierarchy: &'h ClassHierarchy,
    resolver: Resolver<'h>,
}

impl Teller<'_> {
    /// Literals are what they are, and `super` is no value.
    fn value(
        &self,
        tree: &Tree,
        id: ExprId,
        expr: &Expr,
        inference: &Inference,
    ) -> Option<Literal> {
        if matches!(expr, Expr::Literal(_) | Expr::Super(_) | Expr::Primitive(_) | Expr::Return(_))
        {
            return None;
        }
        if is_class_of_literal(tree, expr) {
            return None;
        }
        let ty = self.term(inference.type_of(id)?);
        (ty != any()).then_some(ty)
    }

    fn promise(
        &self,
        class: &ClassInfo,
        side: Side,
        method: &MethodInfo,
        inference: &Inference,
    ) -> Promise {
        let declared = |ty: &Option<Type>| ty.as_ref().map(|ty| self.declared(ty));
        let parameters = method.signature.parameters.iter();
        let parameters = parameters.map(|it| declared(&it.slot.declared).unwrap_or_else(any));
        let key = (class.name.clone(), side, method.selector.to_string());
        let inferred = || inference.results().get(&key).map(|ty| self.term(ty));
        let answer = declared(&method.signature.returns.declared).or_else(inferred);
        Promise { parameters: parameters.collect(), answer: answer.unwrap_or_else(any) }
    }

    /// `Self` stays what it is until the receiver is known.
    fn declared(&self, ty: &Type) -> Literal {
        let receiver = InferredType::class("Self", Provenance::NOWHERE);
        let substitution = Substitution::default().with_receiver(receiver);
        let purpose = Purpose::Send(syntax::Span { start: 0, end: 0 });
        self.term(&self.resolver.resolve(ty, &substitution, purpose))
    }

    /// Of classes that nobody knows, type parameters among them, nothing is said.
    fn term(&self, ty: &InferredType) -> Literal {
        let all = |types: &[InferredType]| list(types.iter().map(|it| self.term(it)).collect());
        match ty {
            InferredType::Dynamic(_) => any(),
            InferredType::Never => atom("never"),
            InferredType::Union { members, .. } => tagged("any_of", [all(members)]),
            InferredType::Intersection { members, .. } => tagged("all_of", [all(members)]),
            InferredType::Negation { base, excluded, .. } => {
                tagged("without", [self.term(base), all(excluded.alternatives())])
            }
            InferredType::Meta { class_name, .. } => match class_name.simple() {
                "Self" => atom("self_class"),
                name if self.hierarchy.class(class_name).is_some() => tagged("meta", [atom(name)]),
                _ => any(),
            },
            InferredType::Known { class_name, arguments, .. } => {
                if let Some(symbol) = ty.symbol() {
                    return tagged("symbol", [atom(symbol)]);
                }
                let is_known = self.hierarchy.class(class_name).is_some()
                    || self.hierarchy.protocol(class_name).is_some();
                match class_name.simple() {
                    "Self" => atom("self"),
                    name if is_known => {
                        // Symbols that elements were read off stand for any symbol, here
                        // as in the checks of arguments.
                        let arguments: Vec<_> = arguments.iter().map(widened).collect();
                        tagged("class", [atom(name), all(&arguments)])
                    }
                    _ => any(),
                }
            }
        }
    }
}

/// `Counter class` spells the type of `Counter` and is checked as that, though the value
/// is the metaclass.
fn is_class_of_literal(tree: &Tree, expr: &Expr) -> bool {
    let Expr::Send(Send { receiver, message: Message::Unary(selector), .. }) = expr else {
        return false;
    };
    let is_literal = matches!(tree.nodes.exprs[*receiver], Expr::ClassReference(_));
    is_literal && tree.text_of(*selector) == "class"
}

fn any() -> Literal {
    atom("any")
}

fn atom(name: &str) -> Literal {
    Literal::Atom(name.into())
}

fn tagged<const N: usize>(tag: &str, parts: [Literal; N]) -> Literal {
    Literal::Tuple([atom(tag)].into_iter().chain(parts).collect())
}

fn list(elements: Vec<Literal>) -> Literal {
    let cell = |rest, it| Literal::Cons(Box::new(it), Box::new(rest));
    elements.into_iter().rev().fold(Literal::Nil, cell)
}
