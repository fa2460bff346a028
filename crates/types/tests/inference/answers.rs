//! What instances answer: what methods declare, else what their bodies do.

use crate::rows::check_beside;

/// A theatre: what is played, by whom, and what the box office says.
const THEATRE: &str = r#"
Value subclass: Seat
  field: row :: Integer = 1
  field: price :: Float = 8.5
  field: guest = nil

  doubled => self withPrice: self.price * 2
  itself -> Self => self
  whose => self.guest
  isFront => self.row < 3
  shadowed: row => row
  pair => #(self, self)

Seat subclass: Box
  extra => self doubled

Actor subclass: Stage
  state: cues :: Integer = 0

  next => self.cues := self.cues + 1
  upcoming => self afterwards printString
  afterwards => self next
  lights => #dim
  curtain => self error: "stuck"
  encore: n => n > 1 ifTrue: [self encore: n - 1] ifFalse: [self next]
  wait: n => self until: n
  until: n => self wait: n. n printString
  play: piece => piece

abstract Object subclass: Role
  line => self subclassResponsibility
  costume => self notImplemented
  length -> Integer => self subclassResponsibility

Role subclass: Fool
  line => "ha"
  costume => #motley

seat := Seat new
stage := Stage spawn
"#;

#[test]
fn bodies_tell_what_methods_do_not() {
    check_beside(
        THEATRE,
        &[
            ("seat doubled", "Seat"),
            ("seat doubled price", "Float"),
            ("seat isFront", "Boolean"),
            ("seat whose", "Dynamic (dynamic receiver)"),
            ("seat shadowed: 3", "Dynamic (dynamic receiver)"),
            ("seat pair", "List(Seat)"),
            ("stage next", "Integer"),
            ("stage afterwards", "Integer"),
            ("stage upcoming", "String"),
            ("stage lights", "#dim"),
            ("stage curtain", "Never"),
            ("stage play: seat", "Dynamic (dynamic receiver)"),
            ("stage encore: 2", "Dynamic (dynamic receiver)"),
            ("stage wait: 2", "Dynamic (dynamic receiver)"),
            ("stage until: 2", "Dynamic (dynamic receiver)"),
            ("stage next; lights; upcoming", "String"),
            ("stage next; vanish", "Dynamic (dynamic receiver)"),
            ("stage vanish", "Dynamic (dynamic receiver)"),
        ],
    );
}

#[test]
fn what_is_inherited_is_answered_by_its_owner() {
    check_beside(
        THEATRE,
        &[
            ("Box new doubled", "Seat"),
            ("Box new extra", "Seat"),
            ("Box new itself", "Box"),
            ("Box new row", "Integer"),
            ("Fool new line", "String"),
            ("Fool new costume", "#motley"),
            ("Fool new length", "Integer"),
            ("role :: Role := Fool new\nrole line", "Dynamic (dynamic receiver)"),
            ("role :: Role := Fool new\nrole costume", "Dynamic (dynamic receiver)"),
            ("role :: Role := Fool new\nrole length", "Integer"),
        ],
    );
}

#[test]
fn values_have_what_is_made_for_their_slots() {
    check_beside(
        THEATRE,
        &[
            ("seat price", "Float"),
            ("seat guest", "Dynamic (dynamic receiver)"),
            ("seat withRow: 2", "Seat"),
            ("Seat row: 1 price: 2.5 guest: nil", "Seat"),
            ("(seat withGuest: #me) isFront", "Boolean"),
        ],
    );
}

#[test]
fn arithmetic_keeps_to_its_numbers() {
    check_beside(
        THEATRE,
        &[
            ("seat row * 3", "Integer"),
            ("seat row * seat price", "Float"),
            ("seat price - 1", "Float"),
            ("7 - \"one\"", "Integer"),
            ("7 - seat whose", "Number"),
            ("9 / 3", "Float"),
            ("2 min: 9", "Integer"),
            ("2 max: 9.5", "Integer | Float"),
            ("seat row > nil", "Boolean"),
        ],
    );
}

#[test]
fn some_messages_are_known_by_themselves() {
    check_beside(
        THEATRE,
        &[
            ("stage withTimeout: 50", "Stage"),
            ("(stage withTimeout: 50) next", "Integer"),
            ("seat asType: Value", "Value"),
            ("stage registerAs: #main", "Result(Stage, Error)"),
            ("stage lights class", "Symbol class"),
        ],
    );
}

/// Methods that are left before their end, and constructors that make something else.
const SIGNAL_BOX: &str = r#"
Object subclass: Track native: lists
  class reversed: all => self delegate
  class sorted: all -> List => self delegate

Value subclass: Signal
  field: arms :: Integer = 2

  class new => "a lamp"
  class spare => self arms: 1

  first: n => #(1, 2) do: [:each | each > n ifTrue: [^each]]. #none
  same: n => #(1, 2) do: [:each | each > n ifTrue: [^each]]. 0
  endless => [self arms > 1 ifTrue: [^self arms]] repeat
  given: x => x isNil ifTrue: [^x]. 3
  early => ^3

Signal subclass: Lamp
  class new => super new
"#;

#[test]
fn a_way_out_counts_as_much_as_the_end() {
    check_beside(
        SIGNAL_BOX,
        &[
            ("Signal spare first: 1", "Dynamic (dynamic receiver)"),
            ("Signal spare same: 1", "Integer"),
            ("Signal spare endless", "Dynamic (dynamic receiver)"),
            ("Signal spare given: nil", "Dynamic (dynamic receiver)"),
            ("Signal spare early", "Integer"),
            ("Track reversed: #(1)", "Dynamic (unannotated return)"),
            ("Track sorted: #(1)", "List"),
            ("Signal new", "String"),
            ("Signal spare", "Signal"),
        ],
    );
}
