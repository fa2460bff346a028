//! Patterns, as far as Erlang knows them.
//!
//! In goes a pattern; out comes one that Erlang can match, and what must hold besides:
//! guards, and checks behind the match for what needs code or is known only then.
//! What is done with them stands in `matching.rs` and `destructuring.rs`.

use syntax::tree::{self, PatternId};
use syntax::{TokenId, literal};

use crate::body::{Body, literal_value};
use crate::core_erlang::build::{
    always, and, atom, call, case, clause, int, pattern_literal, pattern_map, pattern_tuple,
    pattern_var, string, var,
};
use crate::core_erlang::{Expr as Core, Literal, Name, Pattern};
use crate::limits::is_symbol;
use crate::sequence::Sequence;
use crate::variables::VariableId;

/// A pattern in Core, and what else must hold.
#[derive(Default)]
pub(crate) struct Matcher {
    /// Tests that Erlang allows in guards.
    pub(crate) guards: Vec<Core>,
    /// Tests that need code, in order; each knows what those before it bind.
    pub(crate) checks: Vec<Check>,
    pub(crate) bound: Vec<(VariableId, Name)>,
    /// What a pattern needs to know that must be read before the match.
    pub(crate) needed: Vec<(Name, Core)>,
}

pub(crate) enum Check {
    Holds(Core),
    /// A value that the match before has named, and its own pattern.
    Matches(Core, Pattern),
}

impl Matcher {
    pub(crate) fn read_needed(&mut self, seq: &mut Sequence) {
        for (name, value) in self.needed.drain(..) {
            seq.bind(vec![name], value);
        }
    }

    /// What the pattern has bound a variable to so far.
    pub(crate) fn bound_as(&self, variable: VariableId) -> Option<Name> {
        let found = self.bound.iter().rev().find(|(it, _)| *it == variable);
        found.map(|(_, core)| core.clone())
    }

    /// `case subject of pattern when guards -> … body …; _ -> otherwise end`, and the
    /// checks on the way to the body. They may fail as well, so that `otherwise` stands
    /// here more than once: it should be short.
    pub(crate) fn attempt(
        self,
        subject: Core,
        pattern: Pattern,
        body: Core,
        otherwise: &Core,
    ) -> Core {
        let or_else = |asked: Core, pattern: Pattern, guard: Core, body: Core| {
            let other = clause([pattern_var("_")], always(), otherwise.clone());
            case(asked, vec![clause([pattern], guard, body), other])
        };
        let checked = self.checks.into_iter().rev().fold(body, |body, check| {
            let (asked, answer) = match check {
                Check::Holds(test) => (test, pattern_literal(Literal::Atom("true".into()))),
                Check::Matches(value, pattern) => (value, pattern),
            };
            or_else(asked, answer, always(), body)
        });
        or_else(subject, pattern, self.guards.into_iter().fold(always(), and), checked)
    }
}

impl Body<'_> {
    pub(crate) fn core_pattern(&mut self, id: PatternId, matcher: &mut Matcher) -> Pattern {
        let tree = self.tree;
        match tree.nodes.patterns[id] {
            tree::Pattern::Wildcard | tree::Pattern::Error => pattern_var("_"),
            tree::Pattern::Nil => pattern_literal(Literal::Atom("nil".into())),
            tree::Pattern::Variable(name) | tree::Pattern::Rest(name) => {
                self.bound_pattern(name, matcher)
            }
            tree::Pattern::ClassTest(test) => {
                let pattern = match tree.name(test.name) {
                    // Nobody reads it, but the test does.
                    "_" => pattern_var(self.fresh("")),
                    _ => self.bound_pattern(test.name, matcher),
                };
                if let Pattern::Variable(name) = &pattern {
                    class_test(tree.text_of(test.class), var(name.clone()), matcher);
                }
                pattern
            }
            tree::Pattern::Literal(it) => match &literal_value(tree, it) {
                text @ Core::Literal(Literal::Binary(_)) => {
                    let name = self.fresh("text");
                    let equal = call("erlang", "=:=", [var(name.clone()), text.clone()], 0);
                    matcher.guards.push(equal);
                    pattern_var(name)
                }
                Core::Literal(value) => pattern_literal(value.clone()),
                // What there cannot be is not met.
                _ => {
                    matcher.guards.push(atom("false"));
                    pattern_var("_")
                }
            },
            tree::Pattern::Tuple(elements) => {
                let elements = tree.nodes.pattern_lists[elements].iter();
                pattern_tuple(elements.map(|it| self.core_pattern(*it, matcher)).collect())
            }
            tree::Pattern::Array(elements) | tree::Pattern::List(elements) => {
                let elements = &tree.nodes.pattern_lists[elements];
                let pairs = elements
                    .iter()
                    .enumerate()
                    .map(|(index, it)| (int(index as i64), self.core_pattern(*it, matcher)))
                    .collect();
                let data = self.fresh("data");
                let size = call("erlang", "map_size", [var(data.clone())], 0);
                let count = int(elements.len() as i64);
                matcher.guards.push(call("erlang", "=:=", [size, count], 0));
                let data = Pattern::Alias(data, Box::new(pattern_map(pairs)));
                tagged("Array", vec![(atom("data"), data)])
            }
            tree::Pattern::Map(pairs) => {
                let pairs = tree.nodes.map_pattern_pairs[pairs].iter();
                let pairs = pairs.map(|pair| {
                    let key = self.key(pair.key);
                    (key, self.core_pattern(pair.value, matcher))
                });
                pattern_map(pairs.collect())
            }
            tree::Pattern::Constructor(constructor) => {
                let class = tree.text_of(constructor.class);
                let parts = tree.nodes.constructor_parts[constructor.parts].iter();
                let mut slots = Vec::new();
                for part in parts {
                    let argument = self.core_pattern(part.argument, matcher);
                    let keyword = tree.name(part.keyword);
                    slots.extend(constructor_slots(class, keyword, argument));
                }
                tagged(class, slots)
            }
            tree::Pattern::Binary(segments) => {
                self.binary_pattern(&tree.nodes.segments[segments], matcher)
            }
        }
    }

    /// A name. Where it stands again, both values must be equal.
    pub(crate) fn bound_pattern(&mut self, name: TokenId, matcher: &mut Matcher) -> Pattern {
        let Some(variable) = self.variables.introduced_by(name) else { return pattern_var("_") };
        let core = self.fresh(self.tree.name(name));
        match matcher.bound_as(variable) {
            Some(first) => {
                let values = [var(first), var(core.clone())];
                matcher.guards.push(call("erlang", "=:=", values, 0));
            }
            None => matcher.bound.push((variable, core.clone())),
        }
        pattern_var(core)
    }

    pub(crate) fn key(&self, token: TokenId) -> Core {
        let text = self.tree.text_of(token);
        match text.starts_with('#') {
            true => match &*literal::symbol_value(text) {
                symbol if is_symbol(symbol) => atom(symbol),
                // What there cannot be is not met.
                symbol => string(symbol),
            },
            false => string(&literal::string_value(text)),
        }
    }
}

fn tagged(class: &str, mut slots: Vec<(Core, Pattern)>) -> Pattern {
    let class = pattern_literal(Literal::Atom(class.into()));
    slots.insert(0, (atom("$beamtalk_class"), class));
    pattern_map(slots)
}

/// `Result ok: p` asks for the side as well as for the value.
fn constructor_slots(class: &str, keyword: &str, argument: Pattern) -> Vec<(Core, Pattern)> {
    let side = |is_ok: &str| (atom("isOk"), pattern_literal(Literal::Atom(is_ok.into())));
    match (class, keyword) {
        ("Result", "ok") => vec![side("true"), (atom("okValue"), argument)],
        ("Result", "error") => vec![side("false"), (atom("errReason"), argument)],
        _ => vec![(atom(keyword), argument)],
    }
}

/// Adds the test that a value is an instance of a class.
fn class_test(class: &str, value: Core, matcher: &mut Matcher) {
    let guard = |function: &str| call("erlang", function, [value.clone()], 0);
    let is = |constant: &str| call("erlang", "=:=", [value.clone(), atom(constant)], 0);
    match class {
        "Integer" => matcher.guards.push(guard("is_integer")),
        "Float" => matcher.guards.push(guard("is_float")),
        "Boolean" => matcher.guards.push(guard("is_boolean")),
        "True" => matcher.guards.push(is("true")),
        "False" => matcher.guards.push(is("false")),
        "Nil" | "UndefinedObject" => matcher.guards.push(is("nil")),
        "List" => matcher.guards.push(guard("is_list")),
        "Block" => matcher.guards.push(guard("is_function")),
        "Pid" => matcher.guards.push(guard("is_pid")),
        "Port" => matcher.guards.push(guard("is_port")),
        "Reference" => matcher.guards.push(guard("is_reference")),
        _ => {
            let arguments = [value, atom(class)];
            let test = call("beamtalk_class_of", "is_exactly", arguments, 0);
            matcher.checks.push(Check::Holds(test));
        }
    }
}
