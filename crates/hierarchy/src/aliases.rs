//! What aliases stand for: a type without any of them says the same to those who do not
//! have the declarations at hand.

use crate::hierarchy::ClassHierarchy;
use crate::ty::Type;

/// How deep types and aliases may lead, and how many names a type may come to hold.
/// Behind that nothing is known.
const MAX_DEPTH: usize = 200;
const MAX_NAMES: usize = 512;

impl ClassHierarchy {
    /// The type with what its aliases stand for in their place. An alias that leads back
    /// to itself stands for nothing that is known.
    pub fn expanded(&self, ty: &Type) -> Type {
        match self.has_alias(ty, MAX_DEPTH) {
            true => self.expand(ty, MAX_DEPTH, &mut MAX_NAMES.clone()),
            false => ty.clone(),
        }
    }

    fn has_alias(&self, ty: &Type, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        match ty {
            Type::Class(it) if it.arguments.is_empty() => self.alias(&it.class).is_some(),
            _ => ty.parts().iter().any(|it| self.has_alias(it, depth)),
        }
    }

    fn expand(&self, ty: &Type, depth: usize, names: &mut usize) -> Type {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), names.checked_sub(1)) else {
            return Type::Dynamic;
        };
        *names = left;
        let mut each = |types: &[Type]| -> Vec<Type> {
            types.iter().map(|it| self.expand(it, depth, names)).collect()
        };
        match ty {
            Type::Class(it) if it.arguments.is_empty() => match self.alias(&it.class) {
                Some(alias) => self.expand(&alias.ty, depth, names),
                None => ty.clone(),
            },
            Type::Class(it) => Type::generic(it.class.clone(), each(&it.arguments)),
            Type::Union(members) => Type::union(each(members)),
            Type::Intersection(members) => Type::intersection(each(members)),
            Type::Difference(members) => {
                let base = each(std::slice::from_ref(members.base())).pop();
                Type::difference(base.unwrap_or(Type::Dynamic), each(members.excluded()))
            }
            Type::Meta(_)
            | Type::SelfType
            | Type::SelfClass
            | Type::Singleton(_)
            | Type::Parameter(_)
            | Type::Never
            | Type::Dynamic => ty.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Origin;
    use crate::surface::surface;

    #[test]
    fn aliases_become_what_they_stand_for() {
        let text = "type Id = Integer\ntype Ids = List(Id)\ntype Maybe = Id | Nil\n\
                    type Round = List(Round)\ntype One = Other\ntype Other = One\n";
        let mut hierarchy = ClassHierarchy::empty();
        hierarchy.add_classes(surface(&syntax::parse(text).tree), Origin::Module);
        let rows = [
            ("Id", "Integer"),
            ("Ids", "List(Integer)"),
            ("Maybe | String", "Integer | UndefinedObject | String"),
            ("Dictionary(Id, Ids)", "Dictionary(Integer, List(Integer))"),
            ("Symbol \\ #a", "Symbol \\ #a"),
            ("Ids & Id", "List(Integer) & Integer"),
            ("Maybe \\ Nil", "(Integer | UndefinedObject) \\ UndefinedObject"),
            ("Id class", "Id class"),
            ("One", "Dynamic"),
            ("Nowhere", "Nowhere"),
        ];
        for (text, expected) in rows {
            let expanded = hierarchy.expanded(&Type::parse(text, &[]));
            assert_eq!((text, expanded.to_string()), (text, expected.to_owned()));
        }
        let round = hierarchy.expanded(&Type::parse("Round", &[])).to_string();
        assert!(round.starts_with("List(List(") && round.contains("Dynamic"), "{round}");
    }

    /// Each doubles the one before.
    #[test]
    fn aliases_do_not_grow_without_end() {
        let mut text = "type P0 = Dictionary(Integer, String)\n".to_owned();
        for number in 1..60 {
            let before = number - 1;
            text += &format!("type P{number} = Dictionary(P{before}, P{before})\n");
        }
        let mut hierarchy = ClassHierarchy::empty();
        hierarchy.add_classes(surface(&syntax::parse(&text).tree), Origin::Module);
        let expanded = hierarchy.expanded(&Type::parse("P59", &[])).to_string();
        assert!(expanded.len() < 20_000, "{}", expanded.len());
    }
}
