//! Starts that fail or are broken off: what is said, and that the next one works.

use std::fs;
use std::process::{Child, Command, Stdio};

use crate::home::{Home, Said, lives, signal, wait_until};

/// Where what a node would be is running.
fn pid_file(home: &Home) -> Option<u32> {
    let workspaces = fs::read_dir(home.path(".beamtalk/workspaces")).ok()?;
    let files = workspaces.flatten().map(|it| it.path().join("pid"));
    files.filter_map(|it| fs::read_to_string(it).ok()?.trim().parse().ok()).next()
}

/// A prompt that waits for an `erl` that does nothing, and the process of that.
fn stuck(home: &Home) -> (Child, u32) {
    let path = home.fake_erl("sleep 600");
    let child = home.command(&["repl"]).env("PATH", path).spawn().unwrap();
    wait_until("the process of the node", || pid_file(home).is_some());
    (child, pid_file(home).unwrap())
}

fn works(home: &Home) {
    let said = home.pipe(&["repl"], "3 + 4");
    assert_eq!((said.out.as_str(), said.code), ("7\n", Some(0)), "{said:?}");
}

#[test]
fn a_start_that_is_interrupted_leaves_nothing_behind() {
    for (name, status) in [("-INT", 130), ("-TERM", 143)] {
        let home = Home::new();
        let (child, node) = stuck(&home);
        signal(child.id(), name);
        let said = Said::from(child.wait_with_output().unwrap());
        assert_eq!(said.code, Some(status), "{said:?}");
        assert!(!lives(node));
        assert!(pid_file(&home).is_none());
        works(&home);
    }
}

#[test]
fn a_start_whose_command_was_killed_is_cleaned_up_by_the_next() {
    let home = Home::new();
    let (mut child, node) = stuck(&home);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lives(node));
    let said = home.pipe(&["repl"], "3 + 4");
    assert_eq!((said.out.as_str(), said.code), ("7\n", Some(0)), "{said:?}");
    assert!(said.err.contains("orphan"), "{said:?}");
    assert!(!lives(node));
}

#[test]
fn what_a_node_said_before_it_died_is_shown() {
    let home = Home::new();
    let path = home.fake_erl("echo the kettle is broken >&2; exit 7");
    let said = Said::from(home.command(&["repl"]).env("PATH", path).output().unwrap());
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(
        said.err.contains("the kettle is broken") && said.err.contains("startup.log"),
        "{said:?}"
    );
    works(&home);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let home = Home::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = home.run(&["repl", "--port", &port]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains(&port), "{said:?}");
    works(&home);
}

#[test]
fn without_erlang_it_is_said_what_to_install() {
    let home = Home::new();
    let said = Said::from(home.command(&["repl"]).env("PATH", "/nowhere").output().unwrap());
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("install Erlang"), "{said:?}");
    assert!(!said.err.contains("panick"), "{said:?}");
}

#[test]
fn a_home_that_cannot_be_written_is_named() {
    let home = Home::new();
    home.write("file", "");
    for place in [home.path("file"), "/proc/nowhere".into()] {
        let said = Said::from(home.command(&["repl"]).env("HOME", &place).output().unwrap());
        assert_eq!(said.code, Some(3), "{place:?} {said:?}");
        assert!(said.err.contains(place.to_str().unwrap()), "{said:?}");
    }
}

/// Where the tests may make a disk of their own.
#[test]
fn a_full_disk_is_told_and_nothing_is_left_half_done() {
    let home = Home::new();
    let beamtalk = env!("CARGO_BIN_EXE_beamtalk");
    // A file system of two pages, one of which is filled before the second try.
    let script = format!(
        "mount -t tmpfs -o size=8k none \"$HOME\" || exit 77; cd /; \
         head -c 8192 /dev/zero > \"$HOME/ballast\"; {beamtalk} repl; echo status $?; \
         rm \"$HOME/ballast\"; head -c 4096 /dev/zero > \"$HOME/ballast\"; {beamtalk} repl; \
         echo status $?; ls -A \"$HOME/.beamtalk/workspaces\"/*/"
    );
    fs::create_dir_all(home.path("small")).unwrap();
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", &script]);
    let said = command.env("HOME", home.path("small")).stdin(Stdio::null()).output();
    let Ok(said) = said.map(Said::from) else { return };
    if said.code == Some(77) || said.err.contains("unshare") {
        return;
    }
    let statuses: Vec<&str> = said.out.lines().filter(|it| it.starts_with("status")).collect();
    assert_eq!(statuses, ["status 3", "status 3"], "{said:?}");
    assert!(said.err.contains("free some space"), "{said:?}");
    assert!(!said.out.contains("starting") && !said.out.contains("token"), "{said:?}");
}

#[test]
fn neither_a_terminal_nor_a_locale_is_needed() {
    let home = Home::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_beamtalk"));
    command.args(["repl", "-e", "\"grün\" size"]).current_dir(home.path("project")).env_clear();
    for name in ["PATH", "BEAMTALK_HOME"] {
        command.envs(std::env::var(name).map(|value| (name, value)));
    }
    let said = Said::from(command.env("HOME", &home.root).output().unwrap());
    assert_eq!((said.out.as_str(), said.code), ("4\n", Some(0)), "{said:?}");
}

#[test]
fn a_path_may_have_any_letters() {
    let home = Home::new();
    fs::create_dir_all(home.path("prøject with späce")).unwrap();
    let mut command = home.command(&["repl", "-e", "3 + 4"]);
    command.current_dir(home.path("prøject with späce"));
    let said = Said::from(command.env_remove("LANG").env_remove("LC_ALL").output().unwrap());
    assert_eq!((said.out.as_str(), said.code), ("7\n", Some(0)), "{said:?}");
    assert!(home.only()["project"].as_str().unwrap().ends_with("prøject with späce"));
}

/// Where the tests may make a disk of their own.
#[test]
fn a_home_that_can_only_be_read_is_named() {
    let home = Home::new();
    let beamtalk = env!("CARGO_BIN_EXE_beamtalk");
    fs::create_dir_all(home.path("fixed")).unwrap();
    let script = format!(
        "mount -t tmpfs -o ro none \"$HOME\" || exit 77; cd /; {beamtalk} repl; echo status $?"
    );
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", &script]);
    let said = command.env("HOME", home.path("fixed")).stdin(Stdio::null()).output();
    let Ok(said) = said.map(Said::from) else { return };
    if said.code == Some(77) || said.err.contains("unshare") {
        return;
    }
    assert_eq!(said.out, "status 3\n", "{said:?}");
    assert!(said.err.contains(home.path("fixed").to_str().unwrap()), "{said:?}");
    assert!(said.err.contains("read-only"), "{said:?}");
}

#[test]
fn time_zones_that_do_not_exist_are_no_trouble() {
    let home = Home::new();
    for zone in ["No/Where:;", "", "<+99>-99:99", ":/etc/passwd", "UTC0UTC-1,M13.9.9"] {
        let mut command = home.command(&["repl", "--env", "TZ", "-e", "3 + 4"]);
        let said = Said::from(command.env("TZ", zone).output().unwrap());
        assert_eq!((said.out.as_str(), said.code), ("7\n", Some(0)), "{zone:?} {said:?}");
        home.run(&["workspace", "stop"]);
    }
}

/// Files of a clock that was ahead, and of one that had not begun yet.
#[test]
fn a_clock_that_jumps_is_no_trouble() {
    let home = Home::new();
    home.run(&["repl"]);
    let folder = home.folder();
    let set = |name: &str, key: &str, seconds: u64| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
        json[key] = seconds.into();
        fs::write(folder.join(name), json.to_string()).unwrap();
    };
    for (date, seconds) in [("2099-01-01", 4_070_908_800), ("1970-01-02", 86_400)] {
        set("node.info", "start_time", seconds);
        set("metadata.json", "created_at", seconds);
        let names = ["node.info", "metadata.json", "token", "port", "pid", "workspace.log"];
        let files = names.map(|name| folder.join(name));
        let touched = Command::new("touch").arg("-d").arg(date).args(&files).status().unwrap();
        assert!(touched.success());
        let listed = home.run(&["workspace", "list"]);
        assert_eq!((listed.code, listed.err.as_str()), (Some(0), ""), "{listed:?}");
        assert_eq!(home.only()["status"], "running");
        assert_eq!(home.pipe(&["repl"], "3 + 4\n:actors\n:sessions\n:q").code, Some(0));
    }
    let pid = home.pid();
    signal(pid, "-KILL");
    wait_until("its end", || !lives(pid));
    works(&home);
}
