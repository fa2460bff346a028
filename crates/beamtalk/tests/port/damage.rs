//! Bytes that nobody should send: the port answers and lives on, or ends as it should.

use std::time::Duration;

use etf::{Map, Term};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::client::{Port, text};
use crate::lanes::{big_text, text_of_classes};

fn is_alive(port: &mut Port) -> bool {
    port.ask("ping", &[]).get("status").is_some_and(|it| it.is_atom("ok"))
}

#[test]
fn an_unreadable_frame_is_answered_and_the_next_is_served() {
    let deep = [&[131][..], &[108, 0, 0, 0, 1].repeat(5_000), &[106]].concat();
    let frames: [&[u8]; 9] = [
        b"",
        b"garbage",
        &[131],
        &[130, 97, 1],
        // Compressed: it might be of any size.
        &[131, 80, 255, 255, 255, 255, 120, 156],
        // A list of four thousand million.
        &[131, 108, 255, 255, 255, 255],
        &[131, 109, 255, 255, 255, 255, 1],
        // A term, and then more.
        &[131, 97, 1, 97],
        &deep,
    ];
    let mut port = Port::start();
    for frame in frames {
        port.send_frame(frame);
        let answer = port.next();
        assert!(answer.get("id").unwrap().is_atom("none"), "{answer:?}");
        assert!(answer.get("status").unwrap().is_atom("error"), "{answer:?}");
        assert!(is_alive(&mut port));
    }
}

#[test]
fn a_thousand_bad_frames_cost_a_thousand_answers() {
    let mut port = Port::start();
    let good = etf::encode(&Term::map([("command", Term::atom("ping")), ("id", 1.into())]));
    for number in 0..1_000_usize {
        let mut bad = good.clone();
        let at = number % bad.len();
        bad[at] ^= 1 + (number / bad.len()) as u8;
        // Some flips leave a request that can be served.
        port.send_frame(&bad);
        port.next();
    }
    assert!(is_alive(&mut port));
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let port = Port::start();
    assert_eq!(port.close().0.code(), Some(0));
    let mut port = Port::start();
    port.send_bytes(&[0, 0]);
    assert_eq!(port.close().0.code(), Some(66));
    let mut port = Port::start();
    port.send_bytes(&[0, 0, 0, 9, 131]);
    assert_eq!(port.close().0.code(), Some(66));
    let mut port = Port::start();
    port.send_bytes(&(64_u32 << 20).wrapping_add(1).to_be_bytes());
    assert_eq!(port.ended().0.code(), Some(65));
}

#[test]
fn a_port_that_is_busy_ends_as_fast() {
    let mut port = Port::start();
    for _ in 0..8 {
        port.request("compile", &[("source", text(&big_text()))]);
    }
    port.request("ping", &[]);
    port.next();
    let (status, took) = port.close();
    assert_eq!(status.code(), Some(0));
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn an_answer_that_fills_more_than_a_frame_is_told_of() {
    let mut port = Port::start();
    let answer = port.ask("compile", &[("source", text(&text_of_classes(200)))]);
    let [one] = answer.get("diagnostics").and_then(Term::as_list).unwrap() else { panic!() };
    assert_eq!(one.get("message"), Some(&text("the answer is too long for a frame")));
    assert!(is_alive(&mut port));
}

#[test]
fn deep_texts_are_refused_and_not_died_of() {
    let mut port = Port::start();
    for (open, close) in [("(", ")"), ("[", "]"), ("#(", ")"), ("-", "1"), ("#{a => ", "}")] {
        for depth in [200, 100_000] {
            let source = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let fields = [("source", text(&source)), ("module", text("m"))];
            port.ask("compile_expression", &fields);
            port.ask("diagnostics", &fields);
            port.ask("resolve_completion_type", &[("expression", text(&source))]);
            port.ask("find_all_sends_in_source", &fields);
            port.ask("reindent_method_source", &[("source", text(&format!("a => {source}")))]);
        }
    }
    assert!(is_alive(&mut port));
}

/// The fields that some command reads, and values of all kinds for them.
fn request() -> impl Strategy<Value = Term> {
    let command = prop::sample::select(vec![
        "ping",
        "version",
        "diagnostics",
        "compile_expression",
        "compile_expression_trace",
        "compile",
        "compile_method",
        "resolve_completion_type",
        "hover",
        "find_senders_in_source",
        "find_all_sends_in_source",
        "find_references_to_in_source",
        "find_field_readers_in_source",
        "find_field_writers_in_source",
        "find_ffi_sites_in_source",
        "find_announce_sites_in_source",
        "resolve_method_span",
        "reindent_method_source",
        "dance",
    ]);
    let key = prop::sample::select(vec![
        "source",
        "module",
        "known_vars",
        "binding_types",
        "bindings",
        "expression",
        "selector",
        "class_name",
        "field",
        "function",
        "arity",
        "side",
        "base_indent",
        "offset",
        "mode",
        "class_source",
        "method_source",
        "is_class_method",
        "source_path",
        "class_hierarchy",
        "class_superclass_index",
        "class_module_index",
        "known_type_aliases",
        "package",
        "stdlib_mode",
        "workspace_mode",
    ]);
    let words = prop::sample::select(vec![
        "",
        "3 + 4",
        "a => 1",
        "Object subclass: Tea\n  a => 1\n",
        "Tea >> a => self",
        "type A = B",
        "Protocol define: P\n  a",
        "x := [:y | y + x]",
        "(",
        "\u{202e}",
        "Tea",
        "class",
        "instance",
        "method",
        "expression",
        "Erlang lists reverse: 1",
    ]);
    let leaf = prop_oneof![
        5 => words.prop_map(Term::binary),
        1 => any::<i64>().prop_map(Term::Integer),
        1 => any::<Vec<u8>>().prop_map(Term::binary),
        1 => "[a-zA-Z_]{1,8}".prop_map(|it| Term::atom(&it)),
        1 => any::<bool>().prop_map(Term::from),
    ];
    let value = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Term::list),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Term::tuple),
            prop::collection::btree_map(inner.clone(), inner, 0..4)
                .prop_map(|it| Map::new(it.into_iter().collect::<Vec<_>>()).into()),
        ]
    });
    (command, prop::collection::hash_map(key, value, 0..6)).prop_map(|(command, fields)| {
        Term::map([("command", Term::atom(command))].into_iter().chain(fields))
    })
}

#[test]
fn no_request_kills_it() {
    let mut port = Port::start();
    let mut runner = TestRunner::new(Config { cases: 500, ..Config::default() });
    let port = std::cell::RefCell::new(&mut port);
    let id = std::cell::Cell::new(0);
    runner
        .run(&request(), |request| {
            let mut port = port.borrow_mut();
            id.set(id.get() + 1);
            let pairs = request.as_map().unwrap().pairs().iter().cloned();
            let number = (Term::atom("id"), Term::Integer(id.get()));
            let request = Term::from(Map::new(pairs.chain([number]).collect::<Vec<_>>()));
            port.send(&request);
            let answer = port.next();
            prop_assert_eq!(answer.get("id"), request.get("id"));
            let said = format!("{answer:?}");
            prop_assert!(!said.contains("internal compiler error"), "{}", said);
            Ok(())
        })
        .unwrap();
}
