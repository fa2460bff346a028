//! Methods: a map from selector to what is known of each, and the lists of
//! selectors and arities that older modules have in its place.

use std::collections::BTreeMap;

use etf::Term;

use super::reader::{Reader, atom_or_text, ty};
use super::{MetaFault, Side};
use crate::class::{Doc, TypeParameter};
use crate::method::{MethodFlags, MethodInfo, MethodOrigin, Parameter, Slot};
use crate::name::{Name, Selector};
use crate::surface::surface;

/// The methods of one side, by selector.
pub(super) fn methods(
    reader: &mut Reader<'_>,
    side: Side,
    scope: &[TypeParameter],
) -> Vec<MethodInfo> {
    let (infos, pairs) = match side {
        Side::Instance => ("method_info", "methods"),
        Side::Class => ("class_method_info", "class_methods"),
    };
    let mut found: BTreeMap<Selector, MethodInfo> = BTreeMap::new();
    for (selector, info) in reader.map(infos) {
        match atom_or_text(selector).map(Selector::from) {
            None => reader.report(MetaFault::WrongElement(infos)),
            Some(selector) if info.as_map().is_none() => {
                reader.report(MetaFault::WrongMethod(side, selector));
            }
            Some(selector) => {
                found.insert(selector.clone(), method(reader, side, selector, info, scope));
            }
        }
    }
    for pair in reader.list(pairs) {
        let selector = match pair.as_tuple() {
            Some([selector, ..]) => atom_or_text(selector).map(Selector::from),
            _ => None,
        };
        match selector {
            None => reader.report(MetaFault::WrongElement(pairs)),
            Some(selector) => {
                let untyped = || MethodInfo::untyped(selector.clone());
                found.entry(selector.clone()).or_insert_with(untyped);
            }
        }
    }
    found.into_values().collect()
}

fn method(
    reader: &mut Reader<'_>,
    side: Side,
    selector: Selector,
    info: &Term,
    scope: &[TypeParameter],
) -> MethodInfo {
    let is = |key| info.get(key).and_then(Term::as_bool).unwrap_or(false);
    if is("is_patched") {
        reader.patched.push((side, selector.clone()));
    }
    let arity = info.get("arity").and_then(Term::as_integer);
    if arity.is_some_and(|arity| arity != selector.arity() as i64) {
        reader.report(MetaFault::WrongArity(side, selector.clone()));
    }
    let parameters = (0..selector.arity()).map(|index| parameter(info, index, scope));
    let parameters: Result<Vec<Parameter>, ()> = parameters.collect();
    let answer = ty(info.get("return_type_text"), info.get("return_type"), scope);
    if parameters.is_err() || answer.is_err() {
        reader.report(MetaFault::WrongMethod(side, selector.clone()));
    }
    let mut method = MethodInfo::untyped(selector);
    if let Ok(parameters) = parameters {
        method.signature.parameters = parameters;
    }
    let answer = answer.unwrap_or_default();
    method.signature.returns = match is("is_inferred") {
        true => Slot { declared: None, inferred: answer },
        false => Slot::declared(answer),
    };
    method.flags = MethodFlags {
        is_sealed: is("is_sealed"),
        is_internal: is("is_internal")
            || info.get("visibility").is_some_and(|it| it.is_atom("internal")),
    };
    method.origin = match is("is_generated") {
        true => MethodOrigin::Generated,
        false => MethodOrigin::Class,
    };
    method.doc = info.get("doc").and_then(Term::as_str).map(Doc::from);
    match info.get("source").and_then(Term::as_str).filter(|_| is("is_patched")) {
        Some(text) => with_text(method, text),
        None => method,
    }
}

/// What was put into a class at run time has its types in its text, and often only there.
fn with_text(mut method: MethodInfo, text: &str) -> MethodInfo {
    let declared = surface(&syntax::parse(&format!("Object >> {text}")).tree).extensions;
    let Some(told) = declared.into_iter().map(|it| it.method).next() else { return method };
    if told.selector != method.selector {
        return method;
    }
    for (slot, told) in method.signature.parameters.iter_mut().zip(told.signature.parameters) {
        slot.name = slot.name.take().or(told.name);
        slot.slot.declared = slot.slot.declared.take().or(told.slot.declared);
    }
    let returns = &mut method.signature.returns;
    returns.declared = returns.declared.take().or(told.signature.returns.declared);
    method
}

fn parameter(info: &Term, index: usize, scope: &[TypeParameter]) -> Result<Parameter, ()> {
    let at = |key| info.get(key).and_then(Term::as_list).and_then(|list| list.get(index));
    let name = at("param_names").filter(|name| !name.is_atom("none")).and_then(atom_or_text);
    let declared = ty(at("param_type_texts"), at("param_types"), scope)?;
    Ok(Parameter { name: name.map(Name::from), slot: Slot::declared(declared) })
}
