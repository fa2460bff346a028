//! Workspaces: the BEAM nodes that sessions live in, one for each project.
//!
//! In go a folder and options, out comes a node that runs: its address and the token
//! that opens it. A node belongs to nobody: it outlives the command that started it,
//! and whatever it needs to be found again is in its folder (`place.rs`). Who starts
//! or stops one holds its lock. What is said to a node is not known here.

mod find;
mod foreground;
mod identity;
mod list;
mod lock;
mod metadata;
mod node;
mod options;
mod patience;
mod place;
mod process;
mod secret;
mod start;
mod stop;

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::exit::Failure;

pub(crate) use find::{again, attach, find};
pub(crate) use foreground::{Foreground, foreground};
pub(crate) use identity::Identity;
pub(crate) use list::{Entry, State, entry, list};
pub(crate) use metadata::register;
pub(crate) use options::{Idle, Options};
pub(crate) use place::{Place, user_folder};
pub(crate) use start::become_node;
pub(crate) use stop::{Stopped, stop};

/// A node that answers.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) id: String,
    /// Where its files are; nothing for one that is known by its port alone.
    pub(crate) place: Option<Place>,
    pub(crate) project: PathBuf,
    /// On this machine, always.
    pub(crate) address: SocketAddr,
    /// What a connection must say first. Never printed.
    pub(crate) token: Token,
    /// Tells this start of the node from any other.
    pub(crate) nonce: Option<String>,
    /// Whether this command has started it.
    pub(crate) started: bool,
    /// What the user should hear of how it was found.
    pub(crate) notices: Vec<String>,
}

/// A secret that no message shows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new(text: impl Into<String>) -> Token {
        Token(text.into())
    }

    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Token(…)")
    }
}

/// The node of a project, started if it does not run.
///
/// Two commands that ask at the same moment get the same node.
pub(crate) fn find_or_start(identity: &Identity, options: &Options) -> Result<Running, Failure> {
    // A node that runs is found without waiting for anybody.
    if let Some(running) = find(identity)? {
        return Ok(running);
    }
    let place = Place::make(&identity.id)?;
    let _lock = lock::lock(&place)?;
    start::start(identity, options, &place)
}
