//! A class becomes a module: its methods as functions, and `dispatch/3` and
//! `class_dispatch/3` that find them by selector.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hierarchy::{
    ClassHierarchy, ClassInfo, ClassName, Kind, LineageEnd, MethodInfo, MethodOrigin,
    STDLIB_PACKAGE, Selector, Side, known,
};
use syntax::tree::{Class, Member};
use syntax::{LineIndex, Tree};

use crate::actor::actor_functions;
use crate::body::{Super, Surroundings};
use crate::checks::Checks;
use crate::construct::NIL_TESTS;
use crate::core_erlang::build::{
    always, apply, atom, call, case, clause, do_, fun_name, function, module, pattern_atom,
    pattern_list, pattern_literal, pattern_var, var,
};
use crate::core_erlang::{Clause, Expr as Core, Function, Literal, Module, Name, Pattern};
use crate::meta::meta_with;
use crate::method::method_function;
use crate::native::native_function;
use crate::receivers::Receivers;
use crate::slots::{Defaults, class_variables, generated_functions};
use crate::specs::specs;
use crate::texts::Texts;
use crate::writers::{sent_to_self, writing};

/// Lowers a class of a tree without errors. The hierarchy knows the class and
/// what it inherits from; `file` is the path that stack traces name.
pub fn class(tree: &Tree, class: &Class, hierarchy: &ClassHierarchy, file: &str) -> Module {
    class_with_lines(tree, class, hierarchy, file, &LineIndex::new(&tree.text))
}

/// The same for whoever lowers many classes of one text, and finds its lines once.
pub fn class_with_lines(
    tree: &Tree,
    class: &Class,
    hierarchy: &ClassHierarchy,
    file: &str,
    lines: &LineIndex,
) -> Module {
    lowered(tree, class, hierarchy, file, lines, None)
}

/// The same, with code that asks whether values are what they are said to be.
pub fn class_with_checks(
    tree: &Tree,
    class: &Class,
    hierarchy: &ClassHierarchy,
    file: &str,
    checks: Arc<Checks>,
) -> Module {
    lowered(tree, class, hierarchy, file, &LineIndex::new(&tree.text), Some(checks))
}

fn lowered(
    tree: &Tree,
    class: &Class,
    hierarchy: &ClassHierarchy,
    file: &str,
    lines: &LineIndex,
    checks: Option<Arc<Checks>>,
) -> Module {
    let name = ClassName::from(class.name.map_or("", |name| tree.text_of(name)));
    let info =
        hierarchy.compiled_class(&name).unwrap_or_else(|| ClassInfo::new(name.clone(), None));
    let superclass = hierarchy.superclasses(&name).find(|it| it.name != name);
    let texts = Texts::of_class(tree, class);
    let facts = Facts {
        module: module_name(&info),
        superclass: superclass.map_or(Super::None, |it| Super::Module(module_name(it))),
        slots: slots(hierarchy, &name),
        tests_nil_its_way: tests_nil_its_way(&info, hierarchy),
    };
    let methods = || {
        class.members.iter().filter_map(|member| match member {
            Member::Method(method) => Some(method),
            Member::Data(_) => None,
        })
    };
    let receivers = Arc::new(Receivers::of_class(tree, class, hierarchy));
    let meta = meta_with(&info, hierarchy, |side, selector| texts.of(side, selector));
    let mut functions =
        vec![meta_function(meta), register_function(&facts), undefined_function(&facts)];
    functions.extend(actor_functions(&info, hierarchy));
    let mut inner = Vec::new();
    for is_class_side in [false, true] {
        let on_side = || methods().filter(|it| it.modifiers.is_class_side == is_class_side);
        let around = Surroundings {
            class: name.to_string(),
            superclass: facts.superclass.clone(),
            is_class_side,
            slots: if is_class_side { HashSet::new() } else { facts.slots.clone() },
            own_selectors: on_side().map(|it| tree.header_selector(&it.header)).collect(),
            recursive: on_side()
                .map(|it| (tree.header_selector(&it.header), tree.list(it.body)))
                .filter(|(selector, body)| sent_to_self(tree, body).contains(selector))
                .map(|(selector, _)| selector)
                .collect(),
            writing: match is_class_side {
                true => writing(tree, on_side(), |it| is_harmless(hierarchy, &name, it)),
                false => HashMap::new(),
            },
            is_exact: false,
            receivers: Arc::clone(&receivers),
            is_actor: !is_class_side && info.kind == Some(Kind::Actor),
            native: info.native.as_ref().map(ToString::to_string),
            is_value: !is_class_side && info.kind == Some(Kind::Value),
            changes_self: !is_class_side && is_test_case(hierarchy, &name),
            checks: checks.clone(),
        };
        let side = if is_class_side { Side::Class } else { Side::Instance };
        let is_far = hierarchy.lineage(&name).end == LineageEnd::TooDeep;
        functions.push(dispatch(info.methods_on(side), &around, is_far));
        for method in on_side() {
            let name = function_name(&tree.header_selector(&method.header), is_class_side);
            if let Some(native) = native_function(tree, method, &name, &around, lines) {
                functions.push(native);
                continue;
            }
            let lowered = method_function(tree, method, name.clone(), &around, lines);
            functions.push(lowered.function);
            inner.extend(lowered.inner);
            if around.recursive.contains(&tree.header_selector(&method.header)) {
                let around = Surroundings { is_exact: true, ..around.clone() };
                let name = exact_name(&name);
                let lowered = method_function(tree, method, name, &around, lines);
                inner.push(lowered.function);
                inner.extend(lowered.inner);
            }
        }
        if is_class_side {
            let mut defaults = Defaults::new(tree, class, &around, lines);
            functions.extend(generated_functions(&mut defaults, &info, hierarchy));
            functions.push(class_variables(&mut defaults));
            inner.extend(defaults.inner);
        }
    }
    let exports = functions.iter().map(|function| function.name.clone()).collect();
    functions.extend(inner);
    let mut attributes = vec![on_load("register_class")];
    attributes.extend(source_file(file));
    attributes.extend(specs(&info, hierarchy));
    module(&facts.module, file, exports, attributes, functions)
}

/// The function of a method that sends itself, once the receiver is known to be of this
/// very class: a recursion then asks no more.
pub(crate) fn exact_name(function: &str) -> String {
    format!("{function}$exact")
}

/// What the module of a class needs to know besides its text.
struct Facts {
    module: String,
    superclass: Super,
    /// Slots of instances, inherited ones included.
    slots: HashSet<String>,
    /// Whether `ifNil:` and its kin may mean something else to it.
    tests_nil_its_way: bool,
}

/// The Erlang module that a class becomes.
pub fn module_name(class: &ClassInfo) -> String {
    let name = snake_case(class.name.simple());
    match &class.package {
        Some(package) => format!("bt@{package}@{name}"),
        None => format!("bt@{name}"),
    }
}

/// Slots of the instances of a class, inherited ones included.
pub(crate) fn slots(hierarchy: &ClassHierarchy, class: &ClassName) -> HashSet<String> {
    let own = hierarchy.class(class);
    let all = own.into_iter().chain(hierarchy.superclasses(class));
    all.flat_map(|it| &it.fields).map(|field| field.name.to_string()).collect()
}

/// Whether what a class answers a message with writes no variables of the class, even
/// through others: what the compiler or the library has to make instances, and what all
/// class objects share.
fn is_harmless(hierarchy: &ClassHierarchy, class: &ClassName, selector: &str) -> bool {
    hierarchy.find_class_method(class, selector).is_some_and(|found| {
        let is_library = found.class.package.as_deref() == Some(STDLIB_PACKAGE);
        let is_generated = found.method.origin == MethodOrigin::Generated;
        let makes_instances = is_library && matches!(selector, "new" | "new:");
        is_generated || makes_instances || found.side == Side::Instance
    })
}

/// Whether its instances are tests, which may set their slots.
pub(crate) fn is_test_case(hierarchy: &ClassHierarchy, class: &ClassName) -> bool {
    hierarchy.is_subclass(class, &ClassName::constant("TestCase"))
}

/// Loading the module calls this function of it.
pub(crate) fn on_load(function: &str) -> (Name, Literal) {
    let function = vec![Literal::Atom(function.into()), Literal::Integer(0)];
    let functions = Literal::Cons(Box::new(Literal::Tuple(function)), Box::new(Literal::Nil));
    ("on_load".into(), functions)
}

/// Where a module says that it comes from, if it comes from a file. A list of
/// characters, for the text form of Core has no binaries in attributes.
pub(crate) fn source_file(file: &str) -> Option<(Name, Literal)> {
    let path = file.chars().rev().fold(Literal::Nil, |rest, it| {
        Literal::Cons(Box::new(Literal::Integer(u32::from(it).into())), Box::new(rest))
    });
    (!file.is_empty()).then_some(("beamtalk_source".into(), path))
}

fn meta_function(meta: Literal) -> Function {
    function("__beamtalk_meta", vec![], Core::Literal(meta), 0)
}

/// Code that was compiled when this class had more methods may still call them.
fn undefined_function(facts: &Facts) -> Function {
    let arguments = [atom(&facts.module), var("Function"), var("Args")];
    let send = call("beamtalk_dispatch", "undefined_function", arguments, 0);
    let parameters = ["Function", "Args"].map(Name::from).to_vec();
    function("$handle_undefined_function", parameters, send, 0)
}

fn register_function(facts: &Facts) -> Function {
    // While a module loads, its name still means the one that is replaced.
    let meta = apply(fun_name("__beamtalk_meta", 0), vec![], 0);
    let register = call("beamtalk_class_registry", "register", [atom(&facts.module), meta], 0);
    let register = match facts.tests_nil_its_way {
        true => do_(nil_tests_overridden(), register),
        false => register,
    };
    function("register_class", vec![], register, 0)
}

/// Tells code that is already compiled to send what asks for nil.
pub(crate) fn nil_tests_overridden() -> Core {
    call("beamtalk_nil_test", "overridden", [], 0)
}

/// The library says what these mean to every object; others may say otherwise.
fn tests_nil_its_way(class: &ClassInfo, hierarchy: &ClassHierarchy) -> bool {
    if class.package.as_deref() == Some(STDLIB_PACKAGE) {
        return false;
    }
    let mut methods = class.methods.iter().chain(&class.class_methods);
    methods.any(|it| NIL_TESTS.contains(&&*it.selector))
        || !hierarchy.is_subclass(&class.name, &known::OBJECT)
}

/// The name of the function that a method becomes.
pub(crate) fn function_name(selector: &str, is_class_side: bool) -> String {
    match (is_class_side, selector) {
        (true, _) => format!("class_{selector}"),
        // Every module has a `module_info` of its own, and functions of the class side
        // begin with `class_`.
        (false, _) if selector == "module_info" || selector.starts_with("class_") => {
            format!("${selector}")
        }
        (false, _) => selector.to_owned(),
    }
}

/// `dispatch(Selector, Args, Self)`: a method of this class, else an extension of
/// it, else what the superclass does. On the class side extensions come first. A class
/// that is far from the root has the search counted, which others need not pay for.
fn dispatch(methods: &[MethodInfo], around: &Surroundings, is_far: bool) -> Function {
    let arguments = [var("Selector"), var("Args"), var("Self")];
    let missed = match (&around.superclass, around.is_class_side) {
        (Super::Module(_), false) if is_far => {
            let arguments = [atom(&around.class)].into_iter().chain(arguments);
            call("beamtalk_dispatch", "send_far", arguments, 0)
        }
        (Super::Module(module), false) => call(module, "dispatch", arguments, 0),
        (Super::Module(module), true) => call(module, "class_dispatch", arguments, 0),
        (_, false) => call("beamtalk_dispatch", "not_understood", arguments, 0),
        (_, true) => call("beamtalk_dispatch", "class_protocol", arguments, 0),
    };
    let own = |missed: Core| {
        let clauses = methods.iter().map(|method| dispatch_clause(&method.selector, around));
        let others = clause([pattern_var("_"), pattern_var("_")], always(), missed);
        let subject = Core::Values(vec![var("Selector"), var("Args")]);
        case(subject, clauses.chain([others]).collect())
    };
    let (name, body) = match around.is_class_side {
        false => ("dispatch", own(or_extension(&around.class, missed))),
        true => ("class_dispatch", or_extension(&format!("{} class", around.class), own(missed))),
    };
    function(name, ["Selector", "Args", "Self"].map(Name::from).to_vec(), body, 0)
}

/// An extension of this class, or else.
fn or_extension(class: &str, otherwise: Core) -> Core {
    let found = call("beamtalk_overlay", "find", [atom(class), var("Selector")], 0);
    let extension = [var("Extension"), var("Args"), var("Self")];
    let extended = call("beamtalk_extensions", "invoke", extension, 0);
    case(
        found,
        vec![
            clause([pattern_atom("none")], always(), otherwise),
            clause([pattern_var("Extension")], always(), extended),
        ],
    )
}

fn dispatch_clause(selector: &Selector, around: &Surroundings) -> Clause {
    let arity = selector.arity();
    let names: Vec<Name> = (0..arity).map(|index| format!("A{index}").into()).collect();
    let arguments: Vec<Pattern> = names.iter().cloned().map(pattern_var).collect();
    let patterns = [pattern_atom(selector), pattern_list(arguments, pattern_literal(Literal::Nil))];
    let mut values = vec![var("Self")];
    values.extend(names.into_iter().map(var));
    let name = fun_name(function_name(selector, around.is_class_side), arity + 1);
    clause(patterns, always(), apply(name, values, 0))
}

/// `HTTPServer` as `http_server`.
pub fn snake_case(class: &str) -> String {
    let letters: Vec<char> = class.chars().collect();
    let mut out = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|it| letters.get(it));
        let after = letters.get(index + 1);
        let begins_word = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                !before.is_ascii_uppercase() || after.is_some_and(char::is_ascii_lowercase)
            })
            && before != Some(&'_');
        if begins_word {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}
