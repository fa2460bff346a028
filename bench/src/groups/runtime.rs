//! How fast compiled classes run, each piece of work beside the same work written in
//! Erlang by hand, on one BEAM and in turn. The programs are in `bench/programs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hierarchy::{ClassHierarchy, Origin, surface};
use lower::core_erlang::encode;

use crate::report::{Row, Target};

const GROUP: &str = "runtime";

/// Names in `runtime_driver.erl`, and what their ratio may be.
const TARGETS: [(&str, f64); 9] = [
    ("fib: 27, class side", 2.5),
    ("fib: 27, instance", 2.5),
    ("to:do: with a captured counter", 1.3),
    ("whileTrue: with captured variables", 1.3),
    ("collect:, 1 M elements", 1.5),
    ("inject:into:, 1 M elements", 1.5),
    ("send, four classes in turn", 4.0),
    ("value object and two reads", 2.0),
    ("on:do: that does not raise", 1.5),
];

pub(crate) fn run() -> Vec<Row> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::temp_dir().join(format!("beamtalk-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the programs");
    write_modules(&root.join("programs/runtime.bt"), &folder);
    let output = Command::new("erl")
        .current_dir(&folder)
        .args(["-noshell", "-pa"])
        .args(code_folders(root))
        .args(["-eval", &start(root)])
        .output()
        .expect("`erl` must be in PATH");
    fs::remove_dir_all(&folder).expect("the folder is ours");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaint}\nhas `make build` been run?");
    said.lines().filter_map(row).collect()
}

/// Our own modules as terms for OTP's compiler.
fn write_modules(program: &Path, folder: &Path) {
    let text = fs::read_to_string(program).expect("the program");
    let parse = syntax::parse(&text);
    assert!(!parse.has_errors(), "the program has problems");
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    for (_, class) in parse.tree.nodes.classes.iter() {
        let module = lower::class(&parse.tree, class, &hierarchy, "runtime.bt");
        let path = folder.join(format!("{}.term", module.name));
        fs::write(path, encode(&module)).expect("a module");
    }
}

fn code_folders(root: &Path) -> Vec<PathBuf> {
    let apps = fs::read_dir(root.join("../runtime/apps")).expect("the runtime");
    apps.flatten().map(|app| app.path().join("ebin")).collect()
}

fn start(root: &Path) -> String {
    let programs = root.join("programs");
    let compiled = ["runtime_baseline", "runtime_driver"].map(|module| {
        let source = programs.join(module);
        format!("{{ok, _}} = compile:file(\"{}\", [report]), ", source.display())
    });
    format!("code:add_patha(\".\"), {}runtime_driver:main(), halt().", compiled.concat())
}

/// `name TAB ours TAB theirs`, in microseconds.
fn row(line: &str) -> Option<Row> {
    let mut parts = line.split('\t');
    let name = parts.next()?;
    let ours: f64 = parts.next()?.parse().ok()?;
    let theirs: f64 = parts.next()?.parse().ok()?;
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let target = target.map(|(_, bound)| Target::AtMost(*bound));
    Some(Row::plain(GROUP, name, ours / 1e3, "ms").against(theirs / 1e3, target))
}
