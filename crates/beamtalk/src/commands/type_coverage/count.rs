//! Counting: in go texts with their types, out come how many expressions there are in
//! each class, of how many the type is known, and where and why it is not.
//!
//! What counts is every expression that has a value of its own. Parentheses, `^`, the
//! variable that is assigned to, `@expect` and what the runtime provides do not: they are
//! what something else is, or nothing.

use std::collections::BTreeMap;

use syntax::tree::{Expr, ExprId, Item, Member};
use syntax::{ColumnUnit, LineIndex, Tree};
use types::{DynamicReason, InferredType};

use crate::build::Typed;

/// What a type is not known for, where nobody knows better.
const NO_REASON: &str = "no reason known";

#[derive(Debug, Default)]
pub(super) struct Coverage {
    /// In the order of files, and in each of the text.
    pub(super) classes: Vec<ClassCoverage>,
}

/// What belongs together in a file: a class, what the file adds to a class, or all that
/// stands outside.
#[derive(Debug)]
pub(super) struct ClassCoverage {
    pub(super) file: String,
    /// Nothing for what stands outside of classes.
    pub(super) class: Option<String>,
    pub(super) share: Share,
    pub(super) unknown: Vec<Unknown>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) typed: usize,
    pub(super) total: usize,
}

/// An expression whose type is not known. Lines and columns count from one.
#[derive(Debug)]
pub(super) struct Unknown {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) reason: &'static str,
    /// Its first line.
    pub(super) source: String,
}

impl Coverage {
    pub(super) fn add(&mut self, file: &str, typed: &Typed) {
        let lines = LineIndex::new(&typed.tree.text);
        for (class, roots) in groups(&typed.tree) {
            let mut coverage = ClassCoverage {
                file: file.to_owned(),
                class,
                share: Share::default(),
                unknown: Vec::new(),
            };
            coverage.count(roots, typed, &lines);
            // What stands outside is worth a row only if there is any.
            if coverage.class.is_some() || coverage.share.total > 0 {
                self.classes.push(coverage);
            }
        }
    }

    /// Leaves one class alone; false if there is none of this name.
    pub(super) fn keep(&mut self, class: &str) -> bool {
        self.classes.retain(|it| it.class.as_deref() == Some(class));
        !self.classes.is_empty()
    }

    pub(super) fn total(&self) -> Share {
        let sum = |share: Share, it: &ClassCoverage| Share {
            typed: share.typed + it.share.typed,
            total: share.total + it.share.total,
        };
        self.classes.iter().fold(Share::default(), sum)
    }

    /// How often each reason stands, the most frequent first.
    pub(super) fn reasons(&self) -> Vec<(&'static str, usize)> {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for unknown in self.classes.iter().flat_map(|it| &it.unknown) {
            *counts.entry(unknown.reason).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

impl Share {
    /// Of nothing everything is known. Never more than there is: 99.96 is not 100.
    pub(super) fn percent(self) -> f64 {
        match self.total {
            0 => 100.0,
            total => (self.typed as f64 * 1000.0 / total as f64).floor() / 10.0,
        }
    }

    pub(super) fn reaches(self, percent: f64) -> bool {
        self.typed as f64 * 100.0 >= percent * self.total as f64
    }
}

impl ClassCoverage {
    fn count(&mut self, roots: Vec<ExprId>, Typed { tree, inference }: &Typed, lines: &LineIndex) {
        let mut pending = roots;
        let mut unknown = Vec::new();
        while let Some(expr) = pending.pop() {
            tree.children(expr, |child| pending.push(child));
            if let Expr::Assignment(assignment) = tree.nodes.exprs[expr] {
                pending.retain(|it| *it != assignment.target);
                // The receiver of a slot that is assigned to is read.
                tree.children(assignment.target, |child| pending.push(child));
            }
            if !counts(tree, expr) {
                continue;
            }
            self.share.total += 1;
            match inference.type_of(expr).unwrap_or(&InferredType::UNKNOWN) {
                InferredType::Dynamic(reason) => unknown.push((expr, *reason)),
                _ => self.share.typed += 1,
            }
        }
        unknown.sort_by_key(|(expr, _)| tree.expr_span(*expr));
        self.unknown
            .extend(unknown.into_iter().map(|(expr, reason)| place(tree, lines, expr, reason)));
    }
}

fn place(tree: &Tree, lines: &LineIndex, expr: ExprId, reason: DynamicReason) -> Unknown {
    let span = tree.expr_span(expr);
    let position = lines.position(&tree.text, span.start, ColumnUnit::Utf32);
    Unknown {
        line: position.line + 1,
        column: position.column + 1,
        reason: reason.words().unwrap_or(NO_REASON),
        source: span.of(&tree.text).lines().next().unwrap_or_default().to_owned(),
    }
}

/// Exhaustive, so that a new form of expression is a decision here.
fn counts(tree: &Tree, expr: ExprId) -> bool {
    match tree.nodes.exprs[expr] {
        Expr::Literal(_)
        | Expr::Identifier(_)
        | Expr::ClassReference(_)
        | Expr::Super(_)
        | Expr::Interpolation(_)
        | Expr::Field(_)
        | Expr::Send(_)
        | Expr::Cascade(_)
        | Expr::Assignment(_)
        | Expr::Destructuring(_)
        | Expr::Block(_)
        | Expr::List(_)
        | Expr::Array(_)
        | Expr::Map(_)
        | Expr::Match(_) => true,
        Expr::Paren(_)
        | Expr::Return(_)
        | Expr::Spread(_)
        | Expr::Primitive(_)
        | Expr::Expect(_)
        | Expr::Error => false,
    }
}

/// The expressions that everything else is inside of, by class in the order of the text.
fn groups(tree: &Tree) -> Vec<(Option<String>, Vec<ExprId>)> {
    let mut groups: Vec<(Option<String>, Vec<ExprId>)> = Vec::new();
    let mut add = |class: Option<String>, exprs: &[ExprId]| {
        match groups.iter_mut().find(|(it, _)| *it == class) {
            Some((_, known)) => known.extend(exprs),
            None => groups.push((class, exprs.to_vec())),
        };
    };
    for item in &tree.items {
        match *item {
            Item::Class(id) => {
                let class = &tree.nodes.classes[id];
                let name = class.name.map(|name| tree.name(name).to_owned());
                add(name.clone(), &[]);
                for member in &class.members {
                    match member {
                        Member::Method(method) => add(name.clone(), tree.list(method.body)),
                        Member::Data(data) => add(name.clone(), data.initialiser.as_slice()),
                    }
                }
            }
            Item::Extension(id) => {
                let extension = &tree.nodes.extensions[id];
                let name = tree.name(extension.class.name).to_owned();
                add(Some(name), tree.list(extension.method.body));
            }
            Item::Statement(statement) => add(None, &[statement]),
            Item::Protocol(_) | Item::Alias(_) => {}
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use hierarchy::{ClassHierarchy, Origin, surface};

    fn check(text: &str, expected: Expect) {
        let tree = syntax::parse(text).tree;
        let mut hierarchy = ClassHierarchy::with_builtins();
        hierarchy.add_classes(surface(&tree), Origin::Project);
        let inference = types::infer(&tree, &hierarchy, None);
        let mut coverage = Coverage::default();
        coverage.add("a.bt", &Typed { tree, inference });
        let mut shown = String::new();
        for ClassCoverage { class, share, unknown, .. } in &coverage.classes {
            let class = class.as_deref().unwrap_or("-");
            shown += &format!("{class} {} of {}\n", share.typed, share.total);
            for it in unknown {
                shown += &format!("  {}:{} {} ({})\n", it.line, it.column, it.source, it.reason);
            }
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn every_expression_with_a_value_of_its_own_counts_once() {
        // The assignment, the send and two literals.
        check("x := (1 + 2)\n", expect![["- 4 of 4\n"]]);
        check(
            "x := #(1, (2))\n^ x\n",
            expect![[r#"
            - 5 of 5
        "#]],
        );
    }

    #[test]
    fn what_is_not_known_is_listed_with_its_place_and_reason() {
        check(
            "Object subclass: Tea\n\n  pour: cup => cup fill\n",
            expect![[r#"
            Tea 0 of 2
              3:16 cup (unannotated parameter)
              3:16 cup fill (dynamic receiver)
        "#]],
        );
    }

    #[test]
    fn a_class_without_expressions_is_known_wholly() {
        check("Object subclass: Tea\n", expect![["Tea 0 of 0\n"]]);
        assert_eq!(Share::default().percent(), 100.0);
        assert!(Share::default().reaches(100.0));
    }

    #[test]
    fn a_share_is_never_rounded_up() {
        let share = Share { typed: 9_999, total: 10_000 };
        assert_eq!(share.percent(), 99.9);
        assert!(share.reaches(99.99) && !share.reaches(100.0));
    }
}
