//! What the module of an actor class offers to the process that runs an actor.
//!
//! - `'__dispatch'/0` answers `dispatch/3` of this very code. A message that holds it
//!   ends in the code it began with, whatever is loaded meanwhile.
//! - `'__initialize'/1` runs every `initialize` of the chain, the oldest first.
//! - `'__required'/0` tells which slots must have a value when all of them have run.

use hierarchy::{ClassHierarchy, ClassInfo, FieldInfo, Kind, Type, known};

use crate::core_erlang::build::{
    always, atom, call, case, clause, do_, fun_name, function, list, pattern_atom, pattern_var,
    string, tuple, var,
};
use crate::core_erlang::{Expr as Core, Function};
use crate::module::module_name;

const INITIALIZE: &str = "__initialize";
const REQUIRED: &str = "__required";

pub(crate) fn actor_functions(info: &ClassInfo, hierarchy: &ClassHierarchy) -> Vec<Function> {
    if info.kind != Some(Kind::Actor) {
        return Vec::new();
    }
    let superclass = hierarchy.superclasses(&info.name).find(|it| it.name != info.name);
    let above = superclass.filter(|it| it.name != known::OBJECT).map(module_name);
    let dispatch = Core::FunctionReference(fun_name("dispatch", 3));
    vec![
        function("__dispatch", vec![], dispatch, 0),
        function(INITIALIZE, vec!["Self".into()], initialize(info, above.as_deref()), 0),
        function(REQUIRED, vec![], required(info, hierarchy, above.as_deref()), 0),
    ]
}

/// The superclass first, then what this class itself says, in whatever code says it now.
fn initialize(info: &ClassInfo, above: Option<&str>) -> Core {
    // The one of Actor is there to be overridden.
    let Some(above) = above else { return atom("nil") };
    let is_own = info.methods.iter().any(|it| &*it.selector == "initialize");
    let own = match is_own {
        true => call(&module_name(info), "initialize", [var("Self")], 0),
        false => atom("nil"),
    };
    let class = atom(info.name.simple());
    let added = call("beamtalk_overlay", "find", [class, atom("initialize")], 0);
    let extended = [var("Extension"), crate::core_erlang::build::nil(), var("Self")];
    let extended = call("beamtalk_extensions", "invoke", extended, 0);
    let own = match is_own {
        true => own,
        false => case(
            added,
            vec![
                clause([pattern_atom("none")], always(), own),
                clause([pattern_var("Extension")], always(), extended),
            ],
        ),
    };
    do_(call(above, INITIALIZE, [var("Self")], 0), own)
}

/// `[{Class, Slot, Type} …]`, the inherited ones first.
fn required(info: &ClassInfo, hierarchy: &ClassHierarchy, above: Option<&str>) -> Core {
    let entry = |field: &FieldInfo| {
        let text = field.declared.as_ref().map(ToString::to_string).unwrap_or_default();
        tuple([atom(info.name.simple()), atom(&field.name), string(&text)])
    };
    let is_required = |field: &&FieldInfo| {
        !field.has_default && field.declared.as_ref().is_some_and(|it| !admits_nil(it, hierarchy))
    };
    let own: Vec<Core> = info.fields.iter().filter(is_required).map(entry).collect();
    let inherited = above.map(|above| call(above, REQUIRED, [], 0));
    match (inherited, own.is_empty()) {
        (Some(inherited), true) => inherited,
        (Some(inherited), false) => call("erlang", "++", [inherited, list(own)], 0),
        (None, _) => list(own),
    }
}

/// Whether nil may be a value of the type; of what is not known, it may.
fn admits_nil(declared: &Type, hierarchy: &ClassHierarchy) -> bool {
    let mut pending = vec![declared.clone()];
    // An alias may speak of itself.
    let mut patience = 100;
    while let Some(next) = pending.pop() {
        patience -= 1;
        match next {
            _ if patience == 0 => return true,
            Type::Class(it) if it.class == known::UNDEFINED_OBJECT => return true,
            Type::Class(it) => {
                pending.extend(hierarchy.alias(&it.class).map(|alias| alias.ty.clone()));
            }
            Type::Union(members) => pending.extend(members.iter().cloned()),
            Type::Parameter(_) | Type::Dynamic => return true,
            _ => {}
        }
    }
    false
}
