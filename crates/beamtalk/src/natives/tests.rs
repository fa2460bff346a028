//! What is kept, what is made again, and what Erlang's own specs come to.

use std::fs;

use super::*;
use crate::erlang::Role;
use crate::fixture::Folder;

const TABLE: &[u8] = b"beamtalk natives 1\ntea\t0\t12\n\nsteep/0\tNil\n";
const KEPT: &str = "caches/beamtalk";

fn key() -> Digest {
    Digest::of(b"an installation")
}

/// Loads, and tells whether it had to make.
fn loaded(folder: &Folder) -> (Loaded, bool) {
    let mut is_made = false;
    let made = load(Some(&folder.path(KEPT)), &key(), || {
        is_made = true;
        Ok(TABLE.to_vec())
    });
    let made = made.unwrap();
    assert!(made.signatures.lookup("tea", "steep", 0).is_some());
    (made, is_made)
}

#[test]
fn what_was_made_once_is_read_again() {
    let folder = Folder::new("");
    assert!(loaded(&folder).1);
    assert!(!loaded(&folder).1);
    assert_eq!(folder.names(KEPT).len(), 1);
}

#[test]
fn what_is_damaged_is_made_again_and_replaced() {
    let folder = Folder::new("");
    loaded(&folder);
    let name = format!("{KEPT}/{}", folder.names(KEPT)[0]);
    let whole = folder.read(&name);
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let mut damaged = vec![Vec::new(), b"beamtalk".to_vec(), vec![0xff; 500]];
    damaged.extend((0..whole.len()).map(|end| whole[..end].to_vec()));
    damaged.extend((0..whole.len()).map(flipped));
    for bytes in damaged {
        folder.write(&name, &bytes);
        assert!(loaded(&folder).1, "{:?}", String::from_utf8_lossy(&bytes));
        assert_eq!(folder.read(&name), whole);
    }
    assert_eq!(folder.names(KEPT).len(), 1);
}

#[test]
fn where_nothing_can_be_kept_it_is_made_each_time() {
    let folder = Folder::new("//- caches\na file where a folder should be\n");
    for _ in 0..2 {
        let (loaded, is_made) = loaded(&folder);
        assert!(is_made && loaded.unkept.is_some());
    }
    let without = load(None, &key(), || Ok(TABLE.to_vec())).unwrap();
    assert!(without.unkept.is_none() && without.signatures.has_module("tea"));
}

#[test]
fn a_folder_in_the_place_of_the_file_is_left_alone() {
    let folder = Folder::new("");
    fs::create_dir_all(folder.path(KEPT).join(format!("natives-{}", key()))).unwrap();
    let (loaded, is_made) = loaded(&folder);
    assert!(is_made && loaded.unkept.is_some());
    assert_eq!(folder.names(KEPT).len(), 1);
}

#[test]
fn only_a_few_installations_are_remembered() {
    let folder = Folder::new("//- caches/beamtalk/notes\nnot ours\n");
    for number in 0..7_u8 {
        load(Some(&folder.path(KEPT)), &Digest::of(&[number]), || Ok(TABLE.to_vec())).unwrap();
    }
    assert_eq!(folder.names(KEPT).len(), 5);
    assert!(folder.names(KEPT).contains(&"notes".to_owned()));
    assert!(folder.path(KEPT).join(format!("natives-{}", Digest::of(&[6]))).is_file());
}

#[test]
fn what_fails_to_be_made_is_not_kept() {
    let folder = Folder::new("");
    let load = |bytes: Result<Vec<u8>, Failure>| load(Some(&folder.path(KEPT)), &key(), || bytes);
    assert!(load(Err(Failure::Missing("no Erlang".to_owned()))).is_err());
    assert!(load(Ok(b"nonsense".to_vec())).is_err());
    assert!(!folder.path(KEPT).exists());
}

#[test]
fn only_who_waits_long_is_told_for_what() {
    let quick = patiently(|| Ok(1), || Err(Failure::Bug("told too soon".to_owned())));
    assert_eq!(quick.unwrap(), 1);
    let (release, wait) = channel::<()>();
    // The work goes on until it has been told of.
    let slow = patiently(
        move || Ok(wait.recv().is_err()),
        move || {
            drop(release);
            Ok(())
        },
    );
    assert!(slow.unwrap());
    assert!(patiently(|| Err::<(), _>(Failure::Bug("oh".to_owned())), || Ok(())).is_err());
}

#[test]
fn the_erlang_that_is_there_tells_its_signatures() {
    let folder = Folder::new("");
    let first = of_this_erlang(&folder);
    assert!(first.unkept.is_none());
    let again = of_this_erlang(&folder);
    assert_eq!(folder.names(KEPT).len(), 1);
    let cases = [
        ("lists", "reverse", 1, "list1 :: List -> List"),
        ("maps", "find", 2, "key :: Dynamic, map :: Dictionary -> Result(Dynamic, Nil)"),
        ("erlang", "atom_to_binary", 1, "atom :: Symbol -> String | Binary"),
        ("file", "delete", 1, "filename :: String | List | Symbol | Binary -> Result(Nil, Symbol)"),
        ("math", "sqrt", 1, "x :: Number -> Float"),
        (
            "calendar",
            "local_time",
            0,
            " -> Tuple(Tuple(Integer, Integer, Integer), Tuple(Integer, Integer, Integer))",
        ),
    ];
    for (module, function, arity, expected) in cases {
        for signatures in [&first.signatures, &again.signatures] {
            let found = signatures.lookup(module, function, arity).unwrap();
            let slot = |slot: &hierarchy::Slot| slot.ty().unwrap().for_people().to_string();
            let parameters: Vec<String> = found
                .parameters
                .iter()
                .map(|it| format!("{} :: {}", it.name.as_deref().unwrap(), slot(&it.slot)))
                .collect();
            let shown = format!("{} -> {}", parameters.join(", "), slot(&found.returns));
            assert_eq!(shown, expected, "{module}:{function}/{arity}");
        }
    }
}

/// What does not parse would be a class that nobody has.
#[test]
fn signatures_speak_of_classes_of_the_library_alone() {
    let folder = Folder::new("");
    let loaded = of_this_erlang(&folder);
    let library = hierarchy::ClassHierarchy::with_builtins();
    for module in ["erlang", "lists", "file", "gen_tcp", "io_lib", "erl_scan", "inet", "compile"] {
        let functions = loaded.signatures.functions(module);
        assert!(!functions.is_empty(), "{module}");
        for (function, arity) in functions {
            let Some(signature) = loaded.signatures.lookup(module, function, arity) else {
                continue;
            };
            let parameters = signature.parameters.iter().map(|it| &it.slot);
            for slot in parameters.chain([&signature.returns]) {
                let unknown = unknown_class(slot.ty().unwrap(), &library);
                assert_eq!(unknown, None, "{module}:{function}/{arity}");
            }
        }
    }
}

fn unknown_class(ty: &hierarchy::Type, library: &hierarchy::ClassHierarchy) -> Option<String> {
    match ty {
        hierarchy::Type::Class(it) if library.class(&it.class).is_none() => {
            Some(it.class.to_string())
        }
        _ => ty.parts().iter().find_map(|part| unknown_class(part, library)),
    }
}

/// Where the quick one cannot be started, there is one that does everything.
#[test]
fn whichever_beam_is_asked_says_the_same() {
    let installation = Installation::of(&build::erl().unwrap()).unwrap();
    let mut everything = Erlang::start(&home(), &[], Role::Tool).unwrap();
    let table = ask(&mut everything, &installation).unwrap();
    assert!(NativeSignatures::read(&table).is_some_and(|it| it.has_module("lists")));
    assert!(table == make(&home(), &installation).unwrap(), "the tables differ");
}

fn home() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/apps"))
}

fn of_this_erlang(folder: &Folder) -> Loaded {
    let home = home();
    let installation = Installation::of(&build::erl().unwrap()).unwrap();
    let key = installation.fingerprint(&home).unwrap();
    load(Some(&folder.path(KEPT)), &key, || make(&home, &installation)).unwrap()
}
