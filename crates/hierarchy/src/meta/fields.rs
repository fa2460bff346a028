//! Slots and class variables: a list of names, and maps from them.

use etf::Term;

use super::reader::{Reader, ty};
use super::{MetaFault, reader};
use crate::class::{Doc, FieldInfo, FieldKind, Kind, TypeParameter};
use crate::name::Name;

/// The keys that say something about the names at the first.
struct Keys {
    names: &'static str,
    types: &'static str,
    type_texts: &'static str,
    has_default: &'static str,
    docs: &'static str,
}

const FIELDS: Keys = Keys {
    names: "fields",
    types: "field_types",
    type_texts: "field_type_texts",
    has_default: "field_has_default",
    docs: "field_docs",
};

const CLASS_VARIABLES: Keys = Keys {
    names: "class_variables",
    types: "class_variable_types",
    type_texts: "class_variable_type_texts",
    has_default: "class_variable_has_default",
    docs: "class_variable_docs",
};

pub(super) fn fields(
    reader: &mut Reader<'_>,
    kind: Option<Kind>,
    scope: &[TypeParameter],
) -> Vec<FieldInfo> {
    let kind = match kind {
        Some(Kind::Actor) => FieldKind::State,
        Some(Kind::Value | Kind::Object) | None => FieldKind::Field,
    };
    read(reader, &FIELDS, kind, scope)
}

pub(super) fn class_variables(reader: &mut Reader<'_>, scope: &[TypeParameter]) -> Vec<FieldInfo> {
    let names = match reader.get("class_variables") {
        Some(_) => "class_variables",
        None => "class_fields",
    };
    read(reader, &Keys { names, ..CLASS_VARIABLES }, FieldKind::ClassState, scope)
}

fn read(
    reader: &mut Reader<'_>,
    keys: &Keys,
    kind: FieldKind,
    scope: &[TypeParameter],
) -> Vec<FieldInfo> {
    let at = |key: &str, name: &str| reader.get(key).and_then(|map| map.get(name));
    let mut faults = Vec::new();
    let mut fields = Vec::new();
    let names = reader.get(keys.names).filter(|it| !it.is_atom("none"));
    if names.is_some_and(|it| it.as_list().is_none()) {
        faults.push(MetaFault::WrongValue(keys.names));
    }
    for name in names.into_iter().flat_map(Term::iter_list) {
        let Some(name) = reader::atom_or_text(name) else {
            faults.push(MetaFault::WrongElement(keys.names));
            continue;
        };
        let declared = ty(at(keys.type_texts, name), at(keys.types, name), scope);
        if declared.is_err() {
            faults.push(MetaFault::WrongElement(keys.types));
        }
        fields.push(FieldInfo {
            name: Name::from(name),
            kind,
            declared: declared.unwrap_or_default(),
            has_default: at(keys.has_default, name).and_then(Term::as_bool).unwrap_or(false),
            doc: at(keys.docs, name).and_then(Term::as_str).map(Doc::from),
        });
    }
    faults.into_iter().for_each(|fault| reader.report(fault));
    fields
}
