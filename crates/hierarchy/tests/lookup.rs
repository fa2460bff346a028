//! What a hierarchy answers.

mod common;

use common::{class, found, hierarchy, listing, surface};
use expect_test::{Expect, expect};
use hierarchy::{ClassHierarchy, Kind, LineageEnd, Origin, Side, Type};

const KETTLES: &str = "
Actor subclass: Kettle
  state: litres :: Integer = 0
  litres -> Integer => self.litres
  level => self.litres
  class brand -> String => \"acme\"
Kettle subclass: Urn
  level => 3
Value subclass: Dot
  field: x :: Integer = 0
  field: y = 0
  y -> Integer => self.y
sealed Value subclass: Crate(T)
  field: item :: T
Dot subclass: Spot
  field: hue :: Symbol = #red
  class hue: h => nil
";

/// Each line is `Class selector` or `Class class selector`.
fn check(hierarchy: &ClassHierarchy, questions: &str, expect: Expect) {
    let mut out = String::new();
    for question in questions.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = question.split(' ').collect();
        let answer = match *words {
            [name, selector] => found(hierarchy.find_method(&class(name), selector)),
            [name, "class", selector] => found(hierarchy.find_class_method(&class(name), selector)),
            _ => panic!("{question}"),
        };
        out += &format!("{question}: {answer}\n");
    }
    expect.assert_eq(&out);
}

#[test]
fn the_nearest_class_that_has_a_method_answers() {
    check(
        &hierarchy(KETTLES),
        "Kettle level
         Urn level
         Urn litres
         Urn printString
         Urn zork
         home@Urn litres
         Nowhere litres",
        expect![[r#"
            Kettle level: Kettle >> level @0
            Urn level: Urn >> level @0
            Urn litres: Kettle >> litres -> Integer @1
            Urn printString: Object >> printString -> String @3
            Urn zork: nothing
            home@Urn litres: Kettle >> litres -> Integer @1
            Nowhere litres: nothing
        "#]],
    );
}

#[test]
fn a_class_object_answers_with_its_side_then_as_a_class() {
    check(
        &hierarchy(KETTLES),
        "Urn class brand
         Urn class spawn
         Urn class name
         Urn class yourself
         Urn class class
         Urn class litres
         Nowhere class name",
        expect![[r#"
            Urn class brand: Kettle class >> brand -> String @1
            Urn class spawn: Actor class >> spawn -> Self @2
            Urn class name: Behaviour >> name -> Symbol @6
            Urn class yourself: Object >> yourself -> Self @7
            Urn class class: ProtoObject >> class -> Class @8
            Urn class litres: nothing
            Nowhere class name: nothing
        "#]],
    );
}

#[test]
fn values_have_readers_copiers_and_a_constructor() {
    check(
        &hierarchy(KETTLES),
        "Dot x
         Dot y
         Dot withX:
         Dot withY:
         Dot class x:y:
         Dot class y:x:
         Spot x
         Spot withHue:
         Spot class hue:
         Spot class x:y:
         Crate item
         Crate withItem:
         Crate class item:
         Kettle withLitres:
         Kettle class litres:",
        expect![[r#"
            Dot x: Dot >> x -> Integer @0 (generated)
            Dot y: Dot >> y -> Integer @0
            Dot withX:: Dot >> withX: x :: Integer -> Dot @0 (generated)
            Dot withY:: Dot >> withY: y -> Dot @0 (generated)
            Dot class x:y:: Dot class >> x: x :: Integer y: y -> Dot @0 (generated)
            Dot class y:x:: nothing
            Spot x: Dot >> x -> Integer @1 (generated)
            Spot withHue:: Spot >> withHue: hue :: Symbol -> Spot @0 (generated)
            Spot class hue:: Spot class >> hue: h @0
            Spot class x:y:: Dot class >> x: x :: Integer y: y -> Dot @1 (generated)
            Crate item: Crate >> item -> T @0 (generated)
            Crate withItem:: Crate >> withItem: item :: T -> Crate(T) @0 (generated)
            Crate class item:: Crate class >> item: item :: T -> Crate(T) @0 (generated)
            Kettle withLitres:: nothing
            Kettle class litres:: nothing
        "#]],
    );
}

#[test]
fn a_class_becomes_a_value_when_its_superclass_arrives() {
    let mut later = hierarchy("Shape subclass: Disc\n  field: r = 1");
    assert_eq!(later.kind_of(&class("Disc")), Some(Kind::Object));
    assert!(later.find_method(&class("Disc"), "withR:").is_none());
    later.add_classes(surface("Value subclass: Shape"), Origin::Project);
    assert_eq!(later.kind_of(&class("Disc")), Some(Kind::Value));
    assert!(later.find_method(&class("Disc"), "withR:").is_some());
    expect![[r#"
        Disc < Shape kind="value"
          field: r = …
          class generated r: r -> Disc
          generated r
          generated withR: r -> Disc
    "#]]
    .assert_eq(&listing(&later.compiled_class(&class("Disc")).unwrap()));
}

#[test]
fn kinds_are_decided_by_the_whole_chain() {
    let hierarchy = hierarchy(KETTLES);
    let kinds = ["Value", "Actor", "Object", "ProtoObject", "Urn", "Spot", "Symbol", "Nowhere"];
    let kinds = kinds.map(|name| hierarchy.kind_of(&class(name)));
    let (value, actor, object) = (Some(Kind::Value), Some(Kind::Actor), Some(Kind::Object));
    assert_eq!(kinds, [value, actor, object, object, actor, value, object, None]);
}

#[test]
fn an_extension_stands_behind_own_methods_and_before_inherited_ones() {
    let extensions = "Dot >> x -> String => 1
Dot >> y -> String => 1
Dot >> printString -> Symbol => 1
Dot >> area => 1
Dot >> area -> Integer => 2
Dot class >> name -> String => 1
Object >> tagged -> Symbol => #t
Object class >> kin -> Symbol => #k
Later >> soon => 1";
    let hierarchy = hierarchy(&format!("{KETTLES}\n{extensions}"));
    check(
        &hierarchy,
        "Dot x
         Dot y
         Spot printString
         Dot area
         Dot class name
         Kettle tagged
         Kettle class tagged
         Kettle class kin
         Later soon",
        expect![[r#"
            Dot x: Dot >> x -> Integer @0 (generated)
            Dot y: Dot >> y -> Integer @0
            Spot printString: Dot >> printString -> Symbol @1 (extension)
            Dot area: Dot >> area @0 (extension)
            Dot class name: Dot class >> name -> String @0 (extension)
            Kettle tagged: Object >> tagged -> Symbol @2 (extension)
            Kettle class tagged: Object >> tagged -> Symbol @6 (extension)
            Kettle class kin: Object class >> kin -> Symbol @2 (extension)
            Later soon: nothing
        "#]],
    );
    let mut hierarchy = hierarchy;
    hierarchy.add_classes(surface("Object subclass: Later"), Origin::Module);
    assert!(hierarchy.find_method(&class("Later"), "soon").is_some());
    hierarchy.remove_extension(&class("Later"), Side::Instance, "soon");
    assert!(hierarchy.find_method(&class("Later"), "soon").is_none());
}

#[test]
fn a_listing_has_each_selector_once_nearest_first() {
    let hierarchy = hierarchy(&format!("{KETTLES}\nUrn >> steam => 1\nObject >> level => 0"));
    let lines = |found: Vec<hierarchy::Found<'_>>| -> String {
        found.into_iter().map(|it| common::found(Some(it)) + "\n").collect()
    };
    expect![[r#"
        Urn >> level @0
        Urn >> steam @0 (extension)
        Kettle >> litres -> Integer @1
        Object >> yourself -> Self @3
        Object >> printString -> String @3
        ProtoObject >> class -> Class @4
    "#]]
    .assert_eq(&lines(hierarchy.all_methods(&class("Urn"))));
    expect![[r#"
        Kettle class >> brand -> String @1
        Actor class >> spawn -> Self @2
        Class >> new -> Object @5
        Behaviour >> name -> Symbol @6
        Object >> yourself -> Self @7
        Object >> printString -> String @7
        Object >> level @7 (extension)
        ProtoObject >> class -> Class @8
    "#]]
    .assert_eq(&lines(hierarchy.all_class_methods(&class("Urn"))));
}

/// The names of a class's lineage, and how it ends.
fn lineage(hierarchy: &ClassHierarchy, name: &str) -> String {
    let lineage = hierarchy.lineage(&class(name));
    let names: Vec<&str> = lineage.classes.iter().map(|class| &*class.name).collect();
    format!("{} {:?}", names.join(" "), lineage.end)
}

#[test]
fn broken_chains_end() {
    let text = "Gone subclass: Orphan
Orphan subclass: Child
B subclass: A
A subclass: B
C subclass: C
A subclass: OffCycle";
    let hierarchy = hierarchy(text);
    let names = ["Child", "A", "C", "OffCycle", "Nowhere", "Symbol"];
    let lines: String = names.map(|name| lineage(&hierarchy, name) + "\n").concat();
    expect![[r#"
        Child Orphan Object ProtoObject Missing(Gone)
        A B Cycle
        C Cycle
        OffCycle A B Cycle
         Missing(Nowhere)
        Symbol Object ProtoObject Root
    "#]]
    .assert_eq(&lines);
    check(
        &hierarchy,
        "Child printString
         Child class name
         A printString
         C zork",
        expect![[r#"
            Child printString: Object >> printString -> String @2
            Child class name: Behaviour >> name -> Symbol @5
            A printString: nothing
            C zork: nothing
        "#]],
    );
    let is_subclass = |one, other| hierarchy.is_subclass(&class(one), &class(other));
    assert!(is_subclass("Child", "Gone") && is_subclass("Child", "Object"));
    assert!(is_subclass("A", "B") && is_subclass("B", "A") && is_subclass("Nowhere", "Nowhere"));
    assert!(!is_subclass("Object", "Child") && !is_subclass("Nowhere", "Object"));
}

#[test]
fn a_chain_longer_than_the_running_system_walks_is_cut() {
    let links: String = (1..=40).map(|at| format!("C{} subclass: C{at}\n", at - 1)).collect();
    let hierarchy = hierarchy(&format!("Object subclass: C0\n{links}"));
    assert_eq!(hierarchy.lineage(&class("C18")).end, LineageEnd::Root);
    let cut = hierarchy.lineage(&class("C40"));
    assert_eq!(cut.end, LineageEnd::TooDeep);
    assert_eq!(cut.classes.len(), hierarchy::MAX_ANCESTORS + 1);
}

#[test]
fn origins_are_ranked() {
    let mut hierarchy = hierarchy("Object subclass: Mine");
    let says = |hierarchy: &ClassHierarchy, name: &str| {
        let class = hierarchy.class(&class(name)).unwrap();
        class.superclass.as_ref().unwrap().class.to_string()
    };
    let add = |hierarchy: &mut ClassHierarchy, text: &str, origin| {
        hierarchy.add_classes(surface(text), origin);
    };
    add(&mut hierarchy, "Actor subclass: Symbol", Origin::Project);
    assert_eq!(says(&hierarchy, "Symbol"), "Object", "the library is never touched by a project");
    add(&mut hierarchy, "Actor subclass: Symbol", Origin::Module);
    assert_eq!(says(&hierarchy, "Symbol"), "Actor", "the text being compiled is what it says");
    hierarchy
        .add_external_superclasses([(class("Mine"), None), (class("Far"), Some(class("Mine")))]);
    assert_eq!(says(&hierarchy, "Mine"), "Object");
    assert!(hierarchy.class(&class("Far")).unwrap().flags.is_incomplete);
    add(&mut hierarchy, "Actor subclass: Mine", Origin::Project);
    assert_eq!(says(&hierarchy, "Mine"), "Actor", "a newer text replaces an older one");
}

#[test]
fn a_protocol_has_a_name_that_is_a_class() {
    let hierarchy = hierarchy("Protocol define: Hot\n  degrees -> Integer\nObject subclass: Hot2");
    expect![[r#"
        abstract sealed Hot < Protocol
    "#]]
    .assert_eq(&listing(hierarchy.class(&class("Hot")).unwrap()));
    let mut library = ClassHierarchy::with_builtins();
    library.add_classes(surface("Protocol define: Hot\n  degrees -> Integer"), Origin::Project);
    for query in ["requiredMethods", "conformingClasses"] {
        let found = library.find_class_method(&class("Hot"), query).unwrap();
        assert_eq!(found.class.name, class("Protocol"), "{query}");
    }
    assert_eq!(hierarchy.protocol(&class("Hot")).unwrap().methods.len(), 1);
    let mut hierarchy = hierarchy;
    hierarchy.add_classes(surface("Object subclass: Hot"), Origin::Project);
    hierarchy.add_classes(surface("Protocol define: Hot\n  degrees"), Origin::Project);
    assert_eq!(hierarchy.origin(&class("Hot")), Some(Origin::Project), "a real class stays");
}

#[test]
fn what_is_removed_is_gone_and_the_library_stays() {
    let mut hierarchy =
        hierarchy("Object subclass: Mine\ntype Mode = #a\nProtocol define: Hot\n  hot");
    let before = hierarchy.clone();
    for name in ["Mine", "Mode", "Hot", "Object", "Nowhere"] {
        hierarchy.remove(&class(name));
    }
    assert!(hierarchy.class(&class("Mine")).is_none() && hierarchy.class(&class("Hot")).is_none());
    assert!(
        hierarchy.alias(&class("Mode")).is_none() && hierarchy.protocol(&class("Hot")).is_none()
    );
    assert!(hierarchy.class(&class("Object")).is_some());
    assert!(before.class(&class("Mine")).is_some(), "a clone keeps what it has");
}

#[test]
fn an_inferred_answer_never_covers_a_declared_one() {
    let mut hierarchy = hierarchy(KETTLES);
    let before = hierarchy.clone();
    for selector in ["level", "litres", "zork"] {
        let ty = Type::class("Inferred");
        hierarchy.record_inferred(&class("Kettle"), Side::Instance, selector, ty);
    }
    check(
        &hierarchy,
        "Kettle level
         Kettle litres",
        expect![[r#"
            Kettle level: Kettle >> level -> Inferred @0
            Kettle litres: Kettle >> litres -> Integer @0
        "#]],
    );
    let level = hierarchy.find_method(&class("Kettle"), "level").unwrap().method;
    assert_eq!(level.signature.returns.declared, None);
    assert_eq!(found(before.find_method(&class("Kettle"), "level")), "Kettle >> level @0");
}

#[test]
fn fields_are_found_in_the_nearest_class_that_declares_them() {
    let hierarchy = hierarchy(
        "Value subclass: Base
  field: a :: Integer = 0
  field: b :: Integer = 0
  classState: n = 0
Base subclass: Derived
  field: a = 0",
    );
    let field = |name| {
        let (class, field) = hierarchy.find_field(&class("Derived"), name)?;
        Some((class.name.to_string(), field.declared.as_ref().map(Type::to_string)))
    };
    assert_eq!(field("a"), Some((String::from("Derived"), None)));
    assert_eq!(field("b"), Some((String::from("Base"), Some(String::from("Integer")))));
    assert_eq!(field("n"), None);
    assert!(hierarchy.find_class_variable(&class("Derived"), "n").is_some());
}

#[test]
fn subclasses_are_direct_and_by_name() {
    let hierarchy = hierarchy(KETTLES);
    let names = |name| -> Vec<String> {
        let subclasses = hierarchy.subclasses(&class(name));
        subclasses.iter().map(|class| class.name.to_string()).collect()
    };
    assert_eq!(names("Value"), ["Crate", "Dot"]);
    assert_eq!(names("Urn"), Vec::<String>::new());
}

#[test]
fn the_class_library_is_read_from_its_sources() {
    let hierarchy = ClassHierarchy::with_builtins();
    for (name, text) in hierarchy::STDLIB_SOURCES {
        for declared in surface(text).classes {
            assert_eq!(hierarchy.origin(&declared.name), Some(Origin::Builtin), "{name}");
        }
    }
    for class in hierarchy.classes() {
        assert_eq!(class.package.as_deref(), Some(hierarchy::STDLIB_PACKAGE));
    }
}
