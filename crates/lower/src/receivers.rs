//! Which classes a piece of text is likely to send messages to: those it mentions, by
//! name or by a literal.
//!
//! In go the names in the text and the hierarchy; out come the class objects that need
//! no looking up, and for each selector the classes whose own method may be called
//! directly if the receiver is of that very class. A guess that is wrong, or was right
//! once, costs a comparison: the dynamic send stands behind it, and a module that has
//! lost the function sends the message itself (`'$handle_undefined_function'/2`).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, Kind, Selector, Side};
use syntax::tree::{Class, Expr, ExprId, Member};
use syntax::{TokenId, TokenKind, Tree};

use crate::core_erlang::Literal;
use crate::module::module_name;

/// With more candidates than this, comparing costs as much as looking up.
const MOST_CANDIDATES: usize = 4;

#[derive(Clone, Debug, Default)]
pub(crate) struct Receivers {
    classes: HashMap<String, Arc<Known>>,
    /// The value classes that define a selector for their instances.
    candidates: HashMap<Selector, Vec<Arc<Known>>>,
}

#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) class: String,
    pub(crate) module: String,
    class_selectors: HashSet<Selector>,
}

impl Receivers {
    /// Those that a class speaks of.
    pub(crate) fn of_class(tree: &Tree, class: &Class, hierarchy: &ClassHierarchy) -> Self {
        let first = class.header.first.0;
        let ends = class.members.iter().map(|member| match member {
            Member::Data(data) => data.tokens.last.0,
            Member::Method(method) => method.tokens.last.0,
        });
        let last = ends.max().unwrap_or(first).max(class.header.last.0);
        let named = named(tree, class);
        Receivers::in_range(tree, first, last, named, hierarchy)
    }

    /// Those that a whole text speaks of.
    pub(crate) fn of_text(tree: &Tree, hierarchy: &ClassHierarchy) -> Self {
        let last = (tree.tokens.len() as u32).saturating_sub(1);
        let exprs = tree.nodes.exprs.iter();
        let named = exprs.filter_map(|(_, expr)| name(tree, expr)).collect();
        Receivers::in_range(tree, 0, last, named, hierarchy)
    }

    /// With the classes that expressions in the range name.
    fn in_range<'t>(
        tree: &'t Tree,
        first: u32,
        last: u32,
        mut used: BTreeSet<&'t str>,
        hierarchy: &ClassHierarchy,
    ) -> Self {
        let names = (first..=last).map(TokenId).filter(|id| {
            tree.tokens.get(*id).kind == TokenKind::Identifier
                && tree.text_of(*id).starts_with(|it: char| it.is_ascii_uppercase())
        });
        let names: BTreeSet<&str> = names.map(|id| tree.text_of(id)).collect();
        used.extend((first..=last).filter_map(|id| literal(tree.tokens.get(TokenId(id)).kind)));
        // What only annotations say of the library changes no code.
        let counts = |info: &ClassInfo| !is_of_library(info) || used.contains(info.name.simple());
        let mut receivers = Receivers::default();
        for name in names.union(&used) {
            let Some(info) = hierarchy.class(&ClassName::from(*name)) else { continue };
            receivers.add(info, counts(info), hierarchy);
        }
        receivers.candidates.retain(|_, classes| classes.len() <= MOST_CANDIDATES);
        receivers
    }

    /// Messages to its instances are only expected if it counts.
    fn add(&mut self, info: &ClassInfo, counts: bool, hierarchy: &ClassHierarchy) {
        if hierarchy.protocol(&info.name).is_some() {
            return;
        }
        // What the compiler provides counts as well.
        let methods = |side| hierarchy.compiled_methods(&info.name, side);
        let known = Arc::new(Known {
            class: info.name.simple().to_owned(),
            module: module_name(info),
            class_selectors: methods(Side::Class).map(|it| it.selector.clone()).collect(),
        });
        let is_value = hierarchy.kind_of(&info.name) == Some(Kind::Value);
        if is_value && counts && is_told_by_shape(info) {
            for method in methods(Side::Instance) {
                let candidates = self.candidates.entry(method.selector.clone()).or_default();
                candidates.push(Arc::clone(&known));
            }
        }
        self.classes.insert(known.class.clone(), known);
    }

    pub(crate) fn candidates(&self, selector: &str) -> &[Arc<Known>] {
        self.candidates.get(selector).map(Vec::as_slice).unwrap_or_default()
    }

    /// The class object of a name.
    pub(crate) fn class_object(&self, name: &str) -> Option<Literal> {
        self.classes.get(name).map(|known| {
            let process = vec![atom("registered"), atom(&format!("beamtalk_class_{name}"))];
            Literal::Tuple(vec![
                atom("beamtalk_object"),
                atom(&format!("{name} class")),
                atom(&known.module),
                Literal::Tuple(process),
            ])
        })
    }

    /// The module whose function answers a message to a class object, if the class
    /// itself defines it.
    pub(crate) fn class_side(&self, object: &Literal, selector: &str) -> Option<&Known> {
        let Literal::Tuple(parts) = object else { return None };
        let Some(Literal::Atom(tag)) = parts.get(1) else { return None };
        let known = self.classes.get(tag.strip_suffix(" class")?)?;
        known.class_selectors.contains(selector).then_some(known)
    }
}

/// The classes that the expressions of a class name.
fn named<'t>(tree: &'t Tree, class: &Class) -> BTreeSet<&'t str> {
    let mut pending: Vec<ExprId> = Vec::new();
    for member in &class.members {
        match member {
            Member::Data(data) => pending.extend(data.initialiser),
            Member::Method(method) => pending.extend(tree.list(method.body)),
        }
    }
    let mut names = BTreeSet::new();
    while let Some(expr) = pending.pop() {
        names.extend(name(tree, &tree.nodes.exprs[expr]));
        tree.children(expr, |child| pending.push(child));
    }
    names
}

fn name<'t>(tree: &'t Tree, expr: &Expr) -> Option<&'t str> {
    match expr {
        Expr::ClassReference(class) => Some(tree.text_of(class.name)),
        _ => None,
    }
}

/// The class that a token begins a literal of.
fn literal(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::ListOpen => Some("List"),
        TokenKind::MapOpen => Some("Dictionary"),
        TokenKind::ArrayOpen => Some("Array"),
        _ => None,
    }
}

fn is_of_library(info: &ClassInfo) -> bool {
    info.package.as_deref() == Some("stdlib")
}

/// Whether one look at a term tells that it is an instance: it carries the name of its
/// class, or is a list or a map of the BEAM. A binary would have to be read first.
fn is_told_by_shape(info: &ClassInfo) -> bool {
    const NEITHER: [&str; 9] =
        ["Integer", "Float", "Character", "String", "Binary", "Symbol", "Tuple", "True", "False"];
    let is_neither = is_of_library(info) && NEITHER.contains(&info.name.simple());
    !(info.flags.is_abstract || is_neither)
}

fn atom(name: &str) -> Literal {
    Literal::Atom(name.into())
}
