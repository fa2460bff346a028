//! Operators, arithmetic in words, and sends to `self`: what is tried before a dynamic
//! send.

use crate::body::{Body, dynamic_send};
use crate::core_erlang::build::{
    always, and, apply, atom, call, case, clause, fun_name, int, let_, pattern_atom,
    pattern_literal, pattern_map, pattern_tuple, pattern_var, var,
};
use crate::core_erlang::{Clause, Expr as Core, Line, Literal, Pattern};
use crate::module::{exact_name, function_name};

/// Arithmetic in words, and the instruction that does it for two integers.
pub(crate) fn instruction(selector: &str) -> Option<&'static str> {
    match selector {
        "div:" => Some("div"),
        "bitAnd:" => Some("band"),
        "bitOr:" => Some("bor"),
        "bitXor:" => Some("bxor"),
        _ => None,
    }
}

/// A test as a guard: faster than its value, and jumped on directly where it
/// decides something.
fn truth(test: Core) -> Vec<Clause> {
    vec![clause([], test, atom("true")), clause([], always(), atom("false"))]
}

/// Whether this is never dispatched, whatever it is sent to.
pub(crate) fn is_equality(selector: &str) -> bool {
    matches!(selector, "==" | "/=" | "=:=" | "=/=")
}

impl Body<'_> {
    pub(crate) fn operator(
        &mut self,
        receiver: Core,
        selector: &str,
        argument: Core,
        line: Line,
    ) -> Core {
        let erlang = |function: &str, receiver: Core, argument: Core| {
            call("erlang", function, [receiver, argument], line)
        };
        if is_equality(selector) {
            let test = erlang(selector, receiver, argument);
            return case(Core::Values(vec![]), truth(test));
        }
        let function = match selector {
            "+" | "-" | "*" | "/" | "<" | ">" | ">=" => selector,
            "<=" => "=<",
            "%" => "rem",
            "++" if !self.patient.is_on => return self.concatenation(receiver, argument, line),
            _ => return dynamic_send(receiver, selector, vec![argument], line),
        };
        if self.patient.is_on {
            return call("beamtalk_operator", selector, [receiver, argument], line);
        }
        // Asked of both, because the machine's own integers are many times faster
        // where the compiler knows that it has them. Floats and objects share the
        // other way: were floats computed here too, the compiler would merge the
        // two and forget what it knew.
        let is_integer = |value: &Core| call("erlang", "is_integer", [value.clone()], 0);
        let integers = match &argument {
            Core::Literal(Literal::Integer(_)) => is_integer(&receiver),
            _ => and(is_integer(&receiver), is_integer(&argument)),
        };
        let direct = erlang(function, receiver.clone(), argument.clone());
        let other = call("beamtalk_operator", selector, [receiver.clone(), argument], line);
        let mut clauses = match selector {
            "<" | ">" | "<=" | ">=" => vec![
                clause([], and(integers.clone(), direct), atom("true")),
                clause([], integers, atom("false")),
            ],
            _ => vec![clause([], integers, direct)],
        };
        clauses.push(clause([], always(), other));
        case(Core::Values(vec![]), clauses)
    }

    /// Arithmetic in words. Only what cannot fail is computed in place: an error is to
    /// name the message.
    pub(crate) fn arithmetic(
        &mut self,
        receiver: Core,
        (selector, instruction): (&str, &str),
        argument: Core,
        line: Line,
    ) -> Core {
        let test = |name: &str, left: &Core, right: Option<Core>| {
            call("erlang", name, std::iter::once(left.clone()).chain(right), 0)
        };
        let sent = self.guessed_send(receiver.clone(), selector, vec![argument.clone()], line);
        let is_integer = test("is_integer", &receiver, None);
        let guard = match &argument {
            Core::Literal(Literal::Integer(0)) if instruction == "div" => return sent,
            Core::Literal(Literal::Integer(_)) => is_integer,
            Core::Literal(_) => return sent,
            _ => {
                let both = and(is_integer, test("is_integer", &argument, None));
                let is_not_zero = test("=/=", &argument, Some(int(0)));
                if instruction == "div" { and(both, is_not_zero) } else { both }
            }
        };
        let direct = call("erlang", instruction, [receiver, argument], line);
        case(Core::Values(vec![]), vec![clause([], guard, direct), clause([], always(), sent)])
    }

    /// Strings are binaries, which append as such.
    fn concatenation(&mut self, receiver: Core, argument: Core, line: Line) -> Core {
        let is_binary = |value: &Core| call("erlang", "is_binary", [value.clone()], 0);
        let both = and(is_binary(&receiver), is_binary(&argument));
        let pieces = [receiver.clone(), argument.clone()];
        let direct = call("beamtalk_operator", "++", pieces, line);
        let sent = dynamic_send(receiver.clone(), "++", vec![argument], line);
        case(
            receiver,
            vec![
                clause([pattern_var("_")], both, direct),
                clause([pattern_var("_")], always(), sent),
            ],
        )
    }

    /// A send to `self` of something this class defines: called directly while
    /// the receiver is an instance of this very class.
    pub(crate) fn own_send(
        &mut self,
        receiver: Core,
        selector: &str,
        arguments: Vec<Core>,
        line: Line,
    ) -> Core {
        // A block may run in another process, where this is a call.
        if self.around.is_actor && self.frame.captured_slots.is_some() {
            return dynamic_send(receiver, selector, arguments, line);
        }
        let is_exact = match self.around.is_class_side {
            true => self.class_object_pattern(),
            false => self.instance_pattern(),
        };
        let function = function_name(selector, self.around.is_class_side);
        let function = match self.around.recursive.contains(selector) {
            true => exact_name(&function),
            false => function,
        };
        let function = fun_name(function, arguments.len() + 1);
        let mut with_self = vec![receiver.clone()];
        with_self.extend(arguments.iter().cloned());
        let direct = apply(function, with_self, line);
        if self.around.is_exact && self.around.recursive.contains(selector) {
            return direct;
        }
        let sent = dynamic_send(receiver.clone(), selector, arguments, line);
        // On the class side an extension comes before what the class defines.
        let (subject, patterns) = match self.around.is_class_side {
            true => {
                let class = atom(&format!("{} class", self.around.class));
                let extension = call("beamtalk_overlay", "find", [class, atom(selector)], 0);
                (Core::Values(vec![receiver, extension]), vec![is_exact, pattern_atom("none")])
            }
            false => (receiver, vec![is_exact]),
        };
        let others: Vec<Pattern> = patterns.iter().map(|_| pattern_var("_")).collect();
        case(subject, vec![clause(patterns, always(), direct), clause(others, always(), sent)])
    }

    /// A send to anything: called directly where the receiver is of a class that the
    /// text mentions and that defines the method itself.
    pub(crate) fn guessed_send(
        &mut self,
        receiver: Core,
        selector: &str,
        arguments: Vec<Core>,
        line: Line,
    ) -> Core {
        let sent = dynamic_send(receiver.clone(), selector, arguments.clone(), line);
        let direct = |module: &str, function: &str| {
            let arguments = std::iter::once(receiver.clone()).chain(arguments.iter().cloned());
            call(module, function, arguments, line)
        };
        if let Core::Literal(object) = &receiver {
            let Some(known) = self.around.receivers.class_side(object, selector) else {
                return sent;
            };
            let class = atom(&format!("{} class", known.class));
            let extension = call("beamtalk_overlay", "find", [class, atom(selector)], 0);
            let called = direct(&known.module, &function_name(selector, true));
            let own = clause([pattern_atom("none")], always(), called);
            return case(extension, vec![own, clause([pattern_var("_")], always(), sent)]);
        }
        let candidates = self.around.receivers.candidates(selector);
        if candidates.is_empty() {
            return sent;
        }
        let mut clauses: Vec<Clause> = candidates
            .iter()
            .map(|known| {
                let called = direct(&known.module, &function_name(selector, false));
                clause([pattern_atom(&known.class)], always(), called)
            })
            .collect();
        clauses.push(clause([pattern_var("_")], always(), sent));
        // Lists and maps of the BEAM carry no name.
        let shapes = [("List", "is_list"), ("Dictionary", "is_map")].into_iter();
        let shapes = shapes.filter(|(class, _)| candidates.iter().any(|it| it.class == *class));
        let shapes = shapes.map(|(class, test)| {
            let is_one = call("erlang", test, [receiver.clone()], 0);
            clause([pattern_var("_")], is_one, atom(class))
        });
        let shapes: Vec<Clause> = shapes.collect();
        let class = self.fresh("class");
        let tagged = pattern_map(vec![(atom("$beamtalk_class"), pattern_var(class.clone()))]);
        let mut tags = vec![clause([tagged], always(), var(class.clone()))];
        tags.extend(shapes);
        tags.push(clause([pattern_var("_")], always(), atom("none")));
        let tag = case(receiver.clone(), tags);
        let name = self.fresh("class");
        let_(name.clone(), tag, case(var(name), clauses))
    }

    fn instance_pattern(&self) -> Pattern {
        if self.around.is_actor {
            return self.reference_pattern(&self.around.class);
        }
        let class = Literal::Atom(self.around.class.as_str().into());
        pattern_map(vec![(atom("$beamtalk_class"), pattern_literal(class))])
    }

    fn class_object_pattern(&self) -> Pattern {
        self.reference_pattern(&format!("{} class", self.around.class))
    }

    fn reference_pattern(&self, class: &str) -> Pattern {
        let tag = Literal::Atom("beamtalk_object".into());
        let class = Literal::Atom(class.into());
        pattern_tuple(vec![
            pattern_literal(tag),
            pattern_literal(class),
            pattern_var("_"),
            pattern_var("_"),
        ])
    }
}
