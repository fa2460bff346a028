//! Metadata as a compiler would emit it: the other half of the law that decoding
//! undoes encoding, for tests.

use etf::{Map, Term};
use hierarchy::{ClassInfo, FieldInfo, Kind, MethodInfo, MethodOrigin, Type};

pub(crate) fn encode(class: &ClassInfo) -> Term {
    let superclass = class.superclass.as_ref();
    let name = superclass.map(|it| it.class.simple());
    let arguments = superclass.map(|it| it.arguments.as_slice()).unwrap_or_default();
    let parameters = &class.type_parameters;
    let mut pairs = vec![
        ("class", Term::atom(&class.name)),
        ("superclass", atom(name)),
        ("superclass_package", atom(superclass.and_then(|it| it.class.package()))),
        ("superclass_type_args", list(arguments.iter().map(|it| Term::binary(it.to_string())))),
        ("meta_version", Term::from(2)),
        ("is_sealed", class.flags.is_sealed.into()),
        ("is_abstract", class.flags.is_abstract.into()),
        ("is_value", (class.kind == Some(Kind::Value)).into()),
        ("is_typed", class.flags.is_typed.into()),
        ("is_internal", class.flags.is_internal.into()),
        ("package", atom(class.package.as_deref())),
        ("native", atom(class.native.as_deref())),
        ("handle_scope", atom(class.handle_scope.as_deref())),
        ("type_params", list(parameters.iter().map(|it| Term::atom(&it.name)))),
        ("type_param_bounds", list(parameters.iter().map(|it| atom(it.bound.as_deref())))),
        ("method_info", methods(&class.methods)),
        ("class_method_info", methods(&class.class_methods)),
        ("fields", names(&class.fields)),
        ("field_types", each(&class.fields, |it| Some(type_atom(it.declared.as_ref())))),
        ("field_type_texts", each(&class.fields, type_text)),
        ("field_has_default", each(&class.fields, |it| Some(it.has_default.into()))),
        ("field_docs", each(&class.fields, |it| it.doc.as_deref().map(Term::binary))),
        ("class_variables", names(&class.class_variables)),
        ("class_variable_type_texts", each(&class.class_variables, type_text)),
        ("class_variable_has_default", {
            each(&class.class_variables, |it| Some(it.has_default.into()))
        }),
        ("class_variable_docs", {
            each(&class.class_variables, |it| it.doc.as_deref().map(Term::binary))
        }),
        ("compiler_version", Term::binary("a key of which no reader knows")),
    ];
    pairs.extend(class.doc.as_deref().map(|doc| ("doc", Term::binary(doc))));
    pairs.extend(class.kind.map(|kind| ("kind", Term::atom(kind_word(kind)))));
    Term::map(pairs)
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "value",
        Kind::Actor => "actor",
        Kind::Object => "object",
    }
}

fn methods(methods: &[MethodInfo]) -> Term {
    let pairs = methods.iter().map(|it| (Term::atom(&it.selector), method(it)));
    Map::new(pairs.collect::<Vec<_>>()).into()
}

fn method(method: &MethodInfo) -> Term {
    let parameters = &method.signature.parameters;
    let returns = &method.signature.returns;
    let mut pairs = vec![
        ("arity", Term::from(parameters.len() as i64)),
        ("param_types", list(parameters.iter().map(|it| type_atom(it.slot.ty())))),
        ("param_type_texts", list(parameters.iter().map(|it| text(it.slot.ty())))),
        // As text: a parameter may be called `none`.
        ("param_names", list(parameters.iter().map(|it| name(it.name.as_deref())))),
        ("return_type", type_atom(returns.ty())),
        ("return_type_text", text(returns.ty())),
        ("is_inferred", returns.inferred.is_some().into()),
        ("is_generated", (method.origin == MethodOrigin::Generated).into()),
        ("is_sealed", method.flags.is_sealed.into()),
        ("visibility", Term::atom(if method.flags.is_internal { "internal" } else { "public" })),
    ];
    pairs.extend(method.doc.as_deref().map(|doc| ("doc", Term::binary(doc))));
    Term::map(pairs)
}

fn names(fields: &[FieldInfo]) -> Term {
    list(fields.iter().map(|field| Term::atom(&field.name)))
}

fn each(fields: &[FieldInfo], value: fn(&FieldInfo) -> Option<Term>) -> Term {
    Term::map(fields.iter().filter_map(|field| Some((&*field.name, value(field)?))))
}

fn type_text(field: &FieldInfo) -> Option<Term> {
    field.declared.as_ref().map(|ty| Term::binary(ty.to_string()))
}

fn text(ty: Option<&Type>) -> Term {
    ty.map_or(Term::atom("none"), |ty| Term::binary(ty.to_string()))
}

/// Of the forms of a type only these can be said in an atom.
fn type_atom(ty: Option<&Type>) -> Term {
    match ty {
        Some(Type::Class(class)) if class.arguments.is_empty() => Term::atom(&class.class),
        Some(ty @ (Type::Meta(_) | Type::SelfType | Type::SelfClass)) => {
            Term::atom(&ty.to_string())
        }
        _ => Term::atom("none"),
    }
}

fn name(text: Option<&str>) -> Term {
    text.map_or(Term::atom("none"), Term::binary)
}

fn atom(text: Option<&str>) -> Term {
    Term::atom(text.unwrap_or("none"))
}

fn list(terms: impl Iterator<Item = Term>) -> Term {
    Term::list(terms.collect::<Vec<_>>())
}
