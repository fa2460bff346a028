//! A method becomes a function: parameters, statements, and what must be around
//! them.

use syntax::tree::{Expr, ExprId, Method, Primitive, PrimitiveKind};
use syntax::{LineIndex, TokenId, Tree, literal};

use crate::body::{Body, Flow, Surroundings};
use crate::checks::asking;
use crate::core_erlang::build::{call, do_, function, let_, prim_op, try_, var};
use crate::core_erlang::{Expr as Core, Function, Line, Name};
use crate::module::snake_case;
use crate::sequence::Sequence;
use crate::tail::pinned;
use crate::variables::{variables, variables_with_self};
use crate::writers::{Writing, locked, locked_if_writer, sent_to_self};

/// A function for others to call, and those that only it calls.
pub(crate) struct Lowered {
    pub(crate) function: Function,
    pub(crate) inner: Vec<Function>,
}

/// The function of this name that a method becomes: the receiver comes first.
pub(crate) fn method_function(
    tree: &Tree,
    method: &Method,
    name: String,
    around: &Surroundings,
    lines: &LineIndex,
) -> Lowered {
    let tokens: Vec<Option<TokenId>> =
        tree.parameters(&method.header).iter().map(|parameter| parameter.name).collect();
    let named: Vec<TokenId> = tokens.iter().flatten().copied().collect();
    let statements = statements_of(tree, method);
    let assigns_slots = assigns_slots(tree, statements);
    let resolve = match assigns_slots && around.changes_self {
        true => variables_with_self,
        false => variables,
    };
    let mut body = Body::new(tree, around, lines, resolve(tree, &named, statements));
    body.selector = tree.header_selector(&method.header);
    body.patient.method = name.clone();
    body.has_sound = around.checks.is_some();
    let mut parameters = vec![Name::from("Self")];
    let code = body.in_region(|body| {
        let mut seq = Sequence::default();
        if let Some(variable) = body.variables.self_variable {
            body.write(variable, var("Self"), &mut seq);
        }
        for token in &tokens {
            let core = body.fresh(token.map_or("", |token| tree.name(token)));
            parameters.push(core.clone());
            if let Some(variable) = token.and_then(|token| body.variables.introduced_by(token)) {
                body.write(variable, var(core), &mut seq);
            }
        }
        body_code(body, statements, seq)
    });
    let line = body.line_at(tree.tokens.get(method.tokens.first).span().start);
    let code = match around.is_class_side {
        true => guarded(code, tree, &body.selector, statements, around),
        false => code,
    };
    let code = asking(code, &body.selector, &parameters, around, line);
    Lowered { function: function(name, parameters, code, line), inner: body.patient.functions }
}

/// A class method and what guards the variables that it may write.
fn guarded(
    code: Core,
    tree: &Tree,
    selector: &str,
    statements: &[ExprId],
    around: &Surroundings,
) -> Core {
    if assigns_slots(tree, statements) {
        return locked(code);
    }
    let sent = sent_to_self(tree, statements);
    match around.writing.get(selector).copied() {
        _ if sent.is_empty() => code,
        Some(Writing::Reader) if around.is_exact => code,
        Some(Writing::Writer) if around.is_exact => locked(code),
        known => locked_if_writer(code, known.map(|it| (around.class.as_str(), it)), &sent),
    }
}

/// What runs. Statements after a primitive are what it would do without: it is here.
fn statements_of<'t>(tree: &'t Tree, method: &Method) -> &'t [ExprId] {
    let statements = tree.list(method.body);
    match statements {
        [first, ..] if matches!(tree.nodes.exprs[*first], Expr::Primitive(_)) => {
            std::slice::from_ref(first)
        }
        _ => statements,
    }
}

/// Whether statements assign slots or variables of the class, in blocks too.
pub(crate) fn assigns_slots(tree: &Tree, statements: &[ExprId]) -> bool {
    let mut pending = statements.to_vec();
    while let Some(next) = pending.pop() {
        if is_slot_assignment(tree, next) {
            return true;
        }
        tree.children(next, |child| pending.push(child));
    }
    false
}

fn is_slot_assignment(tree: &Tree, expr: ExprId) -> bool {
    matches!(tree.nodes.exprs[expr], Expr::Assignment(assignment)
        if matches!(tree.nodes.exprs[assignment.target], Expr::Field(_)))
}

impl Body<'_> {
    /// Whether a method that ends in this statement answers `self`: one that takes a
    /// value apart, and one that makes another object of `self`.
    fn answers_self(&self, last: ExprId) -> bool {
        match self.tree.nodes.exprs[last] {
            Expr::Destructuring(_) => self.around.is_value && !self.is_built,
            _ => self.variables.self_variable.is_some() && is_slot_assignment(self.tree, last),
        }
    }

    /// A function of the host, given what the method is given.
    pub(crate) fn primitive(&mut self, it: Primitive, line: Line, seq: &mut Sequence) -> Core {
        let given = it.argument.map(|token| {
            let text = self.tree.text_of(token);
            match text.starts_with('"') {
                true => literal::string_value(text).into_owned(),
                false => text.to_owned(),
            }
        });
        let name = given.unwrap_or_else(|| self.selector.clone());
        let name = if self.around.is_class_side { format!("class_{name}") } else { name };
        let module = match it.kind {
            PrimitiveKind::Primitive => format!("beamtalk_{}", snake_case(&self.around.class)),
            PrimitiveKind::Intrinsic => "beamtalk_intrinsics".to_owned(),
        };
        let mut arguments = vec![self.self_value()];
        for parameter in self.variables.parameters.clone() {
            let value = self.read(parameter);
            arguments.push(self.named(seq, value));
        }
        call(&module, &name, arguments, line)
    }
}

/// Statements that nothing follows, and what waits for a `^` from one of their
/// blocks.
pub(crate) fn body_code(body: &mut Body, statements: &[ExprId], mut seq: Sequence) -> Core {
    let needs_token = body.needs_token(statements);
    body.has_token = needs_token;
    let last = match (body.statements(statements, &mut seq), statements.last()) {
        (Flow::Value(last), Some(statement)) if body.answers_self(*statement) => {
            seq.perform(last);
            body.self_value()
        }
        (Flow::Value(last) | Flow::Returned(last), _) => last,
    };
    let code = seq.finish(last);
    if needs_token { with_token(code) } else { pinned(code, &body.around.own_selectors) }
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
