//! What the compiler provides for slots: the instance with all defaults, which is the
//! first state of an actor; for a value class readers, copiers and the keyword
//! constructor.

use hierarchy::{ClassHierarchy, ClassInfo, Kind, MethodInfo, MethodOrigin, known};
use syntax::tree::{Class, DataDeclaration, DataKind, Member};
use syntax::{LineIndex, Tree};

use crate::body::{Body, Surroundings, nil};
use crate::core_erlang::build::{
    always, atom, call, case, clause, function, let_, map, map_update, pattern_map, pattern_var,
    var,
};
use crate::core_erlang::{Expr as Core, Function, MapOp, Name};
use crate::frame::{Frame, Returns};
use crate::module::{function_name, module_name};
use crate::sequence::Sequence;
use crate::variables::{Variables, variables};

/// The function that answers a new instance, with every slot at its default.
const NEW: &str = "__new";
/// The function that answers the class variables.
const CLASS_VARIABLES: &str = "__class_variables";

/// What a class declares, and how its initialisers are lowered.
pub(crate) struct Defaults<'a> {
    tree: &'a Tree,
    class: &'a Class,
    around: &'a Surroundings,
    lines: &'a LineIndex,
    /// Functions that only the initialisers call.
    pub(crate) inner: Vec<Function>,
}

pub(crate) fn generated_functions(
    defaults: &mut Defaults,
    info: &ClassInfo,
    hierarchy: &ClassHierarchy,
) -> Vec<Function> {
    if !matches!(info.kind, Some(Kind::Value | Kind::Actor)) {
        return Vec::new();
    }
    let mut functions = vec![new_instance(defaults, info, hierarchy)];
    if info.kind == Some(Kind::Actor) {
        return functions;
    }
    let generated = |methods: &[MethodInfo]| {
        let methods = methods.iter().filter(|it| it.origin == MethodOrigin::Generated);
        methods.cloned().collect::<Vec<_>>()
    };
    functions.extend(generated(&info.methods).iter().map(slot_method));
    functions.extend(generated(&info.class_methods).iter().map(|it| constructor(it, info)));
    functions
}

/// The superclass's new instance with this class's tag and defaults.
fn new_instance(defaults: &mut Defaults, info: &ClassInfo, hierarchy: &ClassHierarchy) -> Function {
    let mut seq = Sequence::default();
    let mut pairs = vec![(atom("$beamtalk_class"), atom(info.name.simple()))];
    let is_slot = |data: &DataDeclaration| data.kind != DataKind::ClassState;
    pairs.extend(defaults.lower(NEW, &mut seq, is_slot));
    let superclass = hierarchy.superclasses(&info.name).find(|it| it.name != info.name);
    let roots = [&known::VALUE, &known::ACTOR, &known::OBJECT];
    let inherited = superclass.filter(|it| !roots.contains(&&it.name));
    let instance = match inherited {
        Some(superclass) => {
            let base = call(&module_name(superclass), NEW, [], 0);
            let pairs = pairs.into_iter().map(|(key, value)| (MapOp::Put, key, value)).collect();
            let_("Base", base, map_update(&"Base".into(), pairs, 0))
        }
        None => map(pairs),
    };
    function(NEW, vec![], seq.finish(instance), 0)
}

/// The function that answers the class variables at their defaults.
pub(crate) fn class_variables(defaults: &mut Defaults) -> Function {
    let mut seq = Sequence::default();
    let is_variable = |data: &DataDeclaration| data.kind == DataKind::ClassState;
    let pairs = defaults.lower(CLASS_VARIABLES, &mut seq, is_variable);
    function(CLASS_VARIABLES, vec![], seq.finish(map(pairs)), 0)
}

impl<'a> Defaults<'a> {
    pub(crate) fn new(
        tree: &'a Tree,
        class: &'a Class,
        around: &'a Surroundings,
        lines: &'a LineIndex,
    ) -> Self {
        Defaults { tree, class, around, lines, inner: Vec::new() }
    }

    /// The names and defaults of what a class declares, in a function of this name.
    fn lower(
        &mut self,
        function: &str,
        seq: &mut Sequence,
        belongs: impl Fn(&DataDeclaration) -> bool,
    ) -> Vec<(Core, Core)> {
        // One body for all initialisers, so that no two of them use the same name.
        let mut body = Body::new(self.tree, self.around, self.lines, Variables::default());
        body.has_self = false;
        body.patient.method = function.to_owned();
        let data = self.class.members.iter().filter_map(|member| match member {
            Member::Data(data) if belongs(data) => Some((data.name?, data)),
            _ => None,
        });
        let pairs = data
            .map(|(name, data)| (atom(self.tree.name(name)), default_value(&mut body, data, seq)));
        let pairs = pairs.collect();
        self.inner.extend(body.patient.functions);
        pairs
    }
}

fn default_value(body: &mut Body, data: &DataDeclaration, seq: &mut Sequence) -> Core {
    let Some(initialiser) = data.initialiser else { return nil() };
    body.variables = variables(body.tree, &[], &[initialiser]);
    // There is no method to return from.
    let token = body.fresh("token");
    body.frame = Frame::new(Returns::Throw(token.clone()));
    if body.has_return_at_any_depth(initialiser) {
        seq.bind(vec![token], atom("none"));
    }
    let value = body.expr(initialiser, seq);
    body.named(seq, value)
}

/// `slot` or `withSlot:`
fn slot_method(method: &MethodInfo) -> Function {
    let name = function_name(&method.selector, false);
    let is_reader = method.signature.parameters.is_empty();
    match is_reader {
        true => {
            let slot = pattern_map(vec![(atom(&method.selector), pattern_var("Value"))]);
            let missed = call("beamtalk_slots", "get", [var("Self"), atom(&method.selector)], 0);
            let read = case(
                var("Self"),
                vec![
                    clause([slot], always(), var("Value")),
                    clause([pattern_var("_")], always(), missed),
                ],
            );
            function(name, vec!["Self".into()], read, 0)
        }
        false => {
            let slot = method.signature.parameters.first().and_then(|it| it.name.as_deref());
            let slot = slot.unwrap_or_default();
            let copy = map_update(&"Self".into(), vec![(MapOp::Put, atom(slot), var("Value"))], 0);
            function(name, vec!["Self".into(), "Value".into()], copy, 0)
        }
    }
}

/// `Class a: x b: y`
///
/// Where it is given every slot there is, no default is asked for.
fn constructor(method: &MethodInfo, info: &ClassInfo) -> Function {
    let name = function_name(&method.selector, true);
    let slots = method.signature.parameters.iter().filter_map(|it| it.name.as_deref());
    let names: Vec<Name> =
        (0..method.signature.parameters.len()).map(|it| format!("A{it}").into()).collect();
    let slots: Vec<(Core, Core)> =
        slots.zip(&names).map(|(slot, it)| (atom(slot), var(it.clone()))).collect();
    let is_root = info.superclass.as_ref().is_some_and(|it| it.class == known::VALUE);
    let body = match is_root && slots.len() == info.fields.len() {
        true => {
            let tag = (atom("$beamtalk_class"), atom(info.name.simple()));
            map(std::iter::once(tag).chain(slots).collect())
        }
        false => {
            let put = |(slot, value)| (MapOp::Put, slot, value);
            let base = call(&module_name(info), NEW, [], 0);
            let pairs = slots.into_iter().map(put).collect();
            let_("Base", base, map_update(&"Base".into(), pairs, 0))
        }
    };
    let parameters = std::iter::once(Name::from("Self")).chain(names).collect();
    function(name, parameters, body, 0)
}
