//! What the folder of the project says about findings, also once it says otherwise.

use std::fs;

use etf::Term;

use crate::client::{Port, shown, text};

const LINE: &str = "cup :: String := 3";

fn manifest(table: &str) -> String {
    format!("[package]\nname = \"shop\"\nversion = \"0.1.0\"\n{table}")
}

#[test]
fn the_manifest_sets_how_loud_findings_are() {
    let folder =
        std::env::temp_dir().join(format!("beamtalk-port-settings-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("beamtalk.toml");
    let mut port = Port::start_in(&folder);
    let mut ask = || {
        let fields = [("source", text(LINE)), ("module", text("m"))];
        let answer = port.ask("compile_expression", &fields);
        let warnings = answer.get("warnings").and_then(Term::as_list).map(<[Term]>::len);
        (answer.get("status").and_then(Term::as_atom).unwrap().to_owned(), warnings)
    };
    let (ok, error) = ("ok".to_owned(), "error".to_owned());
    assert_eq!(ask(), (ok.clone(), Some(1)));
    fs::write(&file, manifest("[diagnostics]\ntype = \"off\"\n")).unwrap();
    assert_eq!(ask(), (ok.clone(), Some(0)));
    fs::write(&file, manifest("[diagnostics]\ntype = \"error\"\n")).unwrap();
    assert_eq!(ask(), (error, None));
    // A manifest that cannot be read says nothing.
    fs::write(&file, "[package\n").unwrap();
    assert_eq!(ask(), (ok.clone(), Some(1)));
    fs::write(&file, manifest("[diagnostics]\ntype = \"off\"\n")).unwrap();
    assert_eq!(ask(), (ok.clone(), Some(0)));
    fs::remove_file(&file).unwrap();
    assert_eq!(ask(), (ok, Some(1)));
    drop(port);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_request_that_calls_erlang_is_answered_at_once_on_the_quick_lane() {
    let mut port = Port::start();
    let answer =
        port.ask("resolve_completion_type", &[("expression", text("Erlang lists reverse: #(1)"))]);
    assert!(!shown(&answer).contains("error"), "{}", shown(&answer));
}
