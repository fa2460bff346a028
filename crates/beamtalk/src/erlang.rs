//! A BEAM of our own, for as long as one command runs.
//!
//! It is started on the first need and spoken to over a socket in a folder that only
//! the user can enter, so that its standard streams belong to the program it runs.
//! It ends when we do, however that happens: its side of the socket closes.

mod boot;
mod meeting;
mod private_folder;

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use etf::{Frames, Limits, Term};
use meeting::Meeting;

use crate::build;
use crate::exit::Failure;
use crate::home::Home;

pub(crate) use private_folder::PrivateFolder;

/// Runs before any module of ours is loaded: an old release could not load them. Only an
/// `erl` that chooses an installation as it starts gets this far with one.
const CHECK_RELEASE: &str = "\
case catch list_to_integer(erlang:system_info(otp_release)) of \
N when is_integer(N), N >= 25 -> ok; \
_ -> io:format(standard_error, \"error: Erlang/OTP 25 or newer is needed, and this is ~s~n  \
hint: install a newer one, or put it first in PATH~n\", [erlang:system_info(otp_release)]), halt(3) end.";

/// Errors of processes go where errors belong.
const LOGGER: &str = "[{handler,default,logger_std_h,#{config=>#{type=>standard_error}}}]";

/// A machine that is busy may take its time.
const START_LIMIT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(crate) struct Erlang {
    child: Child,
    stream: UnixStream,
    frames: Frames,
    /// As `25`.
    pub(crate) release: String,
}

/// What a BEAM is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It compiles.
    Tool,
    /// It runs a program, which may read what the user types.
    Program,
    /// It runs an application. Ctrl-C is not for it but for us, who ask it to end.
    Application,
}

/// What comes from a BEAM.
#[derive(Debug)]
pub(crate) enum Heard {
    Answer(Term),
    End,
    Silence,
}

impl Erlang {
    /// Starts a BEAM that finds the runtime and whatever is in these folders.
    pub(crate) fn start(home: &Home, folders: &[PathBuf], role: Role) -> Result<Erlang, Failure> {
        let erl = build::erl()?;
        build::check_release(&erl)?;
        let meeting = Meeting::arrange()?;
        let mut command = Command::new(&erl);
        command
            .args(["-noshell", "-boot", "no_dot_erlang", "+sbwt", "none", "+pc", "unicode"])
            .arg(if role == Role::Application { "+Bi" } else { "+Bd" })
            .args(["-kernel", "logger", LOGGER, "-pa"])
            .args(home.code_folders()?)
            .args(folders)
            .args(["-eval", CHECK_RELEASE, "-s", "beamtalk_command", "-extra"])
            .arg(&meeting.socket);
        if role != Role::Program {
            command.stdin(Stdio::null());
        }
        let mut child =
            command.spawn().map_err(|error| Failure::environment("start `erl`", error))?;
        let stream = meeting.wait_for(&mut child)?;
        let mut erlang = Erlang::with(child, stream);
        erlang.hear_hello()?;
        Ok(erlang)
    }

    /// Starts a BEAM that only compiles, sooner than one that can do everything. Where
    /// it cannot be had there is the other.
    pub(crate) fn start_compiler(home: &Home) -> Result<Erlang, Failure> {
        let erl = build::erl()?;
        build::check_release(&erl)?;
        let lean = boot::script(&erl, home).and_then(|script| start_lean(&erl, &script));
        lean.map_or_else(|| Erlang::start(home, &[], Role::Tool), Ok)
    }

    fn with(child: Child, stream: UnixStream) -> Erlang {
        let frames = Frames::new(etf::MAX_FRAME_LIMIT);
        Erlang { child, stream, frames, release: String::new() }
    }

    fn hear_hello(&mut self) -> Result<(), Failure> {
        let hello = self.receive()?;
        let release = hello.as_ref().and_then(|it| it.as_tuple()).and_then(|it| it.get(1));
        match release.and_then(Term::as_str) {
            Some(release) => self.release = release.to_owned(),
            None => return Err(Failure::Bug("the BEAM did not say hello".to_owned())),
        }
        Ok(())
    }

    /// Another handle to ask through, for a thread of its own.
    pub(crate) fn sender(&self) -> Result<Sender, Failure> {
        self.stream.try_clone().map(Sender).map_err(lost)
    }

    pub(crate) fn send(&mut self, request: &Term) -> Result<(), Failure> {
        self.sender()?.send(request)
    }

    /// The next answer; nothing once the BEAM has gone.
    pub(crate) fn receive(&mut self) -> Result<Option<Term>, Failure> {
        loop {
            match self.hear()? {
                Heard::Answer(answer) => return Ok(Some(answer)),
                Heard::End => return Ok(None),
                Heard::Silence => {}
            }
        }
    }

    /// From now on `hear` answers `Silence` when nothing comes for so long.
    pub(crate) fn notice_silence(&mut self, after: Duration) -> Result<(), Failure> {
        self.stream.set_read_timeout(Some(after)).map_err(lost)
    }

    pub(crate) fn hear(&mut self) -> Result<Heard, Failure> {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match self.frames.take() {
                Ok(Some(frame)) => {
                    let limits = Limits::default();
                    let term = etf::decode(frame, limits);
                    return term.map(Heard::Answer).map_err(|error| garbled(&error.to_string()));
                }
                Ok(None) => {}
                Err(error) => return Err(garbled(&error.to_string())),
            }
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(Heard::End),
                Ok(length) => self.frames.push(buffer.get(..length).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A BEAM that was killed may leave the socket in a hurry.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                    return Ok(Heard::End);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    return Ok(Heard::Silence);
                }
                Err(error) => return Err(lost(error)),
            }
        }
    }

    /// Says no more, and hears no more.
    pub(crate) fn hang_up(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }

    fn wait(&mut self) -> Result<ExitStatus, Failure> {
        self.child.wait().map_err(|error| Failure::environment("wait for `erl`", error))
    }

    /// Lets the BEAM end, with all that it still has to write.
    pub(crate) fn finish(mut self) -> Result<ExitStatus, Failure> {
        // The BEAM ends when its side is told that there is no more to come.
        self.hang_up();
        self.wait()
    }
}

impl Drop for Erlang {
    /// Nothing of ours runs on after an error.
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            self.hang_up();
            let _ = self.child.wait();
        }
    }
}

/// A BEAM that starts from a script of ours and speaks over its standard input: a
/// socket is open to both sides.
fn start_lean(erl: &Path, script: &[u8]) -> Option<Erlang> {
    let folder = PrivateFolder::make().ok()?;
    let boot = folder.path.join("compiler");
    fs::write(boot.with_extension("boot"), script).ok()?;
    let (ours, theirs) = UnixStream::pair().ok()?;
    let mut command = Command::new(erl);
    command
        .args(["-noshell", "+Bd", "+sbwt", "none", "-boot"])
        .arg(&boot)
        .env("ERL_CRASH_DUMP_SECONDS", "0")
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let child = command.spawn().ok()?;
    // The command holds their side too, and while it does the socket stays open.
    drop(command);
    ours.set_read_timeout(Some(START_LIMIT)).ok()?;
    let mut erlang = Erlang::with(child, ours);
    if erlang.hear_hello().is_err() {
        let _ = erlang.child.kill();
        return None;
    }
    erlang.stream.set_read_timeout(None).ok()?;
    Some(erlang)
}

/// One side of the socket.
#[derive(Debug)]
pub(crate) struct Sender(UnixStream);

impl Sender {
    pub(crate) fn send(&mut self, request: &Term) -> Result<(), Failure> {
        let bytes = etf::encode(request);
        let header = etf::frame_header(bytes.len())
            .map_err(|error| Failure::Bug(format!("a request to the BEAM is too long: {error}")))?;
        let written = self.0.write_all(&header).and_then(|()| self.0.write_all(&bytes));
        // Whoever reads the answers learns that the BEAM has gone, and why.
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(lost(error)),
            _ => Ok(()),
        }
    }
}

fn lost(error: io::Error) -> Failure {
    Failure::environment("talk to the BEAM", error)
}

fn garbled(what: &str) -> Failure {
    Failure::Bug(format!("the BEAM sent something unreadable: {what}"))
}

/// What a shell is told when a BEAM ended on its own.
pub(crate) fn status_code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt as _;
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}
