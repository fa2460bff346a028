//! Classes from the metadata of compiled modules.
//!
//! In goes what `__beamtalk_meta/0` answers; out come a description and what was
//! wrong with the map. The map may be of another version or damaged: unknown keys
//! are passed over, missing ones have defaults, and a part that cannot be read is
//! left out alone. A map has no order, so methods come out by selector.

mod fields;
mod methods;
mod reader;

use etf::Term;

use crate::class::{ClassFlags, ClassInfo, Doc, Kind, Side, Superclass, TypeParameter};
use crate::hierarchy::ClassHierarchy;
use crate::name::{ClassName, Name, Selector};
use crate::ty::Type;
use reader::Reader;

/// From this version on a map lists every method of its class.
const WHOLE_SINCE: i64 = 2;

/// What a map could be read as.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// Missing when the map does not even name its class.
    pub class: Option<ClassInfo>,
    /// Methods that were replaced in the running system.
    pub patched: Vec<(Side, Selector)>,
    pub problems: Vec<MetaProblem>,
}

/// A part of a map that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaProblem {
    pub class: Option<ClassName>,
    pub fault: MetaFault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetaFault {
    NotAMap,
    Unnamed,
    /// The value at a key is not of the form it should be.
    WrongValue(&'static str),
    /// One of the elements or pairs at a key is not.
    WrongElement(&'static str),
    WrongMethod(Side, Selector),
    /// The method counts its arguments otherwise than its selector does.
    WrongArity(Side, Selector),
}

impl ClassHierarchy {
    /// Adds classes as the compiler server keeps them: a map from class name to
    /// metadata.
    pub fn add_from_beam_meta(&mut self, classes: &Term) -> Vec<MetaProblem> {
        let Some(classes) = classes.as_map() else {
            return vec![MetaProblem { class: None, fault: MetaFault::NotAMap }];
        };
        let metas = classes.pairs().iter().map(|(_, meta)| meta);
        metas.flat_map(|meta| self.add_class_from_beam_meta(meta)).collect()
    }

    /// Adds one class, as it registers itself, in place of what was known of it from
    /// metadata before.
    pub fn add_class_from_beam_meta(&mut self, meta: &Term) -> Vec<MetaProblem> {
        let Decoded { class, patched, problems } = decode(meta);
        if let Some(class) = class {
            self.add_compiled(class, &patched);
        }
        problems
    }
}

/// Reads the metadata of one class.
pub fn decode(meta: &Term) -> Decoded {
    let mut reader = Reader::new(meta);
    let class = class_info(&mut reader);
    let patched = std::mem::take(&mut reader.patched);
    Decoded { class, patched, problems: reader.problems() }
}

fn class_info(reader: &mut Reader<'_>) -> Option<ClassInfo> {
    let name = reader.class_name()?;
    let type_parameters = type_parameters(reader);
    let scope = &type_parameters;
    let is_old = reader.integer("meta_version").is_none_or(|version| version < WHOLE_SINCE);
    let is_orphan = reader.get("superclass").is_none();
    let kind = kind(reader);
    Some(ClassInfo {
        superclass: superclass(reader, scope),
        kind,
        flags: ClassFlags {
            is_sealed: reader.flag("is_sealed"),
            is_abstract: reader.flag("is_abstract"),
            is_typed: reader.flag("is_typed"),
            is_internal: reader.is_internal(),
            is_incomplete: is_old || is_orphan,
        },
        package: reader.name("package"),
        doc: reader.text("doc").map(Doc::from),
        native: native(reader),
        handle_scope: reader.name("handle_scope"),
        fields: fields::fields(reader, kind, scope),
        class_variables: fields::class_variables(reader, scope),
        methods: methods::methods(reader, Side::Instance, scope),
        class_methods: methods::methods(reader, Side::Class, scope),
        name,
        type_parameters,
    })
}

fn type_parameters(reader: &mut Reader<'_>) -> Vec<TypeParameter> {
    let names = reader.list("type_params");
    let mut bounds = reader.list("type_param_bounds").iter();
    let mut parameters = Vec::new();
    for name in names {
        let bound = bounds.next().filter(|bound| !bound.is_atom("none"));
        let bound = bound.and_then(reader::atom_or_text).map(ClassName::from);
        match reader::atom_or_text(name).map(Name::from) {
            Some(name) => parameters.push(TypeParameter { name, bound }),
            None => reader.report(MetaFault::WrongElement("type_params")),
        }
    }
    parameters
}

fn superclass(reader: &mut Reader<'_>, scope: &[TypeParameter]) -> Option<Superclass> {
    let name = reader.name("superclass").filter(|name| *name != "nil")?;
    let class = match reader.name("superclass_package") {
        Some(package) => ClassName::from(&*format!("{package}@{name}")),
        None => ClassName::from(name),
    };
    let mut arguments = Vec::new();
    for argument in reader.list("superclass_type_args") {
        match reader::atom_or_text(argument) {
            Some(text) => arguments.push(Type::parse(text, scope)),
            None => reader.report(MetaFault::WrongElement("superclass_type_args")),
        }
    }
    Some(Superclass { class, arguments })
}

fn kind(reader: &mut Reader<'_>) -> Option<Kind> {
    match reader.name("kind").as_deref() {
        Some("value") => Some(Kind::Value),
        Some("actor") => Some(Kind::Actor),
        Some("object") => Some(Kind::Object),
        _ => reader.flag("is_value").then_some(Kind::Value),
    }
}

/// Either key may name the module; `native` may also only say that there is one.
fn native(reader: &mut Reader<'_>) -> Option<Name> {
    let module = reader.name("native").filter(|name| *name != "true" && *name != "false");
    module.or_else(|| reader.name("backing_module"))
}
