//! What is offered at the cursor `‸` of a source.
//!
//! What is expected is a list of labels in their order. `…` stands for any others: at the
//! end alone it leaves the rest open; at both ends the labels may stand anywhere, and
//! those with `-` before them must not. `a then b` asks for that order of the two, whatever
//! stands between them. `? words` says that there is nothing, and why.
//! `label = signature` asks for the signature of one. All sources know the same few
//! classes beside the library, and two variables.

use std::sync::LazyLock;

use hierarchy::{ClassHierarchy, Origin, surface};
use ide::complete::{Completion, Ground, complete};
use types::{Bindings, InferredType, Provenance};

const CURSOR: char = '‸';
/// How many labels are shown of a list that is not what was expected.
const SHOWN: usize = 24;

/// A harbour.
const CLASSES: &str = r#"
type Tide = #ebb | #flood | #slack

Protocol define: Floats
  draught -> Integer
  sink: reason :: String -> Nil

/// A boat that goes to and fro.
/// It is never late.
Actor subclass: Ferry
  state: cars :: Integer = 0
  state: captain :: String | Nil = nil
  state: cargo = nil

  /// Takes some cars on board.
  ///
  /// Not more than fit.
  board: n :: Integer -> Integer => self.cars := self.cars + n
  board: n :: Integer on: deck :: Symbol -> Integer => self board: n
  cars -> Integer => self.cars
  captain -> String | Nil => self.captain
  load => self.cars
  colour => #white
  carry: x => x
  cargo => self.cargo
  sail: tide :: Tide -> Tide => tide
  names -> List(String) => #("Ida")
  tow: other :: Floats -> Nil => nil
  class company -> String => "Ferry Line"
  class launch => self spawn

Ferry subclass: Tug
  cars -> Integer => 0

Value subclass: Ticket
  field: price :: Integer = 0
  field: holder :: String = ""
  twin -> Self => self
  internal stamp => self

sealed typed Value subclass: Crate(T)
  field: item :: T = nil
  item -> T => self.item
  map: f :: Block(T, R) -> Crate(R) => Crate of: (f value: self.item)
  class of: v :: T -> Crate(T) => self new: #{#item => v}

abstract Value subclass: Vessel
  species -> Self class => self class
  class built -> Self => self new
Vessel subclass: Raft
  field: logs :: Integer = 4
"#;

struct Harbour {
    hierarchy: ClassHierarchy,
    bindings: Bindings,
}

static HARBOUR: LazyLock<Harbour> = LazyLock::new(|| {
    let tree = syntax::parse(CLASSES).tree;
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&tree), Origin::Project);
    let inference = types::infer(&tree, &hierarchy, None);
    types::record_results(&mut hierarchy, &[inference]);
    let bound = [("ferry", "Ferry"), ("ticket", "Ticket")];
    let bindings =
        bound.map(|(name, class)| (name.into(), InferredType::class(class, Provenance::NOWHERE)));
    Harbour { hierarchy, bindings: bindings.into_iter().collect() }
});

/// What is expected if it holds, else what there is.
pub(crate) fn matched(source: &str, expected: &str) -> String {
    let Some(offset) = source.find(CURSOR) else { return format!("no {CURSOR} in the source") };
    let text = source.replacen(CURSOR, "", 1);
    let natives = crate::stages::natives();
    let ground = Ground {
        hierarchy: &HARBOUR.hierarchy,
        natives: Some(&natives),
        bindings: &HARBOUR.bindings,
        package: None,
        asks_bodies: true,
    };
    let completion = complete(&ground, text.trim_end_matches('\n'), offset as u32);
    match holds(&completion, expected.trim()) {
        true => expected.to_owned(),
        false => shown(&completion),
    }
}

fn holds(completion: &Completion, expected: &str) -> bool {
    if let Some(reason) = expected.strip_prefix("? ") {
        return completion.items.is_empty() && completion.reason.as_deref() == Some(reason);
    }
    if let Some((label, signature)) = expected.split_once(" = ") {
        return completion.items.iter().any(|it| it.label == label && it.signature == signature);
    }
    let labels: Vec<&str> = completion.items.iter().map(|it| it.label.as_str()).collect();
    if expected.contains(" then ") {
        let places =
            expected.split(" then ").map(|it| labels.iter().position(|label| *label == it));
        let places: Option<Vec<usize>> = places.collect();
        return places.is_some_and(|it| it.is_sorted());
    }
    let words: Vec<&str> = expected.split_whitespace().collect();
    match *words {
        ["…", ref some @ .., "…"] => some.iter().all(|it| match it.strip_prefix('-') {
            Some(absent) if !absent.is_empty() => !labels.contains(&absent),
            _ => labels.contains(it),
        }),
        [ref some @ .., "…"] => labels.starts_with(some),
        _ => labels == words,
    }
}

fn shown(completion: &Completion) -> String {
    if let Some(reason) = &completion.reason {
        return format!("? {reason}");
    }
    let labels = completion.items.iter().map(|it| it.label.as_str()).take(SHOWN);
    let rest = (completion.items.len() > SHOWN).then_some("…");
    labels.chain(rest).collect::<Vec<&str>>().join(" ")
}
