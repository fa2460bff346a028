//! Handles that work in one process only, on their way to another.
//!
//! In goes what is sent and what it is sent with; out come the handles among it. Of
//! what may be anything, nothing is said.

use std::collections::HashSet;

use hierarchy::{ClassName, Kind, LineageEnd, known};
use syntax::Span;
use syntax::tree::{Block, Class, Expr, ExprId, Member};

use crate::inferred::InferredType;
use crate::meaning::{Meaning, Sent, Target};
use crate::problem::{Crossing, ProblemKind, ReachProblem};
use crate::resolve::Resolver;

/// Classes whose messages evaluate blocks in other processes.
const ELSEWHERE: [&str; 2] = ["Timer", "Parallel"];

/// How deep values in values are looked at.
const MAX_DEPTH: usize = 8;

/// How far a value can go, from everywhere to who knows. What holds several goes as
/// far as the last of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Sendable,
    /// It is a process, or names one.
    Reference,
    /// Anywhere on this node.
    Node,
    /// Nowhere: it belongs to the process that made it.
    Process(ClassName),
    Unknown,
}

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    match &sent.target {
        Target::ClassObject { class, .. }
            if sent.selector == "spawnWith:" && is_actor(meaning, class) =>
        {
            sent.arguments.iter().for_each(|it| first_state(meaning, *it));
        }
        Target::ClassObject { class, is_literal: true, .. } if ELSEWHERE.contains(&&**class) => {
            sent.arguments.iter().for_each(|it| blocks(meaning, *it));
        }
        Target::Instance { class, found: Some(found) } => {
            // What all actors understand may be answered where it is asked.
            let goes_there = is_actor(meaning, class)
                && is_actor(meaning, &found.class.name)
                && found.class.name != known::ACTOR
                && !is_own(meaning, sent.shown);
            if goes_there {
                for argument in &sent.arguments {
                    blocks(meaning, *argument);
                    crosses(meaning, *argument, Crossing::Argument);
                }
            }
        }
        _ => {}
    }
}

/// What a class says of its instances as handles.
pub(crate) fn class(meaning: &mut Meaning, class: &Class) {
    let tree = meaning.tree;
    if class.handle_scope.is_none() && class.native.is_none() {
        return;
    }
    let Some(name) = class.name else { return };
    let Some(info) = meaning.around.class else { return };
    let kind = meaning.hierarchy.kind_of(&info.name);
    if let (Some(scope), Some(kind @ (Kind::Value | Kind::Actor))) = (class.handle_scope, kind) {
        let span = tree.tokens.get(scope).span();
        let problem = ReachProblem::NeedlessHandleScope(kind);
        return meaning.report(ProblemKind::Reach(problem), span);
    }
    let has_instances = class
        .members
        .iter()
        .any(|member| matches!(member, Member::Method(it) if !it.modifiers.is_class_side));
    let lineage = meaning.hierarchy.lineage(&info.name);
    let is_silent = lineage.end == LineageEnd::Root
        && lineage.classes.iter().all(|class| class.handle_scope.is_none());
    if class.native.is_some() && kind == Some(Kind::Object) && has_instances && is_silent {
        let span = tree.tokens.get(name).span();
        meaning.report(ProblemKind::Reach(ReachProblem::MissingHandleScope), span);
    }
}

fn is_actor(meaning: &Meaning, class: &ClassName) -> bool {
    meaning.hierarchy.kind_of(class) == Some(Kind::Actor)
}

/// Whether a receiver is the object that sends.
fn is_own(meaning: &Meaning, id: ExprId) -> bool {
    match meaning.tree.nodes.exprs[meaning.bare(id)] {
        Expr::Identifier(name) => meaning.tree.name(name) == "self",
        Expr::Super(_) => true,
        _ => false,
    }
}

fn first_state(meaning: &mut Meaning, id: ExprId) {
    let tree = meaning.tree;
    let id = meaning.bare(id);
    let Expr::Map(map) = tree.nodes.exprs[id] else {
        return crosses(meaning, id, Crossing::FirstState);
    };
    for pair in &tree.nodes.map_pairs[map.pairs] {
        blocks(meaning, pair.value);
        crosses(meaning, pair.value, Crossing::FirstState);
    }
}

fn crosses(meaning: &mut Meaning, id: ExprId, crossing: Crossing) {
    let ty = meaning.type_of(id);
    let span = meaning.tree.expr_span(id);
    report(meaning, &ty, crossing, span);
}

fn report(meaning: &mut Meaning, ty: &InferredType, crossing: Crossing, span: Span) {
    if let Tier::Process(class) = tier(&meaning.resolver, ty, MAX_DEPTH) {
        let problem = ReachProblem::ProcessHandle { class, crossing };
        meaning.report(ProblemKind::Reach(problem), span);
    }
}

/// A block, or the blocks of a list: what their variables hold goes along.
fn blocks(meaning: &mut Meaning, id: ExprId) {
    let tree = meaning.tree;
    match tree.nodes.exprs[meaning.bare(id)] {
        Expr::Block(block) => captured(meaning, block),
        Expr::List(list) => {
            for element in tree.list(list.elements) {
                if let Expr::Block(block) = tree.nodes.exprs[meaning.bare(*element)] {
                    captured(meaning, block);
                }
            }
        }
        _ => {}
    }
}

/// The variables that a block reads and does not introduce.
fn captured(meaning: &mut Meaning, block: Block) {
    let tree = meaning.tree;
    let nodes = &tree.nodes;
    let mut own: HashSet<&str> = HashSet::new();
    let mut read: Vec<(&str, ExprId)> = Vec::new();
    let parameters = |block: Block| nodes.block_parameters[block.parameters].iter();
    own.extend(parameters(block).map(|it| tree.name(it.name)));
    let mut pending: Vec<ExprId> = tree.list(block.body).to_vec();
    while let Some(id) = pending.pop() {
        match nodes.exprs[id] {
            Expr::Identifier(name) => read.push((tree.name(name), id)),
            Expr::Block(block) => own.extend(parameters(block).map(|it| tree.name(it.name))),
            // What an arm or a pattern binds has no place of its own in the types.
            Expr::Match(_) | Expr::Destructuring(_) => return,
            Expr::Assignment(assignment) => {
                if let Expr::Identifier(name) = nodes.exprs[assignment.target] {
                    own.insert(tree.name(name));
                }
            }
            _ => {}
        }
        tree.children(id, |child| pending.push(child));
    }
    let mut told: HashSet<&str> = HashSet::new();
    read.sort_by_key(|(_, id)| tree.expr_span(*id));
    for (name, id) in read {
        if !own.contains(name) && name != "self" && told.insert(name) {
            crosses(meaning, id, Crossing::Captured);
        }
    }
}

fn tier(resolver: &Resolver, ty: &InferredType, depth: usize) -> Tier {
    let Some(depth) = depth.checked_sub(1) else { return Tier::Unknown };
    let weakest = |types: &[InferredType]| {
        types.iter().map(|it| tier(resolver, it, depth)).max().unwrap_or(Tier::Sendable)
    };
    match ty {
        InferredType::Known { .. } if ty.symbol().is_some() => Tier::Sendable,
        InferredType::Known { class_name, arguments, .. } => {
            of_class(resolver, class_name, depth).max(weakest(arguments))
        }
        InferredType::Union { members, .. } | InferredType::Intersection { members, .. } => {
            weakest(members)
        }
        InferredType::Negation { base, .. } => tier(resolver, base, depth),
        InferredType::Meta { .. } | InferredType::Never => Tier::Sendable,
        InferredType::Dynamic(_) => Tier::Unknown,
    }
}

/// What instances of a class are, whatever it is applied to.
fn of_class(resolver: &Resolver, class: &ClassName, depth: usize) -> Tier {
    let hierarchy = resolver.hierarchy();
    let lineage = hierarchy.lineage(class);
    let Some(own) = lineage.classes.first() else { return Tier::Unknown };
    if let Some(scope) = lineage.classes.iter().find_map(|it| it.handle_scope.as_deref()) {
        return match scope {
            "process" => Tier::Process(own.name.clone()),
            "node" => Tier::Node,
            _ => Tier::Unknown,
        };
    }
    match class.simple() {
        "Port" | "FileHandle" => return Tier::Process(own.name.clone()),
        "Subscription" => return Tier::Node,
        "Pid" => return Tier::Reference,
        "UndefinedObject" | "Symbol" | "Class" => return Tier::Sendable,
        _ => {}
    }
    match hierarchy.kind_of(class) {
        Some(Kind::Actor) => Tier::Reference,
        Some(Kind::Value) => {
            let fields = lineage.classes.iter().flat_map(|it| &it.fields);
            let tiers = fields.map(|field| match &field.declared {
                // What stands for a type parameter is looked at where it is applied.
                Some(ty) => match resolver.declared(ty, Span::default()) {
                    InferredType::Known { class_name, .. }
                        if hierarchy.class(&class_name).is_none() =>
                    {
                        Tier::Sendable
                    }
                    ty => tier(resolver, &ty, depth),
                },
                None => Tier::Unknown,
            });
            tiers.max().unwrap_or(Tier::Sendable)
        }
        _ => Tier::Unknown,
    }
}
