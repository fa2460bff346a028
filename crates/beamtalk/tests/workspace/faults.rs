//! Nodes that die, and files that lie.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::home::{Home, Said, family, lives, signal, wait_until};

#[test]
fn a_killed_node_takes_all_of_its_own_with_it_and_the_next_start_works() {
    let home = Home::new();
    home.run(&["repl", "-e", "[:n | n + 1] value: 2"]);
    // Two hundred where somebody has time for it.
    let rounds = if std::env::var("CHAOS").is_ok_and(|it| it == "full") { 200 } else { 3 };
    let history = home.path(".beamtalk/repl_history");
    fs::write(&history, "1 + 1\n").unwrap();
    for _ in 0..rounds {
        let pid = home.pid();
        let family = family(pid);
        assert!(family.len() > 1, "a node without a compiler: {family:?}");
        signal(pid, "-KILL");
        wait_until("the end of its processes", || !family.iter().any(|it| lives(*it)));
        assert_eq!(home.only()["status"], "stale");
        let said = home.pipe(&["repl"], "[:n | n + 1] value: 2\n");
        assert_eq!((said.out.as_str(), said.code), ("3\n", Some(0)), "{said:?}");
        assert!(said.err.contains("orphan"), "{said:?}");
    }
    assert_eq!(fs::read_to_string(&history).unwrap(), "1 + 1\n");
}

#[test]
fn a_node_that_dies_while_it_is_reached_is_started_anew() {
    let home = Home::new();
    home.run(&["repl", "-e", "1"]);
    let pid = home.pid();
    // Whoever connects now is heard by the system, and by nobody else.
    signal(pid, "-STOP");
    let child = home.begin("3 + 4\n");
    std::thread::sleep(std::time::Duration::from_millis(500));
    signal(pid, "-KILL");
    let said = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&said.stdout);
    assert!(out.lines().any(|it| it == "7"), "{said:?}");
    assert_ne!(home.pid(), pid);
}

#[test]
fn an_evaluation_that_was_lost_is_not_repeated() {
    let home = Home::new();
    let traces = home.path("traces");
    let trace = format!(
        "Erlang file write_file: \"{}\" with: \"x\" with: #(#append). Erlang timer sleep: 600000\n",
        traces.display()
    );
    let count = || fs::read_to_string(&traces).unwrap_or_default();
    let mut child = home.begin(&trace);
    wait_until("the evaluation", || !count().is_empty());
    signal(home.pid(), "-KILL");
    // Somebody else starts the workspace anew; the prompt finds its way there.
    let other = home.pipe(&["repl"], "1 + 1\n");
    assert_eq!(other.out, "2\n", "{other:?}");
    child.stdin.take().unwrap().write_all(b"3 + 4\n").unwrap();
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!((said.out.as_str(), said.code), ("7\n", Some(1)), "{said:?}");
    assert!(said.err.contains("[beamtalk] session: session_"), "{said:?}");
    assert_eq!(count(), "x");
}

#[test]
fn a_node_that_stays_away_is_told_and_ends_the_prompt() {
    let home = Home::new();
    let begun = home.path("begun");
    let code = format!(
        "Erlang file write_file: \"{}\" with: \"x\". Erlang timer sleep: 600000\n",
        begun.display()
    );
    let mut child = home.begin(&code);
    wait_until("the evaluation", || begun.exists());
    signal(home.pid(), "-KILL");
    drop(child.stdin.take());
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.contains("has gone"), "{said:?}");
}

#[test]
fn ctrl_c_ends_the_evaluation_and_not_the_session() {
    let home = Home::new();
    let begun = home.path("begun");
    let code = format!(
        "x := 3\nErlang file write_file: \"{}\" with: \"x\". [true] whileTrue: [1]\nx + 4\n",
        begun.display()
    );
    let mut child = home.begin(&code);
    wait_until("the evaluation", || begun.exists());
    signal(child.id(), "-INT");
    drop(child.stdin.take());
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!((said.out.as_str(), said.code), ("3\n7\n", Some(1)), "{said:?}");
    assert!(said.err.contains("Interrupted"), "{said:?}");
}

#[test]
fn output_comes_while_the_evaluation_runs() {
    let home = Home::new();
    let code = "Transcript show: \"begun\"; cr. Erlang timer sleep: 600000\n";
    let mut child = home.begin(code);
    let mut first = [0; 6];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"begun\n");
    signal(child.id(), "-KILL");
    child.wait().unwrap();
}

#[test]
fn files_that_are_garbage_are_made_anew() {
    let home = Home::new();
    home.run(&["repl"]);
    let folder = home.folder();
    for name in ["node.info", "port", "pid", "metadata.json", "token"] {
        for garbage in [&b""[..], b"{", b"\xff\xfe\0", b"4711\n0000000000000000\n", b"-1"] {
            fs::write(folder.join(name), garbage).unwrap();
            let said = home.pipe(&["repl"], "3 + 4");
            // What lets nobody in is not repaired behind the back of a node that runs.
            let is_token = name == "token" && said.code == Some(1);
            assert!(said.out == "7\n" || is_token, "{name} {garbage:?} {said:?}");
            if is_token {
                home.run(&["workspace", "stop"]);
            }
        }
    }
    assert_eq!(home.only()["status"], "running");
}

#[test]
fn a_process_that_has_taken_over_a_number_is_left_alone() {
    let home = Home::new();
    home.run(&["repl"]);
    let folder = home.folder();
    signal(home.pid(), "-KILL");
    let mut stranger = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap();
    let id = stranger.id();
    let info = fs::read_to_string(folder.join("node.info")).unwrap();
    let mut info: serde_json::Value = serde_json::from_str(&info).unwrap();
    info["pid"] = id.into();
    fs::write(folder.join("node.info"), info.to_string()).unwrap();
    fs::write(folder.join("pid"), format!("{id}\n")).unwrap();
    assert_eq!(home.pipe(&["repl"], "3 + 4").out, "7\n");
    home.run(&["workspace", "stop", "--force"]);
    assert!(stranger.try_wait().unwrap().is_none());
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}
