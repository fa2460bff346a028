//! `@expect`: problems that the program says are meant.
//!
//! In go a tree and its problems; out come those that no directive covers. A
//! directive covers the statement, member or declaration that follows it. Whether
//! one covers anything at all is not said here: not all problems are found yet.

use syntax::tree::{Expect, Expr, ExprId, Item, Member};
use syntax::{Span, Tree};

use crate::problem::{Problem, ProblemKind};

/// A place where problems of a category are expected.
struct Expected<'t> {
    place: Span,
    category: &'t str,
}

pub(crate) fn unexpected(tree: &Tree, mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_key(|problem| problem.span);
    let mut expected = gather(tree);
    if expected.is_empty() {
        return problems;
    }
    // Places nest like the tree does, so that those around a problem are a stack.
    expected.sort_by_key(|it| (it.place.start, std::cmp::Reverse(it.place.end)));
    let mut coming = expected.into_iter().peekable();
    let mut around: Vec<Expected> = Vec::new();
    problems.retain(|problem| {
        while let Some(next) = coming.next_if(|it| it.place.start <= problem.span.start) {
            leave_ended(&mut around, next.place.start);
            around.push(next);
        }
        leave_ended(&mut around, problem.span.start);
        !around.iter().any(|it| it.covers(problem))
    });
    problems
}

fn leave_ended(around: &mut Vec<Expected>, at: u32) {
    while around.last().is_some_and(|it| it.place.end <= at) {
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
                _ => self.category == "all" || problem.kind.category() == Some(self.category),
            }
    }
}

fn gather(tree: &Tree) -> Vec<Expected<'_>> {
    let mut all = Vec::new();
    let has_directives = tree.tokens.iter().any(|(_, it)| it.kind == syntax::TokenKind::AtExpect);
    if !has_directives {
        return all;
    }
    let nodes = &tree.nodes;
    for (_, expr) in nodes.exprs.iter() {
        if let Expr::Block(block) = expr {
            in_statements(tree, tree.list(block.body), &mut all);
        }
    }
    for (index, item) in tree.items.iter().enumerate() {
        match *item {
            Item::Statement(statement) => {
                if let Expr::Expect(expect) = nodes.exprs[statement]
                    && let Some(next) = tree.items.get(index + 1)
                {
                    add(tree, expect, place_of(tree, next), &mut all);
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
        add(tree, expect, tree.tokens.span_of(tokens), all);
    }
}

fn in_statements<'t>(tree: &'t Tree, statements: &[ExprId], all: &mut Vec<Expected<'t>>) {
    for pair in statements.windows(2) {
        if let [directive, next] = *pair
            && let Expr::Expect(expect) = tree.nodes.exprs[directive]
        {
            add(tree, expect, tree.expr_span(next), all);
        }
    }
}

fn add<'t>(tree: &'t Tree, expect: Expect, place: Span, all: &mut Vec<Expected<'t>>) {
    if let Some(category) = expect.category {
        all.push(Expected { place, category: tree.text_of(category) });
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
