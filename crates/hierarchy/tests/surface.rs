//! What a text declares, and that bodies have no part in it.

mod common;

use common::{listing, protocol_listing, surface};
use expect_test::{Expect, expect};
use hierarchy::Side;

fn check(text: &str, expect: Expect) {
    let surface = surface(text);
    let mut out = String::new();
    surface.classes.iter().for_each(|class| out += &listing(class));
    surface.protocols.iter().for_each(|protocol| out += &protocol_listing(protocol));
    for alias in &surface.aliases {
        let doc = alias.doc.as_ref().map(|doc| format!(" doc={doc:?}")).unwrap_or_default();
        let internal = if alias.is_internal { "internal " } else { "" };
        out += &format!("{internal}type {} = {}{doc}\n", alias.name, alias.ty);
    }
    for extension in &surface.extensions {
        let class_side = if extension.side == Side::Class { " class" } else { "" };
        out += &format!("{}{class_side} >>\n", extension.class);
        out += &common::method(&extension.method, Side::Instance);
    }
    expect.assert_eq(&out);
}

#[test]
fn a_class_is_its_head_and_the_heads_of_its_members() {
    check(
        "/// Money for a ride.
/// Never negative.
sealed typed Value subclass: Fare(C :: Currency, D)
  /// In hundredths.
  field: cents :: Integer = 0
  field: unit :: C | nil
  classState: sold :: Integer = 0

  class free -> Self => self new: #{#cents => 0}
  /// Adds.
  + other :: Fare(C, D) -> Fare(C, D) => self withCents: self.cents + other cents
  internal sealed isFree -> Boolean => self.cents =:= 0
  map: f :: Block(C, R) with: other -> Fare(R, D) => nil
  -> other -> Association => nil
",
        expect![[r#"
            sealed typed Fare(C :: Currency, D) < Value doc="Money for a ride.\nNever negative."
              field: cents :: Integer = … doc="In hundredths."
              field: unit :: C | UndefinedObject
              classState: sold :: Integer = …
              class free -> Self
              + other :: Fare(C, D) -> Fare(C, D) doc="Adds."
              internal sealed isFree -> Boolean
              map: f :: Block(C, R) with: other -> Fare(R, D)
              -> other -> Association
        "#]],
    );
}

#[test]
fn superclasses_come_with_packages_and_arguments() {
    check(
        "net@Shelf(Parcel | Nil, E) subclass: Rack(E :: Sized)
nil subclass: Root
Object subclass: Turnstile native: turnstile_port
  handleScope: #node
",
        expect![[r#"
            Rack(E :: Sized) < net@Shelf(Parcel | UndefinedObject, E)
            Root
            Turnstile < Object native="turnstile_port" scope="node"
        "#]],
    );
}

#[test]
fn protocols_aliases_and_extensions_are_described_too() {
    check(
        "/// Fits in a hold.
Protocol define: Stowable(S :: Sized)
  extending: Movable
  /// In kilograms.
  weight -> Integer
  < other :: Self -> Boolean
  stowIn: hold :: S at: slot :: Integer -> Boolean
  class empty -> Self

/// How fast.
type Mode = #slow | #fast
internal type Odd = Symbol \\ #even

/// Loudly.
Ferry >> horn: times :: Integer -> Nil => nil
Ferry class >> flagship :: -> Ferry => nil
net@Socket >> sealed quietly => nil
",
        expect![[r#"
            protocol Stowable(S :: Sized) < Movable doc="Fits in a hold."
              class empty -> Self
              weight -> Integer doc="In kilograms."
              < other :: Self -> Boolean
              stowIn: hold :: S at: slot :: Integer -> Boolean
            type Mode = #slow | #fast doc="How fast."
            internal type Odd = Symbol \ #even
            Ferry >>
              extension horn: times :: Integer -> Nil doc="Loudly."
            Ferry class >>
              extension flagship -> Ferry
            net@Socket >>
              sealed extension quietly
        "#]],
    );
}

#[test]
fn a_damaged_head_gives_what_can_be_read() {
    check(
        "Object subclass: #Other
Value subclass: Crate(
  field: :: Integer
  field: item :: =
  take: :: Integer put: x -> => x
  ok => 1
",
        expect![[r#"
            Crate < Value
              field: item = …
              take: _ :: Integer put: x
              ok
        "#]],
    );
}

#[test]
fn editing_a_body_leaves_the_description_equal() {
    let before = "Value subclass: Dot
  field: x :: Integer = 0
  twin -> Self => self
  sum: other :: Dot => self.x + other x
Dot class >> origin -> Dot => self new
";
    let after = "Value subclass: Dot
  field: x :: Integer = 3 * (2 + 4)
  // A note.
  twin -> Self =>
    copy := self
    [:each | each] value: copy
  sum: other :: Dot => other sum: self
Dot class >> origin -> Dot => nil
";
    let (before, after) = (surface(before), surface(after));
    assert_eq!(before.classes, after.classes);
    assert_eq!(before.extensions, after.extensions);
    assert_ne!(before.places, after.places);
}

#[test]
fn places_stand_beside_descriptions() {
    let text = "type Mode = #slow
Actor subclass: Kettle
  state: litres = 0
  classState: made = 0
  fill: n to: m => n
  class make => self spawn
Kettle >> boil => 100
Protocol define: Hot
  degrees -> Integer
";
    let surface = surface(text);
    let mut out = String::new();
    let mut add = |what: &str, place: &hierarchy::surface::Place| {
        let whole = place.whole.of(text).replace('\n', "⏎");
        out += &format!("{what} #{} {:?} in {whole:?}\n", place.index, place.name.of(text));
    };
    for class in &surface.places.classes {
        add("class", &class.class);
        class.fields.iter().for_each(|it| add("field", it));
        class.class_variables.iter().for_each(|it| add("variable", it));
        class.methods.iter().for_each(|it| add("method", it));
        class.class_methods.iter().for_each(|it| add("class method", it));
    }
    for protocol in &surface.places.protocols {
        add("protocol", &protocol.protocol);
        protocol.methods.iter().for_each(|it| add("signature", it));
    }
    surface.places.aliases.iter().for_each(|it| add("alias", it));
    surface.places.extensions.iter().for_each(|it| add("extension", it));
    expect![[r#"
        class #1 "Kettle" in "Actor subclass: Kettle⏎  state: litres = 0⏎  classState: made = 0⏎  fill: n to: m => n⏎  class make => self spawn"
        field #0 "litres" in "state: litres = 0"
        variable #1 "made" in "classState: made = 0"
        method #2 "fill:" in "fill: n to: m => n"
        class method #3 "make" in "class make => self spawn"
        protocol #3 "Hot" in "Protocol define: Hot⏎  degrees -> Integer"
        signature #0 "degrees" in "degrees -> Integer"
        alias #0 "Mode" in "type Mode = #slow"
        extension #2 "boil" in "Kettle >> boil => 100"
    "#]]
    .assert_eq(&out);
}

#[test]
fn a_package_is_stamped_where_none_is_recorded() {
    let surface = surface("Object subclass: A\ntype Bb = A\nA >> b => 1").in_package("climate");
    assert_eq!(surface.classes[0].package.as_deref(), Some("climate"));
    let surface = surface.in_package("other");
    let packages = [&surface.classes[0].package, &surface.aliases[0].package];
    assert!(packages.iter().all(|package| package.as_deref() == Some("climate")));
    assert_eq!(surface.extensions[0].package.as_deref(), Some("climate"));
}
