//! The literal map that a new actor or value begins with: its keys are slots, and for
//! actors its values are what the slots hold.

use hierarchy::{ClassInfo, ClassName, FieldInfo, Kind, LineageEnd, Name, Selector};
use syntax::literal::symbol_value;
use syntax::tree::{Expr, ExprId, LiteralKind, MapPair};

use crate::checks::{arguments, suggestions};
use crate::inferred::InferredType;
use crate::meaning::{Meaning, Sent, Target};
use crate::problem::{ArgumentProblem, ProblemKind};
use crate::relation::is_assignable;
use crate::resolve::Purpose;

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    let (Target::ClassObject { class, .. }, [map]) = (&sent.target, &*sent.arguments) else {
        return;
    };
    let kind = match &*sent.selector {
        "spawnWith:" => Kind::Actor,
        "new:" => Kind::Value,
        _ => return,
    };
    let tree = meaning.tree;
    let Expr::Map(map) = tree.nodes.exprs[meaning.bare(*map)] else { return };
    // What is made by `super` is still an instance of the class around.
    let class = match tree.nodes.exprs[meaning.bare(sent.shown)] {
        Expr::Super(_) => meaning.around.class.map_or(class, |it| &it.name),
        _ => class,
    };
    if !has_known_slots(meaning, sent, class, kind) {
        return;
    }
    for pair in &tree.nodes.map_pairs[map.pairs] {
        let Some(key) = symbol(meaning, pair.key) else { continue };
        match meaning.hierarchy.find_field(class, &key) {
            None => unknown(meaning, sent, class, &key, pair.key),
            Some(field) if kind == Kind::Actor => value(meaning, sent, class, field, pair),
            Some(_) => {}
        }
    }
}

/// Whether the map is read by the class library, for a class that declares slots all
/// of which are seen.
fn has_known_slots(meaning: &Meaning, sent: &Sent, class: &ClassName, kind: Kind) -> bool {
    let lineage = meaning.hierarchy.lineage(class);
    let is_whole =
        lineage.end == LineageEnd::Root && !lineage.classes.iter().any(|it| it.flags.is_incomplete);
    let root = match kind {
        Kind::Actor => &hierarchy::known::ACTOR,
        _ => &hierarchy::known::VALUE,
    };
    let is_of_library = sent.target.found().is_none_or(|it| it.class.name == *root);
    is_whole
        && is_of_library
        && meaning.hierarchy.kind_of(class) == Some(kind)
        && lineage.classes.iter().any(|it| !it.fields.is_empty())
}

fn symbol(meaning: &Meaning, key: ExprId) -> Option<String> {
    match meaning.tree.nodes.exprs[key] {
        Expr::Literal(it) if it.kind == LiteralKind::Symbol => {
            Some(symbol_value(meaning.tree.text_of(it.token)).into())
        }
        _ => None,
    }
}

fn unknown(meaning: &mut Meaning, sent: &Sent, class: &ClassName, key: &str, place: ExprId) {
    let (hierarchy, place) = (meaning.hierarchy, meaning.tree.expr_span(place));
    let meant = suggestions::word(meaning, key, place, || {
        let classes = hierarchy.lineage(class).classes.into_iter();
        classes.flat_map(|it| &it.fields).map(|it| &*it.name).collect()
    });
    // What replaces the key is a symbol as it is written.
    let meant = meant.map(|mut meant| {
        meant.edit = Some((place, Name::from(&*format!("#{}", meant.name))));
        meant
    });
    let (class, selector) = (class.clone(), Selector::from(&*sent.selector));
    let problem = ArgumentProblem::UnknownSlot { class, selector, key: Name::from(key), meant };
    meaning.report(ProblemKind::Argument(problem), sent.span);
}

fn value(
    meaning: &mut Meaning,
    sent: &Sent,
    class: &ClassName,
    (definer, field): (&ClassInfo, &FieldInfo),
    pair: &MapPair,
) {
    let Some(declared) = &field.declared else { return };
    let substitution = arguments::of_class_object(meaning, class, definer);
    let purpose = Purpose::Send(sent.span);
    let declared = meaning.resolver.resolve(declared, &substitution, purpose);
    let got = meaning.type_of(pair.value);
    let is_vague = |it: &InferredType| it.is_dynamic() || meaning.world().is_type_parameter(it);
    if got.alternatives().iter().any(is_vague) || is_assignable(meaning.world(), &got, &declared) {
        return;
    }
    let (class, slot) = (class.clone(), field.name.clone());
    let problem = ArgumentProblem::SlotValue { class, slot, declared, got };
    meaning.report(ProblemKind::Argument(problem), sent.span);
}
