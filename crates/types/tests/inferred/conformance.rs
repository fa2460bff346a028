//! Who conforms to what.

use hierarchy::ClassName;
use types::{
    Conformance, Lack, World, argument_conformance, bound_conformance, conforms,
    conforms_class_side,
};

use crate::fixture::{hierarchy, rows, ty};

fn listed(lacks: &[Lack]) -> String {
    let lacks = lacks.iter().map(|lack| {
        let missing: Vec<String> = lack.missing.iter().map(|it| it.to_string()).collect();
        format!("{} {}", lack.ty, missing.join(", "))
    });
    lacks.collect::<Vec<_>>().join(" / ")
}

fn text(conformance: &Conformance) -> String {
    match conformance {
        Conformance::Conforms => "yes".to_owned(),
        Conformance::Unverified => "who knows".to_owned(),
        Conformance::Lacks(lacks) => format!("no: {}", listed(lacks)),
        Conformance::PartlyLacks(lacks) => format!("partly: {}", listed(lacks)),
    }
}

/// The last two cells: as an argument, and as a type argument under a bound.
#[test]
fn what_is_given_has_what_is_asked_for() {
    let table = r"
        Vessel           ; Floats  ; yes                                  ; yes
        Hydrofoil        ; Floats  ; yes                                  ; yes
        Raft             ; Floats  ; no: Raft draught                     ; no: Raft draught
        Sloop            ; Sails   ; yes                                  ; yes
        Ferry            ; Sails   ; no: Ferry hoist:, class rigs         ; no: Ferry hoist:, class rigs
        Raft             ; Sails   ; no: Raft hoist:, class rigs, draught ; no: Raft hoist:, class rigs, draught
        Parroted         ; Sails   ; no: Parroted hoist:, draught         ; no: Parroted hoist:, draught
        #a               ; Loops   ; yes                                  ; yes
        #a               ; Floats  ; no: #a draught                       ; no: #a draught
        Raft             ; Unheard ; yes                                  ; yes
        Mystery          ; Floats  ; yes                                  ; yes
        T                ; Floats  ; yes                                  ; yes
        Wreck            ; Floats  ; yes                                  ; yes
        Parrot           ; Floats  ; yes                                  ; yes
        Sails            ; Floats  ; yes                                  ; yes
        Floats           ; Sails   ; no: Floats hoist:, class rigs        ; no: Floats hoist:, class rigs
        Chest(Raft)      ; Floats  ; no: Chest(Raft) draught              ; no: Chest(Raft) draught
        Dynamic          ; Floats  ; who knows                            ; yes
        Ferry | Vessel   ; Floats  ; yes                                  ; yes
        Raft | String    ; Floats  ; no: Raft draught / String draught    ; no: Raft draught / String draught
        Raft | Ferry     ; Floats  ; partly: Raft draught                 ; partly: Raft draught
        Raft | Raft class; Floats  ; yes                                  ; yes
        Ferry class      ; Floats  ; no: Ferry class draught              ; yes
        Ferry class      ; Named   ; yes                                  ; yes
        Ferry            ; Named   ; no: Ferry name                       ; no: Ferry name
        Parroted class   ; Floats  ; yes                                  ; yes
        Never            ; Floats  ; yes                                  ; yes
        Symbol \ #a      ; Floats  ; yes                                  ; yes
        Raft & Named     ; Floats  ; yes                                  ; yes";
    let world = World::new(hierarchy());
    for [given, protocol, argument, bound] in rows(table) {
        let name = ClassName::from(protocol);
        let question = format!("{given} for {protocol}");
        assert_eq!(text(&argument_conformance(world, &ty(given), &name)), argument, "{question}");
        assert_eq!(text(&bound_conformance(world, &ty(given), &name)), bound, "{question}");
    }
}

#[test]
fn instances_and_class_objects_conform_each_for_themselves() {
    let table = "
        Sloop    ; Sails  ; yes ; no
        Sloop    ; Named  ; no  ; yes
        Parroted ; Floats ; no  ; yes
        Parrot   ; Floats ; yes ; no
        Parrot   ; Sails  ; yes ; no";
    let world = World::new(hierarchy());
    for [class, protocol, instance, class_side] in rows(table) {
        let (class, protocol) = (ClassName::from(class), ClassName::from(protocol));
        let question = format!("{class} and {protocol}");
        assert_eq!(conforms(world, &class, &protocol), instance == "yes", "{question}");
        let answer = conforms_class_side(world, &class, &protocol);
        assert_eq!(answer, class_side == "yes", "{question} on the class side");
    }
}
