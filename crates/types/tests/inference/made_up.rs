//! Programs that nobody would write: classes whose methods ask each other for
//! everything, in several files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hierarchy::{ClassHierarchy, Origin, Side, surface};
use proptest::prelude::*;
use syntax::Tree;
use syntax::tree::{ExprId, Item, Member, Method};
use types::Inference;

pub(crate) const CLASSES: usize = 4;
const SELECTORS: usize = 6;

/// A method of some class, with its body.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) class: usize,
    pub(crate) is_class_side: bool,
    pub(crate) selector: usize,
    /// The file it stands in, if not in that of its class.
    pub(crate) added_in: Option<usize>,
    pub(crate) body: String,
}

/// Files of statements and methods. A class stands in the file of its number, as far as
/// there are so many.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) files: usize,
    pub(crate) parts: Vec<Part>,
    /// Where the classes and the parts stand, in this order.
    pub(crate) classes: Vec<usize>,
}

impl Made {
    pub(crate) fn text(&self, file: usize) -> String {
        let mut text = String::new();
        for class in self.classes.iter().filter(|it| **it % self.files == file) {
            // Every other class inherits from the one before.
            let above = if class % 2 == 1 { format!("C{}", class - 1) } else { "Value".into() };
            let _ = writeln!(text, "{above} subclass: C{class}\n  field: slot :: Integer = 1\n");
            for part in self.parts.iter().filter(|it| it.class == *class && it.added_in.is_none()) {
                let side = if part.is_class_side { "class " } else { "" };
                let _ = writeln!(text, "  {side}m{} => {}\n", part.selector, part.body);
            }
        }
        for part in self.parts.iter().filter(|it| it.added_in == Some(file)) {
            let side = if part.is_class_side { " class" } else { "" };
            let Part { class, selector, body, .. } = part;
            let _ = writeln!(text, "C{class}{side} >> m{selector} => {body}\n");
        }
        let _ = writeln!(text, "v := C{} new m{}\nv\n", file % CLASSES, file % SELECTORS);
        text
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        (0..self.files).map(|file| self.text(file)).collect()
    }
}

/// Texts, parsed, and the hierarchy that they make together.
pub(crate) struct Program {
    pub(crate) trees: Vec<Tree>,
    pub(crate) hierarchy: ClassHierarchy,
}

impl Program {
    pub(crate) fn new(texts: &[String]) -> Self {
        let mut hierarchy = ClassHierarchy::with_builtins();
        let mut trees = Vec::new();
        for text in texts {
            let parse = syntax::parse(text);
            assert!(!parse.has_errors(), "{:?} in {text}", parse.problems);
            hierarchy.add_classes(surface(&parse.tree), Origin::Project);
            trees.push(parse.tree);
        }
        Program { trees, hierarchy }
    }

    pub(crate) fn trees(&self) -> Vec<&Tree> {
        self.trees.iter().collect()
    }

    pub(crate) fn infer(&self) -> Vec<Inference> {
        types::infer_program(&self.trees(), &self.hierarchy, None)
    }
}

/// All that is known of each method and of the statements outside: what the body
/// answers, what is recorded of it, and the type of every expression, in order.
pub(crate) fn known(trees: &[&Tree], inferences: &[Inference]) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for (tree, inference) in trees.iter().zip(inferences) {
        let mut add = |class: &str, method: &Method| {
            let is_class_side = method.modifiers.is_class_side;
            let side = if is_class_side { Side::Class } else { Side::Instance };
            let key = (class.into(), side, tree.header_selector(&method.header));
            let mut types = shown(tree, inference, tree.list(method.body));
            types.push(format!("{:?}", inference.body(&key).map(|it| it.for_people().to_string())));
            types.push(format!("{:?}", inference.results().get(&key).map(|it| it.to_string())));
            all.insert(format!("{key:?}"), types);
        };
        for (_, class) in tree.nodes.classes.iter() {
            for member in &class.members {
                if let (Member::Method(method), Some(name)) = (member, class.name) {
                    add(tree.text_of(name), method);
                }
            }
        }
        for (_, extension) in tree.nodes.extensions.iter() {
            add(tree.text_of(extension.class.name), &extension.method);
        }
        let statements = tree.items.iter().filter_map(|it| match it {
            Item::Statement(statement) => Some(*statement),
            _ => None,
        });
        let statements: Vec<ExprId> = statements.collect();
        let source = statements.first().map(|it| tree.expr_span(*it).of(&tree.text));
        let mut types = shown(tree, inference, &statements);
        types.extend(inference.bindings().iter().map(|(name, ty)| format!("{name} {ty}")));
        all.insert(format!("outside {source:?}"), types);
    }
    all
}

fn shown(tree: &Tree, inference: &Inference, statements: &[ExprId]) -> Vec<String> {
    let mut pending: Vec<ExprId> = statements.iter().rev().copied().collect();
    let mut types = Vec::new();
    while let Some(expr) = pending.pop() {
        let ty = inference.type_of(expr).map(|it| it.for_people().to_string());
        types.push(format!("{} is {ty:?}", tree.expr_span(expr).of(&tree.text)));
        let mut children = Vec::new();
        tree.children(expr, |child| children.push(child));
        pending.extend(children.into_iter().rev());
    }
    types
}

pub(crate) fn body() -> impl Strategy<Value = String> {
    prop::collection::vec(expression(), 1..3).prop_map(|statements| statements.join(". "))
}

fn expression() -> impl Strategy<Value = String> {
    let call = (0..SELECTORS).prop_map(|it| format!("self m{it}"));
    let other = (0..CLASSES, 0..SELECTORS).prop_map(|(class, it)| format!("C{class} new m{it}"));
    let class_side = (0..CLASSES, 0..SELECTORS).prop_map(|(class, it)| format!("C{class} m{it}"));
    let leaf = prop_oneof![
        1 => prop::sample::select(vec!["7", "\"s\"", "#a", "self", "nil", "self.slot", "C2", "C1 new"])
            .prop_map(str::to_owned),
        3 => call,
        2 => other,
        1 => class_side,
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (inner.clone(), 0..SELECTORS).prop_map(|(it, selector)| format!("({it}) m{selector}")),
            inner.clone().prop_map(|it| format!("({it}) printString")),
            pair.clone().prop_map(|(a, b)| format!("(2 > 1 ifTrue: [{a}] ifFalse: [{b}])")),
            pair.clone().prop_map(|(a, b)| format!("(x := ({a}) max: ({b}))")),
            pair.prop_map(|(a, b)| format!("(#(1) inject: {a} into: [:s :e | {b}])")),
        ]
    })
}

pub(crate) fn made() -> impl Strategy<Value = Made> {
    let place = (0..CLASSES, prop::bool::weighted(0.2), 0..SELECTORS);
    let part = (place, prop::option::weighted(0.2, 0..3_usize), body());
    (1..4_usize, prop::collection::vec(part, 4..24)).prop_map(|(files, parts)| {
        let mut kept: Vec<Part> = Vec::new();
        for ((class, is_class_side, selector), added_in, body) in parts {
            let added_in = added_in.map(|it| it % files);
            let part = Part { class, is_class_side, selector, added_in, body };
            let is_same = |it: &Part| {
                (it.class, it.is_class_side, it.selector) == (class, is_class_side, selector)
            };
            if !kept.iter().any(is_same) {
                kept.push(part);
            }
        }
        Made { files, parts: kept, classes: (0..CLASSES).collect() }
    })
}
