//! Declared types, resolved.

use hierarchy::{ClassName, Name, Type, TypeParameter};
use syntax::Span;
use types::{DynamicReason, InferredType, Provenance, Purpose, Resolver, Substitution};

use crate::fixture::{hierarchy, rows, ty, with};

const PLACE: Span = Span { start: 4, end: 7 };

fn parameters(names: &[&str]) -> Vec<TypeParameter> {
    names.iter().map(|name| TypeParameter { name: Name::from(*name), bound: None }).collect()
}

#[test]
fn open_names_become_what_stands_for_them() {
    let scope = parameters(&["T", "Elem"]);
    let bound = Substitution::of(&scope, &[ty("Ferry | nil"), ty("#a")]);
    let bound = bound.with_receiver(ty("Chest(Ferry)"));
    let nothing = Substitution::default();
    let table = r"
        Elem              ; Elem               ; Dynamic        ; #a
        T                 ; T                  ; Dynamic        ; Ferry | UndefinedObject
        R                 ; R                  ; Dynamic        ; Dynamic
        List(T | Raft)    ; List(T | Raft)     ; List(Dynamic)  ; List(Ferry | UndefinedObject | Raft)
        T | Raft          ; T | Raft           ; Dynamic        ; Ferry | UndefinedObject | Raft
        T \ nil           ; T                  ; Dynamic        ; Ferry
        Self              ; Dynamic            ; Dynamic        ; Chest(Ferry)
        List(Self)        ; List(Dynamic)      ; List(Dynamic)  ; List(Chest(Ferry))
        Self class        ; Dynamic            ; Dynamic        ; Chest class
        Raft class        ; Raft class         ; Raft class     ; Raft class
        Mystery           ; Mystery            ; Mystery        ; Mystery
        true | nil        ; True | UndefinedObject ; True | UndefinedObject ; True | UndefinedObject
        Never             ; Never              ; Never          ; Never
        Heading           ; #north | #south    ; #north | #south; #north | #south";
    let resolver = Resolver::new(hierarchy());
    for [text, declared, unbound, sent] in rows(table) {
        let ty = Type::parse(text, &scope);
        let resolve = |substitution, purpose| resolver.resolve(&ty, substitution, purpose);
        let declaration = resolve(&nothing, Purpose::Declaration(PLACE));
        assert_eq!(declaration.to_string(), declared, "{text}");
        assert_eq!(resolve(&nothing, Purpose::Send(PLACE)).to_string(), unbound, "{text}");
        assert_eq!(resolve(&bound, Purpose::Send(PLACE)).to_string(), sent, "{text}");
    }
}

#[test]
fn the_class_of_self_is_a_class_object() {
    let table = r"
        Ferry               ; Ferry class
        #a                  ; Symbol class
        Symbol \ #a         ; Symbol class
        Ferry class         ; Ferry class
        Ferry | Raft        ; Dynamic
        Dynamic             ; Dynamic";
    let resolver = Resolver::new(hierarchy());
    for [receiver, expected] in rows(table) {
        let substitution = Substitution::default().with_receiver(ty(receiver));
        let purpose = Purpose::Send(PLACE);
        let class = resolver.resolve(&Type::SelfClass, &substitution, purpose);
        assert_eq!(class.to_string(), expected, "{receiver}");
    }
}

#[test]
fn a_type_remembers_where_it_comes_from() {
    let resolve = |text: &str, purpose| {
        let resolver = Resolver::new(hierarchy());
        resolver.resolve(&Type::parse(text, &[]), &Substitution::default(), purpose)
    };
    let heading = || Provenance::Aliased(ClassName::from("Heading"), PLACE);
    let cases = [
        ("Ferry", Purpose::Declaration(PLACE), Provenance::Declared(PLACE)),
        ("Ferry | nil", Purpose::Declaration(PLACE), Provenance::Declared(PLACE)),
        ("List(Ferry)", Purpose::Send(PLACE), Provenance::Substituted(PLACE)),
        ("Ferry class", Purpose::Specification, Provenance::Extracted),
        ("Heading", Purpose::Declaration(PLACE), heading()),
        ("Heading", Purpose::Send(PLACE), heading()),
    ];
    for (text, purpose, expected) in cases {
        assert_eq!(resolve(text, purpose).provenance(), Some(&expected), "{text}");
    }
    let reason = |purpose| match resolve("Dynamic", purpose) {
        InferredType::Dynamic(reason) => Some(reason),
        _ => None,
    };
    assert_eq!(reason(Purpose::Send(PLACE)), Some(DynamicReason::ExplicitDynamic));
    assert_eq!(reason(Purpose::Specification), Some(DynamicReason::DynamicSpec));
}

#[test]
fn a_type_parameter_hides_an_alias() {
    let scope = parameters(&["Heading"]);
    let resolver = Resolver::new(hierarchy());
    let heading = Type::parse("Heading", &scope);
    assert_eq!(resolver.declared(&heading, PLACE).to_string(), "Heading");
    // What an alias stands for was not written where the parameter is bound.
    let bound = Substitution::of(&scope, &[ty("Ferry")]);
    let course = resolver.resolve(&Type::parse("Course", &scope), &bound, Purpose::Send(PLACE));
    assert_eq!(course, ty("#north | #south | nil"));
}

#[test]
fn an_alias_that_leads_to_itself_is_not_known() {
    for (text, expected) in
        [("Self1", "Dynamic"), ("Deep", "List(Dynamic)"), ("Deeper", "List(Dynamic) | Integer")]
    {
        assert_eq!(ty(text).to_string(), expected, "{text}");
    }
}

#[test]
fn chains_of_aliases_take_linear_time() {
    let chain: String = (0..5000).map(|i| format!("type A{i} = A{}\n", i + 1)).collect();
    let doubling: String =
        (0..5000).map(|i| format!("type B{} = Pair(B{i}, B{i}) | List(B{i})\n", i + 1)).collect();
    let hierarchy = with(&(chain + &doubling));
    let resolver = Resolver::new(&hierarchy);
    for i in 0..5000 {
        for letter in ["A", "B"] {
            resolver.declared(&Type::class(&*format!("{letter}{i}")), PLACE);
        }
    }
    assert_eq!(resolver.declared(&Type::class("A0"), PLACE), InferredType::UNKNOWN);
    let near = Resolver::new(&hierarchy).declared(&Type::class("A4990"), PLACE);
    assert_eq!(near.to_string(), "A5000");
}
