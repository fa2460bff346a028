//! Which type may stand where another is asked for.

use hierarchy::{ClassName, Name, TypeParameter};
use proptest::prelude::*;
use types::{
    Classes, InferredType, World, difference, is_assignable, is_covariant, is_result_compatible,
    is_type_compatible,
};

use crate::fixture::{hierarchy, rows, ty};
use crate::laws::inferred;

/// Given, asked for, and whether it fits leniently and strictly.
const TABLE: &str = r"
    nil                    ; UndefinedObject         ; yes ; yes
    Never                  ; Ferry                   ; yes ; yes
    Ferry                  ; Never                   ; no  ; no
    Dynamic                ; Never                   ; yes ; yes
    Ferry                  ; Dynamic                 ; yes ; yes
    Ferry                  ; Raft | Vessel           ; yes ; yes
    Ferry                  ; Raft | nil              ; no  ; no
    Ferry | Raft           ; Raft | Vessel           ; yes ; yes
    Ferry | nil            ; Vessel                  ; no  ; no
    Boolean                ; True | False            ; no  ; no
    True                   ; Boolean                 ; yes ; yes
    #a                     ; #a                      ; yes ; yes
    #b                     ; #a                      ; no  ; no
    Symbol                 ; #a                      ; no  ; no
    T                      ; #a                      ; yes ; no
    Ferry class            ; #a                      ; no  ; no
    #a                     ; Symbol                  ; yes ; yes
    #a                     ; Object                  ; yes ; yes
    #a                     ; T                       ; yes ; yes
    #a                     ; Integer                 ; no  ; no
    #a                     ; Heading                 ; no  ; no
    #north                 ; Heading                 ; yes ; yes
    Heading                ; Symbol                  ; yes ; yes
    Ferry class            ; Class                   ; yes ; yes
    Ferry class            ; Behaviour               ; yes ; yes
    Ferry class            ; ProtoObject             ; yes ; yes
    Ferry class            ; Metaclass               ; no  ; no
    Ferry class            ; Integer                 ; no  ; no
    Ferry class            ; Ferry                   ; no  ; no
    Ferry class            ; Vessel class            ; yes ; yes
    Ferry class            ; Raft class              ; yes ; yes
    Ferry class            ; T                       ; yes ; yes
    Ferry class            ; Mystery                 ; yes ; no
    Class                  ; Ferry class             ; yes ; yes
    Behaviour              ; Ferry class             ; yes ; yes
    Ferry                  ; Ferry class             ; no  ; no
    Metaclass              ; Class                   ; yes ; yes
    Ferry                  ; Class                   ; no  ; no
    #b                     ; Symbol \ #a             ; yes ; yes
    #a                     ; Symbol \ #a             ; no  ; no
    Symbol                 ; Symbol \ #a             ; yes ; yes
    Integer                ; Symbol \ #a             ; no  ; no
    Symbol \ #a            ; Symbol                  ; yes ; yes
    Symbol \ #a            ; Integer                 ; no  ; no
    Ferry & Named          ; Vessel                  ; yes ; yes
    Ferry & Named          ; Named                   ; yes ; yes
    Vessel                 ; Floats & Named          ; no  ; no
    Ferry                  ; Vessel & Floats         ; yes ; yes
    List(Ferry)            ; List(Vessel)            ; yes ; yes
    List(Vessel)           ; List(Ferry)             ; no  ; no
    List                   ; List(Ferry)             ; yes ; yes
    List(Ferry)            ; List                    ; yes ; yes
    Block(Ferry, Raft)     ; Block(Raft)             ; yes ; yes
    Block(Integer)         ; Block(Boolean)          ; no  ; no
    List(T)                ; List(Ferry)             ; yes ; yes
    List(Ferry)            ; List(T)                 ; yes ; yes
    List(List(Raft))       ; List(List(Vessel))      ; no  ; no
    List(Ferry | Raft)     ; List(Vessel)            ; no  ; no
    List(Ferry)            ; List(Vessel | Raft)     ; yes ; yes
    List(Ferry class)      ; List(Behaviour)         ; yes ; yes
    List(Mystery)          ; List(Ferry)             ; yes ; yes
    List(Ferry)            ; List(Floats)            ; yes ; yes
    List(Raft)             ; List(Floats)            ; no  ; no
    Dock(Integer)          ; Dock(Number)            ; yes ; yes
    Dock(Number)           ; Dock(Integer)           ; no  ; no
    Dock(Ferry)            ; Dock(Floats)            ; no  ; no
    Dock(Floats)           ; Dock(Floats)            ; yes ; yes
    Dock(Dynamic)          ; Dock(Floats)            ; yes ; yes
    Dock(List(Ferry))      ; Dock(List(Floats))      ; yes ; yes
    Mystery                ; Ferry                   ; yes ; no
    Ferry                  ; Mystery                 ; yes ; no
    Mystery                ; Mystery                 ; yes ; yes
    Wreck                  ; Atlantis                ; yes ; yes
    Wreck                  ; Ferry                   ; yes ; no
    Wreck                  ; Object                  ; yes ; yes
    T                      ; Ferry                   ; yes ; yes
    Ferry                  ; T                       ; yes ; yes
    Hydrofoil              ; Vessel                  ; yes ; yes
    harbour@Hydrofoil      ; Vessel                  ; yes ; yes
    Vessel                 ; Hydrofoil               ; no  ; no
    Ferry                  ; Raft                    ; no  ; no
    List(Integer)          ; Collection(String)      ; yes ; yes
    Ferry                  ; Floats                  ; yes ; yes
    Raft                   ; Floats                  ; no  ; no
    Raft                   ; Floats | Raft           ; yes ; yes
    Sails                  ; Floats                  ; yes ; yes
    Floats                 ; Sails                   ; no  ; no
    Floats                 ; Object                  ; yes ; yes
    Floats                 ; Ferry                   ; no  ; no
    Ferry class            ; Named                   ; yes ; yes
    Ferry class            ; Floats                  ; no  ; no";

#[test]
fn a_type_fits_where_another_is_asked_for() {
    let world = World::new(hierarchy());
    for [given, asked, lenient, strict] in rows(TABLE) {
        let answers = [is_type_compatible, is_assignable]
            .map(|relation| relation(world, &ty(given), &ty(asked)))
            .map(|answer| if answer { "yes" } else { "no" });
        assert_eq!(answers, [lenient, strict], "{given} for {asked}");
    }
}

#[test]
fn a_class_without_one_of_its_subclasses() {
    let world = World::new(hierarchy());
    let classes = Classes::Inheritance(hierarchy());
    let without_ferries = difference(&ty("Vessel"), &ty("Ferry"), classes);
    for (given, expected) in
        [("Vessel", true), ("Sloop", true), ("Ferry", false), ("Hydrofoil", false), ("Raft", false)]
    {
        let answer = is_type_compatible(world, &ty(given), &without_ferries);
        assert_eq!(answer, expected, "{given} for {without_ferries}");
    }
    assert!(is_type_compatible(world, &without_ferries, &ty("Vessel")));
    assert!(!is_type_compatible(world, &without_ferries, &ty("Ferry")));
}

#[test]
fn a_listed_type_parameter_is_one() {
    let parameters = [TypeParameter { name: Name::from("Elem"), bound: None }];
    let alone = World::new(hierarchy());
    let world = World { parameters: &parameters, ..alone };
    assert!(is_assignable(world, &ty("Ferry"), &ty("Elem")));
    assert!(is_assignable(world, &ty("Elem"), &ty("Ferry")));
    assert!(!is_assignable(alone, &ty("Ferry"), &ty("Elem")));
}

#[test]
fn class_as_a_result_takes_any_class() {
    let world = World::new(hierarchy());
    for (given, expected) in [("Ferry", true), ("Ferry class", true), ("Dynamic", true)] {
        assert_eq!(is_result_compatible(world, &ty(given), &ty("Class")), expected, "{given}");
    }
    assert!(!is_result_compatible(world, &ty("Ferry"), &ty("Behaviour")));
    assert!(is_result_compatible(world, &ty("Ferry"), &ty("Vessel")));
}

#[test]
fn sealed_values_with_parameters_are_covariant() {
    let world = World::new(hierarchy());
    for (class, expected) in [
        ("List", true),
        ("Chest", true),
        ("Collection", false),
        ("Dock", false),
        ("Block", false),
        ("Symbol", false),
        ("Mystery", false),
    ] {
        assert_eq!(is_covariant(world, &ClassName::from(class)), expected, "{class}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_relations_hold_their_laws(one in inferred(), other in inferred()) {
        let world = World::new(hierarchy());
        for relation in [is_type_compatible, is_assignable] {
            prop_assert!(relation(world, &one, &one));
            prop_assert!(relation(world, &InferredType::Never, &one));
            prop_assert!(relation(world, &InferredType::UNKNOWN, &one));
            prop_assert!(relation(world, &one, &InferredType::UNKNOWN));
            let either = types::union([one.clone(), other.clone()]);
            prop_assert!(relation(world, &one, &either), "{} for {}", one, either);
        }
        // What is strictly so is leniently so.
        if is_assignable(world, &one, &other) {
            prop_assert!(is_type_compatible(world, &one, &other), "{} for {}", one, other);
        }
    }
}
