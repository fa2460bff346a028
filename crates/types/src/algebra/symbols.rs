//! `Symbol`, the symbols, and `Symbol` without some of them: the one place where a
//! class is known to be the sum of its values.

use std::collections::BTreeSet;

use hierarchy::{ClassName, known};

use super::{name_of, negation, provenance_of, union};
use crate::inferred::InferredType;

/// `Symbol` takes in every symbol; `Symbol` without some takes in those it has, and
/// gets back those it lacks.
pub(super) fn under_symbol_laws(members: Vec<InferredType>) -> Vec<InferredType> {
    let is_symbolic = |ty: &InferredType| ty.symbol().is_some() || excluded_symbols(ty).is_some();
    let wide = members.iter().filter_map(|ty| Some((ty, excluded_symbols(ty)?)));
    let common = wide.reduce(|(first, symbols), (_, others)| {
        (first, symbols.into_iter().filter(|symbol| others.contains(symbol)).collect())
    });
    let Some((first, mut symbols)) = common else { return members };
    for name in members.iter().filter(|ty| ty.symbol().is_some()).filter_map(name_of) {
        symbols.remove(&name);
    }
    let mut merged = Some(symbols_without(symbols, first));
    let merge = |ty| if is_symbolic(&ty) { merged.take() } else { Some(ty) };
    members.into_iter().filter_map(merge).collect()
}

/// The symbols that `Symbol` lacks here: none if it is `Symbol` itself. Nothing if
/// it is something else.
pub(super) fn excluded_symbols(ty: &InferredType) -> Option<BTreeSet<ClassName>> {
    match ty {
        InferredType::Negation { base, excluded, .. } if is_symbol(base) => {
            Some(excluded.alternatives().iter().filter_map(name_of).collect())
        }
        _ => is_symbol(ty).then(BTreeSet::new),
    }
}

pub(super) fn symbols_without(symbols: BTreeSet<ClassName>, like: &InferredType) -> InferredType {
    let from = provenance_of(like);
    let base = InferredType::class(known::SYMBOL.clone(), from.clone());
    if symbols.is_empty() {
        return base;
    }
    let singletons = symbols.into_iter().map(|name| InferredType::class(name, from.clone()));
    negation(&base, &union(singletons))
}

fn is_symbol(ty: &InferredType) -> bool {
    ty.is_instance_of(&known::SYMBOL) && ty.arguments().is_empty()
}
