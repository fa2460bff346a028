//! Runs a program of `bench/programs` on a BEAM: our classes, the same work written in
//! Erlang by hand (`NAME_baseline`), and a driver (`NAME_driver`) that measures both in
//! turn and prints a line for each figure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hierarchy::{ClassHierarchy, Origin, surface};
use lower::core_erlang::encode;

/// The lines that the driver of a program prints.
pub(crate) fn lines_of(program: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder =
        std::env::temp_dir().join(format!("beamtalk-bench-{}-{program}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the programs");
    write_modules(&root.join(format!("programs/{program}.bt")), &folder);
    let output = Command::new("erl")
        .current_dir(&folder)
        .args(["-noshell", "+P", "1000000", "-pa"])
        .args(code_folders(root))
        .args(["-eval", &start(root, program)])
        .output()
        .expect("`erl` must be in PATH");
    fs::remove_dir_all(&folder).expect("the folder is ours");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaint}\nhas `make build` been run?");
    said.lines().map(str::to_owned).collect()
}

/// Our own modules as terms for OTP's compiler.
fn write_modules(program: &Path, folder: &Path) {
    let text = fs::read_to_string(program).expect("the program");
    let parse = syntax::parse(&text);
    assert!(!parse.has_errors(), "the program has problems");
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let file = program.file_name().unwrap_or_default().to_string_lossy();
    for (_, class) in parse.tree.nodes.classes.iter() {
        let module = lower::class(&parse.tree, class, &hierarchy, &file);
        let path = folder.join(format!("{}.term", module.name));
        fs::write(path, encode(&module)).expect("a module");
    }
}

fn code_folders(root: &Path) -> Vec<PathBuf> {
    let apps = fs::read_dir(root.join("../runtime/apps")).expect("the runtime");
    apps.flatten().map(|app| app.path().join("ebin")).collect()
}

fn start(root: &Path, program: &str) -> String {
    let programs = root.join("programs");
    let modules = ["pairs".to_owned(), format!("{program}_baseline"), format!("{program}_driver")];
    let compiled = modules.map(|module| {
        let source = programs.join(module);
        format!("{{ok, _}} = compile:file(\"{}\", [report]), ", source.display())
    });
    format!("code:add_patha(\".\"), {}{program}_driver:main(), halt().", compiled.concat())
}
