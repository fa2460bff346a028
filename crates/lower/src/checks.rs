//! Code that asks, as it runs, whether values are what they are said to be.
//!
//! In go types, as terms that `beamtalk_soundness` reads, for the expressions and the
//! methods of a tree; out come calls of it around them. Programs are never compiled
//! like this: it is how the types themselves are tested. What the types mean is not
//! known here.
//!
//! A method whose arguments are not what it declares promises nothing: it finds that
//! out first, in the variable `Sound`, which all that is asked in it brings along.

use std::collections::{HashMap, HashSet};

use hierarchy::Side;
use syntax::tree::ExprId;

use crate::body::{Body, Surroundings};
use crate::core_erlang::build::{atom, call, int, let_, list, string, tuple, var};
use crate::core_erlang::{Expr as Core, Line, Literal, Name};
use crate::sequence::Sequence;

/// What is said of one tree.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// Where its text is.
    pub file: String,
    pub values: HashMap<ExprId, Literal>,
    /// Those of them that messages are sent to.
    pub receivers: HashSet<ExprId>,
    /// By class, side and selector.
    pub methods: HashMap<(String, Side, String), Promise>,
}

/// What is said of a method.
#[derive(Clone, Debug)]
pub struct Promise {
    /// One for each parameter.
    pub parameters: Vec<Literal>,
    pub answer: Literal,
}

/// How much of an expression is shown where it is not what it is said to be.
const MOST_OF_A_TEXT: usize = 60;

impl Body<'_> {
    /// The value of an expression, asked about if anything is said of it. Where control
    /// flow is a second time, for other receivers, once is enough.
    pub(crate) fn asked(&mut self, expr: ExprId, value: Core, seq: &mut Sequence) -> Core {
        let checks = self.around.checks.as_ref().filter(|_| self.has_sound && !self.patient.is_on);
        let Some(checks) = checks.cloned() else { return value };
        let Some(ty) = checks.values.get(&expr).cloned() else { return value };
        let value = self.named(seq, value);
        let text = self.tree.expr_span(expr).of(&self.tree.text);
        let text: String =
            text.lines().next().unwrap_or_default().chars().take(MOST_OF_A_TEXT).collect();
        // Outside classes the line has to tell.
        let (class, selector) = match self.has_self {
            true => (self.around.class.as_str(), self.selector.as_str()),
            false => ("", ""),
        };
        let place = tuple([
            string(&checks.file),
            atom(class),
            atom(selector),
            int(i64::from(self.line_of(expr))),
            string(&text),
        ]);
        let kind = if checks.receivers.contains(&expr) { "receiver" } else { "expression" };
        let arguments = [var("Sound"), atom(kind), place, Core::Literal(ty), value.clone()];
        seq.perform(call("beamtalk_soundness", "value", arguments, 0));
        value
    }
}

/// Code that was given nothing it could have expected otherwise.
pub(crate) fn with_sound(code: Core, around: &Surroundings) -> Core {
    match around.checks.is_some() {
        true => let_("Sound", atom("true"), code),
        false => code,
    }
}

/// The code of a method and the question after it.
pub(crate) fn asking(
    code: Core,
    selector: &str,
    parameters: &[Name],
    around: &Surroundings,
    line: Line,
) -> Core {
    let Some(checks) = &around.checks else { return code };
    let side = if around.is_class_side { Side::Class } else { Side::Instance };
    let key = (around.class.clone(), side, selector.to_owned());
    let Some(promise) = checks.methods.get(&key) else { return with_sound(code, around) };
    let types = promise.parameters.iter().cloned().map(Core::Literal).collect();
    let given = parameters.iter().skip(1).cloned().map(var).collect();
    let sound = call("beamtalk_soundness", "fit", [list(types), list(given)], line);
    let method = tuple([
        atom(&around.class),
        atom(if around.is_class_side { "class" } else { "instance" }),
        atom(selector),
    ]);
    let ty = Core::Literal(promise.answer.clone());
    let arguments = [var("Sound"), method, ty, var("Self"), var("Answered")];
    let asked = call("beamtalk_soundness", "answer", arguments, line);
    let_("Sound", sound, let_("Answered", code, asked))
}
