//! Inferred types as text.

use hierarchy::ClassName;
use syntax::Span;
use types::{DynamicReason, InferredType, Provenance};

use crate::fixture::{rows, ty};

#[test]
fn text_is_canonical_or_for_people() {
    let table = r"
        Ferry                  ; Ferry                                  ; Ferry
        harbour@Ferry          ; harbour@Ferry                          ; harbour@Ferry
        Nil                    ; UndefinedObject                        ; Nil
        nil class              ; UndefinedObject class                  ; Nil class
        NilNil                 ; NilNil                                 ; NilNil
        Dictionary(nil, List(Ferry|Nil)) ; Dictionary(UndefinedObject, List(Ferry | UndefinedObject)) ; Dictionary(Nil, List(Ferry | Nil))
        true | false           ; True | False                           ; True | False
        Ferry class            ; Ferry class                            ; Ferry class
        Dynamic                ; Dynamic                                ; Dynamic (explicitly declared Dynamic)
        List(Dynamic)          ; List(Dynamic)                          ; List(Dynamic)
        Never                  ; Never                                  ; Never
        Self                   ; Dynamic                                ; Dynamic
        #north                 ; #north                                 ; #north
        #'due north'           ; #'due north'                           ; #'due north'
        Symbol \ #b            ; Symbol \ #b                            ; Symbol \ #b
        Symbol \ #b \ #a       ; Symbol \ (#a | #b)                     ; Symbol \ (#a | #b)
        Sails & Ferry          ; Ferry & Sails                          ; Ferry & Sails
        Heading                ; #north | #south                        ; Heading (#north | #south)
        Course                 ; #north | #south | UndefinedObject      ; Course (#north | #south | Nil)
        Heading | Nil          ; #north | #south | UndefinedObject      ; #north | #south | Nil
        Count                  ; Integer                                ; Count (Integer)
        List(Count)            ; List(Integer)                          ; List(Integer)";
    for [text, canonical, for_people] in rows(table) {
        assert_eq!(ty(text).to_string(), canonical, "{text}");
        assert_eq!(ty(text).for_people().to_string(), for_people, "{text}");
    }
}

#[test]
fn what_is_not_known_says_why() {
    let reasons = [
        (DynamicReason::UnannotatedParam, "Dynamic (unannotated parameter)"),
        (DynamicReason::UnannotatedReturn, "Dynamic (unannotated return)"),
        (DynamicReason::DynamicReceiver, "Dynamic (dynamic receiver)"),
        (DynamicReason::AmbiguousControlFlow, "Dynamic (ambiguous control flow)"),
        (DynamicReason::UntypedFfi, "Dynamic (untyped FFI)"),
        (DynamicReason::DynamicSpec, "Dynamic (FFI spec is Dynamic)"),
        (DynamicReason::ExplicitDynamic, "Dynamic (explicitly declared Dynamic)"),
        (DynamicReason::Unknown, "Dynamic"),
    ];
    for (reason, text) in reasons {
        assert_eq!(InferredType::Dynamic(reason).for_people().to_string(), text);
    }
}

#[test]
fn a_class_object_has_no_type_arguments() {
    for text in ["Chest(T)", "Chest (List(T), U)", "Chest"] {
        let meta = InferredType::meta(text, Provenance::Extracted);
        assert_eq!(meta.to_string(), "Chest class");
    }
}

#[test]
fn equality_sees_what_is_said_and_nothing_else() {
    let table = r"
        Ferry | Raft              ; Raft | Ferry              ; same
        Symbol \ #a \ #b          ; Symbol \ (#b | #a)        ; same
        Sails & Ferry             ; Ferry & Sails             ; same
        List(Ferry | nil)         ; List(Nil | Ferry)         ; same
        Heading                   ; #south | #north           ; same
        harbour@Ferry             ; Ferry                     ; same
        harbour@Ferry class       ; Ferry class               ; same
        #'a@b'                    ; #'c@b'                    ; other
        Ferry                     ; Ferry class               ; other
        Symbol                    ; #a                        ; other
        List                      ; List(Ferry)               ; other
        List(Ferry, Raft)         ; List(Raft, Ferry)         ; other
        Symbol \ #a               ; Symbol \ #b               ; other
        Ferry | Raft              ; Ferry | Raft | nil        ; other
        Never                     ; Dynamic                   ; other";
    for [one, other, expected] in rows(table) {
        assert_eq!(ty(one) == ty(other), expected == "same", "{one} and {other}");
    }
    let reasons = [DynamicReason::UntypedFfi, DynamicReason::Unknown].map(InferredType::Dynamic);
    assert_eq!(reasons[0], reasons[1]);
    let aliased = Provenance::Aliased(ClassName::from("Boat"), Span { start: 3, end: 8 });
    assert_eq!(ty("Ferry").with_provenance(aliased), ty("Ferry"));
}
