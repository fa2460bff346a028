//! What the tests of this room share: class libraries from text, and listings.

#![allow(dead_code)]

pub(crate) mod encode;
pub(crate) mod term_text;

use hierarchy::{
    ClassHierarchy, ClassInfo, ClassName, FieldInfo, FieldKind, Found, Kind, MethodInfo,
    MethodOrigin, Origin, ProtocolInfo, Side, Surface, TypeParameter,
};

/// The roots, in the fewest words.
pub(crate) const ROOTS: &str = "
abstract nil subclass: ProtoObject
  class -> Class => @primitive
abstract ProtoObject subclass: Object
  yourself -> Self => self
  printString -> String => @primitive
Object subclass: Value
Object subclass: Actor
  class spawn -> Self => @primitive
abstract Object subclass: Behaviour
  name -> Symbol => @primitive
Behaviour subclass: Class
  new -> Object => @primitive
Class subclass: Metaclass
Object subclass: Protocol
Object subclass: Symbol
";

pub(crate) fn class(name: &str) -> ClassName {
    ClassName::from(name)
}

pub(crate) fn surface(text: &str) -> Surface {
    hierarchy::surface(&syntax::parse(text).tree)
}

/// The roots as the class library, and a text as part of a project.
pub(crate) fn hierarchy(text: &str) -> ClassHierarchy {
    let mut hierarchy = ClassHierarchy::empty();
    hierarchy.add_classes(surface(ROOTS).in_package("stdlib"), Origin::Builtin);
    hierarchy.add_classes(surface(text), Origin::Project);
    hierarchy
}

/// A description as text, one line for each part.
pub(crate) fn listing(class: &ClassInfo) -> String {
    let flags = [
        (class.flags.is_internal, "internal "),
        (class.flags.is_abstract, "abstract "),
        (class.flags.is_sealed, "sealed "),
        (class.flags.is_typed, "typed "),
        (class.flags.is_incomplete, "incomplete "),
    ];
    let mut out: String =
        flags.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
    out += &class.name;
    out += &type_parameters(&class.type_parameters);
    match &class.superclass {
        None => {}
        Some(superclass) if superclass.arguments.is_empty() => {
            out += &format!(" < {}", superclass.class);
        }
        Some(superclass) => {
            let arguments: Vec<String> =
                superclass.arguments.iter().map(|it| it.to_string()).collect();
            out += &format!(" < {}({})", superclass.class, arguments.join(", "));
        }
    }
    let kind = class.kind.map(|kind| match kind {
        Kind::Value => "value",
        Kind::Actor => "actor",
        Kind::Object => "object",
    });
    let notes = [
        ("kind", kind),
        ("package", class.package.as_deref()),
        ("native", class.native.as_deref()),
        ("scope", class.handle_scope.as_deref()),
        ("doc", class.doc.as_deref()),
    ];
    for (key, value) in notes {
        out += &value.map(|value| format!(" {key}={value:?}")).unwrap_or_default();
    }
    out += "\n";
    class.fields.iter().chain(&class.class_variables).for_each(|it| out += &field(it));
    class.class_methods.iter().for_each(|it| out += &method(it, Side::Class));
    class.methods.iter().for_each(|it| out += &method(it, Side::Instance));
    out
}

pub(crate) fn protocol_listing(protocol: &ProtocolInfo) -> String {
    let mut out = format!("protocol {}", protocol.name);
    out += &type_parameters(&protocol.type_parameters);
    out += &protocol.extending.as_ref().map(|it| format!(" < {it}")).unwrap_or_default();
    out += &protocol.doc.as_ref().map(|it| format!(" doc={it:?}")).unwrap_or_default();
    out += "\n";
    protocol.class_methods.iter().for_each(|it| out += &method(it, Side::Class));
    protocol.methods.iter().for_each(|it| out += &method(it, Side::Instance));
    out
}

fn type_parameters(parameters: &[TypeParameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let parameters = parameters.iter().map(|parameter| match &parameter.bound {
        Some(bound) => format!("{} :: {bound}", parameter.name),
        None => parameter.name.to_string(),
    });
    format!("({})", parameters.collect::<Vec<_>>().join(", "))
}

fn field(field: &FieldInfo) -> String {
    let kind = match field.kind {
        FieldKind::State => "state",
        FieldKind::Field => "field",
        FieldKind::ClassState => "classState",
    };
    let ty = field.declared.as_ref().map(|ty| format!(" :: {ty}")).unwrap_or_default();
    let default = if field.has_default { " = …" } else { "" };
    let doc = field.doc.as_ref().map(|doc| format!(" doc={doc:?}")).unwrap_or_default();
    format!("  {kind}: {}{ty}{default}{doc}\n", field.name)
}

pub(crate) fn method(method: &MethodInfo, side: Side) -> String {
    let mut out = String::from("  ");
    let marks = [
        (side == Side::Class, "class "),
        (method.flags.is_internal, "internal "),
        (method.flags.is_sealed, "sealed "),
        (method.origin == MethodOrigin::Generated, "generated "),
        (method.origin == MethodOrigin::Extension, "extension "),
    ];
    marks.iter().filter(|(is_set, _)| *is_set).for_each(|(_, word)| out += word);
    out += &method.to_string();
    if method.signature.returns.inferred.is_some() {
        out += " (inferred)";
    }
    out += &method.doc.as_ref().map(|doc| format!(" doc={doc:?}")).unwrap_or_default();
    out + "\n"
}

/// `Class >> selector` with where and how it was found.
pub(crate) fn found(found: Option<Found<'_>>) -> String {
    let Some(found) = found else { return String::from("nothing") };
    let side = match found.side {
        Side::Instance => "",
        Side::Class => " class",
    };
    let origin = match found.method.origin {
        MethodOrigin::Class => "",
        MethodOrigin::Generated => " (generated)",
        MethodOrigin::Extension => " (extension)",
    };
    format!("{}{side} >> {} @{}{origin}", found.class.name, found.method, found.distance)
}
