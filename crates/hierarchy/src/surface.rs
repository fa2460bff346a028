//! The surface of a text: what it declares, without bodies.
//!
//! In goes a tree; out come descriptions and, in a table beside them, their
//! places. Only heads are read, so that editing a body changes places and no
//! description. Nothing is looked up: a superclass is a name.

mod places;

use std::sync::Arc;

use syntax::tree::{self, DataKind, Expect, Header, Item, Member, TypeAnnotation, TypeId};
use syntax::{TokenId, TokenRange, Tree};

use crate::class::{
    AliasInfo, ClassFlags, ClassInfo, Doc, ExtensionInfo, FieldInfo, FieldKind, ProtocolInfo, Side,
    Superclass, TypeParameter,
};
use crate::method::{MethodFlags, MethodInfo, MethodOrigin, Parameter, Signature, Slot};
use crate::name::{ClassName, Name, Selector};
use crate::ty::{Type, class_name};

pub use places::{ClassPlaces, Place, Places, ProtocolPlaces};

/// What a text declares, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    pub classes: Vec<ClassInfo>,
    pub protocols: Vec<ProtocolInfo>,
    pub aliases: Vec<AliasInfo>,
    pub extensions: Vec<ExtensionInfo>,
    /// Where each of them stands, in the same order.
    pub places: Places,
}

/// Reads the heads of a tree. A class or protocol whose name is missing is left out.
pub fn surface(tree: &Tree) -> Surface {
    let mut surface = Surface::default();
    for (index, item) in tree.items.iter().enumerate() {
        match *item {
            Item::Class(id) => {
                let class = &tree.nodes.classes[id];
                if let Some(name) = class.name {
                    surface.classes.push(class_info(tree, class, name));
                }
            }
            Item::Protocol(id) => {
                let protocol = &tree.nodes.protocols[id];
                if let Some(name) = protocol.name {
                    surface.places.protocols.push(places::protocol(tree, index, protocol, name));
                    surface.protocols.push(protocol_info(tree, protocol, name));
                }
            }
            Item::Alias(id) => {
                let alias = &tree.nodes.aliases[id];
                surface.places.aliases.push(places::place(tree, index, alias.name, alias.tokens));
                surface.aliases.push(alias_info(tree, alias));
            }
            Item::Extension(id) => {
                let extension = &tree.nodes.extensions[id];
                let selector = places::selector_token(tree, &extension.method.header);
                let place = places::place(tree, index, selector, extension.tokens);
                surface.places.extensions.push(place);
                surface.extensions.push(extension_info(tree, extension));
            }
            Item::Statement(_) => {}
        }
    }
    surface.places.classes = class_places(tree);
    surface
}

/// Apart from the classes, for they are let go sooner: between them they would leave
/// holes in memory, which all that is made later is then scattered over.
fn class_places(tree: &Tree) -> Vec<ClassPlaces> {
    let items = tree.items.iter().enumerate();
    let placed = items.filter_map(|(index, item)| {
        let Item::Class(id) = *item else { return None };
        let class = &tree.nodes.classes[id];
        class.name.map(|name| places::class(tree, index, class, name))
    });
    placed.collect()
}

impl Surface {
    /// The same declarations as part of a package, where none is recorded.
    pub fn in_package(mut self, package: &str) -> Self {
        let package = Name::from(package);
        let classes = self.classes.iter_mut().map(|class| &mut class.package);
        let protocols = self.protocols.iter_mut().map(|protocol| &mut protocol.package);
        let aliases = self.aliases.iter_mut().map(|alias| &mut alias.package);
        let extensions = self.extensions.iter_mut().map(|extension| &mut extension.package);
        for slot in classes.chain(protocols).chain(aliases).chain(extensions) {
            slot.get_or_insert_with(|| package.clone());
        }
        self
    }

    /// The same declarations, of a text that has errors: there may be more of them.
    pub fn incomplete(mut self) -> Self {
        self.classes.iter_mut().for_each(|class| class.flags.is_incomplete = true);
        self
    }
}

fn class_info(tree: &Tree, class: &tree::Class, name: TokenId) -> ClassInfo {
    let type_parameters = type_parameters(tree, &class.type_parameters);
    let mut info = ClassInfo {
        superclass: class.superclass.map(|it| superclass(tree, it, &type_parameters)),
        flags: ClassFlags {
            is_sealed: class.modifiers.is_sealed,
            is_abstract: class.modifiers.is_abstract,
            is_typed: class.modifiers.is_typed,
            is_internal: class.modifiers.is_internal,
            is_incomplete: false,
        },
        doc: doc(tree, class.header.first),
        native: class.native.map(|module| Name::from(tree.name(module))),
        handle_scope: class
            .handle_scope
            .map(|scope| Name::from(&*syntax::literal::symbol_value(tree.text_of(scope)))),
        ..ClassInfo::new(ClassName::from(tree.name(name)), None)
    };
    let is_on_class_side =
        |it: &&Member| matches!(it, Member::Method(it) if it.modifiers.is_class_side);
    let is_method = |it: &&Member| matches!(it, Member::Method(_));
    let class_side = class.members.iter().filter(is_on_class_side).count();
    info.class_methods.reserve_exact(class_side);
    info.methods.reserve_exact(class.members.iter().filter(is_method).count() - class_side);
    for member in &class.members {
        match member {
            Member::Data(data) => {
                let Some(name) = data.name else { continue };
                let field = field_info(tree, data, name, &type_parameters);
                match field.kind {
                    FieldKind::ClassState => info.class_variables.push(field),
                    FieldKind::State | FieldKind::Field => info.fields.push(field),
                }
            }
            Member::Method(method) => {
                let described = method_info(tree, method, &type_parameters);
                match method.modifiers.is_class_side {
                    true => info.class_methods.push(described),
                    false => info.methods.push(described),
                }
            }
        }
    }
    ClassInfo { type_parameters, ..info }
}

fn superclass(tree: &Tree, superclass: tree::Superclass, scope: &[TypeParameter]) -> Superclass {
    let arguments = tree.nodes.type_lists[superclass.arguments].iter();
    Superclass {
        class: class_name(tree, superclass.class),
        arguments: arguments.map(|id| Type::from_tree(tree, *id, scope)).collect(),
    }
}

fn type_parameters(tree: &Tree, parameters: &[tree::TypeParameter]) -> Vec<TypeParameter> {
    let described = parameters.iter().map(|parameter| TypeParameter {
        name: Name::from(tree.name(parameter.name)),
        bound: parameter.bound.map(|bound| ClassName::from(tree.name(bound))),
    });
    described.collect()
}

fn field_info(
    tree: &Tree,
    data: &tree::DataDeclaration,
    name: TokenId,
    scope: &[TypeParameter],
) -> FieldInfo {
    FieldInfo {
        name: Name::from(tree.name(name)),
        kind: match data.kind {
            DataKind::State => FieldKind::State,
            DataKind::Field => FieldKind::Field,
            DataKind::ClassState => FieldKind::ClassState,
        },
        declared: annotation(tree, data.annotation, scope),
        has_default: data.initialiser.is_some(),
        doc: member_doc(tree, data.expect, data.tokens),
    }
}

/// Describes one method, given the type parameters of its class.
pub fn method_info(tree: &Tree, method: &tree::Method, scope: &[TypeParameter]) -> MethodInfo {
    MethodInfo {
        flags: MethodFlags {
            is_sealed: method.modifiers.is_sealed,
            is_internal: method.modifiers.is_internal,
        },
        doc: member_doc(tree, method.expect, method.tokens),
        ..head(tree, &method.header, scope)
    }
}

fn head(tree: &Tree, header: &Header, scope: &[TypeParameter]) -> MethodInfo {
    let annotated = |id| Slot::declared(annotation(tree, id, scope));
    let parameters = tree.parameters(header).into_iter().map(|parameter| Parameter {
        name: parameter.name.map(|name| Name::from(tree.name(name))),
        slot: annotated(parameter.annotation),
    });
    let signature =
        Signature { parameters: parameters.collect(), returns: annotated(header.return_type) };
    let selector = Selector::from(&*tree.header_selector(header));
    MethodInfo::new(selector, signature)
}

fn protocol_info(tree: &Tree, protocol: &tree::Protocol, name: TokenId) -> ProtocolInfo {
    let type_parameters = type_parameters(tree, &protocol.type_parameters);
    let on_side = |is_class_side| {
        let signatures = protocol.signatures.iter();
        let described = signatures.filter(|it| it.is_class_side == is_class_side).map(|it| {
            let doc = doc(tree, it.tokens.first);
            MethodInfo { doc, ..head(tree, &it.header, &type_parameters) }
        });
        described.collect()
    };
    ProtocolInfo {
        name: ClassName::from(tree.name(name)),
        package: None,
        doc: doc(tree, protocol.header.first),
        extending: protocol.extending.map(|other| ClassName::from(tree.name(other))),
        methods: on_side(false),
        class_methods: on_side(true),
        type_parameters,
    }
}

fn alias_info(tree: &Tree, alias: &tree::Alias) -> AliasInfo {
    AliasInfo {
        name: ClassName::from(tree.name(alias.name)),
        package: None,
        is_internal: alias.is_internal,
        doc: doc(tree, alias.tokens.first),
        ty: Type::from_tree(tree, alias.ty, &[]),
    }
}

/// The class may be anywhere, so of its type parameters only single capitals are
/// known for what they are.
fn extension_info(tree: &Tree, extension: &tree::Extension) -> ExtensionInfo {
    let method = method_info(tree, &extension.method, &[]);
    ExtensionInfo {
        class: class_name(tree, extension.class),
        side: match extension.method.modifiers.is_class_side {
            true => Side::Class,
            false => Side::Instance,
        },
        package: None,
        method: MethodInfo {
            origin: MethodOrigin::Extension,
            doc: doc(tree, extension.tokens.first),
            ..method
        },
    }
}

/// A type where one was written and could be read.
fn annotation(tree: &Tree, id: Option<TypeId>, scope: &[TypeParameter]) -> Option<Type> {
    match tree.nodes.types[id?] {
        TypeAnnotation::Error => None,
        _ => Some(Type::from_tree(tree, id?, scope)),
    }
}

fn member_doc(tree: &Tree, expect: Option<Expect>, tokens: TokenRange) -> Option<Doc> {
    doc(tree, expect.map_or(tokens.first, |expect| expect.directive))
}

fn doc(tree: &Tree, first: TokenId) -> Option<Doc> {
    tree.doc_comment(first).map(Arc::from)
}
