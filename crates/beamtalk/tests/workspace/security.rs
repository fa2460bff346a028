//! Who can get at a workspace, and what it is told.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::home::{Home, names};

#[test]
fn what_a_workspace_keeps_is_for_its_user_alone() {
    let home = Home::new();
    // Whatever the user's mask allows.
    let beamtalk = env!("CARGO_BIN_EXE_beamtalk");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("umask 000; exec {beamtalk} repl")]);
    command.current_dir(home.path("project")).env("HOME", &home.root);
    assert!(command.stdin(std::process::Stdio::null()).output().unwrap().status.success());
    let folder = home.folder();
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for name in names(&folder) {
        assert_eq!(mode(&folder.join(&name)) & 0o077, 0, "{name}");
    }
    assert_eq!(mode(&folder.join("token")), 0o600);
    assert_eq!(mode(&home.path(".beamtalk")), 0o700);
}

#[test]
fn the_token_is_new_at_each_start_and_nowhere_but_in_its_file() {
    let home = Home::new();
    home.run(&["repl"]);
    let folder = home.folder();
    let token = fs::read_to_string(folder.join("token")).unwrap();
    assert!(token.len() >= 43, "{} characters", token.len());
    let process = |file: &str| {
        let bytes = fs::read(format!("/proc/{}/{file}", home.pid())).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    assert!(!process("cmdline").contains(&token));
    assert!(!process("environ").contains(&token));
    let all = files(&folder);
    assert!(all.len() > 1, "{all:?}");
    for path in all.iter().filter(|it| **it != folder.join("token")) {
        let bytes = fs::read(path).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains(&token), "{}", path.display());
    }
    home.run(&["workspace", "stop"]);
    home.run(&["repl"]);
    assert_ne!(fs::read_to_string(folder.join("token")).unwrap(), token);
}

#[test]
fn only_chosen_variables_reach_a_workspace() {
    let home = Home::new();
    let mut command = home.command(&["repl", "--env", "TEA"]);
    command.env("TEA", "green").env("SECRET", "hush").env("ERL_FLAGS", "-sname spy");
    assert!(command.output().unwrap().status.success());
    let bytes = fs::read(format!("/proc/{}/environ", home.pid())).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let names: Vec<&str> =
        text.split('\0').filter_map(|it| it.split_once('=')).map(|it| it.0).collect();
    assert!(names.contains(&"TEA") && names.contains(&"HOME"), "{names:?}");
    for name in ["SECRET", "ERL_FLAGS", "CARGO_MANIFEST_DIR"] {
        assert!(!names.contains(&name), "{names:?}");
    }
}

#[test]
fn a_workspace_listens_on_loopback_alone_and_knows_no_other_nodes() {
    let home = Home::new();
    home.run(&["repl"]);
    let pid = home.pid();
    let port = home.only()["port"].as_u64().unwrap();
    let table = fs::read_to_string(format!("/proc/{pid}/net/tcp")).unwrap();
    let here = format!("0100007F:{port:04X}");
    let places: Vec<&str> = table.lines().filter_map(|it| it.split_whitespace().nth(1)).collect();
    let mine: Vec<&&str> =
        places.iter().filter(|it| it.ends_with(&format!(":{port:04X}"))).collect();
    assert!(!mine.is_empty() && mine.iter().all(|it| **it == here), "{mine:?}");
    let said = home.run(&["repl", "-e", "Erlang erlang is_alive"]);
    assert_eq!(said.out, "false\n", "{said:?}");
}

#[test]
fn a_workspace_has_a_session_of_its_own() {
    let home = Home::new();
    home.run(&["repl"]);
    let stat = fs::read_to_string(format!("/proc/{}/stat", home.pid())).unwrap();
    let rest = stat.rsplit_once(") ").unwrap().1;
    let session: u32 = rest.split(' ').nth(3).unwrap().parse().unwrap();
    assert_eq!(session, home.pid());
}

#[test]
fn a_wrong_token_opens_nothing() {
    let home = Home::new();
    home.run(&["repl"]);
    let port = home.only()["port"].to_string();
    home.write("wrong", &"x".repeat(43));
    let wrong = home.path("wrong");
    let arguments = ["workspace", "attach", "--port", &port, "--token", wrong.to_str().unwrap()];
    let said = home.pipe(&arguments, "3 + 4\n");
    assert_eq!((said.out.as_str(), said.code), ("", Some(1)), "{said:?}");
    let right = home.folder().join("token");
    let arguments = ["workspace", "attach", "--port", &port, "--token", right.to_str().unwrap()];
    assert_eq!(home.pipe(&arguments, "3 + 4\n").out, "7\n");
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    entries.flat_map(|it| if it.is_dir() { files(&it) } else { vec![it] }).collect()
}
