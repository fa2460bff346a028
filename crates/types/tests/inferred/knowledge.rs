//! How completely classes are known.

use hierarchy::{ClassName, Origin, Side};
use types::{AnalysisScope, Knowledge, World, classify};

use crate::fixture::{hierarchy, rows, with};

fn word(knowledge: Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Dynamic => "dynamic",
        Knowledge::Open => "open",
        Knowledge::ClosedComplete => "closed",
    }
}

#[test]
fn only_what_is_seen_whole_is_closed() {
    let mut hierarchy = with(
        "
Parrot subclass: Macaw
Vessel subclass: Torn
Torn subclass: TornBelow
Whirl subclass: Pool
Pool subclass: Whirl
",
    );
    hierarchy
        .add_external_superclasses([(ClassName::from("Stub"), Some(ClassName::from("Value")))]);
    let torn = syntax::parse("Vessel subclass: Torn\n  go => (");
    hierarchy.add_classes(hierarchy::surface(&torn.tree).incomplete(), Origin::Project);
    let table = "
        Ferry      ; closed  ; closed
        Symbol     ; closed  ; closed
        ProtoObject; closed  ; closed
        Floats     ; closed  ; closed
        Parrot     ; open    ; closed
        Macaw      ; open    ; closed
        Parroted   ; closed  ; open
        Wreck      ; open    ; open
        Stub       ; open    ; open
        Torn       ; open    ; open
        TornBelow  ; open    ; open
        Pool       ; open    ; open
        Atlantis   ; dynamic ; dynamic
        T          ; dynamic ; dynamic";
    let world = World::new(&hierarchy);
    for [class, instance, class_side] in rows(table) {
        let name = ClassName::from(class);
        let answers = [Side::Instance, Side::Class].map(|side| word(classify(world, &name, side)));
        assert_eq!(answers, [instance, class_side], "{class}");
    }
}

#[test]
fn what_other_packages_add_may_be_unseen() {
    for (has_unseen_extensions, expected) in
        [(true, Knowledge::Open), (false, Knowledge::ClosedComplete)]
    {
        let scope = AnalysisScope::ProjectComplete { has_unseen_extensions };
        let world = World { scope, ..World::new(hierarchy()) };
        assert_eq!(classify(world, &ClassName::from("Ferry"), Side::Instance), expected);
    }
}

#[test]
fn what_all_class_objects_share_opens_their_side() {
    let hierarchy = with("Behaviour >> doesNotUnderstand: selector args: arguments => nil");
    let knowledge = |side| classify(World::new(&hierarchy), &ClassName::from("Ferry"), side);
    assert_eq!(knowledge(Side::Instance), Knowledge::ClosedComplete);
    assert_eq!(knowledge(Side::Class), Knowledge::Open);
}
