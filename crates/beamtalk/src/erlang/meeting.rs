//! Where a BEAM that was just started finds us: a socket in a folder of its own.
//!
//! Out comes the connection. The folder is gone once the BEAM is here. Whoever is killed
//! before that leaves it to the BEAM, and where that is killed as well, to the next
//! command of the same user. What is said over the connection is not known here.

use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use super::private_folder::PrivateFolder;
use super::{START_LIMIT, lost};
use crate::exit::Failure;

const START_POLL: Duration = Duration::from_millis(2);

pub(super) struct Meeting {
    folder: PrivateFolder,
    pub(super) socket: PathBuf,
    listener: UnixListener,
}

impl Meeting {
    pub(super) fn arrange() -> Result<Meeting, Failure> {
        let folder = PrivateFolder::make()?;
        let socket = folder.path.join("s");
        let failed = |error| Failure::environment("make a socket", error);
        let listener = UnixListener::bind(&socket).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Meeting { folder, socket, listener })
    }

    pub(super) fn wait_for(self, child: &mut Child) -> Result<UnixStream, Failure> {
        let begun = Instant::now();
        // The BEAM needs longer for its start than this does.
        self.folder.sweep();
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
