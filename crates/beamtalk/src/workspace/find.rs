//! Finding a node that runs, and telling one that does from what one has left.

use std::path::Path;

use super::identity::Identity;
use super::metadata::{self, Recorded};
use super::node::{self, NodeInfo, PortFile};
use super::place::{NODE_INFO, PID, PORT, Place, STARTING, TOKEN};
use super::process;
use super::{Running, Token};
use crate::exit::Failure;

/// What the files of a workspace say of its node.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Running(Node),
    /// Files, or a process, without a node that answers.
    Left(Left),
    Nothing,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(super) port: PortFile,
    pub(super) pid: u32,
    /// Seconds since 1970.
    pub(super) start_time: Option<u64>,
    token: String,
}

/// What is in the way of a new start.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// A node that lives and does not answer.
    pid: Option<u32>,
}

impl Left {
    pub(super) fn remove(&self, place: &Place) -> Result<(), Failure> {
        if let Some(pid) = self.pid
            && !process::kill(pid, place)
        {
            return Err(Failure::Missing(format!(
                "a node of this workspace does not answer and cannot be ended: process {pid}\n  \
                 hint: end it yourself: kill -9 {pid}"
            )));
        }
        place.clear();
        Ok(())
    }

    pub(super) fn notice(&self) -> String {
        match self.pid {
            Some(pid) => format!("an orphan was cleaned up: process {pid} no longer answered"),
            None => "an orphan was cleaned up: files of a workspace that had ended".to_owned(),
        }
    }
}

/// The node of a project, if it runs.
pub(crate) fn find(identity: &Identity) -> Result<Option<Running>, Failure> {
    let place = Place::of(&identity.id)?;
    match look(&place) {
        // Whoever starts it writes this down last. Before that it is not ours to take.
        Seen::Running(node) if NodeInfo::read(&place).is_some() => {
            running(identity, &place, node, Vec::new()).map(Some)
        }
        _ => Ok(None),
    }
}

/// A node that somebody names by its port, whose token is in a file.
pub(crate) fn attach(port: u16, token: &Path) -> Result<Running, Failure> {
    let text = std::fs::read_to_string(token)
        .map_err(|error| Failure::environment(format!("read `{}`", token.display()), error))?;
    Ok(Running {
        id: format!("port {port}"),
        place: None,
        project: std::env::current_dir().unwrap_or_default(),
        address: node::loopback(port),
        token: Token::new(text.trim()),
        nonce: None,
        started: false,
        notices: Vec::new(),
    })
}

/// Looks at a workspace without changing anything.
///
/// No file is believed alone: a node is what listens where a file says, and whose process
/// says that it is the node of this workspace and of this start.
pub(crate) fn look(place: &Place) -> Seen {
    let info = NodeInfo::read(place);
    let pids = [info.as_ref().map(|it| it.pid), node::read_pid(place)];
    let known = pids.into_iter().flatten().find(|pid| process::is_node(*pid, place, None));
    let has_files = [NODE_INFO, PORT, PID, STARTING].iter().any(|name| place.has(name));
    let alive = known.or_else(|| has_files.then(|| process::search(place)).flatten());
    let Some(pid) = alive else {
        return if has_files { Seen::Left(Left { pid: None }) } else { Seen::Nothing };
    };
    let ports = [PortFile::read(place), info.as_ref().and_then(NodeInfo::port_file)];
    let is_own = |port: &PortFile| process::is_node(pid, place, Some(&port.nonce));
    let port = ports.into_iter().flatten().find(is_own).filter(|it| node::accepts(it.address()));
    match (port, place.read(TOKEN)) {
        (Some(port), Some(token)) => {
            let start_time = info.and_then(|it| it.start_time);
            Seen::Running(Node { port, pid, start_time, token: token.trim().to_owned() })
        }
        _ => Seen::Left(Left { pid: Some(pid) }),
    }
}

pub(super) fn running(
    identity: &Identity,
    place: &Place,
    node: Node,
    notices: Vec<String>,
) -> Result<Running, Failure> {
    // Its starter may have been killed before this was written.
    if NodeInfo::read(place).is_none() {
        NodeInfo::of(&node.port, node.pid, None).write(place)?;
        place.remove(STARTING);
    }
    let project = match metadata::read(place) {
        Recorded::Whole(known) => known.project_path,
        Recorded::Corrupt | Recorded::Absent => identity.project.clone(),
    };
    Ok(Running {
        id: identity.id.clone(),
        place: Some(place.clone()),
        project,
        address: node.port.address(),
        token: Token::new(node.token),
        nonce: Some(node.port.nonce),
        started: false,
        notices,
    })
}

/// The node of a workspace that was known, as it runs now.
pub(crate) fn again(known: &Running) -> Result<Option<Running>, Failure> {
    let Some(place) = &known.place else { return Ok(Some(known.clone())) };
    let Seen::Running(node) = look(place) else { return Ok(None) };
    Ok(Some(Running {
        address: node.port.address(),
        token: Token::new(node.token),
        nonce: Some(node.port.nonce),
        started: false,
        notices: Vec::new(),
        ..known.clone()
    }))
}
