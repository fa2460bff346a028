//! What names mean: locals, slots of the class around, and `super`.

use syntax::tree::{Expr, ExprId};

use super::engine::Engine;
use super::environment::{Environment, Key};
use crate::inferred::{InferredType, Provenance};

impl<'a> Engine<'a> {
    /// A local, else a slot of the class around.
    pub(super) fn variable(&self, name: &'a str, around: &Environment<'a>) -> InferredType {
        match around.get(Key::Local(name)) {
            Some(ty) => ty.clone(),
            None if around.is_method => self.slot(name, around),
            None => InferredType::UNKNOWN,
        }
    }

    /// A class, else what is bound to a name that is written like one.
    pub(super) fn class_reference(
        &mut self,
        class: syntax::tree::ClassName,
        id: ExprId,
        around: &Environment<'a>,
    ) -> InferredType {
        let text = self.tree.text_of(class.name);
        let name = self.class_name(text);
        if class.package.is_none() && self.hierarchy().class(&name).is_none() {
            if let Some(bound) = around.get(Key::Local(text)) {
                return bound.clone();
            }
            let global = hierarchy::global_class(text);
            if let Some(of) = global.filter(|it| self.hierarchy().class(it).is_some()) {
                return InferredType::class(of, Provenance::Inferred(self.place(id)));
            }
        }
        InferredType::meta(name, Provenance::Inferred(self.place(id)))
    }

    pub(super) fn field(
        &self,
        receiver: ExprId,
        name: &'a str,
        around: &Environment<'a>,
    ) -> InferredType {
        match self.tree.nodes.exprs[receiver] {
            Expr::Identifier(it) if self.tree.text_of(it) == "self" => self.slot(name, around),
            _ => InferredType::UNKNOWN,
        }
    }

    /// What a test has shown, else what the nearest class declares.
    pub(super) fn slot(&self, name: &'a str, around: &Environment<'a>) -> InferredType {
        if let Some(narrowed) = around.get(Key::Slot(name)) {
            return narrowed.clone();
        }
        let Some(class) = around.class else { return InferredType::UNKNOWN };
        let found = match around.side {
            Some(hierarchy::Side::Class) => self.hierarchy().find_class_variable(&class.name, name),
            _ => self.hierarchy().find_field(&class.name, name),
        };
        let declared = found.and_then(|(_, field)| field.declared.as_ref());
        declared.map_or(InferredType::UNKNOWN, |ty| self.resolver.declared(ty, Default::default()))
    }

    pub(super) fn superior(&self, id: ExprId, around: &Environment) -> InferredType {
        let Some(class) = around.class else { return InferredType::UNKNOWN };
        let own = around.self_type();
        match (&own, class.superclass.as_ref()) {
            (_, None) => InferredType::UNKNOWN,
            (InferredType::Meta { .. }, Some(superclass)) => {
                InferredType::meta(superclass.class.clone(), Provenance::NOWHERE)
            }
            _ => self.resolver.superclass_type(&class.name, own.arguments(), self.place(id)),
        }
    }
}
