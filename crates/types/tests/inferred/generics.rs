//! What type parameters stand for.

use hierarchy::{ClassName, Name, Type, TypeParameter};
use syntax::Span;
use types::{InferredType, Purpose, Resolver, Substitution};

use crate::fixture::{hierarchy, rows, ty, with};

const PLACE: Span = Span { start: 0, end: 0 };

fn class(name: &str) -> ClassName {
    ClassName::from(name)
}

/// `A = Integer, B = Dynamic`: what is bound of the parameters of a class.
fn bindings(substitution: &Substitution, parameters: &[TypeParameter]) -> String {
    let bound = parameters.iter().filter_map(|parameter| {
        Some(format!("{} = {}", parameter.name, substitution.get(&parameter.name)?))
    });
    bound.collect::<Vec<_>>().join(", ")
}

/// Types with a comma between them, at the outermost level of a type.
fn types(text: &str) -> Vec<InferredType> {
    match text {
        "" => Vec::new(),
        _ => ty(&format!("Several({text})")).arguments().to_vec(),
    }
}

#[test]
fn a_receiver_binds_the_parameters_of_those_above() {
    let hierarchy = with(
        "
Lead subclass: Plumb(A)
Lead subclass: Weight(X)
Pairs(Integer, N) subclass: Half(N)
Value subclass: Pairs(P, Q)
Plumb subclass: Bob
Value subclass: Wide(A, B)
Wide subclass: Narrow(B)
",
    );
    let resolver = Resolver::new(&hierarchy);
    let table = "
        Chest(Ferry)         ; Chest      ; T = Ferry
        Chest                ; Chest      ;
        List(Ferry | nil)    ; Collection ; E = Ferry | UndefinedObject
        Dictionary(#a, Raft) ; Collection ; E = Raft
        Dictionary(#a)       ; Collection ; E = Dynamic
        Dictionary           ; Collection ;
        Range                ; Collection ; E = Integer
        Anchor               ; Lead       ; A = Integer
        Chain(Ferry)         ; Lead       ; A = List(Ferry)
        Chain                ; Lead       ; A = List(Dynamic)
        Cable                ; Chain      ; B = String
        Cable                ; Lead       ; A = List(String)
        Plumb(Ferry)         ; Lead       ; A = Ferry
        Plumb                ; Lead       ;
        Weight(Ferry)        ; Lead       ; A = Ferry
        Bob                  ; Lead       ;
        Half(Raft)           ; Pairs      ; P = Integer, Q = Raft
        Half                 ; Pairs      ; P = Integer, Q = Dynamic
        Narrow(Raft)         ; Wide       ; B = Raft
        Chest(Ferry)         ; Lead       ;
        Mystery(Ferry)       ; Lead       ;";
    for [receiver, definer, expected] in rows(table) {
        let receiver = ty(receiver);
        let definer = hierarchy.class(&class(definer)).unwrap();
        let name = receiver.instance_class().unwrap();
        let found = resolver.inherited(name, receiver.arguments(), definer);
        let parameters = &definer.type_parameters;
        assert_eq!(bindings(&found, parameters), expected, "{receiver} in {}", definer.name);
    }
}

#[test]
fn a_receiver_binds_nothing_that_the_definer_does_not_declare() {
    let hierarchy = with("Value subclass: Wide(A, B)\nWide subclass: Slim(B, R)\n");
    let wide = hierarchy.class(&class("Wide")).unwrap();
    let arguments = [ty("Raft"), ty("Ferry")];
    let found = Resolver::new(&hierarchy).inherited(&class("Slim"), &arguments, wide);
    // A method of `Wide` may have an `R` of its own.
    assert_eq!([found.get("B"), found.get("R")], [Some(&ty("Raft")), None]);
}

#[test]
fn super_is_an_instance_of_the_superclass() {
    let hierarchy = with(
        "
Lead subclass: Plumb(A)
Lead subclass: Weight(X)
Lead(R) subclass: Passing(R)
",
    );
    let resolver = Resolver::new(&hierarchy);
    let table = "
        Anchor           ; Lead(Integer)
        Chain(Ferry)     ; Lead(List(Ferry))
        Passing(R)       ; Lead(R)
        Plumb(A)         ; Lead(A)
        Weight(X)        ; Lead(X)
        Chest(Ferry)     ; Value
        Hydrofoil        ; Ferry
        Wreck            ; Atlantis
        ProtoObject      ; Dynamic
        Mystery          ; Dynamic";
    for [receiver, expected] in rows(table) {
        let receiver = ty(receiver);
        let name = receiver.instance_class().unwrap();
        let parent = resolver.superclass_type(name, receiver.arguments(), PLACE);
        assert_eq!(parent.to_string(), expected, "{receiver}");
    }
}

/// A signature in a class with the parameter `T`, the arguments, and what `R` and `S`
/// stand for.
#[test]
fn arguments_bind_the_parameters_of_a_method() {
    let table = r"
        go: a :: R                                ; Ferry                        ; Ferry                   ; -
        go: a :: R                                ; Ferry | nil                  ; Ferry | UndefinedObject ; -
        go: a :: R                                ; Ferry class                  ; Ferry class             ; -
        go: a :: T                                ; Ferry                        ; -                       ; -
        go: a :: R and: b :: S                    ; Ferry, Raft                  ; Ferry                   ; Raft
        go: a :: R and: b :: R                    ; Ferry, Raft                  ; Ferry | Raft            ; -
        go: a :: R and: b :: R                    ; Ferry, Never                 ; Ferry                   ; -
        go: a :: R and: b :: R                    ; Never, Never                 ; Never                   ; -
        go: a :: List(R)                          ; List(Ferry)                  ; Ferry                   ; -
        go: a :: List(R)                          ; List(Ferry) | nil            ; Ferry                   ; -
        go: a :: List(R)                          ; List                         ; -                       ; -
        go: a :: List(R)                          ; Chest(Ferry)                 ; -                       ; -
        go: a :: Dictionary(R, List(S))           ; Dictionary(#a, List(Raft))   ; #a                      ; Raft
        go: a :: Block(T, R)                      ; Block(Integer, Raft)         ; Raft                    ; -
        go: a :: Block(R)                         ; Block(Integer, Integer, Raft); Raft                    ; -
        go: a :: Block(S, T, R)                   ; Block(Raft)                  ; Raft                    ; -
        go: a :: Block(S, R)                      ; Block(Ferry, Never)          ; Never                   ; Ferry
        go: a :: Block(R) and: b :: Block(R)      ; Block(Never), Block(Raft)    ; Raft                    ; -
        go: a :: R | nil                          ; Raft | nil                   ; Raft                    ; -
        go: a :: Block(S, R) | Ferry              ; Block(Ferry, Raft)           ; Raft                    ; Ferry
        go: a :: R and: b :: R                    ; Self, Raft                   ; Raft                    ; -
        go: a :: R and: b :: R                    ; Raft, Self                   ; Raft                    ; -
        go: a :: R and: b :: R                    ; Raft, Dynamic                ; Dynamic                 ; -
        go: a :: R and: b :: R                    ; Dynamic, Raft                ; Dynamic                 ; -
        go: a                                     ; Raft                         ; -                       ; -";
    for [signature, arguments, r, s] in rows(table) {
        let hierarchy = with(&format!("Value subclass: Boat(T)\n  {signature} => nil\n"));
        let boat = hierarchy.class(&class("Boat")).unwrap();
        let resolver = Resolver::new(&hierarchy);
        let found = resolver.method_parameters(&boat.methods[0], boat, &types(arguments));
        let text = |name| found.get(name).map_or("-".to_owned(), |ty| ty.to_string());
        assert_eq!([text("R"), text("S")], [r, s], "{signature} with {arguments}");
        assert!(found.get("T").is_none(), "{signature}");
    }
}

#[test]
fn a_class_of_one_letter_is_no_parameter() {
    let hierarchy = with("Object subclass: R\nValue subclass: Boat\n  go: a :: R -> R => nil\n");
    let boat = hierarchy.class(&class("Boat")).unwrap();
    let resolver = Resolver::new(&hierarchy);
    let found = resolver.method_parameters(&boat.methods[0], boat, &[ty("Raft")]);
    assert!(found.get("R").is_none());
    let letter = Type::Parameter(Name::from("R"));
    assert_eq!(resolver.resolve(&letter, &found, Purpose::Send(PLACE)).to_string(), "R");
}

#[test]
fn a_constructor_reads_type_arguments_off_its_arguments() {
    let table = "
        Raft       ; new             ;                                ; Raft
        Chest      ; new             ;                                ; Chest(Dynamic)
        Chest      ; holding:        ; Ferry                          ; Chest(Ferry)
        Chest      ; holding:        ; Ferry | nil                    ; Chest(Ferry | UndefinedObject)
        Chest      ; item:           ; Raft                           ; Chest(Raft)
        Chest      ; of:beside:      ; Ferry, List(Raft)              ; Chest(Ferry)
        Chest      ; of:beside:      ; Dynamic, List(Raft)            ; Chest(Dynamic)
        Chest      ; within:         ; List(Chest(Raft))              ; Chest(Raft)
        Chest      ; within:         ; List(Chest(Raft)) | nil        ; Chest(Raft)
        Chest      ; within:         ; List(Raft)                     ; Chest(Dynamic)
        List       ; withAll:        ; List(Raft)                     ; List(Raft)
        Collection ; withAll:        ; List(Integer)                  ; Collection(Integer)
        Collection ; new             ;                                ; Dynamic
        Dictionary ; withAll:        ; List(Raft)                     ; Dictionary(Dynamic, Raft)
        Range      ; withAll:        ; List(Raft)                     ; Range
        Cargo      ; basicNew        ;                                ; Dynamic
        Cargo      ; packing:        ; Raft                           ; Cargo(Raft)
        Crate      ; packing:        ; Raft                           ; Crate(Dynamic, Raft)
        Sack       ; packing:        ; Raft                           ; Sack(Raft)
        Heap       ; packing:        ; Raft                           ; Heap(Raft)
        Dock       ; spawn           ;                                ; Dock(Dynamic)
        Mystery    ; new             ;                                ; Dynamic";
    let resolver = Resolver::new(hierarchy());
    for [name, selector, arguments, expected] in rows(table) {
        let made = resolver.construct(&class(name), selector, &types(arguments), PLACE);
        assert_eq!(made.to_string(), expected, "{name} {selector} {arguments}");
    }
}

#[test]
fn what_is_bound_first_for_the_parameter_itself_stays() {
    let hierarchy = with(
        "
Value subclass: Boat(T)
  class go: a :: List(T) and: b :: T -> Self => self new
  class go: a :: T or: b :: T -> Self => self new
",
    );
    let resolver = Resolver::new(&hierarchy);
    let table = "
        go:and: ; List(Ferry), Raft   ; Boat(Ferry)
        go:and: ; List(Dynamic), Raft ; Boat(Raft)
        go:and: ; Dynamic, Raft       ; Boat(Raft)
        go:or:  ; Dynamic, Raft       ; Boat(Raft)
        go:or:  ; Ferry, Raft         ; Boat(Ferry)
        go:or:  ; Ferry, Dynamic      ; Boat(Ferry)";
    for [selector, arguments, expected] in rows(table) {
        let made = resolver.construct(&class("Boat"), selector, &types(arguments), PLACE);
        assert_eq!(made.to_string(), expected, "{selector} {arguments}");
    }
}

#[test]
fn what_a_class_method_declares_is_resolved_with_the_same() {
    let hierarchy = hierarchy();
    let resolver = Resolver::new(hierarchy);
    let table = "
        Chest  ; holding: ; Ferry       ; Chest(Ferry)
        List   ; withAll: ; List(Raft)  ; List(Raft)
        Ferry  ; new      ;             ; Ferry";
    for [name, selector, arguments, expected] in rows(table) {
        let found = hierarchy.find_class_method(&class(name), selector).unwrap();
        let info = hierarchy.class(&class(name)).unwrap();
        let bound = resolver.class_side(info, Some(found), &types(arguments), PLACE);
        let declared = found.method.signature.returns.declared.as_ref().unwrap();
        let answer = resolver.resolve(declared, &bound, Purpose::Send(PLACE));
        assert_eq!(answer.to_string(), expected, "{name} {selector}");
    }
    // A class that fixes what it inherits needs no argument to know it.
    let range = hierarchy.class(&class("Range")).unwrap();
    let found = hierarchy.find_class_method(&range.name, "withAll:");
    let bound = resolver.class_side(range, found, &[], PLACE);
    assert_eq!(bound.get("E").map(|ty| ty.to_string()).as_deref(), Some("Integer"));
}

#[test]
fn what_is_taken_is_wider_than_what_is_given() {
    let parameters = [TypeParameter { name: Name::from("K"), bound: None }];
    let bound = Substitution::of(&parameters, &[ty("#a | #b")]);
    let key = Type::parse("K", &parameters);
    let resolve = |substitution: &Substitution| {
        Resolver::new(hierarchy()).resolve(&key, substitution, Purpose::Send(PLACE)).to_string()
    };
    assert_eq!([resolve(&bound), resolve(&bound.widened())], ["#a | #b", "Symbol"]);
}
