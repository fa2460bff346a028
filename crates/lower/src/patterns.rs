//! Patterns: match arms and destructuring assignments.
//!
//! What Erlang can match is matched; what it cannot (strings, classes of the
//! user's, guards with sends) is asked behind the match, and the next arm is
//! tried where the answer is no.

use syntax::tree::{self, Arm, ExprId, Match, PatternId, Segment as TreeSegment};
use syntax::{TokenId, literal};

use crate::body::{Body, Flow, literal_value, nil};
use crate::control::{Branch, together};
use crate::core_erlang::build::{
    always, and, apply, atom, call, case, clause, fun_name, int, pattern_literal, pattern_map,
    pattern_tuple, pattern_var, prim_op, rest_segment, string, tuple, var,
};
use crate::core_erlang::{
    Clause, Expr as Core, Function, LetRec, Line, Literal, Name, Pattern, Segment,
};
use crate::limits::is_symbol;
use crate::sequence::Sequence;
use crate::variables::VariableId;

/// A pattern in Core, and what else must hold.
#[derive(Default)]
struct Matcher {
    /// Tests that Erlang allows in guards.
    guards: Vec<Core>,
    /// Tests that need code, in order.
    checks: Vec<Check>,
    bound: Vec<(VariableId, Name)>,
    /// What a pattern needs to know that must be read before the match.
    needed: Vec<(Name, Core)>,
}

enum Check {
    Holds(Core),
    /// A value that the match before has named, and its own pattern.
    Matches(Core, Pattern),
}

impl Matcher {
    fn read_needed(&mut self, seq: &mut Sequence) {
        for (name, value) in self.needed.drain(..) {
            seq.bind(vec![name], value);
        }
    }
}

impl Body<'_> {
    pub(crate) fn matching(&mut self, id: ExprId, matching: &Match, seq: &mut Sequence) -> Core {
        let subject = self.expr(matching.value, seq);
        let subject = self.named(seq, subject);
        let arms = &self.tree.nodes.arms[matching.arms];
        let leaves = self.leaves(arms.iter().map(|arm| arm.body));
        let line = self.line_of(id);
        let (mut matchers, branches): (Vec<_>, Vec<Branch>) =
            arms.iter().map(|arm| self.arm(arm)).unzip();
        for (_, matcher) in &mut matchers {
            matcher.read_needed(seq);
        }
        let unmatched = call("beamtalk_match", "no_match", [subject.clone()], line);
        let unmatched = self.aside(|_, _| Flow::Value(unmatched));
        let branches = branches.into_iter().chain([unmatched]).collect();
        let next_names: Vec<Name> = matchers.iter().map(|_| self.fresh("next")).collect();
        self.merge_functions(branches, leaves, seq, |bodies| {
            let mut bodies = bodies.into_iter();
            let tries: Vec<_> = matchers.into_iter().zip(next_names).zip(&mut bodies).collect();
            let otherwise = bodies.next().unwrap_or_else(nil);
            tries.into_iter().rev().fold(otherwise, |rest, (((pattern, matcher), next), body)| {
                try_arm(&subject, pattern, matcher, next, body, rest)
            })
        })
    }

    fn arm(&mut self, arm: &Arm) -> ((Pattern, Matcher), Branch) {
        let mut matcher = Matcher::default();
        let pattern = self.core_pattern(arm.pattern, &mut matcher);
        let bound = matcher.bound.clone();
        let guard = arm.guard;
        if let Some(guard) = guard {
            let test = self.aside(|body, seq| {
                body.bind_all(&bound, seq);
                Flow::Value(body.expr(guard, seq))
            });
            matcher.checks.push(Check::Holds(guarded(test.into_code())));
        }
        let body_expr = arm.body;
        let branch = self.aside(|body, seq| {
            body.bind_all(&bound, seq);
            body.statements(&[body_expr], seq)
        });
        ((pattern, matcher), branch)
    }

    fn bind_all(&mut self, bound: &[(VariableId, Name)], seq: &mut Sequence) {
        for (variable, name) in bound {
            self.write(*variable, var(name.clone()), seq);
        }
    }

    fn core_pattern(&mut self, id: PatternId, matcher: &mut Matcher) -> Pattern {
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

    fn bound_pattern(&mut self, name: TokenId, matcher: &mut Matcher) -> Pattern {
        let Some(variable) = self.variables.introduced_by(name) else { return pattern_var("_") };
        let core = self.fresh(self.tree.name(name));
        matcher.bound.push((variable, core.clone()));
        pattern_var(core)
    }

    fn key(&self, token: TokenId) -> Core {
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

    /// A size that the same pattern binds is known only behind a match, so what
    /// comes after it is matched on its own.
    fn binary_pattern(&mut self, segments: &[TreeSegment], matcher: &mut Matcher) -> Pattern {
        let known = matcher.bound.len();
        let mut parts = vec![vec![]];
        let mut rests: Vec<Name> = Vec::new();
        let mut fresh_from = known;
        for it in segments {
            let sizing = it.size.and_then(|size| self.variables.sizing(size));
            let depends = sizing.is_some_and(|variable| {
                let bound = matcher.bound.get(fresh_from..).unwrap_or_default();
                bound_as(variable, bound).is_some()
            });
            if depends {
                let rest = self.fresh("rest");
                let mut tail = rest_segment(pattern_var(rest.clone()));
                tail.unit = Some(1);
                parts.last_mut().into_iter().for_each(|part| part.push(tail.clone()));
                rests.push(rest);
                parts.push(vec![]);
                fresh_from = matcher.bound.len();
            }
            let segment = self.segment(it, matcher);
            parts.last_mut().into_iter().for_each(|part| part.push(segment.clone()));
        }
        let mut parts = parts.into_iter().map(Pattern::Binary);
        let first = parts.next().unwrap_or_else(|| pattern_var("_"));
        let later = rests.into_iter().zip(parts);
        matcher.checks.extend(later.map(|(rest, part)| Check::Matches(var(rest), part)));
        first
    }

    fn segment(&mut self, it: &TreeSegment, matcher: &mut Matcher) -> Segment<Pattern> {
        let tree = self.tree;
        let kind = it.kind.map_or("integer", |kind| tree.text_of(kind));
        let kind = if kind == "bytes" { "binary" } else { kind };
        let value = match tree.name(it.name) {
            "_" => pattern_var("_"),
            _ => self.bound_pattern(it.name, matcher),
        };
        let size = match it.size {
            Some(size) => match tree.text_of(size).parse::<i64>() {
                Ok(bits) => int(bits),
                Err(_) => self.segment_size(size, matcher),
            },
            None => match kind {
                "binary" => atom("all"),
                "float" => int(64),
                "utf8" => atom("undefined"),
                _ => int(8),
            },
        };
        let unit = match kind {
            "binary" => Some(8),
            "utf8" => None,
            _ => Some(1),
        };
        let sign = it.sign.map_or("unsigned", |sign| tree.text_of(sign));
        let endianness = it.endianness.map_or("big", |endianness| tree.text_of(endianness));
        let flags = vec![sign.into(), endianness.into()];
        Segment { value, size, unit, kind: kind.into(), flags }
    }

    /// A size that an earlier segment bound, or a variable around the match.
    fn segment_size(&mut self, token: TokenId, matcher: &mut Matcher) -> Core {
        let Some(variable) = self.variables.sizing(token) else { return int(8) };
        if let Some(core) = bound_as(variable, &matcher.bound) {
            return var(core);
        }
        match self.read(variable) {
            size @ Core::Variable(_) => size,
            shared => {
                let size = self.fresh("size");
                matcher.needed.push((size.clone(), shared));
                var(size)
            }
        }
    }

    /// `pattern := value`; answers the value.
    pub(crate) fn destructure(
        &mut self,
        pattern: PatternId,
        value: Core,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let tree = self.tree;
        match tree.nodes.patterns[pattern] {
            tree::Pattern::Array(elements) | tree::Pattern::List(elements) => {
                for (index, element) in tree.nodes.pattern_lists[elements].iter().enumerate() {
                    self.element(*element, index, value.clone(), line, seq);
                }
            }
            tree::Pattern::Map(pairs) => {
                for pair in &tree.nodes.map_pattern_pairs[pairs] {
                    let key = self.key(pair.key);
                    let found = call("beamtalk_match", "at_key", [value.clone(), key], line);
                    let found = self.named(seq, found);
                    self.destructure_one(pair.value, found, seq);
                }
            }
            _ => self.destructure_one(pattern, value.clone(), seq),
        }
        value
    }

    fn element(
        &mut self,
        element: PatternId,
        index: usize,
        value: Core,
        line: Line,
        seq: &mut Sequence,
    ) {
        let position = int(index as i64 + 1);
        let found = match self.tree.nodes.patterns[element] {
            tree::Pattern::Rest(_) => call("beamtalk_match", "rest", [value, position], line),
            _ => crate::body::dynamic_send(value, "at:", vec![position], line),
        };
        let found = self.named(seq, found);
        self.destructure_one(element, found, seq);
    }

    /// Matches and binds, or fails as Erlang's `=` does.
    fn destructure_one(&mut self, pattern: PatternId, value: Core, seq: &mut Sequence) {
        let mut matcher = Matcher::default();
        let core = self.core_pattern(pattern, &mut matcher);
        matcher.read_needed(seq);
        let names: Vec<Name> = matcher.bound.iter().map(|(_, name)| name.clone()).collect();
        let outside: Vec<Name> = names.iter().map(|_| self.fresh("")).collect();
        let guard = matcher.guards.into_iter().fold(always(), and);
        // A pattern that binds nothing still has one value, which nobody asks for.
        let values = match names.is_empty() {
            true => atom("ok"),
            false => together(names.into_iter().map(var).collect()),
        };
        let failed = prim_op("match_fail", [tuple([atom("badmatch"), value.clone()])], 0);
        let clauses =
            vec![clause([core], guard, values), clause([pattern_var("_")], always(), failed)];
        let whole = case(value, clauses);
        match outside.is_empty() {
            true => seq.perform(whole),
            false => seq.bind(outside.clone(), whole),
        }
        for ((variable, _), name) in matcher.bound.iter().zip(outside) {
            self.write(*variable, var(name), seq);
        }
    }
}

fn bound_as(variable: VariableId, bound: &[(VariableId, Name)]) -> Option<Name> {
    let found = bound.iter().rev().find(|(it, _)| *it == variable);
    found.map(|(_, core)| core.clone())
}

/// `case subject of pattern when guards -> body; _ -> rest end`, with a local
/// function for the rest where it is needed twice.
fn try_arm(
    subject: &Core,
    pattern: Pattern,
    matcher: Matcher,
    next: Name,
    body: Core,
    rest: Core,
) -> Core {
    let guard = matcher.guards.into_iter().fold(always(), and);
    if matcher.checks.is_empty() {
        let mut clauses = vec![clause([pattern], guard, body)];
        let mut rest = rest;
        // The arms that follow ask the same subject.
        let following = match &mut rest {
            Core::Case(following) if following.subject == *subject => {
                std::mem::take(&mut following.clauses)
            }
            _ => vec![clause([pattern_var("_")], always(), rest)],
        };
        clauses.extend(following);
        return case(subject.clone(), clauses);
    }
    let next = fun_name(next, 0);
    let go_on = apply(next.clone(), vec![], 0);
    let checked = matcher.checks.into_iter().rev().fold(body, |body, check| {
        let (asked, answer) = match check {
            Check::Holds(test) => (test, pattern_literal(Literal::Atom("true".into()))),
            Check::Matches(value, pattern) => (value, pattern),
        };
        let clauses: Vec<Clause> = vec![
            clause([answer], always(), body),
            clause([pattern_var("_")], always(), go_on.clone()),
        ];
        case(asked, clauses)
    });
    let clauses = vec![
        clause([pattern], guard, checked),
        clause([pattern_var("_")], always(), go_on.clone()),
    ];
    let function = Function { name: next, parameters: vec![], body: rest, line: 0 };
    let body = case(subject.clone(), clauses);
    Core::LetRec(Box::new(LetRec { functions: vec![function], body }))
}

/// A fault inside a guard makes it false.
fn guarded(test: Core) -> Core {
    call("beamtalk_match", "holds", [crate::core_erlang::build::fun(vec![], test)], 0)
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
