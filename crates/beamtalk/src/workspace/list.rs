//! All workspaces of the user, and how each of them is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::find::{self, Seen};
use super::metadata::{self, Recorded};
use super::place::{self, METADATA, Place};
use crate::exit::Failure;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) folder: PathBuf,
    /// Nothing if what is recorded of it cannot be read.
    pub(crate) project: Option<PathBuf>,
    pub(crate) created_at: Option<u64>,
    pub(crate) state: State,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Running {
        port: u16,
        pid: u32,
        start_time: Option<u64>,
    },
    /// A node has gone without tidying up, or does not answer; the next start does that.
    Left,
    Stopped,
}

impl State {
    pub(crate) fn word(&self) -> &'static str {
        match self {
            State::Running { .. } => "running",
            State::Left => "stale",
            State::Stopped => "stopped",
        }
    }
}

/// By their ids.
pub(crate) fn list() -> Result<Vec<Entry>, Failure> {
    let folder = place::workspaces()?;
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(Failure::environment(format!("look into `{}`", folder.display()), error));
        }
    };
    let names = entries.flatten().filter_map(|it| it.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|it| folder.join(it).is_dir()).collect();
    names.sort();
    names.iter().map(|id| Place::of(id).map(|place| entry_at(id, place))).collect()
}

/// The workspace of an id or, failing that, the one that is recorded for a project.
pub(crate) fn entry(id: &str, project: Option<&Path>) -> Result<Option<Entry>, Failure> {
    let place = Place::of(id)?;
    if place.has(METADATA) {
        return Ok(Some(entry_at(id, place)));
    }
    let Some(project) = project else { return Ok(None) };
    Ok(list()?.into_iter().find(|it| it.project.as_deref() == Some(project)))
}

fn entry_at(id: &str, place: Place) -> Entry {
    let metadata = match metadata::read(&place) {
        Recorded::Whole(metadata) => Some(metadata),
        Recorded::Corrupt | Recorded::Absent => None,
    };
    let state = match find::look(&place) {
        Seen::Running(node) => {
            State::Running { port: node.port.port, pid: node.pid, start_time: node.start_time }
        }
        Seen::Left(_) => State::Left,
        Seen::Nothing => State::Stopped,
    };
    Entry {
        id: id.to_owned(),
        folder: place.folder,
        created_at: metadata.as_ref().map(|it| it.created_at),
        project: metadata.map(|it| it.project_path),
        state,
    }
}
