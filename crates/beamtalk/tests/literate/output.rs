//! What programs answer and print on the real runtime. All cases run on one BEAM, one
//! after another, each with its own classes and a process of its own.
//!
//! A program is its classes and its statements. Of each statement the output has one
//! line, what its value prints as, after whatever it has written itself; a statement
//! that fails has `! kind: message` instead, and the next one goes on. `nil` is not
//! shown: most statements that answer it are there for what they do. The numbers of
//! processes, which no one knows beforehand, are shown as `_`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use etf::Term;
use hierarchy::{ClassHierarchy, Origin, surface};
use lower::Evaluation;
use lower::core_erlang::encode;
use syntax::tree::Item;

/// The outputs of programs, in their order.
pub(crate) fn outputs(sources: &[&str]) -> Vec<String> {
    let builtins = ClassHierarchy::with_builtins();
    let programs = sources.iter().enumerate().map(|(index, source)| {
        let module = format!("bt@case{index}");
        program(source, &module, &builtins)
    });
    let programs: Vec<Term> = programs.collect();
    let said = run(&Term::list(programs));
    let answer = etf::decode(&said, etf::Limits::default()).expect("a list of outputs");
    let outputs = answer.as_list().expect("a list of outputs");
    outputs.iter().map(|it| without_processes(it.as_str().expect("a text"))).collect()
}

/// `Actor(Moth, 0.475.0)` as `Actor(Moth, _)`
fn without_processes(output: &str) -> String {
    let is_process = |text: &str| {
        let parts: Vec<&str> = text.split('.').collect();
        let is_number =
            |part: &&str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        parts.len() == 3 && parts.iter().all(is_number)
    };
    let mut pieces = output.split(", ");
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        shown.push_str(", ");
        match piece.split_once(')') {
            Some((process, rest)) if is_process(process) => {
                shown.push_str("_)");
                shown.push_str(rest);
            }
            _ => shown.push_str(piece),
        }
    }
    shown
}

/// `{Modules, Statements, Functions}`
fn program(source: &str, module: &str, builtins: &ClassHierarchy) -> Term {
    let tree = syntax::parse(source).tree;
    let mut hierarchy = builtins.clone();
    hierarchy.add_classes(surface(&tree), Origin::Module);
    let file = "case.bt";
    let classes = tree.nodes.classes.iter();
    let mut modules: Vec<Vec<u8>> =
        classes.map(|(_, class)| encode(&lower::class(&tree, class, &hierarchy, file))).collect();
    let is_outside = |item: &Item| matches!(item, Item::Extension(_) | Item::Protocol(_));
    if tree.items.iter().any(is_outside) {
        let outside = lower::outside(&tree, &hierarchy, &format!("{module}_outside"), None, file);
        modules.extend(outside.iter().map(encode));
    }
    // Statements one by one, so that each has a value of its own.
    let lines = syntax::LineIndex::new(source);
    let statements = tree.items.iter().filter_map(|item| match item {
        Item::Statement(statement) => {
            let span = tree.expr_span(*statement);
            let text = span.of(source);
            Some((syntax::parse(text).tree, lines.line(span.start)))
        }
        _ => None,
    });
    let statements: Vec<_> = statements.collect();
    let names: Vec<String> = (1..=statements.len()).map(|it| format!("statement{it}")).collect();
    let evaluations: Vec<Evaluation<'_>> = statements
        .iter()
        .zip(&names)
        .map(|((tree, line), function)| Evaluation { function, tree, first_line: *line })
        .collect();
    modules.push(encode(&lower::evaluations(module, file, &evaluations, &[], &hierarchy)));
    let modules: Vec<Term> = modules.iter().map(Term::binary).collect();
    let names: Vec<Term> = names.iter().map(|it| Term::atom(it)).collect();
    Term::tuple([Term::list(modules), Term::atom(module), Term::list(names)])
}

fn run(programs: &Term) -> Vec<u8> {
    // Tests of one process run beside each other.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let name =
        format!("beamtalk-output-{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("programs"), etf::encode(programs)).unwrap();
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/apps");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/literate/output_driver");
    let start = format!(
        "{{ok, D, B}} = compile:file(\"{}\", [report, binary]), \
         {{module, D}} = code:load_binary(D, \"\", B), \
         code:add_pathsa(filelib:wildcard(\"{}/*/ebin\")), D:main(), halt().",
        driver.display(),
        runtime.display()
    );
    let output = Command::new("erl")
        .args(["-noshell", "-eval", &start])
        .current_dir(&folder)
        .output()
        .expect("Erlang/OTP 25 or newer was not found: `erl` must be in PATH");
    let complaint = String::from_utf8_lossy(&output.stderr);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{complaint}\nhas `make test-runtime` been run?");
    let outputs = fs::read(folder.join("outputs")).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    outputs
}
