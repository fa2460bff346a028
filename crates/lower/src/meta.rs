//! The metadata of a class: the one description of it that leaves the compiler.
//!
//! What `'__beamtalk_meta'/0` answers. Types stand in it twice: as an atom where
//! one can say it, for the runtime's quick walk, and as text in the language's own
//! type syntax, which loses nothing. `hierarchy::meta` reads it back.

use hierarchy::{
    ClassHierarchy, ClassInfo, ClassName, FieldInfo, Kind, MethodInfo, MethodOrigin, Side, Type,
    TypeParameter,
};

use crate::core_erlang::Literal;

/// The form of the map; readers tell older ones by it.
const META_VERSION: i64 = 2;

/// The metadata of a class as compiled: with its kind and what is generated for it. The
/// hierarchy knows which names are aliases, which the metadata does not mention.
pub fn meta(class: &ClassInfo, hierarchy: &ClassHierarchy) -> Literal {
    meta_with(class, hierarchy, |_, _| Vec::new())
}

/// The same with what only the text of a method tells, for each of them.
pub(crate) fn meta_with(
    class: &ClassInfo,
    hierarchy: &ClassHierarchy,
    more: impl Fn(Side, &str) -> Vec<(&'static str, Literal)>,
) -> Literal {
    let superclass = class.superclass.as_ref();
    let arguments = superclass.map(|it| it.arguments.as_slice()).unwrap_or_default();
    let parameters = class.type_parameters.as_slice();
    let bound = |it: &TypeParameter| name_or_none(it.bound.as_deref());
    let visibility = if class.flags.is_internal { "internal" } else { "public" };
    let variables = names(&class.class_variables);
    let words = Words(hierarchy);
    let declared_atom = |it: &FieldInfo| Some(words.atom(it.declared.as_ref()));
    let declared_text = |it: &FieldInfo| Some(binary(&words.text(it.declared.as_ref()?)));
    let mut pairs = vec![
        ("class", atom(&class.name)),
        ("superclass", name_or_none(superclass.map(|it| it.class.simple()))),
        ("superclass_package", name_or_none(superclass.and_then(|it| it.class.package()))),
        ("superclass_type_args", list(arguments.iter().map(|it| binary(&words.text(it))))),
        ("meta_version", Literal::Integer(META_VERSION)),
        ("kind", atom(kind_word(class.kind.unwrap_or(Kind::Object)))),
        ("is_value", boolean(class.kind == Some(Kind::Value))),
        ("is_sealed", boolean(class.flags.is_sealed)),
        ("is_abstract", boolean(class.flags.is_abstract)),
        ("is_typed", boolean(class.flags.is_typed)),
        ("is_internal", boolean(class.flags.is_internal)),
        ("visibility", atom(visibility)),
        ("package", name_or_none(class.package.as_deref())),
        ("native", name_or_none(class.native.as_deref())),
        ("handle_scope", name_or_none(class.handle_scope.as_deref())),
        ("type_params", list(parameters.iter().map(|it| atom(&it.name)))),
        ("type_param_bounds", list(parameters.iter().map(bound))),
        ("fields", names(&class.fields)),
        ("field_types", each(&class.fields, declared_atom)),
        ("field_type_texts", each(&class.fields, declared_text)),
        ("field_has_default", each(&class.fields, |it| Some(boolean(it.has_default)))),
        ("field_docs", each(&class.fields, |it| it.doc.as_deref().map(binary))),
        ("class_variables", variables.clone()),
        ("class_fields", variables),
        ("class_variable_type_texts", each(&class.class_variables, declared_text)),
        ("class_variable_has_default", {
            each(&class.class_variables, |it| Some(boolean(it.has_default)))
        }),
        ("class_variable_docs", {
            each(&class.class_variables, |it| it.doc.as_deref().map(binary))
        }),
        ("method_info", methods(&class.methods, words, |it| more(Side::Instance, it))),
        ("class_method_info", methods(&class.class_methods, words, |it| more(Side::Class, it))),
    ];
    pairs.extend(class.doc.as_deref().map(|doc| ("doc", binary(doc))));
    map(pairs.into_iter())
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "value",
        Kind::Actor => "actor",
        Kind::Object => "object",
    }
}

fn methods(
    methods: &[MethodInfo],
    words: Words,
    more: impl Fn(&str) -> Vec<(&'static str, Literal)>,
) -> Literal {
    map(methods.iter().map(|it| (&*it.selector, method(it, words, more(&it.selector)))))
}

fn method(method: &MethodInfo, words: Words, more: Vec<(&'static str, Literal)>) -> Literal {
    let parameters = method.signature.parameters.as_slice();
    let returns = &method.signature.returns;
    let visibility = if method.flags.is_internal { "internal" } else { "public" };
    let is_inferred = returns.declared.is_none() && returns.inferred.is_some();
    // As text: a parameter may be called `none`.
    let text = |ty: Option<&Type>| ty.map_or(atom("none"), |ty| binary(&words.text(ty)));
    let name = |it: &hierarchy::Parameter| it.name.as_deref().map_or(atom("none"), binary);
    let mut pairs = vec![
        ("arity", Literal::Integer(parameters.len() as i64)),
        ("param_names", list(parameters.iter().map(name))),
        ("param_types", list(parameters.iter().map(|it| words.atom(it.slot.ty())))),
        ("param_type_texts", list(parameters.iter().map(|it| text(it.slot.ty())))),
        ("return_type", words.atom(returns.ty())),
        ("return_type_text", text(returns.ty())),
        ("is_inferred", boolean(is_inferred)),
        ("is_generated", boolean(method.origin == MethodOrigin::Generated)),
        ("is_sealed", boolean(method.flags.is_sealed)),
        ("visibility", atom(visibility)),
    ];
    pairs.extend(method.doc.as_deref().map(|doc| ("doc", binary(doc))));
    pairs.extend(more);
    map(pairs.into_iter())
}

fn names(fields: &[FieldInfo]) -> Literal {
    list(fields.iter().map(|field| atom(&field.name)))
}

fn each(fields: &[FieldInfo], value: impl Fn(&FieldInfo) -> Option<Literal>) -> Literal {
    map(fields.iter().filter_map(|field| Some((&*field.name, value(field)?))))
}

/// How types are written: without aliases, which readers do not know.
#[derive(Clone, Copy)]
pub(crate) struct Words<'h>(pub(crate) &'h ClassHierarchy);

impl Words<'_> {
    /// Of the forms of a type only class names, `Self` and their classes can be said in
    /// an atom. A protocol is no class.
    pub(crate) fn atom(self, ty: Option<&Type>) -> Literal {
        let is_class = |it: &ClassName| self.0.protocol(it).is_none();
        match ty.map(|ty| self.0.expanded(ty)) {
            Some(Type::Class(it)) if it.arguments.is_empty() && is_class(&it.class) => {
                atom(it.class.simple())
            }
            Some(Type::Meta(class)) => atom(&format!("{} class", class.simple())),
            Some(ty @ (Type::SelfType | Type::SelfClass)) => atom(&ty.to_string()),
            _ => atom("none"),
        }
    }

    fn text(self, ty: &Type) -> String {
        self.0.expanded(ty).for_people().to_string()
    }
}

fn name_or_none(name: Option<&str>) -> Literal {
    atom(name.unwrap_or("none"))
}

pub(crate) fn atom(name: &str) -> Literal {
    Literal::Atom(name.into())
}

pub(crate) fn binary(text: &str) -> Literal {
    Literal::Binary(text.as_bytes().into())
}

pub(crate) fn boolean(value: bool) -> Literal {
    atom(if value { "true" } else { "false" })
}

pub(crate) fn list(elements: impl DoubleEndedIterator<Item = Literal>) -> Literal {
    elements.rev().fold(Literal::Nil, |tail, head| Literal::Cons(Box::new(head), Box::new(tail)))
}

/// Of pairs with the same key the last counts.
pub(crate) fn map<'a>(pairs: impl Iterator<Item = (&'a str, Literal)>) -> Literal {
    let mut kept: Vec<(&str, Literal)> = Vec::new();
    for (key, value) in pairs {
        kept.retain(|(other, _)| *other != key);
        kept.push((key, value));
    }
    Literal::Map(kept.into_iter().map(|(key, value)| (atom(key), value)).collect())
}
