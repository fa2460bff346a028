//! Layout by example; the laws are held by the property tests.

use crate::{format, notation, parse};

#[track_caller]
fn check(source: &str, expected: &str) {
    let parse_once = parse(source);
    assert!(!parse_once.has_errors(), "{source}\n{:?}", parse_once.problems);
    let once = format(&parse_once.tree);
    assert_eq!(once, expected);
    let again = parse(&once);
    assert_eq!(notation(&again.tree), notation(&parse_once.tree));
    assert_eq!(format(&again.tree), once);
}

#[test]
fn members_are_grouped_and_keep_their_comments() {
    check(
        "Object subclass: A  // head\n  b => 1 // one\n  // about x\n  state: x=3\n  /// doc\n  class  c => /* in */ 2. 3\n",
        "Object subclass: A  // head\n  // about x\n  state: x = 3\n\n  /// doc\n  class c =>\n    /* in */\n    2\n    3\n\n  b => 1  // one\n",
    );
}

#[test]
fn comments_without_a_place_move_up() {
    check("a // x\n  + b", "// x\na + b\n");
    check("[ // x\n a ]", "[\n  // x\n  a\n]\n");
    check("x := [a\n // end\n]", "x := [\n  a\n  // end\n]\n");
    check(
        "r match: [ // one\n 1 -> a; // two\n 2 -> b ]",
        "r match: [\n  // one\n  1 -> a;  // two\n  2 -> b\n]\n",
    );
}

#[test]
fn wide_things_break_where_they_may() {
    check(
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa inject: 0 into: [:sum :each | sum + each weightInKilograms]",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa inject: 0 into: [:sum :each |\n  sum + each weightInKilograms\n]\n",
    );
    check("a at: 1 put: 2 with: 3", "a\n  at: 1\n  put: 2\n  with: 3\n");
    check("a b; c; d", "a b; c; d\n");
}

#[test]
fn operator_symbols_are_quoted_before_a_comma() {
    check("#(#+ , #->)", "#(#'+', #->)\n");
}

#[test]
fn a_period_stays_where_it_parts_words_from_a_header() {
    check("sealed. Object subclass: A", "sealed.\nObject subclass: A\n");
    check(
        "Object subclass: A\n  go => Foo.\n  >> b => 1",
        "Object subclass: A\n\n  go => Foo.\n\n  >> b => 1\n",
    );
}
