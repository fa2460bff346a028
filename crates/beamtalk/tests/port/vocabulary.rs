//! The atoms of answers. Whoever reads them makes none and so must know them all: the
//! list is the reader's, and every answer of every test is held against it.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use etf::Term;
use syntax::Category;

const READER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../runtime/apps/beamtalk_compiler/src/beamtalk_compiler_port.erl"
);

static VOCABULARY: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let source = fs::read_to_string(READER).unwrap();
    let (_, list) = source.split_once("\nvocabulary() ->\n").unwrap();
    let (list, _) = list.split_once("\n    ].").unwrap();
    let lines = list.lines().map(str::trim).filter(|it| !it.starts_with('%'));
    let words = lines.flat_map(|it| it.split(['[', ',', ' ', '\'']));
    words.filter(|it| !it.is_empty()).map(str::to_owned).collect()
});

pub(crate) fn assert_known_atoms(term: &Term) {
    match term {
        Term::Atom(atom) => assert_known(atom),
        Term::List(elements) | Term::Tuple(elements) => {
            elements.iter().for_each(assert_known_atoms)
        }
        Term::Map(map) => map.pairs().iter().for_each(|(key, it)| {
            assert_known_atoms(key);
            assert_known_atoms(it);
        }),
        _ => {}
    }
}

fn assert_known(word: &str) {
    assert!(VOCABULARY.contains(word), "a reader would have to make the atom `{word}`");
}

#[test]
fn the_reader_has_a_list() {
    ["id", "status", "end", "dead-assignment"].into_iter().for_each(assert_known);
    assert!(!VOCABULARY.contains("dance"));
}

#[test]
fn every_category_of_findings_is_known() {
    Category::ALL.into_iter().for_each(|it| assert_known(it.manifest_key()));
}
