//! Union, intersection and difference, row by row.

use hierarchy::ClassName;
use syntax::Span;
use types::{
    Classes, DynamicReason, InferredType, Provenance, difference, intersection, union, widened,
    without_nil,
};

use crate::fixture::{hierarchy, rows, ty};

/// The text says the type, with the order of its members.
#[track_caller]
fn check(actual: &InferredType, expected: &str, question: &str) {
    assert_eq!(actual.to_string(), expected, "{question}");
}

#[test]
fn a_union_has_a_normal_form() {
    let table = r"
        Ferry | Raft        ; Sloop | Ferry        ; Ferry | Raft | Sloop
        Ferry               ; Ferry                ; Ferry
        Ferry               ; Never                ; Ferry
        Never               ; Never                ; Never
        Ferry | Raft        ; Dynamic              ; Dynamic
        Dynamic             ; Never                ; Dynamic
        Integer             ; Number               ; Integer | Number
        True                ; False                ; True | False
        List(Integer)       ; List(Float)          ; List(Integer) | List(Float)
        Ferry class         ; Ferry                ; Ferry class | Ferry
        #a                  ; #b                   ; #a | #b
        #a | Ferry          ; Symbol               ; Symbol | Ferry
        Symbol              ; #a                   ; Symbol
        Symbol              ; Symbol \ #a          ; Symbol
        Symbol \ #a         ; #a                   ; Symbol
        Symbol \ #a \ #b    ; #b | Ferry           ; Symbol \ #a | Ferry
        Symbol \ #a         ; #c                   ; Symbol \ #a
        Symbol \ #a \ #b    ; Symbol \ #b \ #c     ; Symbol \ #b
        Symbol \ #a         ; Symbol \ #c          ; Symbol
        #a                  ; #b | Symbol \ #a     ; Symbol
        Symbol(Ferry)       ; #a                   ; Symbol(Ferry) | #a";
    for [one, other, expected] in rows(table) {
        check(&union([ty(one), ty(other)]), expected, &format!("{one} or {other}"));
    }
    assert_eq!(union([]), InferredType::UNKNOWN);
}

#[test]
fn a_union_keeps_the_first_reason() {
    let reasons = [DynamicReason::UntypedFfi, DynamicReason::UnannotatedParam];
    let all = union([ty("Ferry")].into_iter().chain(reasons.map(InferredType::Dynamic)));
    assert!(matches!(all, InferredType::Dynamic(DynamicReason::UntypedFfi)));
}

#[test]
fn a_union_comes_from_where_its_members_say_most() {
    let at = |start| Span { start, end: 9 };
    let aliased = || Provenance::Aliased(ClassName::from("Boat"), at(3));
    let inferred = || Provenance::Inferred(at(1));
    let declared = || Provenance::Declared(at(2));
    let cases = [
        ([inferred(), declared()], declared()),
        ([aliased(), Provenance::Extracted], Provenance::Extracted),
        ([inferred(), aliased()], inferred()),
        ([aliased(), aliased()], Provenance::Declared(at(3))),
    ];
    for ([one, other], expected) in cases {
        let members = [ty("Ferry").with_provenance(one), ty("Raft").with_provenance(other)];
        assert_eq!(union(members).provenance(), Some(&expected));
    }
}

const INTERSECTIONS: &str = r"
    Dynamic              ; Ferry               ; Ferry
    Ferry | nil          ; Dynamic             ; Ferry | UndefinedObject
    Never                ; Ferry               ; Never
    Object               ; Ferry class         ; Ferry class
    #a                   ; Object              ; #a
    Symbol \ #a          ; #a                  ; Never
    #b                   ; Symbol \ #a         ; #b
    Symbol \ #a          ; Symbol \ #b         ; Symbol \ (#a | #b)
    #a | #b | Ferry      ; #b | Ferry          ; #b | Ferry
    Ferry                ; Raft | nil          ; Never
    Symbol               ; #a                  ; #a
    #a                   ; #b                  ; Never
    Ferry                ; Ferry               ; Ferry
    Ferry                ; Floats              ; Ferry & Floats
    Sails                ; Floats              ; Floats & Sails
    Ferry & Floats       ; Named               ; Ferry & Floats & Named
    Named                ; Ferry & Floats      ; Ferry & Floats & Named
    Ferry & Floats       ; Floats              ; Ferry & Floats
    Ferry & Floats       ; Raft                ; Never
    Ferry & Floats       ; Raft & Floats       ; Never
    Ferry class          ; Named               ; Ferry class & Named
    Ferry | Raft         ; Floats              ; Ferry & Floats | Floats & Raft
    Ferry                ; Raft                ; Never
    List(Integer)        ; List(String)        ; Never
    List(Integer)        ; List                ; List(Integer)
    Ferry                ; Ferry class         ; Never";

#[test]
fn an_intersection_is_what_both_are() {
    for [one, other, expected] in rows(INTERSECTIONS) {
        let names = intersection(&ty(one), &ty(other), Classes::Names(hierarchy()));
        check(&names, expected, &format!("{one} and {other}, by name"));
        let inherited = intersection(&ty(one), &ty(other), Classes::Inheritance(hierarchy()));
        check(&inherited, expected, &format!("{one} and {other}, by inheritance"));
    }
}

#[test]
fn inheritance_is_asked_only_where_values_are_told_apart() {
    let table = r"
        Vessel              ; Ferry         ; Never       ; Ferry
        Hydrofoil           ; Vessel        ; Never       ; Hydrofoil
        Collection(Integer) ; List          ; Never       ; List
        List(Integer)       ; Collection    ; Never       ; List(Integer)
        ProtoObject         ; #a            ; Never       ; #a
        Integer             ; #a            ; Never       ; Never
        T                   ; Integer       ; Never       ; Integer
        Integer             ; Mystery       ; Never       ; Integer
        Ferry class         ; Vessel class  ; Never       ; Ferry class
        Class               ; Ferry class   ; Never       ; Ferry class
        Ferry class         ; Metaclass     ; Never       ; Never
        Number | String     ; Integer       ; Never       ; Integer";
    for [one, other, by_name, inherited] in rows(table) {
        let (one, other) = (&ty(one), &ty(other));
        let question = format!("{one} and {other}");
        check(&intersection(one, other, Classes::Names(hierarchy())), by_name, &question);
        check(&intersection(one, other, Classes::Inheritance(hierarchy())), inherited, &question);
    }
}

#[test]
fn a_difference_is_what_is_left() {
    let table = r"
        Dynamic              ; Ferry               ; Dynamic           ; Dynamic
        Ferry                ; Dynamic             ; Ferry             ; Ferry
        Ferry                ; Never               ; Ferry             ; Ferry
        Never                ; Ferry               ; Never             ; Never
        Ferry | Raft | nil   ; Raft | nil          ; Ferry             ; Ferry
        Ferry | Raft         ; Ferry               ; Raft              ; Raft
        Ferry | Raft         ; Raft | Ferry        ; Never             ; Never
        Symbol               ; #b                  ; Symbol \ #b       ; Symbol \ #b
        Symbol \ #b          ; #a                  ; Symbol \ (#a | #b); Symbol \ (#a | #b)
        Symbol \ #b          ; #b                  ; Symbol \ #b       ; Symbol \ #b
        Symbol               ; #b | #a             ; Symbol \ (#a | #b); Symbol \ (#a | #b)
        #a | #b              ; #a                  ; #b                ; #b
        Ferry                ; Ferry               ; Never             ; Never
        Vessel               ; Ferry               ; Vessel            ; Vessel \ Ferry
        Vessel | Raft        ; Ferry               ; Vessel | Raft     ; Vessel \ Ferry | Raft
        Hydrofoil            ; Vessel              ; Hydrofoil         ; Never
        #a                   ; Symbol              ; #a                ; Never
        Ferry                ; Raft                ; Ferry             ; Ferry
        Object               ; #a                  ; Object            ; Object
        List(Integer)        ; List                ; Never             ; Never
        List(Integer)        ; List(String)        ; List(Integer)     ; List(Integer)
        List                 ; List(String)        ; List              ; List
        Ferry class          ; Vessel class        ; Ferry class       ; Never
        Ferry class          ; Behaviour           ; Ferry class       ; Never
        Vessel class         ; Ferry class         ; Vessel class      ; Vessel class
        T                    ; Integer             ; T                 ; T";
    for [from, without, by_name, inherited] in rows(table) {
        let (from, without) = (&ty(from), &ty(without));
        let question = format!("{from} without {without}");
        check(&difference(from, without, Classes::Names(hierarchy())), by_name, &question);
        let inheritance = Classes::Inheritance(hierarchy());
        check(&difference(from, without, inheritance), inherited, &question);
    }
}

#[test]
fn nil_is_taken_from_unions_alone() {
    let table = r"
        Ferry | nil         ; Ferry
        nil | Ferry | Raft  ; Ferry | Raft
        Ferry | Raft        ; Ferry | Raft
        nil                 ; UndefinedObject
        nil class | nil     ; UndefinedObject class";
    for [text, expected] in rows(table) {
        check(&without_nil(&ty(text)), expected, text);
    }
}

#[test]
fn symbols_alone_are_widened() {
    let table = r"
        #a             ; Symbol
        #a | #b        ; Symbol
        #a | nil       ; #a | UndefinedObject
        Ferry          ; Ferry
        List(#a)       ; List(#a)";
    for [text, expected] in rows(table) {
        check(&widened(&ty(text)), expected, text);
    }
}
