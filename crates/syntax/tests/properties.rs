//! Laws that hold for any text, tried on random bytes, random tokens, random
//! programs, cut files, deep nests and long chains.
//!
//! The laws: nothing panics, tokens and nodes lie inside the text, gaps hold only
//! white space and comments, and a text without errors keeps its tree and its
//! comments when it is formatted, which a second time changes nothing.

// The room itself does no IO and reads no clock; its tests read files and time it.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use syntax::{
    ColumnUnit, LineIndex, Parse, Position, ProblemKind, Severity, Span, TokenKind, Tree,
};

// ---- The laws ----

/// Holds a text to every law and answers its parse.
fn hold_laws(text: &str) -> Parse {
    let parse = syntax::parse(text);
    tokens_tile(&parse.tree);
    nodes_lie_inside(&parse.tree);
    for problem in &parse.problems {
        assert_inside(text, problem.span);
    }
    syntax::notation(&parse.tree);
    syntax::completeness(text);
    if !has_errors(&parse) {
        format_keeps_everything(&parse.tree);
    }
    parse
}

fn has_errors(parse: &Parse) -> bool {
    parse.problems.iter().any(|problem| problem.kind.severity() == Severity::Error)
}

fn assert_inside(text: &str, span: Span) {
    let Span { start, end } = span;
    assert!(start <= end && end as usize <= text.len(), "{span:?} in {} bytes", text.len());
    assert!(text.is_char_boundary(start as usize), "{span:?} begins inside a character");
    assert!(text.is_char_boundary(end as usize), "{span:?} ends inside a character");
}

/// Tokens stand in order, and between them are only white space and comments.
fn tokens_tile(tree: &Tree) {
    let text = &*tree.text;
    let mut before = 0;
    for (id, token) in tree.tokens.iter() {
        let span = token.span();
        assert_inside(text, span);
        assert!(span.start >= before, "{:?} at {span:?} overlaps the token before", token.kind);
        assert_eq!(tree.tokens.gap_before(id), Span { start: before, end: span.start });
        let gap = &text[before as usize..span.start as usize];
        assert_eq!(comments(gap).1, "", "left over in the gap {gap:?} of {text:?}");
        let is_end = token.kind == TokenKind::Eof;
        assert_eq!(is_end, id.index() + 1 == tree.tokens.len(), "one end token, and last");
        // What an empty hole of a string lacks is an error token of no width.
        let may_be_empty = is_end || token.kind == TokenKind::Error;
        assert!(may_be_empty || !span.is_empty(), "empty {:?} at {span:?}", token.kind);
        before = span.end;
    }
    assert_eq!(before as usize, text.len(), "tokens reach the end of {text:?}");
}

fn nodes_lie_inside(tree: &Tree) {
    for (id, _) in tree.nodes.exprs.iter() {
        let span = tree.expr_span(id);
        assert_inside(&tree.text, span);
        tree.children(id, |child| {
            let inner = tree.expr_span(child);
            let is_inside = span.start <= inner.start && inner.end <= span.end;
            // A part that is missing stands just after its whole.
            assert!(is_inside || inner.is_empty(), "{inner:?} outside its whole {span:?}");
        });
    }
    for (id, _) in tree.nodes.patterns.iter() {
        assert_inside(&tree.text, tree.pattern_span(id));
    }
    for (id, _) in tree.nodes.types.iter() {
        assert_inside(&tree.text, tree.type_span(id));
    }
}

fn format_keeps_everything(tree: &Tree) {
    let once = syntax::format(tree);
    let again = syntax::parse(&once);
    let context = || format!("\n--- source\n{}\n--- formatted\n{once}\n---", tree.text);
    assert!(!has_errors(&again), "formatted text is broken: {:?}{}", again.problems, context());
    assert_eq!(syntax::notation(tree), syntax::notation(&again.tree), "tree{}", context());
    assert_eq!(all_comments(tree), all_comments(&again.tree), "comments{}", context());
    assert_eq!(once, syntax::format(&again.tree), "formatting twice{}", context());
    assert!(once.is_empty() || once.ends_with('\n') && !once.ends_with("\n\n"), "end{}", context());
}

/// Every comment, sorted, without the white space around its words.
fn all_comments(tree: &Tree) -> Vec<String> {
    let gaps = tree.tokens.iter().map(|(id, _)| tree.tokens.gap_before(id).of(&tree.text));
    let mut all: Vec<String> = gaps.flat_map(|gap| comments(gap).0).collect();
    all.sort();
    all
}

/// The comments of a gap, and what is neither comment nor white space.
fn comments(gap: &str) -> (Vec<String>, &str) {
    let mut found = Vec::new();
    let mut rest = gap.trim_start_matches([' ', '\t', '\r', '\n']);
    while !rest.is_empty() {
        let (comment, after) =
            match rest.strip_prefix("/*").and_then(|inner| inner.split_once("*/")) {
                Some((inner, after)) => (format!("/*{}", unspaced(inner)), after),
                None if rest.starts_with("//") => {
                    let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
                    let words = line.trim_start_matches('/');
                    let is_doc = line.len() - words.len() == 3;
                    (format!("{}{}", if is_doc { "///" } else { "//" }, unspaced(words)), after)
                }
                None => break,
            };
        found.push(comment);
        rest = after.trim_start_matches([' ', '\t', '\r', '\n']);
    }
    (found, rest)
}

fn unspaced(words: &str) -> String {
    words.split_whitespace().collect::<Vec<&str>>().join(" ")
}

// ---- Random texts ----

/// One of each kind of token, and things that are nearly one.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "a", "b", "Cup", "self", "super", "nil", "true", "_", "class", "internal", "sealed",
    "abstract", "typed", "type", "Protocol", "Self", "Object", "at:", "put:", "subclass:",
    "native:", "state:", "field:", "classState:", "handleScope:", "define:", "extending:",
    "match:", "matchExhaustive:", "when:", "1", "-1", "16rFF", "2.5", "1e3", "3e", "\"s\"",
    "\"a {b} c\"", "\"{", "}\"", "\"", "'x'", "$a", "$", "#a", "#at:put:", "#'x y'", "#->", "#",
    "+", "-", "*", "**", "++", "<", "=:=", ",", "=", "\\", "&", "->", "=>", "<<", ">>", ":=",
    "::", ":", "(", ")", "[", "]", "{", "}", "#{", "#(", "#[", "^", ";", ".", "!", "|", "...",
    "@primitive", "@intrinsic", "@expect", "type", "@", "@x", "net@Cup", "// c\n", "/// d\n",
    "/* e */", "/*\n*/", "/*", "é", "\u{202e}", "\r", "\u{feff}",
];

const GLUE: &[&str] = &[" ", " ", " ", "", "\n", "\n  ", "\n    ", "\n\n"];

fn token_soup() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select(TOKENS), prop::sample::select(GLUE));
    prop::collection::vec(piece, 0..60)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(token, glue)| [token, glue]).collect())
}

fn joined(separator: &'static str) -> impl Fn(Vec<String>) -> String + Clone {
    move |parts| parts.join(separator)
}

/// An expression that parses, in odd spacing and with comments.
fn expression() -> impl Strategy<Value = String> {
    let atoms = prop::sample::select(
        &[
            "a",
            "self",
            "Cup",
            "shop@Cup",
            "42",
            "-7",
            "2.5e3",
            "16rFF",
            "\"tea\"",
            "\"a {b} c\"",
            "$c",
            "$\\n",
            "#cup",
            "#at:put:",
            "#'x y'",
            "#+",
            "self.heat",
            "super",
            "class",
            "sealed",
            "\"one\n  two\"",
            "a /* c */",
            "aRatherLongNameForSomethingThatHasNone",
            "\"a text that is long enough to fill half of a line\"",
        ][..],
    );
    let leaf = atoms.prop_map(str::to_owned).boxed();
    leaf.prop_recursive(5, 48, 4, |inner| {
        let some = |size| prop::collection::vec(inner.clone(), size);
        let binary = prop::sample::select(
            &["+", "-", "*", "**", "++", "<", ">=", "==", "=/=", ">>", "->", "\n  ++", "+ // c\n"]
                [..],
        );
        let operand = prop_oneof![
            inner.clone().prop_map(|e| format!("({e})")),
            inner.clone().prop_map(|e| format!("[{e}]")),
            Just("a".to_owned()),
        ];
        let elements = |size| prop::collection::vec(operand.clone(), size);
        let operands = prop::collection::vec(operand.clone(), 3);
        prop_oneof![
            operand.clone().prop_map(|e| format!("{e} foo")),
            (operand.clone(), binary, operand.clone())
                .prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            (operands.clone(), 1..4usize).prop_map(|(of, parts)| {
                let parts: String = (0..parts).map(|k| format!(" k{k}: {}", of[k % 3])).collect();
                format!("{}{parts}", of[2])
            }),
            operands
                .clone()
                .prop_map(|of| format!("{} foo: {};\n    bar; + {}", of[0], of[1], of[2])),
            operands.prop_map(|of| format!("{} foo; bar: {} baz: {}; qux", of[0], of[1], of[2])),
            some(0..4).prop_map(joined(". ")).prop_map(|body| format!("[:x :y | {body}]")),
            some(1..4).prop_map(joined("\n // c\n\n ")).prop_map(|body| format!("[{body}\n]")),
            elements(0..4).prop_map(joined(", ")).prop_map(|items| format!("#({items})")),
            elements(1..3).prop_map(joined(", ")).prop_map(|items| format!("#({items} | rest)")),
            elements(0..4).prop_map(joined(" , ")).prop_map(|items| format!("#[{items}]")),
            elements(0..4).prop_map(|values| {
                let pairs = values.iter().map(|value| format!("#k => {value}"));
                format!("#{{{}}}", pairs.collect::<Vec<String>>().join(", // c\n "))
            }),
            inner.clone().prop_map(|e| format!("x := {e}")),
            inner.clone().prop_map(|e| format!("x :: List(A | B) := {e}")),
            inner.clone().prop_map(|e| format!("{{#ok, x}} := {e}")),
            inner.clone().prop_map(|e| format!("\"hole {{ ({e}) }} and {{b}}\"")),
            (operand, some(1..4)).prop_map(|(value, bodies)| {
                let arms = bodies.iter().map(|body| format!("n when: [n > 1] -> ({body})"));
                format!("{value} match: [{}]", arms.collect::<Vec<String>>().join(";\n // c\n "))
            }),
        ]
    })
    .prop_map(|expression| expression.replace("x := x", "x"))
}

/// A file with a class, an extension and statements around random expressions.
fn program() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(expression(), 0..4);
    (prop::collection::vec(body, 4), expression()).prop_map(|(bodies, value)| {
        let lines = |indent: &str, body: &[String]| -> String {
            body.iter().map(|line| format!("{indent}{}\n", line.replace('\n', "\n      "))).collect()
        };
        format!(
            "// head\n\n{}\n/// Doc.\nActor subclass: Cup(T) // note\n  state: heat :: T = {}\n\
             \n  // why\n  /// Fills.\n  class fill: n :: Integer by: m -> Self =>\n{}\n  -> other =>\n{}\
             \nCup >> drain =>\n{}",
            lines("", &bodies[0]),
            value.replace('\n', "\n      "),
            lines("    ", &bodies[1]),
            lines("    ", &bodies[2]),
            lines("  ", &bodies[3]),
        )
    })
}

/// Lines of a class at odd columns: what belongs to which member is layout.
fn ragged_class() -> impl Strategy<Value = String> {
    let line = prop::sample::select(LINES);
    let indent =
        prop::sample::select(&["", "  ", "  ", "  ", "    ", "    ", "      ", "\n  "][..]);
    prop::collection::vec((indent, line), 0..12).prop_map(|lines| {
        let lines = lines.into_iter().map(|(indent, line)| format!("{indent}{line}\n"));
        format!("Object subclass: P\n{}", lines.collect::<String>())
    })
}

const LINES: &[&str] = &[
    "go => a",
    "go =>",
    "go -> T => a",
    "size => \"a text that is long enough to fill half of a line\" ++ anotherNameThatIsLong ++ b",
    "a",
    "a foo",
    "a.",
    "a b!",
    "x := a",
    "^a",
    "(a)",
    "[a. b]",
    "-1",
    "at: x",
    "at: x => b",
    "at: 1 put: 2",
    "put: y -> T",
    "put: y -> T =>",
    "a at: 1 put: 2 by: 3",
    "+ y",
    "+ y => z",
    "++ z",
    "-> y",
    "-> y => z",
    "-> y -> T => z",
    "=> 3",
    "; foo",
    "class stop => 1",
    "class => 2",
    "class",
    "sealed",
    "internal",
    "state: n = 1",
    "state: n = a",
    "field: m :: T",
    "classState: k = a at: 1 put: b",
    "@expect type",
    "@primitive",
    "type Hue = #red",
    "Cup >> x => a",
    "Cup >> -> y => a",
    "Object subclass: Q",
    "Protocol define: R",
    "r match: [0 -> a; _ -> b]",
    "// c",
    "/// d",
    "/* e */",
    "a // f",
    "",
];

/// A program with a few things put in where a space was, or taken out.
fn disturbed() -> impl Strategy<Value = String> {
    let disturbances = prop_oneof![
        3 => prop::sample::select(&["/* c */", "// c\n", "/// d\n", "\n", "\n    ", "/* a\nb */", ""][..]),
        1 => prop::sample::select(TOKENS),
    ];
    let places = prop::collection::vec((any::<prop::sample::Index>(), disturbances), 1..4);
    (program(), places).prop_map(|(mut text, places)| {
        for (place, disturbance) in places {
            let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
            let at = *place.get(&spaces);
            text.replace_range(at..=at, &format!(" {disturbance} "));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_parse(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        hold_laws(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_ascii_parses(text in "[ -~\n]{0,120}") {
        hold_laws(&text);
    }

    #[test]
    fn any_text_parses(text in any::<String>()) {
        hold_laws(&text);
    }

    #[test]
    fn any_tokens_parse(text in token_soup()) {
        hold_laws(&text);
        syntax::parse_method(&text);
        syntax::parse_script(&text);
    }

    #[test]
    fn any_cursor_parses(text in token_soup(), at in any::<prop::sample::Index>()) {
        let offset = at.index(text.len() + 1);
        syntax::parse_at(&text, offset as u32);
    }

    #[test]
    fn any_expression_formats(text in expression()) {
        hold_laws(&text);
    }

    #[test]
    fn any_program_formats(text in program()) {
        hold_laws(&text);
    }

    #[test]
    fn any_ragged_class_formats(text in ragged_class()) {
        hold_laws(&text);
    }

    #[test]
    fn any_disturbed_program_formats(text in disturbed()) {
        hold_laws(&text);
    }
}

/// The generators above are only worth something if most of what they make is
/// free of errors, so that the formatting laws are tried.
#[test]
fn random_programs_are_mostly_sound() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let sound = (0..100).filter(|_| {
        let text = program().new_tree(&mut runner).unwrap().current();
        !has_errors(&syntax::parse(&text))
    });
    let sound = sound.count();
    assert!(sound > 90, "only {sound} of 100");
}

// ---- Cut files ----

/// Every text of the repository: source files, and the sources of literate cases.
fn repository_texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for folder in ["examples", "stdlib", "tests", "docs"] {
        for path in files_below(&root.join(folder)) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("bt" | "btscript") => texts.push(text),
                Some("md") => texts.extend(fenced_sources(&text)),
                _ => {}
            }
        }
    }
    texts
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    paths.into_iter().flat_map(below).collect()
}

fn fenced_sources(markdown: &str) -> Vec<String> {
    let mut sources = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line == "```beamtalk" {
            let body = lines.by_ref().take_while(|line| *line != "```");
            sources.push(body.map(|line| format!("{line}\n")).collect());
        }
    }
    sources
}

#[test]
fn every_prefix_of_every_file_parses() {
    let texts = repository_texts();
    assert!(texts.len() > 50, "only {} texts were found", texts.len());
    for text in texts {
        for cut in (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)) {
            let parse = syntax::parse(&text[..cut]);
            syntax::notation(&parse.tree);
        }
    }
}

#[test]
fn every_example_is_clean_and_canonical() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let paths =
        files_below(&root).into_iter().filter(|path| path.extension().is_some_and(|e| e == "bt"));
    let mut count = 0;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let parse = hold_laws(&text);
        assert_eq!(parse.problems, [], "{}", path.display());
        assert_eq!(syntax::format(&parse.tree), text, "{} is not canonical", path.display());
        count += 1;
    }
    assert!(count > 0);
}

// ---- Lines and columns ----

#[test]
fn positions_round_trip_in_every_unit() {
    use proptest::strategy::ValueTree;
    let texts = prop::collection::vec(
        prop::sample::select(
            &["a", "é", "€", "𝄞", "\n", "\r\n", "\t", "\u{feff}", "\u{2028}", ""][..],
        ),
        0..80,
    );
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut tried = 0;
    while tried < 100_000 {
        let text = texts.new_tree(&mut runner).unwrap().current().concat();
        let index = LineIndex::new(&text);
        let boundaries = (0..=text.len()).filter(|offset| text.is_char_boundary(*offset));
        for offset in boundaries {
            for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32] {
                let position = index.position(&text, offset as u32, unit);
                assert_eq!(position, counted(&text[..offset], unit), "{text:?} at {offset}");
                assert_eq!(index.offset(&text, position, unit), offset as u32, "{text:?}");
                tried += 1;
            }
        }
    }
}

/// The position at the end of a text, counted the plain way.
fn counted(before: &str, unit: ColumnUnit) -> Position {
    let line = before.matches('\n').count() as u32;
    let last = before.rsplit('\n').next().unwrap_or("");
    let column = match unit {
        ColumnUnit::Utf8 => last.len(),
        ColumnUnit::Utf16 => last.encode_utf16().count(),
        ColumnUnit::Utf32 => last.chars().count(),
    };
    Position { line, column: column as u32 }
}

// ---- Deep nests and long chains ----

/// Runs on a small stack, so that a recursion that grows with the text is seen.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap();
    thread.join().unwrap()
}

/// Openers, each with what closes it.
const NESTS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("[:x | ", "]"),
    ("#(", ")"),
    ("#(a | ", ")"),
    ("#[", "]"),
    ("#{", "}"),
    ("#{#a => ", "}"),
    ("{", "}"),
    ("\"{", "}\""),
    ("\"", "\""),
    ("a := ", ""),
    ("a :: T := ", ""),
    ("{a} := ", ""),
    ("#[a] := ", ""),
    ("a ** ", ""),
    ("^", ""),
    ("a at: (", ")"),
    ("a foo; bar: [", "]"),
    ("r match: [0 -> ", "]"),
    ("r match: [{", "}"),
    ("r match: [n when: [", "]"),
    ("r match: [#[", "]"),
    ("r match: [Cup of: ", "]"),
    ("x :: List(", ")"),
    ("x :: (", ")"),
    ("type Cup = (", ")"),
    ("Object subclass: P(", ")"),
    ("Box(", ")"),
    ("Object subclass: P\n  go => ", ""),
    ("Cup >> go => ", ""),
    ("Cup >> ", ""),
    ("class ", ""),
    ("sealed ", ""),
    ("@expect ", ""),
    ("/* ", ""),
    ("<<", ">>"),
    ("a.", ""),
    ("at: ", ""),
    ("; ", ""),
    ("-> ", ""),
    ("=> ", ""),
];

#[test]
fn deep_nests_are_a_problem_not_a_crash() {
    const DEPTH: usize = 100_000;
    for &(opener, closer) in NESTS {
        let open = opener.repeat(DEPTH);
        let whole = format!("{open}a{}", closer.repeat(DEPTH));
        for text in [open, whole] {
            let took = round_trip(text);
            assert!(took < Duration::from_secs(2), "{opener:?} nested took {took:?}");
        }
    }
}

#[test]
fn the_limit_of_nesting_is_256() {
    const FINE: &[(&str, &str)] = &[
        ("(", ")"),
        ("[", "]"),
        ("#(", ")"),
        ("#[", "]"),
        ("#{#a => ", "}"),
        ("\"{", "}\""),
        ("a := ", ""),
        ("a ** ", ""),
    ];
    for &(opener, closer) in FINE {
        let nest = |depth| format!("{}a{}", opener.repeat(depth), closer.repeat(depth));
        let (fine, too_deep) = (nest(256), nest(257));
        let fine = on_a_small_stack(move || hold_laws(&fine));
        assert!(!has_errors(&fine), "{opener:?}: {:?}", fine.problems.first());
        let too_deep = on_a_small_stack(move || hold_laws(&too_deep));
        let first = too_deep.problems.first().map(|problem| problem.kind);
        assert_eq!(first, Some(ProblemKind::TooDeep), "{opener:?}");
    }
}

/// A head, a part to repeat, a tail.
const CHAINS: &[(&str, &str, &str)] = &[
    ("a", " b", ""),
    ("a", " + b", ""),
    ("a", " ++ b", ""),
    ("a", "\n  ++ b", ""),
    ("a", " -> b", ""),
    ("a b", "; c", ""),
    ("a b", "; c: 1 d: 2", ""),
    ("a", " k: 1", ""),
    ("a", "\n  k: 1", ""),
    ("a", ".b", ""),
    ("x :: A", " | A", " := 1"),
    ("x :: A", " & A", " := 1"),
    ("x :: A", " \\ A", " := 1"),
    ("x :: L(A", ", A", ") := 1"),
    ("type Cup = #a", " | #a", ""),
    ("[", "a. ", "]"),
    ("[", ":a ", "| a]"),
    ("", "a\n", ""),
    ("", "a! ", ""),
    ("", "a ", ""),
    ("#(", "1, ", "2)"),
    ("#[", "1, ", "2]"),
    ("#{", "#a => 1, ", "#b => 2}"),
    ("{", "a, ", "b} := t"),
    ("r match: [", "0 -> a; ", "]"),
    ("r match: [Cup ", "k: a ", "-> 1]"),
    ("r match: [<<", "a:8/big, ", "b>> -> 1]"),
    ("\"", "{a} ", "\""),
    ("\"", "\"\"", "\""),
    ("\"", "a \\{ ", "\""),
    ("", "// c\n", "a"),
    ("a ", "/* c */ ", ""),
    ("Object subclass: P\n", "  state: n = 1\n", ""),
    ("Object subclass: P\n", "  go => 1\n", ""),
    ("Object subclass: P\n", "  at: x put: y => 1\n", ""),
    ("Object subclass: P\n  go =>\n", "    a\n", ""),
    ("Object subclass: P\n  ", "k: x ", "=> 1"),
    ("Object subclass: P\n  go => a\n", "    + b\n", ""),
    ("Object subclass: P\n  go => a\n", "    k: b\n", ""),
    ("Object subclass: P\n", "  class internal sealed\n", "  go => 1"),
    ("Protocol define: P\n", "  at: x put: y -> Self\n", ""),
    ("", "Cup >> go => 1\n", ""),
    ("", "Cup >> go\n", ""),
    ("", "Object subclass: P\n", ""),
    ("", "type Cup = A\n", ""),
    ("sealed ", "sealed ", "Object subclass: P"),
    ("", "-> a\n", ""),
    ("Object subclass: P\n  go => a\n", "    k: ", "b"),
    ("Object subclass: P\n  go => a\n", "    b: c d: ", "e => 1"),
    ("Object subclass: P\n  go => a", "\n    + b c: d", "\n"),
    ("Object subclass: P\n", "  @expect type\n", ""),
    ("", "@expect type\n", ""),
    ("", "/// d\n", "Object subclass: P"),
    ("", ") ", ""),
    ("", "a , ", ""),
    ("", "a [ b ) ", ""),
    ("", "{ a ", ""),
    ("", "#{ a ", ""),
    ("", "r match: [ ", ""),
    ("", "\"{a \" ", ""),
    ("", "Cup(A, ", ""),
    ("", "Cup class >> a: b ", ""),
    ("a", "\n  k: b", ""),
    ("a", "\n  k: b :: T", ""),
    ("a", " k: b", ""),
    ("a", "; k: b", ""),
    ("Cup >> go => a", "\n  k: b", ""),
    ("Actor subclass: P\n  state: n = a k: b", "\n  k: b", ""),
    ("Object subclass: P\n  go => a", "\n    k: b", ""),
    ("Object subclass: P\n  go =>\n", "  k: b\n", ""),
    ("Object subclass: P\n  go =>\n", "  a -> L(\n", ""),
    ("Object subclass: P\n  go =>\n", "  a -> A |\n", ""),
    ("Object subclass: P\n  go =>\n", "  class ", ""),
    ("Object subclass: P\n  go =>\n", "  class\n", ""),
    ("Cup >> go =>\n", "  k: b\n", ""),
    ("Protocol define: P\n", "  class ", ""),
    ("Protocol define: P\n", "  class k: b", ""),
    ("a", "\n-> b -> L(", ""),
    ("a", "\n-> b :: (A | ", ""),
    ("", "a(b, ", ""),
    ("", "Box(A | (B, ", ""),
    ("", "net@Cup ", ""),
    ("", "abstract ", ""),
    ("", "internal type ", ""),
    ("#[", "a, ", "...b] := t"),
    ("#(", "#[", "a"),
    ("r match: [", "n when: [a] -> b\n", "]"),
    ("\"", "{\"a\"}", "\""),
    ("\"", "{#{#a => b}}", "\""),
];

/// Reads a text, writes it out again, and answers how long that took.
fn round_trip(text: String) -> Duration {
    on_a_small_stack(move || {
        let start = Instant::now();
        let parse = syntax::parse(&text);
        syntax::notation(&parse.tree);
        syntax::completeness(&text);
        if !has_errors(&parse) {
            syntax::format(&parse.tree);
        }
        start.elapsed()
    })
}

#[test]
fn long_chains_take_linear_time() {
    // Four times the text may take more than four times as long where a machine
    // is busy, so a chain may try again; a quadratic walk takes sixteen times as
    // long, and seconds, every time.
    const LENGTH: usize = 15_000;
    for &(head, part, tail) in CHAINS {
        let time = |length| round_trip(format!("{head}{}{tail}", part.repeat(length)));
        let is_linear = |_| {
            let (short, long) = (time(LENGTH), time(4 * LENGTH));
            long < short * 8 + Duration::from_millis(100)
        };
        assert!((0..4).any(is_linear), "{head}{part}…{tail} takes more than linear time");
    }
}

#[test]
fn long_chains_need_no_stack() {
    for &(head, part, tail) in &CHAINS[..20] {
        round_trip(format!("{head}{}{tail}", part.repeat(200_000)));
    }
}

#[test]
fn one_line_of_ten_megabytes_parses() {
    let word = on_a_small_stack(|| syntax::parse(&"a".repeat(10 << 20)));
    assert_eq!(word.problems, []);
    let text = on_a_small_stack(|| syntax::parse(&format!("\"{}\"", "tea ".repeat(10 << 18))));
    assert_eq!(text.problems, []);
}
