//! What collections make of their elements. The methods of `Collection` that answer
//! `Self` build it with `species withAll:`, so that the answer is what the `withAll:` of
//! the receiver's class makes of a List. A class that has none of its own gets the List,
//! unless a class below it has one.

use hierarchy::{ClassName, Found, Type};

use super::engine::Engine;
use super::found::Answering;
use super::sends::Sent;
use crate::algebra::union;
use crate::inferred::{InferredType, Provenance};

const WITH_ALL: &str = "withAll:";

impl<'a> Engine<'a> {
    /// The answer of a method of `Collection`, where that declares `Self` and the receiver
    /// is known to be something more.
    pub(super) fn rebuilt(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        found: Found<'a>,
        declared: &Type,
        types: &[InferredType],
    ) -> Option<InferredType> {
        if *declared != Type::SelfType || !is_collection(&found.class.name) {
            return None;
        }
        let class = receiver.instance_class().filter(|it| !is_collection(it))?.clone();
        let maker = self.find_class_method(&class, WITH_ALL)?;
        let place = self.place(sent.id);
        let new = self.new_elements(found, types);
        let is_other = new.is_some();
        let element = new.or_else(|| {
            let elements = self.resolver.inherited(&class, receiver.arguments(), found.class);
            elements.get(&found.class.type_parameters.first()?.name).cloned()
        });
        let list = InferredType::generic(
            ClassName::constant("List"),
            [element.unwrap_or(InferredType::UNKNOWN)],
            Provenance::Inferred(place),
        );
        if !is_collection(&maker.found.class.name) {
            return Some(self.made(&class, WITH_ALL, maker, &[list], place));
        }
        let own = match is_other {
            true => InferredType::class(class, Provenance::Inferred(place)),
            false => receiver.clone(),
        };
        Some(union([own, list]))
    }

    /// What `withAll:` answers where only `Collection` has it: the List that it was given,
    /// or an instance if the class object may be that of a class below.
    pub(super) fn list_as_it_is(
        &self,
        sent: Sent,
        class: &ClassName,
        answering: Answering,
        (types, made): (&[InferredType], &InferredType),
    ) -> Option<InferredType> {
        let is_default = sent.selector == WITH_ALL && is_collection(&answering.found.class.name);
        if !is_default || is_collection(class) {
            return None;
        }
        let list = ClassName::constant("List");
        let given = types.first().filter(|it| it.is_instance_of(&list)).cloned();
        let given = given.unwrap_or_else(|| self.instance("List", sent.id));
        Some(match self.is_class_literal(sent.shown) {
            true => given,
            false => union([made.clone(), given]),
        })
    }

    /// What the block answers whose answers become the elements, if they do.
    fn new_elements(&self, found: Found, types: &[InferredType]) -> Option<InferredType> {
        let Type::Class(block) = found.method.signature.parameters.first()?.slot.ty()? else {
            return None;
        };
        let Type::Parameter(letter) = block.arguments.last()? else { return None };
        let told = self.resolver.method_parameters(found.method, found.class, types);
        Some(told.get(letter).cloned().unwrap_or(InferredType::UNKNOWN))
    }
}

fn is_collection(class: &ClassName) -> bool {
    class.simple() == "Collection"
}
