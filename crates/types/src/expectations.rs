//! `@expect`: problems that the program says are meant.
//!
//! In go a tree and all its problems; out come those that no directive covers, and one
//! for each directive that covers none. A directive covers the statement, member or
//! declaration that follows it; several may stand before one statement.

use syntax::tree::{Expect, Expr, ExprId, Item, Member};
use syntax::{Category, EXPECT_ALL, Span, TokenKind, Tree};

use crate::problem::{Problem, ProblemKind, StyleProblem};

/// How much was looked at: only of what was can one say that it has no problems.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// Whether all checks were made, in sight of the whole program.
    pub(crate) is_whole: bool,
    /// Whether it was known which functions Erlang has.
    pub(crate) sees_erlang: bool,
}

/// A directive, and where it expects problems.
struct Expected<'t> {
    /// The directive itself.
    directive: Span,
    /// Empty where nothing follows.
    place: Span,
    category: &'t str,
    is_met: bool,
    /// The directive around it that covers everything, by its position.
    around: Option<usize>,
}

pub(crate) fn unexpected(tree: &Tree, mut problems: Vec<Problem>, sight: Sight) -> Vec<Problem> {
    problems.sort_by_key(|problem| problem.span);
    let mut expected = gather(tree);
    if expected.is_empty() {
        return problems;
    }
    // Places nest like the tree does, so that those around a problem are a stack.
    expected.sort_by_key(|it| (it.place.start, std::cmp::Reverse(it.place.end)));
    let mut next = 0;
    let mut around: Vec<usize> = Vec::new();
    problems.retain(|problem| {
        while expected.get(next).is_some_and(|it| it.place.start <= problem.span.start) {
            enter(&mut expected, &mut around, next);
            next += 1;
        }
        leave_ended(&expected, &mut around, problem.span.start);
        let mut is_expected = false;
        for position in &around {
            if let Some(it) = expected.get_mut(*position).filter(|it| it.covers(problem)) {
                it.is_met = true;
                is_expected = true;
            }
        }
        !is_expected
    });
    for rest in next..expected.len() {
        enter(&mut expected, &mut around, rest);
    }
    if sight.is_whole {
        problems.extend(stale(tree, expected, sight));
        problems.sort_by_key(|problem| problem.span);
    }
    problems
}

/// The directives that no problem met. One that expects everything around them may
/// expect just that.
fn stale(tree: &Tree, mut expected: Vec<Expected>, sight: Sight) -> Vec<Problem> {
    let mut stale = Vec::new();
    // Those inside come after those around them.
    for position in (0..expected.len()).rev() {
        let Some(it) = expected.get(position).filter(|it| !it.is_met) else { continue };
        if !sight.sees_erlang && it.may_be_of_erlang(tree) {
            continue;
        }
        let (around, span) = (it.around, it.directive);
        match around.and_then(|around| expected.get_mut(around)) {
            Some(around) => around.is_met = true,
            None => {
                let kind = ProblemKind::Style(StyleProblem::StaleExpectation);
                stale.push(Problem { kind, span });
            }
        }
    }
    stale
}

fn enter(expected: &mut [Expected], around: &mut Vec<usize>, position: usize) {
    let Some(start) = expected.get(position).map(|it| it.directive.start) else { return };
    leave_ended(expected, around, start);
    let covers_all = |it: &&usize| {
        expected.get(**it).is_some_and(|it| it.is_for_all() && it.place.start <= start)
    };
    let all = around.iter().rev().find(covers_all).copied();
    if let Some(it) = expected.get_mut(position) {
        it.around = all;
    }
    around.push(position);
}

fn leave_ended(expected: &[Expected], around: &mut Vec<usize>, at: u32) {
    let is_ended = |position: usize| expected.get(position).is_none_or(|it| it.place.end <= at);
    while around.last().is_some_and(|last| is_ended(*last)) {
        around.pop();
    }
}

impl Expected<'_> {
    fn covers(&self, problem: &Problem) -> bool {
        let is_inside =
            self.place.start <= problem.span.start && problem.span.end <= self.place.end;
        is_inside
            && match problem.kind {
                // The BEAM does not care what was expected.
                ProblemKind::IntegerTooLong | ProblemKind::NameTooLong { .. } => false,
                _ if self.is_for_all() => true,
                _ => {
                    let expected = Category::expected_as(self.category);
                    expected.zip(problem.kind.category()).is_some_and(|(it, of)| it.covers(of))
                }
            }
    }

    fn is_for_all(&self) -> bool {
        self.category == EXPECT_ALL
    }

    fn may_be_of_erlang(&self, tree: &Tree) -> bool {
        let can_be = matches!(
            Category::expected_as(self.category),
            None | Some(Category::Type | Category::UnresolvedFfi | Category::ArityMismatch)
        );
        can_be && self.place.of(&tree.text).contains("Erlang")
    }
}

fn gather(tree: &Tree) -> Vec<Expected<'_>> {
    let mut all = Vec::new();
    let has_directives = tree.tokens.iter().any(|(_, it)| it.kind == TokenKind::AtExpect);
    if !has_directives {
        return all;
    }
    let nodes = &tree.nodes;
    for (_, expr) in nodes.exprs.iter() {
        if let Expr::Block(block) = expr {
            in_statements(tree, tree.list(block.body), &mut all);
        }
    }
    let mut next = Next::default();
    for item in tree.items.iter().rev() {
        match *item {
            Item::Statement(statement) => {
                if let Expr::Expect(expect) = nodes.exprs[statement] {
                    next.add(tree, expect, &mut all);
                    continue;
                }
            }
            Item::Extension(id) => {
                in_statements(tree, tree.list(nodes.extensions[id].method.body), &mut all);
            }
            Item::Class(id) => {
                for member in &nodes.classes[id].members {
                    in_member(tree, member, &mut all);
                }
            }
            Item::Protocol(_) | Item::Alias(_) => {}
        }
        next = Next::at(place_of(tree, item));
    }
    all
}

fn in_member<'t>(tree: &'t Tree, member: &Member, all: &mut Vec<Expected<'t>>) {
    let (expect, tokens) = match member {
        Member::Data(data) => (data.expect, data.tokens),
        Member::Method(method) => {
            in_statements(tree, tree.list(method.body), all);
            (method.expect, method.tokens)
        }
    };
    if let Some(expect) = expect {
        Next::at(tree.tokens.span_of(tokens)).add(tree, expect, all);
    }
}

fn in_statements<'t>(tree: &'t Tree, statements: &[ExprId], all: &mut Vec<Expected<'t>>) {
    let mut next = Next::default();
    for statement in statements.iter().rev() {
        match tree.nodes.exprs[*statement] {
            Expr::Expect(expect) => next.add(tree, expect, all),
            _ => next = Next::at(tree.expr_span(*statement)),
        }
    }
}

/// What follows a directive, and the categories that others expect of it already: one
/// that says the same again says nothing.
#[derive(Default)]
struct Next<'t> {
    place: Option<Span>,
    taken: Vec<&'t str>,
}

impl<'t> Next<'t> {
    fn at(place: Span) -> Self {
        Next { place: Some(place), taken: Vec::new() }
    }

    fn add(&mut self, tree: &'t Tree, expect: Expect, all: &mut Vec<Expected<'t>>) {
        let Some(word) = expect.category else { return };
        let category = tree.text_of(word);
        if category != EXPECT_ALL && Category::expected_as(category).is_none() {
            return;
        }
        let start = tree.tokens.get(expect.directive).span().start;
        let end = tree.tokens.get(expect.reason.unwrap_or(word)).span().end;
        let place = self.place.filter(|_| !self.taken.contains(&category));
        if place.is_some() {
            self.taken.push(category);
        }
        all.push(Expected {
            directive: Span { start, end },
            place: place.unwrap_or(Span { start: end, end }),
            category,
            is_met: false,
            around: None,
        });
    }
}

/// What a directive before an item covers: of a class its header, because its
/// members have directives of their own.
fn place_of(tree: &Tree, item: &Item) -> Span {
    let nodes = &tree.nodes;
    let tokens = match *item {
        Item::Class(id) => nodes.classes[id].header,
        Item::Protocol(id) => nodes.protocols[id].header,
        Item::Extension(id) => nodes.extensions[id].tokens,
        Item::Alias(id) => nodes.aliases[id].tokens,
        Item::Statement(id) => return tree.expr_span(id),
    };
    tree.tokens.span_of(tokens)
}
