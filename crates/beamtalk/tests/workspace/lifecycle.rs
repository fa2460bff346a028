//! Starting, joining, listing and stopping.

use std::process::Stdio;

use crate::home::{Home, lives, names, wait_until};

#[test]
fn a_pipe_is_evaluated_input_by_input() {
    let home = Home::new();
    let said = home.pipe(&["repl"], "x := #(1,\n  2)\nx size\n\"tea\"\n#tea");
    assert_eq!(said.out, "#(1, 2)\n2\n\"tea\"\n#tea\n", "{said:?}");
    assert_eq!(said.code, Some(0));
    // One failure among inputs that work is still a failure.
    let said = home.pipe(&["repl"], "nowhere\n6 * 7\n");
    assert_eq!((said.out.as_str(), said.code), ("42\n", Some(1)), "{said:?}");
    assert!(said.err.contains("nowhere"), "{said:?}");
}

#[test]
fn no_input_is_the_end_and_the_workspace_lives_on() {
    let home = Home::new();
    let first = home.run(&["repl"]);
    assert_eq!((first.out.as_str(), first.code), ("", Some(0)), "{first:?}");
    let pid = home.pid();
    let second = home.run(&["repl"]);
    assert_eq!((home.pid(), second.code), (pid, Some(0)));
    assert!(second.err.contains("running"), "{second:?}");
    let late = home.run(&["repl", "--timeout", "60", "--env", "TEA"]);
    assert!(late.err.contains("--timeout, --env have no effect"), "{late:?}");
    for said in [&first, &second] {
        let port = home.only()["port"].clone();
        let connected = format!("\nConnected to REPL backend on port {port}.\n");
        assert!(said.err.contains(&connected), "{said:?}");
        assert!(said.err.contains("\n[beamtalk] session: session_"), "{said:?}");
    }
}

#[test]
fn sessions_share_classes_and_not_variables() {
    let home = Home::new();
    let said =
        home.pipe(&["repl"], "Object subclass: Pot\n  size => 3\n\ncup := Pot new\ncup size\n");
    assert_eq!(said.code, Some(0), "{said:?}");
    let said = home.pipe(&["repl"], "Pot new size\ncup\n");
    assert_eq!((said.out.as_str(), said.code), ("3\n", Some(1)), "{said:?}");
    assert!(said.err.contains("Undefined variable"), "{said:?}");
}

#[test]
fn those_who_start_at_the_same_moment_share_one_workspace() {
    let home = Home::new();
    let begin = || home.command(&["repl", "-e", "Erlang os getpid"]).spawn().unwrap();
    let children = [begin(), begin(), begin()];
    let said = children.map(|child| child.wait_with_output().unwrap());
    let outs = said.map(|it| (it.status.code(), String::from_utf8(it.stdout).unwrap()));
    assert!(outs.iter().all(|it| *it == outs[0] && it.0 == Some(0)), "{outs:?}");
    assert!(outs[0].1.contains(&home.pid().to_string()), "{outs:?}");
}

#[test]
fn a_workspace_is_listed_stopped_and_started_anew() {
    let home = Home::new();
    assert_eq!(home.list(), Vec::<serde_json::Value>::new());
    assert_eq!(home.run(&["workspace", "status"]).code, Some(1));
    assert_eq!(home.run(&["workspace", "attach"]).code, Some(1));
    home.run(&["repl"]);
    let only = home.only();
    assert_eq!(only["status"], "running");
    assert_eq!(only["project"], home.path("project").to_str().unwrap());
    let status = home.run(&["workspace", "status"]);
    assert!(status.out.contains(&only["port"].to_string()), "{status:?}");
    let said = home.run(&["workspace", "stop"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains("has stopped"), "{said:?}");
    assert!(!lives(u32::try_from(only["pid"].as_u64().unwrap()).unwrap()));
    assert_eq!(home.only()["status"], "stopped");
    let left = names(&home.folder());
    for gone in ["token", "port", "pid", "node.info", "starting"] {
        assert!(!left.iter().any(|it| it == gone), "{left:?}");
    }
    assert!(left.iter().any(|it| it == "metadata.json"), "{left:?}");
    let said = home.run(&["workspace", "stop"]);
    assert!(said.err.contains("does not run") && said.code == Some(0), "{said:?}");
    assert_eq!(home.pipe(&["repl"], "3 + 4").out, "7\n");
    let said = home.run(&["workspace", "stop", "--force"]);
    assert!(said.err.contains("was killed") && said.code == Some(0), "{said:?}");
}

#[test]
fn a_name_makes_another_workspace_for_the_same_project() {
    let home = Home::new();
    let said = home.run(&["workspace", "create", "tea", "--background"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(home.pipe(&["workspace", "attach", "tea"], "2 + 3").out, "5\n");
    let said = home.pipe(&["repl", "--workspace", "tea"], "Erlang os getpid");
    assert!(said.out.contains(&home.pid().to_string()), "{said:?}");
    let said = home.run(&["repl", "--workspace", "../tea"]);
    assert_eq!(said.code, Some(2), "{said:?}");
}

#[test]
fn an_ephemeral_workspace_ends_with_whoever_started_it() {
    let home = Home::new();
    let said = home.pipe(&["repl", "--ephemeral"], "3 + 4");
    assert_eq!((said.out.as_str(), said.code), ("7\n", Some(0)), "{said:?}");
    assert_eq!(home.only()["status"], "stopped");
    home.run(&["repl"]);
    home.pipe(&["repl", "--ephemeral"], "3 + 4");
    assert_eq!(home.only()["status"], "running");
}

#[test]
fn a_workspace_in_the_foreground_is_registered_nowhere_and_ends_with_the_command() {
    let home = Home::new();
    let said = home.pipe(&["repl", "--foreground"], "3 + 4\nErlang os getpid\n");
    assert!(said.out.starts_with("7\n") && said.code == Some(0), "{said:?}");
    assert!(home.list().is_empty());
    let digits: String = said.out[2..].chars().filter(char::is_ascii_digit).collect();
    assert!(!lives(digits.parse().unwrap()), "{said:?}");

    let mut command = home.command(&["repl", "--foreground"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let file = home.path("pid");
    let code = format!("Erlang file write_file: \"{}\" with: Erlang os getpid\n", file.display());
    std::io::Write::write_all(&mut input, code.as_bytes()).unwrap();
    wait_until("the evaluation", || std::fs::read(&file).is_ok_and(|it| !it.is_empty()));
    let pid: u32 = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("the end of the node", || !lives(pid));
}
