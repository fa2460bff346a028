//! The process of a node: whether it lives, and its end.
//!
//! A process id in a file may long belong to somebody else. A process is taken for a
//! node only if its arguments name the folder of the workspace.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};

use super::patience::{POLL, Patience};
use super::place::Place;
use super::start;

/// Whether this process is the node of a workspace, started with this nonce if one is
/// known.
pub(super) fn is_node(pid: u32, place: &Place, nonce: Option<&str>) -> bool {
    let Some(arguments) = arguments(pid) else { return false };
    let has = |wanted: &[u8]| arguments.split(|byte| *byte == 0).any(|it| it == wanted);
    has(&start::folder_argument(&place.folder))
        && nonce.is_none_or(|it| has(&start::nonce_argument(it)))
}

/// The node of a workspace among all processes, where they can be looked at: for when the
/// file that should name it does not.
pub(super) fn search(place: &Place) -> Option<u32> {
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut pids = processes.filter_map(|it| it.file_name().to_str()?.parse::<u32>().ok());
    pids.find(|pid| is_node(*pid, place, None))
}

/// Ends a process of ours at once, and waits until it is gone.
pub(super) fn kill(pid: u32, place: &Place) -> bool {
    if !is_node(pid, place, None) {
        return true;
    }
    let id = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let Some(id) = id else { return false };
    if kill_process(id, Signal::KILL).is_err() {
        return false;
    }
    let patience = Patience::for_a_kill();
    while is_node(pid, place, None) {
        if patience.is_over() {
            return false;
        }
        thread::sleep(POLL);
    }
    true
}

/// The arguments of a process that lives, each ended by a zero byte. A process that is
/// dead and not yet buried has none.
fn arguments(pid: u32) -> Option<Vec<u8>> {
    if Path::new("/proc/self/cmdline").exists() {
        return fs::read(format!("/proc/{pid}/cmdline")).ok().filter(|it| !it.is_empty());
    }
    arguments_from_ps(pid)
}

/// Where there is no `/proc`, words are told apart by white space: a folder with a space
/// in its name is then not recognised, and a node in it not killed.
fn arguments_from_ps(pid: u32) -> Option<Vec<u8>> {
    let output = Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.to_string()])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let words = output.stdout.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let arguments = words.collect::<Vec<_>>().join(&0);
    (!arguments.is_empty()).then_some(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(folder: &str) -> Place {
        Place { folder: folder.into() }
    }

    #[test]
    fn only_a_process_that_names_the_folder_is_a_node() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(!is_node(child.id(), &place("/tmp/nowhere"), None));
        assert!(kill(child.id(), &place("/tmp/nowhere")));
        assert!(child.try_wait().unwrap().is_none(), "a process of somebody else was killed");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn a_node_is_known_by_its_arguments_and_can_be_killed() {
        let mut child = Command::new("sh")
            .args(["-c", "read line", "sh", "dir=/tmp/somewhere", "nonce=abc"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let (pid, place) = (child.id(), place("/tmp/somewhere"));
        while !is_node(pid, &place, None) {
            thread::sleep(POLL);
        }
        assert!(is_node(pid, &place, Some("abc")));
        assert!(!is_node(pid, &place, Some("abd")));
        assert!(kill(pid, &place));
        assert!(!child.wait().unwrap().success());
    }
}
