//! Classes from metadata: whole, old, damaged, and against what is known already.

mod common;

use common::{class, encode, found, listing, surface, term_text};
use etf::Term;
use expect_test::{Expect, expect};
use hierarchy::{ClassHierarchy, Kind, Origin, meta};

/// Decodes a map in Erlang's own notation, and lists what came of it.
fn check(text: &str, expect: Expect) {
    let decoded = meta::decode(&term_text::read(text));
    let mut out = decoded.class.as_ref().map(listing).unwrap_or_default();
    for problem in &decoded.problems {
        let class = problem.class.as_ref().map_or("?", |class| class);
        out += &format!("{class}: {:?}\n", problem.fault);
    }
    expect.assert_eq(&out);
}

#[test]
fn the_fixture_is_a_whole_class() {
    check(
        include_str!("fixtures/kettle.term"),
        expect![[r#"
            typed Kettle(T :: Sized) < Vessel(Integer, T) kind="actor" package="kitchen" doc="Holds water."
              state: litres :: Integer = …
              state: note :: String | UndefinedObject
              classState: made :: Integer = …
              class brand -> Self class
              any: _
              fill: n :: Integer from: t :: T | Nil -> Integer doc="Pours in."
              level -> Integer (inferred)
              litres -> Integer
              internal parts -> List(T)
              sealed same -> Self
        "#]],
    );
}

#[test]
fn the_seed_example_can_be_read() {
    check(
        "#{class => 'Counter', superclass => 'Actor', meta_version => 2,
           is_sealed => false, is_abstract => false, is_value => false, is_typed => false,
           fields => [count], field_types => #{count => 'Integer'},
           methods => [{increment, 1}, {value, 0}], class_methods => [{new, 0}],
           method_info => #{
             increment => #{arity => 1, param_types => ['Integer'], return_type => 'Integer'},
             value => #{arity => 0, param_types => [], return_type => 'Integer'}},
           class_method_info => #{
             new => #{arity => 0, param_types => [], return_type => 'Counter'}},
           class_variables => []}.",
        expect![[r#"
            Counter < Actor
              field: count :: Integer
              class new -> Counter
              increment -> Integer
              value -> Integer
            Counter: WrongArity(Instance, increment)
        "#]],
    );
}

#[test]
fn the_old_form_knows_methods_without_types_and_is_incomplete() {
    check(
        "#{class => 'Counter', superclass => 'Actor', fields => [count],
           methods => [{'at:put:', 2}, {value, 0}], class_methods => [{new, 0}]}.",
        expect![[r#"
            incomplete Counter < Actor
              field: count
              class new
              at: _ put: _
              value
        "#]],
    );
}

#[test]
fn a_later_version_is_read_for_what_it_shares() {
    check(
        "#{class => 'Counter', superclass => 'Actor', meta_version => 9,
           shape => #{square => [1]}, fields => [],
           method_info => #{value => #{arity => 0, colour => red, return_type => none,
                                       return_type_text => <<\"Integer ^ String\">>}}}.",
        expect![[r#"
            Counter < Actor
              value -> Integer ^ String
        "#]],
    );
}

#[test]
fn roots_say_so_in_two_ways() {
    for root in ["none", "nil"] {
        check(
            &format!("#{{class => 'Root', superclass => {root}, meta_version => 2}}."),
            expect![[r#"
                Root
            "#]],
        );
    }
    check(
        "#{class => 'Lost', meta_version => 2}.",
        expect![[r#"
            incomplete Lost
        "#]],
    );
}

#[test]
fn what_is_malformed_is_left_out_alone() {
    check(
        "#{class => 'Odd', superclass => 'Value', meta_version => 2, kind => value,
           is_sealed => 7, package => [], doc => 1, fields => [a, 2, b], field_types => #{a => 3},
           field_has_default => [], class_variables => none, type_params => ['T', {x}],
           superclass_type_args => [<<\"T\">>, 1],
           methods => [x, {1, 2}, {ok, 0}, {}],
           method_info => #{1 => #{}, bad => 5, 'a:b:' => #{param_types => [none, 5]},
                            fine => #{return_type => 'Integer'}, odd => #{return_type => 5}},
           class_method_info => nothing}.",
        expect![[r#"
            Odd(T) < Value(T) kind="value"
              field: a
              field: b
              a: _ b: _
              fine -> Integer
              odd
              ok
            Odd: WrongElement("type_params")
            Odd: WrongElement("superclass_type_args")
            Odd: WrongValue("is_sealed")
            Odd: WrongValue("package")
            Odd: WrongValue("doc")
            Odd: WrongElement("field_types")
            Odd: WrongElement("fields")
            Odd: WrongElement("method_info")
            Odd: WrongMethod(Instance, bad)
            Odd: WrongMethod(Instance, a:b:)
            Odd: WrongMethod(Instance, odd)
            Odd: WrongElement("methods")
            Odd: WrongElement("methods")
            Odd: WrongElement("methods")
            Odd: WrongValue("class_method_info")
        "#]],
    );
}

#[test]
fn a_class_without_a_name_is_none() {
    for text in ["#{superclass => 'Object'}.", "#{class => ''}.", "#{class => 5}."] {
        check(
            text,
            expect![[r#"
                ?: Unnamed
            "#]],
        );
    }
    check(
        "[].",
        expect![[r#"
            ?: NotAMap
        "#]],
    );
}

#[test]
fn one_bad_class_does_not_spoil_the_others() {
    let classes = term_text::read(
        "#{'A' => #{class => 'A', superclass => 'Actor', meta_version => 2},
           'B' => broken,
           'C' => #{class => 'C', superclass => 'A', meta_version => 2, kind => actor}}.",
    );
    let mut hierarchy = common::hierarchy("");
    assert_eq!(hierarchy.add_from_beam_meta(&classes).len(), 1);
    assert_eq!(hierarchy.kind_of(&class("C")), Some(Kind::Actor));
    assert_eq!(hierarchy.add_from_beam_meta(&Term::from(3)).len(), 1);
}

const SYMBOL: &str = "#{class => 'Symbol', superclass => 'Object', meta_version => 2,
   method_info => #{size => #{return_type => none}, shout => #{return_type => 'String'}}}.";

/// A class library with `Symbol >> size`.
fn library() -> ClassHierarchy {
    let mut hierarchy = common::hierarchy("");
    let text = "Object subclass: Symbol\n  size -> Integer => @primitive";
    hierarchy.add_classes(surface(text), Origin::Builtin);
    hierarchy
}

#[test]
fn a_library_class_keeps_its_types_and_takes_what_is_new() {
    let mut hierarchy = library();
    let find = |hierarchy: &ClassHierarchy, selector| {
        found(hierarchy.find_method(&class("Symbol"), selector))
    };
    hierarchy.add_class_from_beam_meta(&term_text::read(SYMBOL));
    assert_eq!(find(&hierarchy, "size"), "Symbol >> size -> Integer @0");
    assert_eq!(find(&hierarchy, "shout"), "Symbol >> shout -> String @0 (extension)");
    let patched = SYMBOL.replace("size => #{", "size => #{is_patched => true, ");
    hierarchy.add_class_from_beam_meta(&term_text::read(&patched));
    assert_eq!(find(&hierarchy, "size"), "Symbol >> size @0 (extension)");
    let unpatched = "#{class => 'Symbol', superclass => 'Object', meta_version => 2}.";
    hierarchy.add_class_from_beam_meta(&term_text::read(unpatched));
    assert_eq!(find(&hierarchy, "size"), "Symbol >> size -> Integer @0");
    assert_eq!(find(&hierarchy, "shout"), "nothing");
}

#[test]
fn text_beats_metadata_and_metadata_replaces_metadata() {
    let mut hierarchy = common::hierarchy("Actor subclass: Kettle\n  own => 1");
    hierarchy.add_class_from_beam_meta(&term_text::read(include_str!("fixtures/kettle.term")));
    assert!(hierarchy.find_method(&class("Kettle"), "litres").is_none());
    for selector in ["old", "new"] {
        let text = format!(
            "#{{class => 'Live', superclass => 'Object', meta_version => 2,
                method_info => #{{{selector} => #{{}}}}}}."
        );
        assert_eq!(hierarchy.add_class_from_beam_meta(&term_text::read(&text)), []);
    }
    assert!(hierarchy.find_method(&class("Live"), "old").is_none());
    assert!(hierarchy.find_method(&class("Live"), "new").is_some());
}

#[test]
fn a_compiled_value_lists_what_was_generated_for_it() {
    let source = common::hierarchy("Value subclass: Dot\n  field: x :: Integer = 0");
    let compiled = source.compiled_class(&class("Dot")).unwrap();
    let mut live = common::hierarchy("");
    assert_eq!(live.add_class_from_beam_meta(&encode::encode(&compiled)), []);
    for selector in ["x", "withX:"] {
        let answer =
            |hierarchy: &ClassHierarchy| found(hierarchy.find_method(&class("Dot"), selector));
        assert_eq!(answer(&live), answer(&source));
    }
    assert_eq!(live.all_methods(&class("Dot")).len(), source.all_methods(&class("Dot")).len());
}
