//! What is written down of a node that runs: `node.info` by us, `port` and `pid` by
//! the node itself.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::metadata;
use super::place::{NODE_INFO, PID, PORT, Place};
use crate::exit::Failure;

/// A node on this machine accepts at once, or not at all.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct NodeInfo {
    pub(super) port: u16,
    pub(super) pid: u32,
    /// Seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start_time: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nonce: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) node_name: Option<String>,
}

/// What the node says of itself: where it listens, and which start it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PortFile {
    pub(super) port: u16,
    pub(super) nonce: String,
}

impl NodeInfo {
    pub(super) fn read(place: &Place) -> Option<NodeInfo> {
        serde_json::from_str(&place.read(NODE_INFO)?).ok()
    }

    pub(super) fn of(port: &PortFile, pid: u32, node_name: Option<String>) -> NodeInfo {
        NodeInfo {
            port: port.port,
            pid,
            start_time: Some(metadata::now()),
            nonce: Some(port.nonce.clone()),
            node_name,
        }
    }

    /// What the node itself had written down.
    pub(super) fn port_file(&self) -> Option<PortFile> {
        Some(PortFile { port: self.port, nonce: self.nonce.clone()? })
    }

    pub(super) fn write(&self, place: &Place) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Failure::Bug(format!("a node cannot be written down: {error}")))?;
        place.write(NODE_INFO, &(text + "\n"))
    }
}

impl PortFile {
    pub(super) fn read(place: &Place) -> Option<PortFile> {
        let text = place.read(PORT)?;
        let mut lines = text.lines();
        let port = lines.next()?.trim().parse().ok().filter(|port| *port != 0)?;
        Some(PortFile { port, nonce: lines.next()?.trim().to_owned() })
    }

    pub(super) fn address(&self) -> SocketAddr {
        loopback(self.port)
    }
}

pub(super) fn read_pid(place: &Place) -> Option<u32> {
    place.read(PID)?.trim().parse().ok().filter(|pid| *pid > 1)
}

pub(super) fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// Whether somebody listens there.
pub(super) fn accepts(address: SocketAddr) -> bool {
    TcpStream::connect_timeout(&address, CONNECT_LIMIT).is_ok()
}
