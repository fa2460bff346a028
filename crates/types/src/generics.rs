//! What the type parameters around a send stand for: read off the receiver, off what
//! a class makes of its superclass, and off the arguments.
//!
//! In go types of receivers and arguments, and methods that were found; out come
//! substitutions, under which what the method declares is resolved.

use hierarchy::{
    ClassInfo, ClassName, Found, MethodInfo, Name, Superclass, Type, TypeParameter, known,
};
use syntax::Span;

use crate::binding::{Bindings, Merge};
use crate::inferred::{InferredType, Provenance};
use crate::resolve::{Purpose, Resolver};
use crate::substitution::Substitution;

impl Resolver<'_> {
    /// What the type parameters of the class that defines a method stand for, when an
    /// instance of a class with these arguments receives it. Where nothing is known of
    /// them, they stay open.
    pub fn inherited(
        &self,
        class: &ClassName,
        arguments: &[InferredType],
        definer: &ClassInfo,
    ) -> Substitution {
        if definer.type_parameters.is_empty() {
            return Substitution::default();
        }
        let mut arguments = arguments.to_vec();
        let mut is_known = !arguments.is_empty();
        for info in self.hierarchy().lineage(class).classes {
            if info.name == definer.name && is_known {
                return Substitution::of(&definer.type_parameters, &arguments);
            }
            let Some(superclass) = &info.superclass else { break };
            is_known |= superclass.arguments.iter().any(|it| !is_parameter_of(it, info));
            match self.one_up(info, superclass, &arguments, &definer.type_parameters) {
                Step::Mapped(translated) => arguments = translated,
                Step::SameNames(substitution) if is_known => return substitution,
                Step::SameNames(_) | Step::Unchanged => {}
            }
        }
        Substitution::default()
    }

    /// What `super` is in an instance of a class: an instance of the superclass, with
    /// what the class makes of its type parameters.
    pub fn superclass_type(
        &self,
        class: &ClassName,
        arguments: &[InferredType],
        place: Span,
    ) -> InferredType {
        let info = self.hierarchy().class(class);
        let Some((info, superclass)) = info.and_then(|it| Some((it, it.superclass.as_ref()?)))
        else {
            return InferredType::UNKNOWN;
        };
        let parent = self.hierarchy().class(&superclass.class);
        let parameters = parent.map_or(&[][..], |parent| &parent.type_parameters);
        let arguments = match self.one_up(info, superclass, arguments, parameters) {
            Step::Mapped(translated) => translated,
            Step::SameNames(substitution) => {
                let bound = |it: &TypeParameter| substitution.get(&it.name).cloned();
                let bound = parameters.iter().map(|it| bound(it).unwrap_or(InferredType::UNKNOWN));
                bound.collect()
            }
            Step::Unchanged if parameters.is_empty() => Vec::new(),
            Step::Unchanged => arguments.to_vec(),
        };
        let provenance = Provenance::Substituted(place);
        InferredType::generic(superclass.class.clone(), arguments, provenance)
    }

    /// What the type parameters that a method has for itself stand for. A letter that
    /// the class that defines it declares, or that is a class, is not one of them.
    pub fn method_parameters(
        &self,
        method: &MethodInfo,
        definer: &ClassInfo,
        arguments: &[InferredType],
    ) -> Substitution {
        if method.signature.parameters.is_empty() {
            return Substitution::default();
        }
        let is_own = |name: &Name| {
            let is_class = || self.hierarchy().class(&ClassName::from(name.clone())).is_some();
            !is_declared(name, &definer.type_parameters) && !is_class()
        };
        Bindings::new(Merge::Union, &is_own).of(method, arguments)
    }

    /// What a class-side method has to work with when it is sent to a class: the type
    /// parameters of the class that defines it, as far as the arguments tell, and
    /// `Self`, an instance of the class with the same. The class object has none to
    /// give.
    pub fn class_side(
        &self,
        class: &ClassInfo,
        found: Option<Found>,
        arguments: &[InferredType],
        place: Span,
    ) -> Substitution {
        let definer = found.map_or(class, |found| found.class);
        if class.type_parameters.is_empty() && definer.type_parameters.is_empty() {
            let instance = InferredType::class(class.name.clone(), Provenance::Inferred(place));
            return Substitution::default().with_receiver(instance);
        }
        let is_own = |name: &Name| is_declared(name, &definer.type_parameters);
        let bindings = Bindings::new(Merge::First, &is_own);
        let mut bound =
            found.map_or(Substitution::default(), |it| bindings.of(it.method, arguments));

        // The parameters of the class, and which ones of the definer they become.
        let own = |it: &TypeParameter| InferredType::class(&*it.name, Provenance::NOWHERE);
        let own: Vec<InferredType> = class.type_parameters.iter().map(own).collect();
        let above = self.inherited(&class.name, &own, definer);
        let argument = |own: &InferredType| {
            let mut parameters = definer.type_parameters.iter();
            let same = parameters.find(|it| above.get(&it.name) == Some(own));
            let ty = same.and_then(|it| bound.get(&it.name)).cloned();
            ty.unwrap_or(InferredType::UNKNOWN)
        };
        let instance = InferredType::generic(
            class.name.clone(),
            own.iter().map(argument),
            Provenance::Inferred(place),
        );
        bound.extend(self.inherited(&class.name, instance.arguments(), definer));
        bound.with_receiver(instance)
    }

    /// What a constructor answers: an instance with the type arguments that are known.
    /// A class that is abstract has no instances that are nothing more.
    pub fn construct(
        &self,
        class: &ClassName,
        selector: &str,
        arguments: &[InferredType],
        place: Span,
    ) -> InferredType {
        let Some(info) = self.hierarchy().class(class) else { return InferredType::UNKNOWN };
        let is_plain = matches!(selector, "new" | "new:" | "basicNew");
        let is_actor = self.hierarchy().is_subclass(class, &known::ACTOR);
        if is_plain && (info.flags.is_abstract || is_actor) {
            return InferredType::UNKNOWN;
        }
        let found = self.hierarchy().find_class_method(class, selector);
        let substitution = self.class_side(info, found, arguments, place);
        substitution.receiver().cloned().unwrap_or(InferredType::UNKNOWN)
    }

    fn one_up(
        &self,
        info: &ClassInfo,
        superclass: &Superclass,
        arguments: &[InferredType],
        above: &[TypeParameter],
    ) -> Step {
        let own = Substitution::of(&info.type_parameters, arguments);
        if !superclass.arguments.is_empty() {
            let purpose = Purpose::Send(Span::default());
            let translate = |ty: &Type| self.resolve(ty, &own, purpose);
            return Step::Mapped(superclass.arguments.iter().map(translate).collect());
        }
        match above.iter().any(|it| is_declared(&it.name, &info.type_parameters)) {
            true => Step::SameNames(own.only(above)),
            false => Step::Unchanged,
        }
    }
}

/// One step from a class to its superclass.
enum Step {
    /// The class says what it makes of the type parameters above.
    Mapped(Vec<InferredType>),
    /// It does not, but some of those that are asked for have the names of its own.
    SameNames(Substitution),
    Unchanged,
}

fn is_parameter_of(ty: &Type, class: &ClassInfo) -> bool {
    matches!(ty, Type::Parameter(name) if is_declared(name, &class.type_parameters))
}

fn is_declared(name: &Name, parameters: &[TypeParameter]) -> bool {
    parameters.iter().any(|parameter| parameter.name == *name)
}
