//! Types from trees and from text.
//!
//! `nil`, `true` and `false` become the classes they stand for, so that a type
//! has one spelling. The type parameters in scope are given by the caller; beside
//! them any single capital is one.

use syntax::Tree;
use syntax::literal::symbol_value;
use syntax::tree::{self, Item, TypeAnnotation, TypeId};

use super::Type;
use crate::class::TypeParameter;
use crate::name::{ClassName, Name, known};

impl Type {
    /// The type that an annotation says. An unreadable part is [`Type::Dynamic`].
    pub fn from_tree(tree: &Tree, id: TypeId, scope: &[TypeParameter]) -> Type {
        let parts = |list| {
            let ids: &[TypeId] = &tree.nodes.type_lists[list];
            ids.iter().map(|id| Type::from_tree(tree, *id, scope))
        };
        match tree.nodes.types[id] {
            TypeAnnotation::Simple(class) => named(class_name(tree, class), scope),
            TypeAnnotation::Generic(class, arguments) => match arguments.is_empty() {
                true => named(class_name(tree, class), scope),
                false => Type::generic(canonical(class_name(tree, class)), parts(arguments)),
            },
            TypeAnnotation::ClassOf(class) => Type::Meta(canonical(class_name(tree, class))),
            TypeAnnotation::SelfType => Type::SelfType,
            TypeAnnotation::SelfClass => Type::SelfClass,
            TypeAnnotation::Singleton(symbol) => {
                Type::Singleton(Name::from(&*symbol_value(tree.text_of(symbol))))
            }
            TypeAnnotation::Union(members) => Type::union(parts(members)),
            TypeAnnotation::Intersection(members) => Type::intersection(parts(members)),
            TypeAnnotation::Difference(members) => {
                let mut operands = parts(members);
                match operands.next() {
                    Some(base) => Type::difference(base, operands),
                    None => Type::Dynamic,
                }
            }
            TypeAnnotation::Error => Type::Dynamic,
        }
    }

    /// The type that a text says. What does not parse is a name that no class has,
    /// so that a form of a later version can still be shown.
    pub fn parse(text: &str, scope: &[TypeParameter]) -> Type {
        let text = text.trim();
        if is_class_word(text) && text != "Self" {
            return named(ClassName::from(text), scope);
        }
        let parse = syntax::parse(&format!("type Xx = {text}"));
        match *parse.tree.items {
            [Item::Alias(alias)] if !parse.has_errors() => {
                Type::from_tree(&parse.tree, parse.tree.nodes.aliases[alias].ty, scope)
            }
            _ => Type::class(text),
        }
    }
}

/// The name that a tree's class name spells.
pub(crate) fn class_name(tree: &Tree, class: tree::ClassName) -> ClassName {
    let name = tree.name(class.name);
    match class.package {
        Some(package) => ClassName::from(&*format!("{}@{name}", tree.name(package))),
        None => ClassName::from(name),
    }
}

/// What a name alone means as a type.
fn named(class: ClassName, scope: &[TypeParameter]) -> Type {
    if is_parameter(&class, scope) {
        return Type::Parameter(Name::from(&*class));
    }
    match &*class {
        "Never" => Type::Never,
        "Dynamic" => Type::Dynamic,
        _ => Type::class(canonical(class)),
    }
}

fn is_parameter(name: &str, scope: &[TypeParameter]) -> bool {
    let is_capital = matches!(name.as_bytes(), [letter] if letter.is_ascii_uppercase());
    is_capital || scope.iter().any(|parameter| parameter.name == *name)
}

fn canonical(class: ClassName) -> ClassName {
    match &*class {
        "nil" | "Nil" => known::UNDEFINED_OBJECT.clone(),
        "true" => known::TRUE.clone(),
        "false" => known::FALSE.clone(),
        _ => class,
    }
}

/// A word that begins like a class: most texts are one, and need no parser.
fn is_class_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Each line as a type: canonical, for people, and its variant.
    fn check(texts: &str, expect: Expect) {
        let scope = [TypeParameter { name: Name::from("Elem"), bound: None }];
        let mut out = String::new();
        for text in texts.lines().map(str::trim).filter(|text| !text.is_empty()) {
            let ty = Type::parse(text, &scope);
            let variant = format!("{ty:?}");
            let variant = variant.split(['(', ' ']).next().unwrap_or_default();
            out += &format!("{ty}  ~  {}  ~  {variant}\n", ty.for_people());
            assert_eq!(Type::parse(&ty.to_string(), &scope), ty, "{text}");
            assert_eq!(Type::parse(&ty.for_people().to_string(), &scope), ty, "{text}");
        }
        expect.assert_eq(&out);
    }

    #[test]
    fn a_name_says_what_it_is() {
        check(
            "Integer
             net@Socket
             nil
             Nil class
             true
             Self
             Self class
             Ferry class
             net@Socket class
             T
             Elem
             Never
             Dynamic
             #north
             #at:put:
             #+
             #'it''s so'",
            expect![[r#"
                Integer  ~  Integer  ~  Class
                net@Socket  ~  net@Socket  ~  Class
                UndefinedObject  ~  Nil  ~  Class
                UndefinedObject class  ~  Nil class  ~  Meta
                True  ~  True  ~  Class
                Self  ~  Self  ~  SelfType
                Self class  ~  Self class  ~  SelfClass
                Ferry class  ~  Ferry class  ~  Meta
                net@Socket class  ~  net@Socket class  ~  Meta
                T  ~  T  ~  Parameter
                Elem  ~  Elem  ~  Parameter
                Never  ~  Never  ~  Never
                Dynamic  ~  Dynamic  ~  Dynamic
                #north  ~  #north  ~  Singleton
                #at:put:  ~  #at:put:  ~  Singleton
                #'+'  ~  #'+'  ~  Singleton
                #'it''s so'  ~  #'it''s so'  ~  Singleton
            "#]],
        );
    }

    #[test]
    fn operators_keep_only_the_parentheses_they_need() {
        check(
            "A | (B|C) | A
             (Integer)
             Shelf( Parcel|nil ,Shelf(T) )
             Shelf()
             Symbol \\ #a \\ #b
             (Symbol \\ #a) \\ #a
             Symbol \\ (#a | #b)
             Symbol \\ (#a \\ #b)
             A & (B & C)
             (A | B) & C | D \\ E
             (A & B) \\ C",
            expect![[r#"
                A | B | C  ~  A | B | C  ~  Union
                Integer  ~  Integer  ~  Class
                Shelf(Parcel | UndefinedObject, Shelf(T))  ~  Shelf(Parcel | Nil, Shelf(T))  ~  Class
                Shelf  ~  Shelf  ~  Class
                Symbol \ #a \ #b  ~  Symbol \ #a \ #b  ~  Difference
                Symbol \ #a  ~  Symbol \ #a  ~  Difference
                Symbol \ (#a | #b)  ~  Symbol \ (#a | #b)  ~  Difference
                Symbol \ (#a \ #b)  ~  Symbol \ (#a \ #b)  ~  Difference
                A & B & C  ~  A & B & C  ~  Intersection
                (A | B) & C | D \ E  ~  (A | B) & C | D \ E  ~  Union
                (A & B) \ C  ~  (A & B) \ C  ~  Difference
            "#]],
        );
    }

    #[test]
    fn what_does_not_parse_is_a_name() {
        check(
            "A ^ B
             List(E) class
             A \\ B & C
             A. Object subclass: B
             (",
            expect![[r#"
                A ^ B  ~  A ^ B  ~  Class
                List(E) class  ~  List(E) class  ~  Class
                A \ B & C  ~  A \ B & C  ~  Class
                A. Object subclass: B  ~  A. Object subclass: B  ~  Class
                (  ~  (  ~  Class
            "#]],
        );
    }
}
