//! A node that is ours alone: it is registered nowhere and ends when we do.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use super::Running;
use super::identity::Identity;
use super::node;
use super::options::Options;
use super::patience::{POLL, Patience};
use super::place::{Place, TOKEN};
use super::secret;
use super::start;
use crate::erlang::PrivateFolder;
use crate::exit::Failure;
use crate::signals;

/// What a node says on its standard output once it is ready.
const READY: &str = "BEAMTALK_PORT:";
/// What OTP's own child process says now and then when its node ends before it.
const LAST_WORDS: &str = "erl_child_setup: failed";

/// Keeps the node alive; it ends when this is dropped, or when this process ends.
#[derive(Debug)]
pub(crate) struct Foreground {
    child: Child,
    /// The node ends when this closes.
    stdin: Option<ChildStdin>,
    /// Gone with the node.
    _folder: PrivateFolder,
}

impl Drop for Foreground {
    fn drop(&mut self) {
        self.stdin = None;
        let patience = Patience::for_a_kill();
        while let Ok(None) = self.child.try_wait() {
            if patience.is_over() {
                let _ = self.child.kill();
            }
            thread::sleep(POLL);
        }
    }
}

pub(crate) fn foreground(
    identity: &Identity,
    options: &Options,
) -> Result<(Running, Foreground), Failure> {
    let _hold = signals::hold()?;
    let folder = PrivateFolder::make()?;
    let place = Place { folder: folder.path.clone() };
    let token = secret::token()?;
    let nonce = secret::nonce()?;
    place.write(TOKEN, token.secret())?;
    let words = start::erlang(identity, options, &place, &nonce, &[("foreground", "true")])?;
    let Some((erl, arguments)) = words.split_first() else {
        return Err(Failure::Bug("there is no `erl` to start".to_owned()));
    };
    let mut command = Command::new(erl);
    command
        // It reads its standard input, to learn when we have gone.
        .args(arguments.iter().filter(|it| *it != "-noinput"))
        .current_dir(&identity.project)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Ctrl-C is for us.
        .process_group(0);
    start::clear_environment(&mut command, options, &place);
    let mut child = command.spawn().map_err(|error| Failure::environment("start `erl`", error))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut kept = Foreground { child, stdin, _folder: folder };
    let (tell, told) = mpsc::channel();
    let read = move || {
        for line in BufReader::new(stdout.into_iter().next()?).lines().map_while(Result::ok) {
            match line.strip_prefix(READY).and_then(|it| it.trim().parse::<u16>().ok()) {
                Some(port) => drop(tell.send(port)),
                // Whatever else the node prints is for the user, beside the results.
                None => eprintln!("{line}"),
            }
        }
        Some(())
    };
    let pass_on = move || {
        let lines = BufReader::new(stderr.into_iter().next()?).lines().map_while(Result::ok);
        for line in lines.filter(|it| !it.starts_with(LAST_WORDS)) {
            eprintln!("{line}");
        }
        Some(())
    };
    let beside = || thread::Builder::new().name("foreground".to_owned());
    let failed = |error| Failure::environment("start a thread", error);
    beside().spawn(read).map_err(failed)?;
    beside().spawn(pass_on).map_err(failed)?;
    let port = wait(&mut kept.child, &told)?;
    let running = Running {
        id: identity.id.clone(),
        place: None,
        project: identity.project.clone(),
        address: node::loopback(port),
        token,
        nonce: Some(nonce),
        started: true,
        notices: Vec::new(),
    };
    Ok((running, kept))
}

fn wait(child: &mut Child, told: &mpsc::Receiver<u16>) -> Result<u16, Failure> {
    let patience = Patience::for_a_start();
    loop {
        if let Ok(port) = told.recv_timeout(POLL) {
            return Ok(port);
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(Failure::Missing(format!(
                "the workspace did not start: `erl` ended with {status}"
            )));
        }
        signals::check_end()?;
        if patience.is_over() {
            return Err(Failure::Missing("the workspace was not ready within a minute".to_owned()));
        }
    }
}
