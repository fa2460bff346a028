//! What stands outside the classes of a tree becomes one module: extension methods
//! and protocols, which loading it registers, and statements, which `eval/1` runs.
//! Aliases are for the compiler alone.

use hierarchy::{ClassHierarchy, ClassName, Kind, ProtocolInfo, surface};
use syntax::tree::{self, Extension, Item};
use syntax::{LineIndex, Tree};

use crate::body::{Super, Surroundings};
use crate::construct::NIL_TESTS;
use crate::core_erlang::build::{
    always, apply, atom, call, case, clause, do_, fun, fun_name, fun_reference, function, list,
    map, module, pattern_list, pattern_literal, pattern_var, prim_op, string, tuple, var,
};
use crate::core_erlang::{Expr as Core, Literal, Module, Name};
use crate::evaluation::{Evaluation, patches, statements};
use crate::meta::{self, Words};
use crate::method::{Lowered, method_function};
use crate::module::{is_test_case, module_name, nil_tests_overridden, on_load, slots, source_file};
use crate::receivers::Receivers;

/// Registers what the module brings; runs when it loads.
const REGISTER: &str = "register_extensions";
const EXTENSIONS: &str = "__beamtalk_extensions";
const PROTOCOLS: &str = "__beamtalk_protocols";
/// What runs statements.
pub(crate) const EVAL: &str = "eval";

/// The module of what stands outside classes, if anything does. The owner of its
/// extensions is the package, or else the module itself.
pub fn outside(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    module_name: &str,
    package: Option<&str>,
    file: &str,
) -> Option<Module> {
    let has_statements = tree.items.iter().any(|item| matches!(item, Item::Statement(_)));
    let eval = has_statements.then(|| {
        let all = Evaluation { function: EVAL, tree, first_line: 0 };
        statements(all, &mut Vec::new(), hierarchy)
    });
    lowered(tree, hierarchy, module_name, package, file, extensions(tree, &[]), eval)
}

/// The same of a text whose statements are run by [`evaluations`](crate::evaluations):
/// they bring the methods that are written behind the first of them.
pub fn outside_of_script(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    module_name: &str,
    file: &str,
) -> Option<Module> {
    let extensions = extensions(tree, &patches(tree));
    lowered(tree, hierarchy, module_name, None, file, extensions, None)
}

fn lowered(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    module_name: &str,
    package: Option<&str>,
    file: &str,
    extensions: Vec<Extension>,
    eval: Option<Lowered>,
) -> Option<Module> {
    let lines = LineIndex::new(&tree.text);
    let mut functions = Vec::new();
    let mut inner = Vec::new();
    let mut registers = Vec::new();
    if !extensions.is_empty() {
        let owner = package.unwrap_or(module_name);
        let entries = extensions.iter().map(|it| {
            let parameters = tree.parameters(&it.method.header).len();
            entry(tree, it, entry_fun(&extension_name(tree, it), parameters), owner)
        });
        let entries = entries.collect();
        functions.push(function(EXTENSIONS, vec![], list(entries), 0));
        registers.push(("beamtalk_extensions", EXTENSIONS));
    }
    let protocols = surface(tree).protocols;
    if !protocols.is_empty() {
        let entries = protocols.iter().map(|it| protocol(it, package)).collect();
        functions.push(function(PROTOCOLS, vec![], list(entries), 0));
        registers.push(("beamtalk_protocols", PROTOCOLS));
    }
    if !registers.is_empty() {
        let is_nil_test =
            |it: &Extension| NIL_TESTS.contains(&tree.header_selector(&it.method.header).as_str());
        let register = match extensions.iter().any(is_nil_test) {
            true => do_(nil_tests_overridden(), register(&registers)),
            false => register(&registers),
        };
        functions.push(function(REGISTER, vec![], register, 0));
    }
    if let Some(eval) = eval {
        functions.push(eval.function);
        inner.extend(eval.inner);
    }
    if functions.is_empty() {
        return None;
    }
    let exports = functions.iter().map(|it| it.name.clone()).collect();
    for it in &extensions {
        let lowered = extension(tree, it, extension_name(tree, it), hierarchy, &lines);
        functions.push(lowered.function);
        inner.extend(lowered.inner);
    }
    functions.extend(inner);
    let on_load = (!registers.is_empty()).then(|| on_load(REGISTER));
    let attributes = on_load.into_iter().chain(source_file(file)).collect();
    Some(module(module_name, file, exports, attributes, functions))
}

/// The extensions of a tree but for some; of two for the same selector the last counts.
fn extensions(tree: &Tree, later: &[Extension]) -> Vec<Extension> {
    let mut extensions: Vec<Extension> = Vec::new();
    for item in &tree.items {
        if let Item::Extension(id) = item {
            let extension = tree.nodes.extensions[*id];
            if later.iter().any(|it| it.method.tokens == extension.method.tokens) {
                continue;
            }
            let name = extension_name(tree, &extension);
            extensions.retain(|other| extension_name(tree, other) != name);
            extensions.push(extension);
        }
    }
    extensions
}

/// `Integer>>double`, `Integer class>>answer`: how traces name it.
fn extension_name(tree: &Tree, extension: &Extension) -> String {
    let selector = tree.header_selector(&extension.method.header);
    format!("{}>>{selector}", target(tree, extension))
}

/// The class it is for, or its class side.
fn target(tree: &Tree, extension: &Extension) -> String {
    let class = tree.text_of(extension.class.name);
    match extension.method.modifiers.is_class_side {
        true => format!("{class} class"),
        false => class.to_owned(),
    }
}

/// `{Class, Selector, Fun, Owner, Source}`
fn entry(tree: &Tree, extension: &Extension, body: Core, owner: &str) -> Core {
    let selector = tree.header_selector(&extension.method.header);
    let source = tree.tokens.span_of(extension.method.tokens).of(&tree.text);
    tuple([atom(&target(tree, extension)), atom(&selector), body, atom(owner), string(source)])
}

/// `fun(Args, Self)`
fn entry_fun(name: &str, parameters: usize) -> Core {
    let names: Vec<Name> = (0..parameters).map(|index| format!("A{index}").into()).collect();
    let patterns = names.iter().cloned().map(pattern_var).collect();
    let values = [Name::from("Self")].into_iter().chain(names).map(var).collect();
    let called = apply(fun_name(name, parameters + 1), values, 0);
    let refused = prim_op("match_fail", [tuple([atom("case_clause"), var("Args")])], 0);
    let clauses = vec![
        clause([pattern_list(patterns, pattern_literal(Literal::Nil))], always(), called),
        clause([pattern_var("_")], always(), refused),
    ];
    fun(vec!["Args".into(), "Self".into()], case(var("Args"), clauses))
}

/// A method that replaces what the class has, or is added to it, while the program
/// runs: the call that does so, and its function, whose name ends in a mark of its own.
pub(crate) fn patch(
    tree: &Tree,
    it: &Extension,
    mark: &str,
    owner: &str,
    hierarchy: &ClassHierarchy,
    lines: &LineIndex,
) -> (Core, Lowered) {
    let function = format!("{}{mark}", extension_name(tree, it));
    let parameters = tree.parameters(&it.method.header).len();
    let entry = entry(tree, it, fun_reference(function.clone(), parameters + 1), owner);
    let selector = tree.header_selector(&it.method.header);
    let class = class_name(tree, it.class);
    let told = surface(tree).extensions.into_iter().rev().find(|told| {
        let is_class_side = told.side == hierarchy::Side::Class;
        told.class == class
            && *told.method.selector == *selector
            && is_class_side == it.method.modifiers.is_class_side
    });
    let declared = told.and_then(|told| told.method.signature.returns.declared);
    let returns = Core::Literal(Words(hierarchy).atom(declared.as_ref()));
    let install = call("beamtalk_class_patch", "install", [entry, returns], 0);
    (install, extension(tree, it, function, hierarchy, lines))
}

/// What the target offers is known from the hierarchy, or found while running.
fn extension(
    tree: &Tree,
    extension: &Extension,
    function: String,
    hierarchy: &ClassHierarchy,
    lines: &LineIndex,
) -> Lowered {
    let class = class_name(tree, extension.class);
    let is_class_side = extension.method.modifiers.is_class_side;
    let around = Surroundings {
        class: class.simple().to_owned(),
        superclass: match hierarchy.class(&class) {
            Some(_) => hierarchy
                .superclasses(&class)
                .find(|it| it.name != class)
                .map_or(Super::None, |it| Super::Module(module_name(it))),
            None => Super::OfClass(class.simple().to_owned()),
        },
        is_class_side,
        slots: if is_class_side { Default::default() } else { slots(hierarchy, &class) },
        receivers: Receivers::of_text(tree, hierarchy).into(),
        is_actor: !is_class_side && hierarchy.kind_of(&class) == Some(Kind::Actor),
        is_value: !is_class_side && hierarchy.kind_of(&class) == Some(Kind::Value),
        changes_self: !is_class_side && is_test_case(hierarchy, &class),
        ..Surroundings::default()
    };
    method_function(tree, &extension.method, function, &around, lines)
}

fn class_name(tree: &Tree, class: tree::ClassName) -> ClassName {
    let name = tree.text_of(class.name);
    match class.package {
        Some(package) => ClassName::from(format!("{}@{name}", tree.text_of(package)).as_str()),
        None => ClassName::from(name),
    }
}

/// `#{name, package, extending, methods, class_methods, signatures}`; the last are texts, in
/// the order of the methods of both sides.
fn protocol(protocol: &ProtocolInfo, package: Option<&str>) -> Core {
    let extending = protocol.extending.as_ref().map(ClassName::simple);
    let selectors = |methods: &[hierarchy::MethodInfo]| {
        list(methods.iter().map(|method| atom(&method.selector)).collect())
    };
    let all = protocol.methods.iter().chain(&protocol.class_methods);
    let signatures = all.clone().map(|method| Core::Literal(meta::binary(&method.to_string())));
    let doc = |doc: &str| Core::Literal(meta::binary(doc));
    let docs = all.map(|method| method.doc.as_deref().map_or_else(|| atom("none"), doc));
    map(vec![
        (atom("name"), atom(protocol.name.simple())),
        (atom("package"), atom(package.unwrap_or("none"))),
        (atom("extending"), atom(extending.unwrap_or("none"))),
        (atom("methods"), selectors(&protocol.methods)),
        (atom("class_methods"), selectors(&protocol.class_methods)),
        (atom("signatures"), list(signatures.collect())),
        (atom("docs"), list(docs.collect())),
    ])
}

fn register(parts: &[(&str, &str)]) -> Core {
    parts.iter().rev().fold(atom("ok"), |rest, (registry, entries)| {
        let entries = apply(fun_name(*entries, 0), vec![], 0);
        do_(call(registry, "register", [entries], 0), rest)
    })
}
