//! How a run ends: the statuses a shell sees, and the failures behind them.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Ordered: where several apply, the greatest is what the shell sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Clean,
    Problems,
    WrongUse,
    Environment,
    /// What a program chose to end with.
    Program(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Problems => 1,
            Exit::WrongUse => 2,
            Exit::Environment => 3,
            Exit::Program(status) => status,
        })
    }
}

/// Why work was not done, other than problems in somebody's program.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments make no sense; the text says why and what would.
    WrongUse(String),
    /// The system refused: `doing` names the attempt, as in "read `a.bt`".
    Environment { doing: String, error: io::Error },
    /// Something that Beamtalk needs is not there; the text says what to do.
    Missing(String),
    /// What was asked for cannot be had here and now; the text says why.
    Unavailable(String),
    /// Somebody has asked us to end, by this signal.
    Interrupted(u8),
    /// Ours, not the user's; the text is what a report of it should carry.
    Bug(String),
}

impl Failure {
    pub(crate) fn environment(doing: impl Into<String>, error: io::Error) -> Failure {
        Failure::Environment { doing: doing.into(), error }
    }
}

impl From<&Failure> for Exit {
    fn from(failure: &Failure) -> Exit {
        match failure {
            Failure::WrongUse(_) => Exit::WrongUse,
            Failure::Environment { .. } | Failure::Missing(_) => Exit::Environment,
            Failure::Bug(_) | Failure::Unavailable(_) => Exit::Problems,
            Failure::Interrupted(signal) => Exit::Program(128u8.saturating_add(*signal)),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::WrongUse(text) | Failure::Missing(text) | Failure::Unavailable(text) => {
                out.write_str(text)
            }
            Failure::Interrupted(_) => out.write_str("interrupted"),
            Failure::Environment { doing, error } => {
                write!(out, "cannot {doing}: {error}")?;
                advice(error).map_or(Ok(()), |advice| write!(out, "\n  hint: {advice}"))
            }
            Failure::Bug(text) => {
                write!(out, "this is a bug in beamtalk, please report it: {text}")
            }
        }
    }
}

/// What to try next, where the error itself does not say it.
fn advice(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::PermissionDenied => Some("check who may read and write it (`ls -l`)"),
        io::ErrorKind::StorageFull => Some("free some space and run the command again"),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            Some("a file is where a folder is needed: move it away, or choose another place")
        }
        io::ErrorKind::ReadOnlyFilesystem => Some("the disk is mounted read-only"),
        io::ErrorKind::NotFound => {
            Some("check the path: the file, or a folder on the way to it, is not there")
        }
        _ => None,
    }
}
