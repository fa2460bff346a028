//! `beamtalk completion-eval`: what is asked, and what counts as found.

use crate::folder::Folder;
use serde_json::Value;

const HOUSE: &str = "\
//- Cup.bt
Object subclass: Cup

  handle -> Integer => 1

  fill: drink => drink warm

  half => self handle max: 2
";

/// The figures of an engine.
fn figures(answer: &str, engine: &str) -> Value {
    let rows = answer.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok());
    rows.into_iter().find(|row| row["engine"] == engine).unwrap()
}

#[test]
fn each_part_of_each_selector_is_asked_for() {
    let answer = Folder::new(HOUSE).run("completion-eval --json Cup.bt");
    for engine in ["editor", "prompt"] {
        let row = figures(&answer, engine);
        // `warm`, `handle` and `max:`; nobody knows what a drink is.
        assert_eq!(row["all"]["places"], 3, "{answer}");
        assert_eq!(row["shapes"]["parameter"]["typed"], 0.0, "{answer}");
        assert_eq!(row["shapes"]["self"]["recall_of_typed"], 100.0, "{answer}");
        assert_eq!(row["silent"], 0, "{answer}");
    }
}

/// Without what its methods are found to answer, less is known.
#[test]
fn a_part_of_it_can_be_taken_away() {
    let house = HOUSE.replace(" -> Integer", "");
    let answer = Folder::new(&house).run("completion-eval --json --ablate --engine editor Cup.bt");
    let typed = |engine| figures(&answer, engine)["shapes"]["unary chain"]["typed"].clone();
    assert_eq!((typed("editor"), typed("no body inference")), (100.0.into(), 0.0.into()));
    assert_eq!(typed("one token"), 0.0, "{answer}");
}

#[test]
fn annotations_can_be_taken_out_first() {
    let house = HOUSE.replace("fill: drink", "fill: drink :: String").replace("warm", "size");
    let typed = |options: &str| {
        let answer = Folder::new(&house).run(&format!("completion-eval --json {options} Cup.bt"));
        figures(&answer, "editor")["shapes"]["parameter"]["typed"].clone()
    };
    assert_eq!((typed(""), typed("--strip-annotations")), (100.0.into(), 0.0.into()));
}

#[test]
fn ranks_can_be_kept() {
    let folder = Folder::new(HOUSE);
    folder.run("completion-eval --engine editor --csv ranks.csv Cup.bt");
    let text = folder.read("ranks.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[1].starts_with("editor,Cup.bt,warm,0,parameter,0,"), "{text}");
}

/// The repository, where the class library, its tests and the examples are.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A sample of all texts that can be typed on the way to a file, and of all receivers alone.
/// Numbers that share no factor meet all kinds of places in time.
#[test]
fn prompt_and_editor_offer_the_same_in_the_same_order() {
    let folder = Folder::new("");
    for (paths, every) in [("stdlib/src stdlib/test", 61), ("examples", 7)] {
        let paths: Vec<String> = paths.split(' ').map(|it| format!("{REPOSITORY}/{it}")).collect();
        let paths = paths.join(" ");
        let answer = folder.run(&format!("completion-eval --agreement --every {every} {paths}"));
        let told = answer.lines().find(|it| it.contains(" texts, ")).unwrap_or_default();
        assert!(told.ends_with(" 0 answered differently"), "{answer}");
        let asked: usize = told.split(' ').next().unwrap().parse().unwrap();
        assert!(asked > 500, "{told}");
    }
}

/// A class that the workspace refuses is known to the editor alone.
#[test]
fn a_difference_is_shown() {
    let house = "\
//- Pot.bt
Object subclass: Pot
  fill => Pot new
//- Tea.bt
Object subclass: Tea
  pot -> Pot => nil
";
    let answer = Folder::new(house).run("completion-eval --agreement .");
    let shown = "Tea.bt: …Object subclass: Tea\\n  pot -> P‸\n  prompt: ";
    assert!(answer.contains(shown) && answer.contains("\n  editor: "), "{answer}");
    assert!(answer.contains("error: `Pot.bt` is not loaded: "), "{answer}");
    assert!(answer.ends_with("--- exit 1\n"), "{answer}");
}
