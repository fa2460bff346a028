//! A class becomes a module: its methods as functions, and `dispatch/3` and
//! `class_dispatch/3` that find them by selector.

use std::collections::HashSet;

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, MethodInfo, Selector, Side};
use syntax::tree::{Class, Expr, Member, Method, Primitive, PrimitiveKind};
use syntax::{LineIndex, TokenId, Tree, literal};

use crate::body::{Body, Flow, Surroundings};
use crate::core_erlang::build::{
    always, apply, atom, call, case, clause, do_, fun, fun_name, function, let_, module,
    pattern_atom, pattern_list, pattern_literal, pattern_var, prim_op, try_, var,
};
use crate::core_erlang::{Clause, Expr as Core, Function, Literal, Module, Name, Pattern};
use crate::meta::meta;
use crate::sequence::Sequence;
use crate::slots::{class_variables, generated_functions};
use crate::variables::variables;

/// Lowers a class of a tree without errors. The hierarchy knows the class and
/// what it inherits from; `file` is the path that stack traces name.
pub fn class(tree: &Tree, class: &Class, hierarchy: &ClassHierarchy, file: &str) -> Module {
    let name = ClassName::from(class.name.map_or("", |name| tree.text_of(name)));
    let info =
        hierarchy.compiled_class(&name).unwrap_or_else(|| ClassInfo::new(name.clone(), None));
    let superclass = hierarchy.superclasses(&name).find(|it| it.name != name);
    let facts = Facts {
        module: module_name(&info),
        superclass_module: superclass.map(module_name),
        slots: slots(hierarchy, &name),
        meta: meta(&info),
    };
    let lines = LineIndex::new(&tree.text);
    let methods = || {
        class.members.iter().filter_map(|member| match member {
            Member::Method(method) => Some(method),
            Member::Data(_) => None,
        })
    };
    let mut functions = vec![meta_function(&facts), register_function(&facts)];
    for is_class_side in [false, true] {
        let on_side = || methods().filter(|it| it.modifiers.is_class_side == is_class_side);
        let around = Surroundings {
            class: name.to_string(),
            superclass_module: facts.superclass_module.clone(),
            is_class_side,
            slots: if is_class_side { HashSet::new() } else { facts.slots.clone() },
            own_selectors: on_side().map(|it| tree.header_selector(&it.header)).collect(),
        };
        let side = if is_class_side { Side::Class } else { Side::Instance };
        functions.push(dispatch(info.methods_on(side), &around));
        functions.extend(on_side().map(|it| method_function(tree, it, &around, &lines)));
        if is_class_side {
            let generated = generated_functions(tree, class, &info, hierarchy, &around, &lines);
            functions.extend(generated);
            functions.push(class_variables(tree, class, &around, &lines));
        }
    }
    let exports = functions.iter().map(|function| function.name.clone()).collect();
    module(&facts.module, file, exports, on_load(), functions)
}

/// What the module of a class needs to know besides its text.
struct Facts {
    module: String,
    superclass_module: Option<String>,
    /// Slots of instances, inherited ones included.
    slots: HashSet<String>,
    meta: Literal,
}

/// The Erlang module that a class becomes.
pub fn module_name(class: &ClassInfo) -> String {
    let name = snake_case(class.name.simple());
    match &class.package {
        Some(package) => format!("bt@{package}@{name}"),
        None => format!("bt@{name}"),
    }
}

fn slots(hierarchy: &ClassHierarchy, class: &ClassName) -> HashSet<String> {
    let own = hierarchy.class(class);
    let all = own.into_iter().chain(hierarchy.superclasses(class));
    all.flat_map(|it| &it.fields).map(|field| field.name.to_string()).collect()
}

/// Loading the module registers the class.
fn on_load() -> Vec<(Name, Literal)> {
    let function = vec![Literal::Atom("register_class".into()), Literal::Integer(0)];
    let functions = Literal::Cons(Box::new(Literal::Tuple(function)), Box::new(Literal::Nil));
    vec![("on_load".into(), functions)]
}

fn meta_function(facts: &Facts) -> Function {
    function("__beamtalk_meta", vec![], Core::Literal(facts.meta.clone()), 0)
}

fn register_function(facts: &Facts) -> Function {
    // While a module loads, its name still means the one that is replaced.
    let meta = apply(fun_name("__beamtalk_meta", 0), vec![], 0);
    let register = call("beamtalk_class_registry", "register", [atom(&facts.module), meta], 0);
    function("register_class", vec![], register, 0)
}

/// The name of the function that a method becomes.
pub(crate) fn function_name(selector: &str, is_class_side: bool) -> String {
    match (is_class_side, selector) {
        (true, _) => format!("class_{selector}"),
        // Every module has a `module_info` of its own.
        (false, "module_info") => "$module_info".to_owned(),
        (false, _) => selector.to_owned(),
    }
}

/// `dispatch(Selector, Args, Self)`: a method of this class, else an extension of
/// it, else what the superclass does. On the class side extensions come first.
fn dispatch(methods: &[MethodInfo], around: &Surroundings) -> Function {
    let arguments = [var("Selector"), var("Args"), var("Self")];
    let missed = match (&around.superclass_module, around.is_class_side) {
        (Some(module), false) => call(module, "dispatch", arguments, 0),
        (Some(module), true) => call(module, "class_dispatch", arguments, 0),
        (None, false) => call("beamtalk_dispatch", "not_understood", arguments, 0),
        (None, true) => call("beamtalk_dispatch", "class_protocol", arguments, 0),
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

fn method_function(
    tree: &Tree,
    method: &Method,
    around: &Surroundings,
    lines: &LineIndex,
) -> Function {
    let selector = tree.header_selector(&method.header);
    let name = function_name(&selector, around.is_class_side);
    let tokens: Vec<Option<TokenId>> =
        tree.parameters(&method.header).iter().map(|parameter| parameter.name).collect();
    let named: Vec<TokenId> = tokens.iter().flatten().copied().collect();
    let statements = tree.list(method.body);
    let mut body = Body::new(tree, around, lines, variables(tree, &named, statements));
    let mut seq = Sequence::default();
    let mut parameters = vec![Name::from("Self")];
    for token in &tokens {
        let core = body.fresh(token.map_or("", |token| tree.name(token)));
        parameters.push(core.clone());
        if let Some(variable) = token.and_then(|token| body.variables.introduced_by(token)) {
            body.write(variable, var(core), &mut seq);
        }
    }
    let line = body.line_at(tree.tokens.get(method.tokens.first).span().start);
    let code = match primitive_of(tree, method) {
        Some(primitive) => {
            let arguments = parameters.iter().cloned().map(var).collect();
            seq.finish(primitive_call(tree, primitive, &selector, around, arguments, line))
        }
        None => {
            let needs_token = body.needs_token(statements);
            let (Flow::Value(last) | Flow::Returned(last)) = body.statements(statements, &mut seq);
            let code = seq.finish(last);
            let code = if needs_token { with_token(code) } else { code };
            if body.writes_class_variables(statements) { locked(code) } else { code }
        }
    };
    function(name, parameters, code, line)
}

/// A method that is a primitive; statements after it are what it would do without.
fn primitive_of(tree: &Tree, method: &Method) -> Option<Primitive> {
    match tree.list(method.body) {
        [first, ..] => match tree.nodes.exprs[*first] {
            Expr::Primitive(primitive) => Some(primitive),
            _ => None,
        },
        [] => None,
    }
}

fn primitive_call(
    tree: &Tree,
    primitive: Primitive,
    selector: &str,
    around: &Surroundings,
    arguments: Vec<Core>,
    line: u32,
) -> Core {
    let given = primitive.argument.map(|token| {
        let text = tree.text_of(token);
        match text.starts_with('"') {
            true => literal::string_value(text).into_owned(),
            false => text.to_owned(),
        }
    });
    let name = given.unwrap_or_else(|| selector.to_owned());
    let name = if around.is_class_side { format!("class_{name}") } else { name };
    let module = match primitive.kind {
        PrimitiveKind::Primitive => format!("beamtalk_{}", snake_case(&around.class)),
        PrimitiveKind::Intrinsic => "beamtalk_intrinsics".to_owned(),
    };
    call(&module, &name, arguments, line)
}

/// A method that writes class variables holds the lock of its class.
fn locked(code: Core) -> Core {
    call("beamtalk_class_variables", "locked", [var("Self"), fun(vec![], code)], 0)
}

/// Waits for a `^` from one of the method's blocks.
fn with_token(code: Core) -> Core {
    // What Core catches is no stack trace yet.
    let arguments = [var("Token"), var("Class"), var("Reason"), var("Trace")];
    let handler = call("beamtalk_return", "caught", arguments, 0);
    let handler = let_("Trace", prim_op("build_stacktrace", [var("Stack")], 0), handler);
    let run = try_(code, ["Class", "Reason", "Stack"], handler);
    let left = call("beamtalk_return", "done", [var("Token")], 0);
    let finished = let_("Result", run, do_(left, var("Result")));
    let token = call("beamtalk_return", "enter", [], 0);
    let_("Token", token, finished)
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
