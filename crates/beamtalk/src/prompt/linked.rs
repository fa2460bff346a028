//! The image at the other end of a connection, and a second connection for candidates.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::client::{Connection, Evaluating, Fields, Link, Reply, Resumed, Trouble};
use crate::exit::Failure;
use crate::prompt::candidates::{Source, question};
use crate::prompt::image::Image;
use crate::workspace::Running;

/// Nobody who has pressed Tab waits longer.
const PATIENCE: Duration = Duration::from_millis(500);

/// Where the session is, for whoever opens another connection to it.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) running: Running,
    pub(crate) session: String,
    /// Counts how often it was found again.
    pub(crate) turn: u64,
}

pub(crate) struct Linked<'l> {
    link: &'l mut Link,
    address: Arc<Mutex<Address>>,
}

impl<'l> Linked<'l> {
    pub(crate) fn new(link: &'l mut Link) -> Linked<'l> {
        let address = Arc::new(Mutex::new(address(link, 0)));
        Linked { link, address }
    }

    pub(crate) fn address(&self) -> Arc<Mutex<Address>> {
        self.address.clone()
    }
}

impl Image for Linked<'_> {
    fn ask(&mut self, op: &str, fields: Fields) -> Result<Reply, Trouble> {
        self.link.ask(op, fields)
    }

    fn evaluate(&mut self, code: &str, user: &mut dyn Evaluating) -> Result<Reply, Trouble> {
        self.link.evaluate(code, user)
    }

    fn follow(
        &mut self,
        op: &str,
        fields: Fields,
        user: &mut dyn Evaluating,
    ) -> Result<Reply, Trouble> {
        self.link.connection().follow(op, fields, user)
    }

    fn interrupt(&mut self) -> bool {
        self.link.connection().interrupt()
    }

    fn reconnect(&mut self) -> Result<Option<String>, Failure> {
        let resumed = self.link.reconnect()?;
        let mut known = self.address.lock().unwrap_or_else(PoisonError::into_inner);
        *known = address(self.link, known.turn + 1);
        drop(known);
        Ok(match resumed {
            Resumed::Same => None,
            Resumed::New => Some(self.link.session().to_owned()),
        })
    }
}

fn address(link: &Link, turn: u64) -> Address {
    Address { running: link.running().clone(), session: link.session().to_owned(), turn }
}

/// Asks for candidates beside whatever the session is doing. Connects when it is first
/// asked, and again after a connection is lost.
pub(crate) struct Aside {
    address: Arc<Mutex<Address>>,
    connection: Option<(Connection, String)>,
}

impl Aside {
    pub(crate) fn new(address: Arc<Mutex<Address>>) -> Aside {
        Aside { address, connection: None }
    }

    fn connection(&mut self) -> Result<&mut Connection, Failure> {
        let address = self.address.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_usable = |(connection, session): &mut (Connection, String)| {
            *session == address.session && connection.is_open()
        };
        if !self.connection.as_mut().is_some_and(is_usable) {
            self.connection = None;
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let session = Some(&*address.session);
                (Connection::open(&address.running, "repl", session)?, address.session.clone())
            }
        };
        Ok(&mut self.connection.insert(connection).0)
    }
}

impl Source for Aside {
    fn complete(&mut self, code: &str) -> Result<Reply, String> {
        let connection = self.connection().map_err(|it| it.to_string())?;
        connection.ask_within("complete", question(code), PATIENCE).map_err(|it| it.to_string())
    }
}
