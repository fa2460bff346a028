//! A BEAM of our own, for as long as one command runs.
//!
//! It is started on the first need and spoken to over a socket in a folder that only
//! the user can enter, so that its standard streams belong to the program it runs.
//! It ends when we do, however that happens: its side of the socket closes.

use std::env;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use etf::{Frames, Limits, Term};

use crate::build;
use crate::exit::Failure;
use crate::home::Home;

/// A machine that is busy may take its time.
const START_LIMIT: Duration = Duration::from_secs(60);
const START_POLL: Duration = Duration::from_millis(2);
/// Longer than this, and the path of a socket does not fit the system's structure.
const LONGEST_SOCKET_PATH: usize = 100;

/// Runs before any module of ours is loaded: an old release could not load them. Only an
/// `erl` that chooses an installation as it starts gets this far with one.
const CHECK_RELEASE: &str = "\
case catch list_to_integer(erlang:system_info(otp_release)) of \
N when is_integer(N), N >= 25 -> ok; \
_ -> io:format(standard_error, \"error: Erlang/OTP 25 or newer is needed, and this is ~s~n  \
hint: install a newer one, or put it first in PATH~n\", [erlang:system_info(otp_release)]), halt(3) end.";

/// Errors of processes go where errors belong.
const LOGGER: &str = "[{handler,default,logger_std_h,#{config=>#{type=>standard_error}}}]";

#[derive(Debug)]
pub(crate) struct Erlang {
    child: Child,
    stream: UnixStream,
    frames: Frames,
    /// As `25`.
    pub(crate) release: String,
}

/// Whether the program may read what the user types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Ours,
    Nothing,
}

impl Erlang {
    /// Starts a BEAM that finds the runtime and whatever is in these folders.
    pub(crate) fn start(home: &Home, folders: &[PathBuf], input: Input) -> Result<Erlang, Failure> {
        let erl = build::erl()?;
        build::check_release(&erl)?;
        let meeting = Meeting::arrange()?;
        let mut command = Command::new(&erl);
        command
            .args(["-noshell", "-boot", "no_dot_erlang", "+Bd", "+sbwt", "none", "+pc", "unicode"])
            .args(["-kernel", "logger", LOGGER, "-pa"])
            .args(home.code_folders()?)
            .args(folders)
            .args(["-eval", CHECK_RELEASE, "-s", "beamtalk_command", "-extra"])
            .arg(&meeting.socket);
        if input == Input::Nothing {
            command.stdin(Stdio::null());
        }
        let mut child =
            command.spawn().map_err(|error| Failure::environment("start `erl`", error))?;
        let stream = meeting.wait_for(&mut child)?;
        let mut erlang = Erlang {
            child,
            stream,
            frames: Frames::new(etf::MAX_FRAME_LIMIT),
            release: String::new(),
        };
        let hello = erlang.receive()?;
        let release = hello.as_ref().and_then(|it| it.as_tuple()).and_then(|it| it.get(1));
        match release.and_then(Term::as_str) {
            Some(release) => erlang.release = release.to_owned(),
            None => return Err(Failure::Bug("the BEAM did not say hello".to_owned())),
        }
        Ok(erlang)
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
        let mut buffer = vec![0; 1 << 16];
        loop {
            match self.frames.take() {
                Ok(Some(frame)) => {
                    let limits = Limits::default();
                    let term = etf::decode(frame, limits);
                    return term.map(Some).map_err(|error| garbled(&error.to_string()));
                }
                Ok(None) => {}
                Err(error) => return Err(garbled(&error.to_string())),
            }
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(None),
                Ok(length) => self.frames.push(buffer.get(..length).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A BEAM that was killed may leave the socket in a hurry.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
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

/// A socket in a folder of its own, until the BEAM has come to it.
struct Meeting {
    folder: PathBuf,
    socket: PathBuf,
    listener: UnixListener,
}

impl Meeting {
    fn arrange() -> Result<Meeting, Failure> {
        let name = format!("beamtalk-{}-{:x}", std::process::id(), unique());
        let mut parent = env::temp_dir();
        if parent.join(&name).as_os_str().len() > LONGEST_SOCKET_PATH {
            parent = PathBuf::from("/tmp");
        }
        let folder = parent.join(name);
        let failed =
            |error| Failure::environment(format!("make a folder in `{}`", parent.display()), error);
        fs::DirBuilder::new().mode(0o700).create(&folder).map_err(failed)?;
        let socket = folder.join("s");
        let listener = UnixListener::bind(&socket).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Meeting { folder, socket, listener })
    }

    fn wait_for(self, child: &mut Child) -> Result<UnixStream, Failure> {
        let begun = Instant::now();
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).map_err(lost)?;
                    return Ok(stream);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(lost(error)),
            }
            let ended =
                child.try_wait().map_err(|error| Failure::environment("run `erl`", error))?;
            if let Some(status) = ended {
                return Err(Failure::Missing(format!(
                    "Erlang did not start: `erl` ended with {status}\n  \
                     hint: `erl -noshell -s init stop` shows whether Erlang works by itself"
                )));
            }
            if begun.elapsed() > START_LIMIT {
                let _ = child.kill();
                return Err(Failure::Missing(
                    "Erlang did not start within a minute\n  hint: is the machine overloaded?"
                        .to_owned(),
                ));
            }
            thread::sleep(START_POLL);
        }
    }
}

impl Drop for Meeting {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Two commands may have the same process id in two containers that share a folder.
fn unique() -> u128 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |it| it.as_nanos())
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
