//! Every form of the language that a tree can hold, by a name for each.

use std::collections::BTreeSet;

use syntax::Tree;
use syntax::tree::{DataKind, Expr, Item, LiteralKind, Member, Message, Pattern, TypeAnnotation};

const DECLARATIONS: &str = "class, protocol, extension, alias, statement outside, method, \
    class method, state:, field:, classState:, initialiser, native:, handleScope:, root class";

const EXPRESSIONS: &str = "literal, integer, float, string, symbol, character, interpolation, \
    identifier, class reference, qualified class reference, super, field, unary send, \
    binary send, keyword send, cast, cascade, assignment, annotated assignment, destructuring, \
    return, paren, block, list, list with a tail, array, map, match, matchExhaustive, guard, \
    primitive, expect";

const PATTERNS: &str = "wildcard, nil pattern, variable pattern, class test, constructor, \
    literal pattern, tuple pattern, array pattern, list pattern, map pattern, rest, \
    binary pattern, segment of known size, segment of some size";

const TYPES: &str = "simple type, generic type, class of, Self, Self class, singleton, union, \
    difference, intersection";

/// Control flow that is compiled in place, and sends of blocks besides it.
const SELECTORS: &str = "ifTrue:, ifFalse:, ifTrue:ifFalse:, ifFalse:ifTrue:, and:, or:, ifNil:, \
    ifNotNil:, ifNil:ifNotNil:, ifNotNil:ifNil:, timesRepeat:, to:do:, to:by:do:, whileTrue:, \
    whileFalse:, repeat, value, value:, do:, inject:into:, on:do:, ensure:";

pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    [DECLARATIONS, EXPRESSIONS, PATTERNS, TYPES, SELECTORS].into_iter().flat_map(listed)
}

fn listed(names: &'static str) -> impl Iterator<Item = &'static str> {
    names.split(',').map(str::trim)
}

/// Adds the names of all that stands in a tree.
pub(crate) fn forms(tree: &Tree, seen: &mut BTreeSet<&'static str>) {
    for item in &tree.items {
        seen.insert(match item {
            Item::Class(_) => "class",
            Item::Protocol(_) => "protocol",
            Item::Extension(_) => "extension",
            Item::Alias(_) => "alias",
            Item::Statement(_) => "statement outside",
        });
    }
    for (_, class) in tree.nodes.classes.iter() {
        seen.extend(class.native.map(|_| "native:"));
        seen.extend(class.handle_scope.map(|_| "handleScope:"));
        seen.extend(class.superclass.is_none().then_some("root class"));
        class.members.iter().for_each(|member| member_forms(member, seen));
    }
    tree.nodes.exprs.iter().for_each(|(_, expr)| expr_forms(tree, expr, seen));
    for (_, arm) in tree.nodes.arms.iter() {
        seen.extend(arm.guard.map(|_| "guard"));
    }
    tree.nodes.patterns.iter().for_each(|(_, pattern)| seen.extend(pattern_form(pattern)));
    for (_, segment) in tree.nodes.segments.iter() {
        let is_known = |size| tree.text_of(size).parse::<u64>().is_ok();
        seen.extend(segment.size.map(|size| match is_known(size) {
            true => "segment of known size",
            false => "segment of some size",
        }));
    }
    tree.nodes.types.iter().for_each(|(_, ty)| seen.extend(type_form(ty)));
}

fn member_forms(member: &Member, seen: &mut BTreeSet<&'static str>) {
    match member {
        Member::Method(method) => {
            let is_class_side = method.modifiers.is_class_side;
            seen.insert(if is_class_side { "class method" } else { "method" });
        }
        Member::Data(data) => {
            seen.extend(data.initialiser.map(|_| "initialiser"));
            seen.insert(match data.kind {
                DataKind::State => "state:",
                DataKind::Field => "field:",
                DataKind::ClassState => "classState:",
            });
        }
    }
}

fn expr_forms(tree: &Tree, expr: &Expr, seen: &mut BTreeSet<&'static str>) {
    let form = match expr {
        Expr::Literal(literal) => {
            seen.insert(match literal.kind {
                LiteralKind::Integer => "integer",
                LiteralKind::Float => "float",
                LiteralKind::String => "string",
                LiteralKind::Symbol => "symbol",
                LiteralKind::Character => "character",
            });
            Some("literal")
        }
        Expr::Interpolation(_) => Some("interpolation"),
        Expr::Identifier(_) => Some("identifier"),
        Expr::ClassReference(class) if class.package.is_some() => Some("qualified class reference"),
        Expr::ClassReference(_) => Some("class reference"),
        Expr::Super(_) => Some("super"),
        Expr::Field(_) => Some("field"),
        Expr::Send(send) => {
            let selector = tree.selector(&send.message);
            seen.extend(listed(SELECTORS).find(|known| *known == selector));
            seen.extend(send.is_cast.then_some("cast"));
            Some(match send.message {
                Message::Unary(_) => "unary send",
                Message::Binary(..) => "binary send",
                Message::Keyword(_) => "keyword send",
            })
        }
        Expr::Cascade(_) => Some("cascade"),
        Expr::Assignment(it) if it.annotation.is_some() => Some("annotated assignment"),
        Expr::Assignment(_) => Some("assignment"),
        Expr::Destructuring(_) => Some("destructuring"),
        Expr::Return(_) => Some("return"),
        Expr::Paren(_) => Some("paren"),
        Expr::Block(_) => Some("block"),
        Expr::List(list) if list.tail.is_some() => Some("list with a tail"),
        Expr::List(_) => Some("list"),
        Expr::Array(_) => Some("array"),
        Expr::Map(_) => Some("map"),
        Expr::Match(it) if it.is_exhaustive => Some("matchExhaustive"),
        Expr::Match(_) => Some("match"),
        Expr::Primitive(_) => Some("primitive"),
        Expr::Expect(_) => Some("expect"),
        // Only in targets of destructuring, where it is a pattern.
        Expr::Spread(_) | Expr::Error => None,
    };
    seen.extend(form);
}

fn pattern_form(pattern: &Pattern) -> Option<&'static str> {
    Some(match pattern {
        Pattern::Wildcard => "wildcard",
        Pattern::Nil => "nil pattern",
        Pattern::Variable(_) => "variable pattern",
        Pattern::ClassTest(_) => "class test",
        Pattern::Constructor(_) => "constructor",
        Pattern::Literal(_) => "literal pattern",
        Pattern::Tuple(_) => "tuple pattern",
        Pattern::Array(_) => "array pattern",
        Pattern::List(_) => "list pattern",
        Pattern::Map(_) => "map pattern",
        Pattern::Rest(_) => "rest",
        Pattern::Binary(_) => "binary pattern",
        Pattern::Error => return None,
    })
}

fn type_form(ty: &TypeAnnotation) -> Option<&'static str> {
    Some(match ty {
        TypeAnnotation::Simple(_) => "simple type",
        TypeAnnotation::Generic(..) => "generic type",
        TypeAnnotation::ClassOf(_) => "class of",
        TypeAnnotation::SelfType => "Self",
        TypeAnnotation::SelfClass => "Self class",
        TypeAnnotation::Singleton(_) => "singleton",
        TypeAnnotation::Union(_) => "union",
        TypeAnnotation::Difference(_) => "difference",
        TypeAnnotation::Intersection(_) => "intersection",
        TypeAnnotation::Error => return None,
    })
}
