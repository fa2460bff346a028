//! Completion answers everywhere: at any place of any text there is a list or a reason, an
//! item takes the place of something around the cursor, and the same question has the same
//! answer.
//!
//! Some places of each file are asked about; `EVERY_OFFSET=1` asks about all.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::fs;
use std::path::{Path, PathBuf};

use hierarchy::{ClassHierarchy, Origin, surface};
use ide::complete::{Completion, Ground, Item, complete, locate};
use types::{Bindings, InferredType, Provenance};

const CLASSES: &str = "
Protocol define: Weighs
  weight -> Integer

Object subclass: Thing
  printString -> String => \"thing\"

Thing subclass: Lamp
  /// Makes light,
  /// or makes none.
  ///
  /// There is more to say.
  shine: watts :: Integer for: seconds :: Integer -> Lamp => self
  shine: watts :: Integer -> Integer => watts
  internal burn => self
  class lit -> Lamp => self new
  weigh: it :: Weighs -> Integer => it weight
";

/// Classes that do not move as the library grows, and a lamp.
fn ask(text: &str) -> Completion {
    ask_in(text, None)
}

fn ask_in(text: &str, package: Option<&str>) -> Completion {
    let offset = text.find('‸').unwrap();
    let tree = syntax::parse(CLASSES).tree;
    let mut hierarchy = ClassHierarchy::empty();
    let declared = surface(&tree);
    let declared = if package.is_some() { declared.in_package("lamps") } else { declared };
    hierarchy.add_classes(declared, Origin::Project);
    let lamp = InferredType::class("Lamp", Provenance::NOWHERE);
    let bindings: Bindings = [("lamp".into(), lamp)].into_iter().collect();
    let package = package.filter(|it| !it.is_empty());
    let ground = Ground {
        hierarchy: &hierarchy,
        natives: None,
        bindings: &bindings,
        package,
        asks_bodies: true,
    };
    complete(&ground, &text.replacen('‸', "", 1), offset as u32)
}

fn labels(completion: &Completion) -> Vec<&str> {
    completion.items.iter().map(|it| it.label.as_str()).collect()
}

fn item(completion: &Completion, label: &str) -> Item {
    completion.items.iter().find(|it| it.label == label).unwrap().clone()
}

#[test]
fn an_item_tells_all_that_a_menu_shows() {
    let found = ask("lamp sh‸");
    assert_eq!(labels(&found), ["shine:", "shine:for:"]);
    let item = item(&found, "shine:for:");
    assert_eq!(item.kind.word(), "method");
    assert_eq!(item.signature, "shine: watts :: Integer for: seconds :: Integer -> Lamp");
    assert_eq!(item.defined_in.as_deref(), Some("Lamp"));
    assert_eq!(item.return_type.as_deref(), Some("Lamp"));
    assert_eq!(item.doc.as_deref(), Some("Makes light, or makes none."));
    assert_eq!(item.insert, "shine:");
    assert_eq!(item.snippet.as_deref(), Some("shine: ${1:watts} for: ${2:seconds}"));
    assert_eq!((item.replaced.start, item.replaced.end), (5, 7));
    assert_eq!((item.rank, item.binds_to.map(|it| it.word())), (0, Some("receiver")));
}

#[test]
fn what_a_message_answers_gets_parentheses() {
    let item = item(&ask("x := lamp shine: 3 for: 4 wei‸"), "weigh:");
    assert_eq!(item.binds_to.map(|it| it.word()), Some("result"));
    assert_eq!((item.replaced.start, item.insert.as_str()), (5, "(lamp shine: 3 for: 4) weigh:"));
}

#[test]
fn the_next_part_of_a_message_comes_before_a_message_of_that_name() {
    let found = ask("lamp shine: lamp ‸");
    assert_eq!(labels(&found), ["burn", "printString", "for:"]);
    let part = item(&found, "for:");
    assert_eq!((part.rank, part.binds_to.map(|it| it.word())), (101, Some("receiver")));
    assert_eq!(part.snippet.as_deref(), Some("for: ${1:seconds}"));
    let argument = item(&found, "burn");
    assert_eq!((argument.rank, argument.binds_to.map(|it| it.word())), (100, Some("argument")));
}

#[test]
fn what_is_internal_to_a_package_is_for_that_package() {
    assert!(labels(&ask("lamp ‸")).contains(&"burn"));
    assert!(labels(&ask_in("lamp ‸", Some("lamps"))).contains(&"burn"));
    assert!(!labels(&ask_in("lamp ‸", Some(""))).contains(&"burn"));
}

#[test]
fn a_protocol_promises_what_it_asks_for() {
    let found = ask("Lamp subclass: Torch\n  go: it :: Weighs => it ‸");
    assert_eq!(labels(&found), ["weight"]);
    let found = ask("Object subclass: Box(T :: Weighs)\n  field: it :: T\n  go => self.it ‸");
    assert_eq!(labels(&found), ["weight"]);
}

#[test]
fn what_the_text_has_sent_before_comes_first() {
    assert_eq!(labels(&ask("lamp weigh: lamp\nlamp ‸"))[0], "weigh:");
    assert_eq!(labels(&ask("lamp ‸"))[0], "burn");
}

/// Everything that must hold wherever the cursor stands.
fn hold(ground: &Ground, text: &str, offset: usize) -> Completion {
    let found = complete(ground, text, offset as u32);
    assert_eq!(found.items.is_empty(), found.reason.is_some(), "{offset} in {text}");
    assert!(found.reason.as_ref().is_none_or(|it| !it.trim().is_empty()), "{offset} in {text}");
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    for item in &found.items {
        let (start, end) = (item.replaced.start as usize, item.replaced.end as usize);
        assert!(start <= at && at <= end, "{} at {offset} in {text}", item.label);
        assert!(text.get(start..end).is_some(), "{} at {offset} in {text}", item.label);
        assert!(!item.label.is_empty() && !item.insert.is_empty() && !item.signature.is_empty());
    }
    let mut all: Vec<&str> = labels(&found);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), found.items.len(), "a label comes twice at {offset} in {text}");
    found
}

#[test]
fn every_place_has_a_list_or_a_reason() {
    let is_all = std::env::var_os("EVERY_OFFSET").is_some();
    let hierarchy = ClassHierarchy::with_builtins();
    let bindings = Bindings::new();
    let ground = Ground {
        hierarchy: &hierarchy,
        natives: None,
        bindings: &bindings,
        package: None,
        asks_bodies: true,
    };
    let mut chance = Chance(7);
    let (mut of_code, mut listed, mut unread) = (0, 0, Vec::new());
    for path in files(&root()) {
        let text = fs::read_to_string(&path).unwrap();
        let is_source = path.extension().is_some_and(|it| it == "bt");
        let step = match (is_all, is_source) {
            (true, true) => 1,
            (false, true) => 61,
            (_, false) => 997,
        };
        for offset in (chance.below(step)..=text.len()).step_by(step) {
            // As a prompt asks, with something broken, and as an editor does.
            let cut = text.get(..offset).unwrap_or(&text);
            hold(&ground, cut, cut.len());
            let broken = chance.broken(cut);
            hold(&ground, &broken, broken.len());
            let whole = hold(&ground, &text, offset);
            let is_prose = whole.reason.as_deref().is_some_and(|it| it.starts_with("this is a"));
            if is_source
                && !is_prose
                && !whole.reason.as_deref().is_some_and(|it| it.starts_with("this is the text"))
            {
                of_code += 1;
                listed += usize::from(!whole.items.is_empty());
                if whole.reason.is_some_and(|it| it.ends_with("cannot be read")) {
                    unread.push(format!("{}:{offset}", path.display()));
                }
            }
        }
    }
    // In a file that is right hardly any place is a riddle.
    assert!(unread.len() * 100 < of_code, "{of_code} places, not read: {unread:#?}");
    assert!(of_code > 1000 && listed * 2 > of_code, "{listed} lists at {of_code} places");
}

#[test]
fn the_same_question_has_the_same_answer() {
    let text = "xs := #(1, 2)\nxs collect: [:x | x ";
    let hierarchy = ClassHierarchy::with_builtins();
    let bindings = Bindings::new();
    let ground = Ground {
        hierarchy: &hierarchy,
        natives: None,
        bindings: &bindings,
        package: None,
        asks_bodies: true,
    };
    let first = format!("{:?}", complete(&ground, text, text.len() as u32));
    let place = format!("{:?}", locate(&ground, text, text.len() as u32));
    for _ in 0..100 {
        assert_eq!(format!("{:?}", complete(&ground, text, text.len() as u32)), first);
        assert_eq!(format!("{:?}", locate(&ground, text, text.len() as u32)), place);
    }
}

/// Numbers that look random and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// The text with a piece of it gone, doubled or replaced.
    fn broken(&mut self, text: &str) -> String {
        const PIECES: [&str; 12] =
            ["(", "[", "#{", "\"", "{", ":=", ";", "^", "::", "->", "\n", "=>"];
        let mut characters: Vec<char> = text.chars().collect();
        let window = characters.len().min(80);
        let at = characters.len() - self.below(window + 1);
        match self.below(3) {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 if at < characters.len() => {
                let again = characters[at];
                characters.insert(at, again);
            }
            _ => {
                let piece = PIECES[self.below(PIECES.len())];
                characters.splice(at..at, piece.chars());
            }
        }
        characters.into_iter().collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Sources, and texts with sources in them.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["stdlib", "tests", "examples"].iter().map(|it| root.join(it)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|it| it.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("bt" | "md" | "btscript") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}
