//! Who binds each name of a method body, and where each variable lives.
//!
//! A variable is introduced by its first assignment and lives to the end of the
//! method or block it is introduced in. The arm of a match is neither: only what its
//! pattern binds ends with it. Most variables are plain values that are
//! named anew at each assignment. Only one that a real block captures, and that
//! is assigned again, needs a cell that both share.

use std::collections::{HashMap, HashSet};

use syntax::tree::{Arm, Expr, ExprId, Message, Pattern, PatternId};
use syntax::{TokenId, Tree};

use crate::construct::construct;

/// The names of one body and what they stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables {
    pub(crate) all: Vec<Variable>,
    /// By the expression that reads it or is assigned to.
    uses: HashMap<ExprId, VariableId>,
    /// By the token that introduces it, where that is no expression: parameters
    /// and names in patterns.
    introduced: HashMap<TokenId, VariableId>,
    /// The class above which `super` begins, by the parameter of a block that is called
    /// `self`: such a block may become a method.
    supers: HashMap<TokenId, VariableId>,
    /// By the token that stands for the size of a segment.
    sizes: HashMap<TokenId, VariableId>,
    /// What the method is given, in order.
    pub(crate) parameters: Vec<VariableId>,
    /// `self`, in methods that change it.
    pub(crate) self_variable: Option<VariableId>,
    /// How many scopes are around each block.
    block_depths: HashMap<ExprId, usize>,
    /// By the outermost match around, what its arms introduce and leave behind.
    outliving: HashMap<ExprId, Vec<VariableId>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VariableId(pub(crate) u32);

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) storage: Storage,
    /// Whether a block assigns it that it is not local to, compiled in place or not.
    pub(crate) is_assigned_in_blocks: bool,
    /// How many scopes are around it, its own included.
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// A value with a name; assigning names another value.
    Value,
    /// Shared by a method and the blocks that outlive or leave it.
    Cell,
    /// A cell that evaluations hand from one to the next.
    Binding,
}

impl Variables {
    /// The variable that an identifier reads or an assignment writes. `None` for
    /// names that nothing here binds: slots, `self`, globals.
    pub(crate) fn of(&self, expr: ExprId) -> Option<VariableId> {
        self.uses.get(&expr).copied()
    }

    /// The variable that a parameter or a name in a pattern introduces.
    pub(crate) fn introduced_by(&self, token: TokenId) -> Option<VariableId> {
        self.introduced.get(&token).copied()
    }

    /// What `super` means in a block with a parameter that is called `self`.
    pub(crate) fn super_of(&self, parameter: TokenId) -> Option<VariableId> {
        self.supers.get(&parameter).copied()
    }

    /// The variable that says how long a segment is.
    pub(crate) fn sizing(&self, token: TokenId) -> Option<VariableId> {
        self.sizes.get(&token).copied()
    }

    /// The variables that the arms of a match are the first to assign.
    pub(crate) fn outliving(&self, matching: ExprId) -> Vec<VariableId> {
        self.outliving.get(&matching).cloned().unwrap_or_default()
    }

    pub(crate) fn get(&self, variable: VariableId) -> Option<&Variable> {
        self.all.get(variable.0 as usize)
    }

    /// Whether a variable that a block mentions is there before the block.
    pub(crate) fn is_outside(&self, variable: VariableId, block: ExprId) -> bool {
        let block = self.block_depths.get(&block);
        self.get(variable).zip(block).is_some_and(|(variable, block)| variable.depth <= *block)
    }

    /// The bindings that the body reads or assigns, by name.
    pub(crate) fn used_bindings(&self) -> Vec<(VariableId, &str)> {
        let by_token = self.introduced.values().chain(self.sizes.values());
        let used: HashSet<VariableId> = self.uses.values().chain(by_token).copied().collect();
        let all = (0..).map(VariableId).zip(&self.all);
        all.filter(|(id, it)| it.storage == Storage::Binding && used.contains(id))
            .map(|(id, it)| (id, it.name.as_str()))
            .collect()
    }
}

/// Resolves the names of a body with the given parameters.
pub(crate) fn variables(tree: &Tree, parameters: &[TokenId], body: &[ExprId]) -> Variables {
    resolve(tree, false, parameters, body)
}

/// The same for a method in which `self.slot := value` makes another object of
/// `self`: there it is a variable like any other.
pub(crate) fn variables_with_self(
    tree: &Tree,
    parameters: &[TokenId],
    body: &[ExprId],
) -> Variables {
    resolve(tree, true, parameters, body)
}

fn resolve(tree: &Tree, has_self: bool, parameters: &[TokenId], body: &[ExprId]) -> Variables {
    let mut resolver = Resolver::new(tree);
    resolver.scoped(|resolver| {
        if has_self {
            resolver.variables.self_variable = Some(resolver.introduce("self", 1));
        }
        for parameter in parameters {
            let parameter = resolver.introduce_token(*parameter);
            resolver.variables.parameters.push(parameter);
        }
        resolver.statements(body);
    });
    resolver.finish()
}

/// Resolves the names of statements outside any method, where some are known
/// from before. All that is not local to a block is a binding.
pub(crate) fn bindings(tree: &Tree, known: &[String], body: &[ExprId]) -> Variables {
    let mut resolver = Resolver::new(tree);
    let mut outermost = Vec::new();
    resolver.scoped(|resolver| {
        for name in known {
            resolver.introduce(name, 1);
        }
        resolver.statements(body);
        let scope = resolver.scopes.last();
        outermost.extend(scope.into_iter().flat_map(|scope| scope.names.values()).copied());
    });
    let mut variables = resolver.finish();
    for VariableId(index) in outermost {
        if let Some(variable) = variables.all.get_mut(index as usize) {
            variable.storage = Storage::Binding;
        }
    }
    variables
}

struct Resolver<'t> {
    tree: &'t Tree,
    variables: Variables,
    /// In step with `variables.all`.
    facts: Vec<Facts>,
    scopes: Vec<Scope>,
    /// How many real blocks are around.
    level: u32,
    /// How many blocks of any kind are around.
    blocks: u32,
    has_real_blocks: bool,
}

#[derive(Default)]
struct Scope {
    names: HashMap<String, VariableId>,
    /// The match, where this is one of its arms.
    arm_of: Option<ExprId>,
}

/// What decides where a variable lives.
#[derive(Default)]
struct Facts {
    level: u32,
    blocks: u32,
    writes: u32,
    is_captured: bool,
    /// A block captured it before its first value was there.
    is_captured_early: bool,
}

impl<'t> Resolver<'t> {
    fn new(tree: &'t Tree) -> Self {
        let variables = Variables::default();
        Resolver {
            tree,
            variables,
            facts: Vec::new(),
            scopes: Vec::new(),
            level: 0,
            blocks: 0,
            has_real_blocks: false,
        }
    }

    fn finish(self) -> Variables {
        let mut variables = self.variables;
        for (variable, facts) in variables.all.iter_mut().zip(&self.facts) {
            let changes = facts.writes > 1 || facts.is_captured_early;
            if facts.is_captured && changes {
                variable.storage = Storage::Cell;
            }
        }
        // Blocks use `self` in more ways than by its name.
        if let Some(VariableId(index)) = variables.self_variable
            && let Some(variable) = variables.all.get_mut(index as usize)
            && self.has_real_blocks
        {
            variable.storage = Storage::Cell;
        }
        variables
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        self.within(Scope::default(), visit);
    }

    fn within(&mut self, scope: Scope, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        visit(self);
        self.scopes.pop();
    }

    fn find(&self, name: &str) -> Option<VariableId> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name).copied())
    }

    /// Something new in the innermost scope.
    fn introduce(&mut self, name: &str, writes: u32) -> VariableId {
        self.introduce_at(self.scopes.len(), name, writes)
    }

    /// Something new, at a first assignment. Nothing is called so yet, so it can be
    /// told from the start to the scope that it will outlive the arms in.
    fn introduce_assigned(&mut self, name: &str) -> VariableId {
        let depth = self.scopes.iter().rposition(|scope| scope.arm_of.is_none());
        let depth = depth.map_or(0, |index| index + 1);
        let variable = self.introduce_at(depth, name, 0);
        if let Some(matching) = self.scopes.get(depth).and_then(|arm| arm.arm_of) {
            self.variables.outliving.entry(matching).or_default().push(variable);
        }
        variable
    }

    fn introduce_at(&mut self, depth: usize, name: &str, writes: u32) -> VariableId {
        let id = VariableId(self.variables.all.len() as u32);
        self.variables.all.push(Variable {
            name: name.to_owned(),
            storage: Storage::Value,
            is_assigned_in_blocks: false,
            depth,
        });
        let (level, blocks) = (self.level, self.blocks);
        self.facts.push(Facts { level, blocks, writes, ..Facts::default() });
        if let Some(scope) = depth.checked_sub(1).and_then(|index| self.scopes.get_mut(index)) {
            scope.names.insert(name.to_owned(), id);
        }
        id
    }

    fn introduce_token(&mut self, token: TokenId) -> VariableId {
        let name = self.tree.name(token);
        let id = self.introduce(name, 1);
        self.variables.introduced.insert(token, id);
        id
    }

    fn use_of(&mut self, expr: ExprId, variable: VariableId, is_write: bool) {
        self.variables.uses.insert(expr, variable);
        self.note_use(variable, is_write);
    }

    fn note_use(&mut self, variable: VariableId, is_write: bool) {
        let index = variable.0 as usize;
        let found = self.facts.get_mut(index).zip(self.variables.all.get_mut(index));
        if let Some((facts, variable)) = found {
            if self.level > facts.level {
                facts.is_captured = true;
                facts.is_captured_early |= facts.writes == 0;
            }
            facts.writes += u32::from(is_write);
            variable.is_assigned_in_blocks |= is_write && self.blocks > facts.blocks;
        }
    }

    fn statements(&mut self, statements: &[ExprId]) {
        for statement in statements {
            self.expr(*statement);
        }
    }

    fn expr(&mut self, id: ExprId) {
        // Chains of sends may be of any length; all else nests within bounds.
        let (links, inner) = self.tree.spine(id);
        let innermost = links.last().map_or(Vec::new(), |link| self.inlined_blocks(*link));
        match innermost.contains(&inner) {
            true => self.block(inner, false),
            false => self.atom(inner),
        }
        for link in links.iter().rev() {
            if let Expr::Send(send) = self.tree.nodes.exprs[*link] {
                let inlined = self.inlined_blocks(*link);
                self.message(&send.message, &inlined);
            }
        }
    }

    /// The blocks of a send that are compiled in place.
    fn inlined_blocks(&self, send: ExprId) -> Vec<ExprId> {
        match self.tree.nodes.exprs[send] {
            Expr::Send(send) => {
                construct(self.tree, &send).into_iter().flat_map(|it| it.blocks()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn message(&mut self, message: &Message, inlined: &[ExprId]) {
        for argument in self.tree.arguments(message) {
            match inlined.contains(&argument) {
                true => self.block(argument, false),
                false => self.expr(argument),
            }
        }
    }

    fn atom(&mut self, id: ExprId) {
        let tree = self.tree;
        match tree.nodes.exprs[id] {
            Expr::Identifier(name) => {
                if let Some(variable) = self.find(tree.text_of(name)) {
                    self.use_of(id, variable, false);
                }
            }
            Expr::Super(_) => {
                if let Some(class) = self.find("super") {
                    self.use_of(id, class, false);
                }
            }
            Expr::Assignment(assignment) => match tree.nodes.exprs[assignment.target] {
                Expr::Identifier(name) => {
                    self.assignment(assignment.target, name, assignment.value)
                }
                _ => {
                    self.expr(assignment.target);
                    self.expr(assignment.value);
                    // Where a parameter is called `self`, another object is meant.
                    let receiver = self.variables.self_variable;
                    if let Some(variable) = receiver.filter(|it| self.find("self") == Some(*it)) {
                        self.use_of(assignment.target, variable, true);
                    }
                }
            },
            Expr::Destructuring(destructuring) => {
                self.expr(destructuring.value);
                self.pattern(destructuring.pattern, true);
            }
            Expr::Cascade(cascade) => {
                // Nothing in a cascade is compiled in place: its receiver gets
                // every message, the first one too.
                match tree.nodes.exprs[cascade.first] {
                    Expr::Send(send) => {
                        self.expr(send.receiver);
                        self.message(&send.message, &[]);
                    }
                    _ => self.expr(cascade.first),
                }
                for message in &tree.nodes.messages[cascade.messages] {
                    self.message(message, &[]);
                }
            }
            Expr::Block(_) => self.block(id, true),
            // A primitive is given what the method is given.
            Expr::Primitive(_) => {
                for parameter in self.variables.parameters.clone() {
                    self.note_use(parameter, false);
                }
            }
            Expr::Match(matching) => {
                self.expr(matching.value);
                for arm in &tree.nodes.arms[matching.arms] {
                    self.arm(id, arm);
                }
            }
            _ => tree.children(id, |child| self.expr(child)),
        }
    }

    /// The value may be a block that calls itself by the name it is given.
    fn assignment(&mut self, target: ExprId, name: TokenId, value: ExprId) {
        let name = self.tree.text_of(name);
        let is_block = matches!(self.tree.nodes.exprs[value], Expr::Block(_));
        let known = self.find(name);
        let early = (known.is_none() && is_block).then(|| self.introduce_assigned(name));
        self.expr(value);
        let variable = known.or(early).unwrap_or_else(|| self.introduce_assigned(name));
        self.use_of(target, variable, true);
    }

    fn block(&mut self, id: ExprId, is_real: bool) {
        let Expr::Block(block) = self.tree.nodes.exprs[id] else { return self.expr(id) };
        let tree = self.tree;
        self.variables.block_depths.insert(id, self.scopes.len());
        self.blocks += 1;
        self.level += u32::from(is_real);
        self.has_real_blocks |= is_real;
        self.scoped(|resolver| {
            for parameter in &tree.nodes.block_parameters[block.parameters] {
                resolver.introduce_token(parameter.name);
                if tree.name(parameter.name) == "self" {
                    let class = resolver.introduce("super", 1);
                    resolver.variables.supers.insert(parameter.name, class);
                }
            }
            resolver.statements(tree.list(block.body));
        });
        self.level -= u32::from(is_real);
        self.blocks -= 1;
    }

    fn arm(&mut self, matching: ExprId, arm: &Arm) {
        let scope = Scope { arm_of: Some(matching), ..Scope::default() };
        self.within(scope, |resolver| {
            resolver.pattern(arm.pattern, false);
            arm.guard.into_iter().chain([arm.body]).for_each(|part| resolver.expr(part));
        });
    }

    /// Names in an arm's pattern are always new; those of a destructuring
    /// assignment are assigned where they exist.
    fn pattern(&mut self, id: PatternId, assigns: bool) {
        let nodes = &self.tree.nodes;
        match nodes.patterns[id] {
            Pattern::Variable(name) => self.pattern_name(name, assigns),
            Pattern::ClassTest(test) => self.pattern_name(test.name, assigns),
            Pattern::Rest(name) => self.pattern_name(name, assigns),
            Pattern::Tuple(elements) | Pattern::Array(elements) | Pattern::List(elements) => {
                for element in &nodes.pattern_lists[elements] {
                    self.pattern(*element, assigns);
                }
            }
            Pattern::Constructor(constructor) => {
                for part in &nodes.constructor_parts[constructor.parts] {
                    self.pattern(part.argument, assigns);
                }
            }
            Pattern::Map(pairs) => {
                for pair in &nodes.map_pattern_pairs[pairs] {
                    self.pattern(pair.value, assigns);
                }
            }
            Pattern::Binary(segments) => {
                for segment in &nodes.segments[segments] {
                    // A segment may be as long as an earlier one says.
                    let size = segment.size.map(|size| (size, self.find(self.tree.name(size))));
                    if let Some((size, Some(variable))) = size {
                        self.variables.sizes.insert(size, variable);
                        self.note_use(variable, false);
                    }
                    self.pattern_name(segment.name, assigns);
                }
            }
            Pattern::Wildcard | Pattern::Nil | Pattern::Literal(_) | Pattern::Error => {}
        }
    }

    fn pattern_name(&mut self, name: TokenId, assigns: bool) {
        let text = self.tree.name(name);
        if text == "_" {
            return;
        }
        let known = match assigns {
            true => self.find(text),
            // In a pattern of its own, what is there already is the same name again.
            false => self.scopes.last().and_then(|arm| arm.names.get(text).copied()),
        };
        match known {
            Some(known) => {
                self.variables.introduced.insert(name, known);
                self.note_use(known, assigns);
            }
            None if assigns => {
                let new = self.introduce_assigned(text);
                self.variables.introduced.insert(name, new);
                self.note_use(new, true);
            }
            None => {
                self.introduce_token(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    //! Variables by example: `name` lives as a value, `name!` in a cell, `name@`
    //! in a binding, in the order they are introduced.

    use super::{Storage, Variables, bindings, variables};
    use syntax::Tree;
    use syntax::tree::Item;

    use syntax::tree::ExprId;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        check_by(|tree, body| variables(tree, &[], body), source, expected);
    }

    #[track_caller]
    fn check_bindings(known: &str, source: &str, expected: &str) {
        let known: Vec<String> = known.split_whitespace().map(str::to_owned).collect();
        check_by(|tree, body| bindings(tree, &known, body), source, expected);
    }

    #[track_caller]
    fn check_by(resolve: impl Fn(&Tree, &[ExprId]) -> Variables, source: &str, expected: &str) {
        let parse = syntax::parse(source);
        assert!(!parse.has_errors(), "{:?}", parse.problems);
        let body: Vec<_> = parse
            .tree
            .items
            .iter()
            .map(|item| match item {
                Item::Statement(statement) => *statement,
                other => panic!("{other:?}"),
            })
            .collect();
        let found = resolve(&parse.tree, &body);
        let shown: Vec<String> = found
            .all
            .iter()
            .map(|it| match it.storage {
                Storage::Value => it.name.clone(),
                Storage::Cell => format!("{}!", it.name),
                Storage::Binding => format!("{}@", it.name),
            })
            .collect();
        assert_eq!(shown.join(" "), expected, "{source}");
    }

    #[test]
    fn what_is_not_captured_is_a_value() {
        check("a := 1. a := a + 1", "a");
        check("a := 1. x ifTrue: [a := 2]. a", "a");
        check("n := 0. [n < 9] whileTrue: [n := n + 1]. n", "n");
        check("n := 0. 1 to: 9 do: [:i | n := n + i]. n", "n i");
        check("x match: [{#ok, v} -> v; e -> e]", "v e");
    }

    #[test]
    fn what_is_captured_and_never_changes_is_a_value() {
        check("a := 1. xs each: [:x | x + a]", "a x");
        check("[:x | y := x. [y]]", "x y");
    }

    #[test]
    fn what_is_captured_and_changes_lives_in_a_cell() {
        check("n := 0. xs each: [:x | n := n + x]. n", "n! x");
        check("n := 0. f := [n]. n := 1. f value", "n! f");
        check("{a, b} := t. f := [a]. {a, c} := u", "a! b f c");
    }

    #[test]
    fn a_block_may_call_itself() {
        check("f := [:n | f value: n - 1]. f value: 3", "f! n");
    }

    #[test]
    fn names_end_with_their_block() {
        check("x ifTrue: [a := 1]. x ifFalse: [a := 2. a]", "a a");
        check("[a := 1] foo. a", "a");
    }

    #[test]
    fn names_outlive_their_arm() {
        check("x match: [1 -> a := 1; _ -> a := 2]. a", "a");
        check("x match: [a -> a := 1]. a := 2", "a a");
        check("x match: [1 -> (y match: [z -> a := z])]. a", "z a");
        check("x match: [1 -> a := 1]. [a]. a := 2", "a!");
        check("x match: [_ -> [a := 1. [a := 2]]]. a := 3", "a! a");
        check("x match: [1 -> ({a, b} := y)]. {a, c} := b", "a b c");
        check_bindings("", "x match: [{b} -> a := b]. a", "b a@");
    }

    #[test]
    fn a_name_twice_in_an_arm_is_one() {
        check("x match: [#[a, #[a]] -> a; #[a] -> a]", "a a");
    }

    #[test]
    fn control_flow_without_literal_blocks_is_an_ordinary_send() {
        check("n := 0. x ifTrue: (f g: [n := 1])", "n!");
    }

    #[test]
    fn nothing_is_compiled_in_place_in_a_cascade() {
        check("n := 0. x ifTrue: [n := 1]; ifFalse: [n := 2]. n", "n!");
    }

    #[test]
    fn what_stands_outside_methods_is_a_binding() {
        check_bindings("", "a := 1. {b, _} := t. [:x | y := x + a]", "a@ b@ x y");
        check_bindings("a", "a + b. xs do: [:x | a := x]", "a@ x");
        check_bindings("", "x ifTrue: [a := 1]. a", "a");
    }
}
