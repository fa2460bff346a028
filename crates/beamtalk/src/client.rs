//! The client's side of a workspace: one session, asked over a socket.
//!
//! In goes a node that runs (`workspace`), out come its answers as JSON fields. Every
//! request is sent once: where a connection is lost it is said whether the request may
//! have run, and what then happens is for the user (`link.rs`). How an answer looks on
//! the screen is not known here.

mod connection;
mod evaluation;
mod frame;
mod link;
mod reply;
#[cfg(test)]
mod server;
mod skew;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::exit::Failure;

pub(crate) use connection::{Connection, Fields, Waited, ask_to_end};
pub(crate) use evaluation::Evaluating;
pub(crate) use link::{Link, Resumed};
pub(crate) use reply::Reply;

/// Why there is no answer to a request.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The connection was closed before the request was out: nothing has run.
    NotSent,
    /// The connection was lost while the answer was awaited: it may have run.
    Unanswered,
    /// There was no answer in time. It may come yet, and is then ignored.
    TooLate,
    /// The user no longer waits for the answer.
    Abandoned,
    /// The request was never sent, or the connection can no longer be used.
    Failed(Failure),
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotSent => out.write_str("the connection to the workspace is closed"),
            Trouble::Unanswered => out.write_str("the connection to the workspace was lost"),
            Trouble::TooLate => out.write_str("the workspace did not answer in time"),
            Trouble::Abandoned => out.write_str("the evaluation runs on, and nobody waits for it"),
            Trouble::Failed(failure) => failure.fmt(out),
        }
    }
}

impl Trouble {
    /// For whoever can do nothing about it.
    pub(crate) fn into_failure(self) -> Failure {
        match self {
            Trouble::Failed(failure) => failure,
            other => Failure::Unavailable(other.to_string()),
        }
    }
}
