//! Class objects: as values, as receivers, and what they make.

use crate::rows::check_beside;

const GARDEN: &str = r#"
abstract Value subclass: Plant
  sort -> Self class => self class
  cutting -> Self => self sort sown
  class sown -> Self => self new
  class latin => "planta"

Plant subclass: Fern
  field: fronds :: Integer = 3

Actor subclass: Gardener
  class hired => self spawn
  class wage -> Integer => 12

fern := Fern new
gardener := Gardener spawn
kind := Gardener
"#;

#[test]
fn classes_answer_what_their_class_side_says() {
    check_beside(
        GARDEN,
        &[
            ("Gardener hired", "Gardener"),
            ("kind hired", "Gardener"),
            ("gardener class hired", "Gardener"),
            ("gardener class wage", "Integer"),
            ("kind spawn; wage", "Integer"),
            ("Fern latin", "String"),
            ("fern class latin size", "Integer"),
            ("kind wither", "Dynamic (unannotated return)"),
            ("kind =:= Fern", "Boolean"),
        ],
    );
}

#[test]
fn objects_of_the_system_are_written_like_classes() {
    check_beside(
        GARDEN,
        &[
            ("Transcript", "TranscriptStream"),
            ("Beamtalk version size", "Integer"),
            ("Workspace actors first", "Actor"),
        ],
    );
}

#[test]
fn classes_make_instances_of_themselves() {
    check_beside(
        GARDEN,
        &[
            ("fern class new", "Fern"),
            ("fern class basicNew fronds", "Integer"),
            ("kind yourself spawn", "Gardener"),
            ("Fern sown", "Fern"),
            ("fern cutting", "Fern"),
            ("fern sort", "Fern class"),
            ("Plant sown", "Plant"),
            ("Plant new", "Dynamic"),
            ("wild := Plant\nwild new", "Dynamic"),
            ("Set withAll: #(1.5)", "Set(Float)"),
            ("#(Fern) first new fronds", "Integer"),
            ("grower :: Gardener class := Gardener\ngrower hired", "Gardener"),
        ],
    );
}

#[test]
fn classes_are_objects_too() {
    check_beside(
        GARDEN,
        &[
            ("Fern", "Fern class"),
            ("Fern class", "Fern class"),
            ("fern class class", "Metaclass"),
            ("fern class class bloom", "Dynamic"),
            ("nil class", "Nil class"),
            ("Fern name", "Symbol"),
            ("kind name", "Symbol"),
            ("kind allSuperclasses first", "Behaviour"),
            ("any :: Behaviour := Fern\nany name", "Symbol"),
            ("any :: Behaviour := Fern\nany new", "Object"),
            ("#(Fern, kind) first", "Fern class | Gardener class"),
            ("#(Fern, kind) first name", "Dynamic (dynamic receiver)"),
            ("Gardener >> #wage", "CompiledMethod | Nil"),
        ],
    );
}
