//! Erlang's modules and their functions, as messages. No module is loaded for it: the
//! table of signatures tells.

use hierarchy::{ClassName, MethodInfo, Selector};
use types::InferredType;
use types::native;

use super::Offer;
use crate::complete::item::{Item, ItemKind};
use crate::complete::matching::{answer, snippet};
use crate::complete::rank::{Facts, Group};
use crate::complete::receivers::Reading;

pub(super) fn modules(offer: &mut Offer) {
    let Some(natives) = offer.ground.natives else {
        return offer.explain("Erlang's modules are not known yet");
    };
    for module in natives.modules() {
        offer.add_word(module, ItemKind::Module, Group::Primary);
    }
}

/// What is sent to a module, behind these parts of a call.
pub(super) fn functions(module: &str, parts: &[String], offer: &mut Offer) {
    let Some(natives) = offer.ground.natives else {
        return offer.explain("Erlang's functions are not known yet");
    };
    if !natives.has_module(module) {
        let module = crate::visible::code(module);
        return offer.explain(format!("there is no Erlang module {module}"));
    }
    for (name, arity) in natives.functions(module) {
        let signature = natives.lookup(module, name, arity);
        let selector = Selector::from(&*native::selector(name, arity));
        let Some(label) = label(&selector, parts) else { continue };
        if !offer.wants(&label) {
            continue;
        }
        let method = match signature {
            Some(signature) => MethodInfo::new(selector, signature.clone()),
            None => MethodInfo::untyped(selector),
        };
        let item = Item {
            signature: method.to_string(),
            defined_in: Some(format!("{module}:{name}/{arity}")),
            return_type: answer(&method),
            insert: label.split_inclusive(':').next().unwrap_or(&label).to_owned(),
            snippet: snippet(&method, parts.len()),
            ..offer.plain(&label, ItemKind::Function)
        };
        offer.add(Facts::of(Group::Primary), item);
    }
}

/// Lists the functions of a receiver that is a module; otherwise nothing happens.
pub(super) fn list_module(reading: &Reading, parts: &[String], offer: &mut Offer) -> bool {
    match module(reading) {
        Some(module) => functions(module, parts, offer),
        None => return false,
    }
    true
}

/// The module that a receiver is.
pub(in crate::complete) fn module(reading: &Reading) -> Option<&ClassName> {
    let InferredType::Known { class_name, arguments, .. } = &reading.ty else { return None };
    let [InferredType::Known { class_name: module, .. }] = &**arguments else { return None };
    (*class_name == ClassName::constant("ErlangModule")).then_some(module)
}

/// The whole selector at first, later only what comes next. The first keyword names the
/// function; how the others are spelled does not matter.
fn label(selector: &Selector, parts: &[String]) -> Option<String> {
    match parts.first() {
        None => Some(selector.to_string()),
        Some(first) if selector.parts().next() == Some(&**first) => {
            selector.parts().nth(parts.len()).map(str::to_owned)
        }
        Some(_) => None,
    }
}
