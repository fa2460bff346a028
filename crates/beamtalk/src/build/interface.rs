//! What others may rely on of a class, a protocol or an alias, as a fingerprint.
//!
//! In goes a hierarchy; out come fingerprints that change when a head changes, and
//! not when a body, a comment, a parameter's name or the order of methods does.
//! Knows no texts and no files.

use std::collections::{BTreeSet, HashMap};

use hierarchy::{
    AliasInfo, ClassFlags, ClassHierarchy, ClassInfo, ClassName, FieldInfo, FieldKind, Kind,
    MethodFlags, MethodInfo, ProtocolInfo, Side, Superclass, Type, TypeParameter,
};

use super::digest::{Digest, Digester};

/// Fingerprints of one hierarchy, each made once.
pub(super) struct Interfaces<'h> {
    hierarchy: &'h ClassHierarchy,
    known: HashMap<ClassName, Digest>,
}

impl<'h> Interfaces<'h> {
    pub(super) fn of(hierarchy: &'h ClassHierarchy) -> Self {
        Interfaces { hierarchy, known: HashMap::new() }
    }

    /// The fingerprint of whatever a name means; a name that means nothing has one
    /// too, so that it is noticed when it comes to mean something.
    pub(super) fn digest(&mut self, name: &ClassName) -> Digest {
        if let Some(digest) = self.known.get(name) {
            return *digest;
        }
        let digest = interface(self.hierarchy, name);
        self.known.insert(name.clone(), digest);
        digest
    }
}

/// Names with all that follows from them: the superclasses of a class, what a
/// protocol extends, what an alias stands for.
pub(super) fn reach<'n>(
    hierarchy: &ClassHierarchy,
    names: impl IntoIterator<Item = &'n ClassName>,
) -> BTreeSet<ClassName> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<ClassName> = names.into_iter().cloned().collect();
    while let Some(name) = open.pop() {
        let class = hierarchy.class(&name);
        let superclass = class.and_then(|it| it.superclass.as_ref()).map(|it| &it.class);
        let extended = hierarchy.protocol(&name).and_then(|it| it.extending.as_ref());
        let above = superclass.into_iter().chain(extended);
        let mut next: Vec<ClassName> = above.map(|it| ClassName::from(it.simple())).collect();
        if let Some(alias) = hierarchy.alias(&name) {
            mentioned(&alias.ty, &mut next);
        }
        if reached.insert(name) {
            open.extend(next);
        }
    }
    reached
}

/// Whether a name is one of a class, a protocol or an alias.
pub(super) fn is_known(hierarchy: &ClassHierarchy, name: &ClassName) -> bool {
    hierarchy.class(name).is_some()
        || hierarchy.protocol(name).is_some()
        || hierarchy.alias(name).is_some()
}

fn mentioned(ty: &Type, names: &mut Vec<ClassName>) {
    match ty {
        Type::Class(class) => names.push(ClassName::from(class.class.simple())),
        Type::Meta(class) => names.push(ClassName::from(class.simple())),
        _ => {}
    }
    ty.parts().iter().for_each(|part| mentioned(part, names));
}

fn interface(hierarchy: &ClassHierarchy, name: &ClassName) -> Digest {
    let mut digester = Digester::new("interface 1");
    let (class, protocol, alias) =
        (hierarchy.class(name), hierarchy.protocol(name), hierarchy.alias(name));
    digester.flags(&[class.is_some(), protocol.is_some(), alias.is_some()]);
    if let Some(class) = class {
        add_class(&mut digester, class);
        digester.text(kind_word(hierarchy.kind_of(name)));
        // With what the compiler provides for slots and what others extend it with.
        for side in [Side::Instance, Side::Class] {
            add_methods(&mut digester, &hierarchy.own_methods(name, side));
        }
    }
    if let Some(protocol) = protocol {
        add_protocol(&mut digester, protocol);
    }
    if let Some(alias) = alias {
        add_alias(&mut digester, alias);
    }
    digester.finish()
}

// Each description is taken apart by name, so that a new part of it is a decision here.

fn add_class(digester: &mut Digester, class: &ClassInfo) {
    let ClassInfo {
        name,
        superclass,
        kind: _,
        flags,
        package,
        doc: _,
        type_parameters,
        native,
        handle_scope,
        fields,
        class_variables,
        methods: _,
        class_methods: _,
    } = class;
    let ClassFlags { is_sealed, is_abstract, is_typed, is_internal, is_incomplete: _ } = *flags;
    digester.text(name);
    digester.flags(&[superclass.is_some(), is_sealed, is_abstract, is_typed, is_internal]);
    if let Some(Superclass { class, arguments }) = superclass {
        digester.text(class);
        add_types(digester, arguments);
    }
    digester.option(package.as_deref());
    digester.option(native.as_deref());
    digester.option(handle_scope.as_deref());
    add_type_parameters(digester, type_parameters);
    for list in [fields, class_variables] {
        digester.number(list.len());
        list.iter().for_each(|field| add_field(digester, field));
    }
}

fn add_field(digester: &mut Digester, field: &FieldInfo) {
    let FieldInfo { name, kind, declared, has_default, doc: _ } = field;
    digester.text(name);
    digester.text(match kind {
        FieldKind::State => "state",
        FieldKind::Field => "field",
        FieldKind::ClassState => "classState",
    });
    add_type(digester, declared.as_ref());
    digester.flags(&[*has_default]);
}

fn add_protocol(digester: &mut Digester, protocol: &ProtocolInfo) {
    let ProtocolInfo { name, package, doc: _, type_parameters, extending, methods, class_methods } =
        protocol;
    digester.text(name);
    digester.option(package.as_deref());
    digester.option(extending.as_deref());
    add_type_parameters(digester, type_parameters);
    for list in [methods, class_methods] {
        add_methods(digester, &list.iter().collect::<Vec<_>>());
    }
}

fn add_alias(digester: &mut Digester, alias: &AliasInfo) {
    let AliasInfo { name, package, is_internal, doc: _, ty } = alias;
    digester.text(name);
    digester.option(package.as_deref());
    digester.flags(&[*is_internal]);
    add_type(digester, Some(ty));
}

/// Signatures in the order of their selectors: it does not matter to others where
/// in its class a method stands.
fn add_methods(digester: &mut Digester, methods: &[&MethodInfo]) {
    let mut signatures: Vec<(&str, Digest)> =
        methods.iter().map(|it| (&*it.selector, signature(it))).collect();
    signatures.sort();
    digester.number(signatures.len());
    for (selector, signature) in signatures {
        digester.text(selector);
        digester.digest(&signature);
    }
}

fn signature(method: &MethodInfo) -> Digest {
    let MethodInfo { selector: _, signature, flags, origin: _, doc: _ } = method;
    let MethodFlags { is_sealed, is_internal } = *flags;
    let mut digester = Digester::new("signature 1");
    digester.flags(&[is_sealed, is_internal]);
    digester.number(signature.parameters.len());
    for parameter in &signature.parameters {
        add_type(&mut digester, parameter.slot.declared.as_ref());
    }
    add_type(&mut digester, signature.returns.declared.as_ref());
    digester.finish()
}

fn add_type_parameters(digester: &mut Digester, parameters: &[TypeParameter]) {
    digester.number(parameters.len());
    for TypeParameter { name, bound } in parameters {
        digester.text(name);
        digester.option(bound.as_deref());
    }
}

fn add_types(digester: &mut Digester, types: &[Type]) {
    digester.number(types.len());
    types.iter().for_each(|ty| add_type(digester, Some(ty)));
}

/// As the language writes it, which loses nothing.
fn add_type(digester: &mut Digester, ty: Option<&Type>) {
    digester.option(ty.map(Type::to_string).as_deref());
}

fn kind_word(kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::Value) => "value",
        Some(Kind::Actor) => "actor",
        Some(Kind::Object) => "object",
        None => "none",
    }
}

#[cfg(test)]
mod tests;
