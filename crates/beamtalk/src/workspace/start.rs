//! Starting a node that outlives us.
//!
//! In go the options, out comes a node that is ready to accept, or what it said before
//! it died. The node gets a session, a mask and an environment of its own; its folder
//! and its nonce stand in its arguments, so that it can be recognised, and its token
//! never does.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use rustix::fs::Mode;

use super::Running;
use super::find;
use super::identity::Identity;
use super::metadata;
use super::node::{NodeInfo, PortFile};
use super::options::{Idle, Options};
use super::patience::{POLL, Patience};
use super::place::{self, PID, Place, STARTING, STARTUP_LOG, TOKEN, VM_ARGS};
use super::secret;
use crate::build;
use crate::exit::Failure;
use crate::home::Home;
use crate::signals;

/// The word of the command line with which we become a node; see [`become_node`].
pub(super) const WORD: &str = "workspace-node";

/// What passes from the user's environment into a node.
const VARIABLES: [&str; 13] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TERM",
    "TMPDIR",
    "TEMP",
    "TMP",
    "BEAMTALK_HOME",
    "BEAMTALK_NO_FILE_LOG",
    // Windows starts hardly anything without these.
    "SYSTEMROOT",
    "USERPROFILE",
    "COMSPEC",
];

/// Where Erlang's table of nodes listens.
const EPMD_ADDRESS: &str = "ERL_EPMD_ADDRESS";

/// Of what a node wrote before it died, its last lines.
const SHOWN_LINES: usize = 20;

/// Erlang's own defaults, where they do not fit: no shell, no start-up file, no busy
/// waiting, text in UTF-8 whatever the locale says, and Ctrl-C is not for the node.
const FLAGS: [&str; 10] = [
    "-noshell",
    "-noinput",
    "-boot",
    "no_dot_erlang",
    "+sbwt",
    "none",
    "+pc",
    "unicode",
    "+fnu",
    "+Bi",
];

/// Starts the node of a workspace, unless it turns out to run. The caller holds the lock.
pub(super) fn start(
    identity: &Identity,
    options: &Options,
    place: &Place,
) -> Result<Running, Failure> {
    let _hold = signals::hold()?;
    let mut notices = Vec::new();
    notices.extend(metadata::ensure(identity, place)?);
    // Whoever had the lock before us may have started it.
    match find::look(place) {
        find::Seen::Running(node) => return find::running(identity, place, node, notices),
        find::Seen::Left(left) => {
            left.remove(place)?;
            notices.push(left.notice());
        }
        find::Seen::Nothing => {}
    }
    place.clear();
    place.remove(STARTUP_LOG);
    let token = secret::token()?;
    let nonce = secret::nonce()?;
    place.write(TOKEN, token.secret())?;
    place.write(STARTING, "")?;
    let begun = spawn(identity, options, place, &nonce).and_then(|mut child| {
        let waited = wait(&mut child, place, &nonce);
        if waited.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        waited.map(|port| (child, port))
    });
    let (child, port) = match begun {
        Ok(begun) => begun,
        Err(failure) => {
            place.clear();
            return Err(failure);
        }
    };
    NodeInfo::of(&port, child.id(), options.node.clone()).write(place)?;
    place.remove(STARTING);
    bury(child);
    Ok(Running {
        id: identity.id.clone(),
        place: Some(place.clone()),
        project: identity.project.clone(),
        address: port.address(),
        token,
        nonce: Some(nonce),
        started: true,
        notices,
    })
}

/// Turns this process into a node: what a parent can only do between fork and exec
/// without unsafe code is done by a process of its own.
pub(crate) fn become_node(folder: &Path, command: &[OsString]) -> Result<Infallible, Failure> {
    // Fails only for the leader of a group, who has a session of its own then.
    let _ = rustix::process::setsid();
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    // The process id stays the same. Written first, so that a node whose parent was
    // killed can be found however young it is.
    place::write_private(&folder.join(PID), &format!("{}\n", std::process::id()))?;
    let Some((program, arguments)) = command.split_first() else {
        return Err(Failure::WrongUse(format!("`{WORD}` needs a program to become")));
    };
    let error = Command::new(program).args(arguments).exec();
    Err(Failure::environment("start `erl`", error))
}

/// How a node is told its folder.
pub(super) fn folder_argument(folder: &Path) -> Vec<u8> {
    [b"dir=", folder.as_os_str().as_bytes()].concat()
}

/// How a node is told its nonce.
pub(super) fn nonce_argument(nonce: &str) -> Vec<u8> {
    format!("nonce={nonce}").into_bytes()
}

/// The `erl` to start, and its arguments.
pub(super) fn erlang(
    identity: &Identity,
    options: &Options,
    place: &Place,
    nonce: &str,
    more: &[(&str, &str)],
) -> Result<Vec<OsString>, Failure> {
    let erl = build::erl()?;
    build::check_release(&erl)?;
    let mut words: Vec<OsString> = vec![erl.into()];
    words.extend(FLAGS.map(OsString::from));
    if let Some(name) = &options.node {
        place.write(VM_ARGS, &distribution(name)?)?;
        words.extend(["-args_file".into(), place.path(VM_ARGS).into()]);
    }
    words.push("-pa".into());
    words.extend(Home::find()?.code_folders()?.into_iter().map(OsString::from));
    words.extend(["-s", "beamtalk_workspace_boot", "-extra"].map(OsString::from));
    let this = std::env::current_exe()
        .map_err(|error| Failure::environment("find this command", error))?;
    let mut key = |key: &str, value: &OsStr| {
        let mut word = OsString::from(format!("{key}="));
        word.push(value);
        words.push(word);
    };
    key("dir", place.folder.as_os_str());
    key("id", identity.id.as_ref());
    key("project", identity.project.as_os_str());
    key("port", options.port.to_string().as_ref());
    match options.idle {
        Idle::Usual => {}
        Idle::Seconds(seconds) => key("idle", seconds.to_string().as_ref()),
        Idle::Never => key("idle", "0".as_ref()),
    }
    if let Some(level) = &options.log_level {
        key("log_level", level.as_ref());
    }
    if let Some(memory) = options.memory {
        key("memory", memory.to_string().as_ref());
    }
    key("nonce", nonce.as_ref());
    key("port_program", this.as_os_str());
    more.iter().for_each(|(name, value)| key(name, value.as_ref()));
    Ok(words)
}

/// Only what is on the list passes: a node outlives the shell it was started from.
pub(super) fn clear_environment(command: &mut Command, options: &Options, place: &Place) {
    command.env_clear();
    let chosen = VARIABLES.into_iter().chain(options.environment.iter().map(String::as_str));
    for name in chosen {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    // A node that dies says why in its own folder, not in the middle of the project.
    command.env("ERL_CRASH_DUMP", place.path("erl_crash.dump"));
    if options.node.is_some() {
        let address = std::env::var_os(EPMD_ADDRESS);
        command.env(EPMD_ADDRESS, address.unwrap_or_else(|| "127.0.0.1".into()));
    }
}

fn spawn(
    identity: &Identity,
    options: &Options,
    place: &Place,
    nonce: &str,
) -> Result<Child, Failure> {
    let erlang = erlang(identity, options, place, nonce, &[])?;
    let this = std::env::current_exe()
        .map_err(|error| Failure::environment("find this command", error))?;
    let path = place.path(STARTUP_LOG);
    let log = place::create_private(&path)
        .map_err(|error| Failure::environment(format!("write `{}`", path.display()), error))?;
    let mut command = Command::new(this);
    command
        .arg(WORD)
        .arg(&place.folder)
        .args(erlang)
        .current_dir(&identity.project)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    clear_environment(&mut command, options, place);
    command.spawn().map_err(|error| Failure::environment("start `erl`", error))
}

/// Waits until the node has written where it listens.
fn wait(child: &mut Child, place: &Place, nonce: &str) -> Result<PortFile, Failure> {
    let patience = Patience::for_a_start();
    loop {
        if let Some(port) = PortFile::read(place).filter(|it| it.nonce == nonce) {
            return Ok(port);
        }
        let ended = child.try_wait();
        let ended = ended.map_err(|error| Failure::environment("run `erl`", error))?;
        if let Some(status) = ended {
            return Err(died(place, &format!("`erl` ended with {status}")));
        }
        signals::check_end()?;
        if patience.is_over() {
            return Err(died(place, "it was not ready within a minute"));
        }
        thread::sleep(POLL);
    }
}

fn died(place: &Place, how: &str) -> Failure {
    let path = place.path(STARTUP_LOG);
    let log = fs::read(&path).unwrap_or_default();
    let log = String::from_utf8_lossy(&log);
    let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut text = format!("the workspace did not start: {how}");
    for line in lines.iter().skip(lines.len().saturating_sub(SHOWN_LINES)) {
        text.push_str("\n  | ");
        text.push_str(line);
    }
    let hint = match lines.is_empty() {
        true => "`erl -noshell -s init stop` shows whether Erlang works by itself".to_owned(),
        false => format!("all that it wrote is in `{}`", path.display()),
    };
    Failure::Missing(format!("{text}\n  hint: {hint}"))
}

/// A process that has ended stays in the tables of the system until its parent asks.
fn bury(mut child: Child) {
    let _ = thread::Builder::new().name("node".to_owned()).spawn(move || child.wait());
}

/// Arguments that make a node part of Erlang's distribution, in a file because the list
/// of processes is for everybody to read.
fn distribution(name: &str) -> Result<String, Failure> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "-_.@".contains(it);
    if name.is_empty() || !name.chars().all(is_part) {
        return Err(Failure::WrongUse(format!(
            "`{}` cannot name a node\n  hint: a name is as in `tea` or `tea@host.example`",
            name.escape_debug()
        )));
    }
    let host = name.split_once('@').map_or("", |(_, host)| host);
    let kind = if host.contains('.') { "-name" } else { "-sname" };
    let cookie = secret::token()?.secret().replace('-', "_");
    // Who has opened epmd to others wants to be reached by them.
    let interface = match std::env::var_os(EPMD_ADDRESS) {
        None => "-kernel inet_dist_use_interface {127,0,0,1}\n",
        Some(_) => "",
    };
    Ok(format!("{kind} {name}\n-setcookie {cookie}\n{interface}"))
}
