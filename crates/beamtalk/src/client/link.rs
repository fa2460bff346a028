//! A connection that is made anew when it is lost. Nothing is ever sent twice by it:
//! whoever uses it decides what to do about a request that may have run.

use std::thread;
use std::time::Duration;

use super::Trouble;
use super::connection::{Connection, Fields};
use super::evaluation::Evaluating;
use super::reply::Reply;
use crate::exit::Failure;
use crate::signals;
use crate::workspace::{self, Running};

const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(500);
const NAP: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(crate) struct Link {
    connection: Connection,
    kind: &'static str,
}

/// What a lost connection has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resumed {
    /// The session, with its variables.
    Same,
    /// A new one; the old one has gone.
    New,
}

impl Link {
    pub(crate) fn open(running: &Running, kind: &'static str) -> Result<Link, Failure> {
        Ok(Link { connection: Connection::open(running, kind, None)?, kind })
    }

    pub(crate) fn running(&self) -> &Running {
        &self.connection.running
    }

    pub(crate) fn session(&self) -> &str {
        self.connection.session()
    }

    /// What is to be said of the version of the workspace.
    pub(crate) fn skew(&self) -> Option<&str> {
        self.connection.skew()
    }

    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    pub(crate) fn ask(&mut self, op: &str, fields: Fields) -> Result<Reply, Trouble> {
        self.connection.ask(op, fields)
    }

    pub(crate) fn evaluate(
        &mut self,
        code: &str,
        user: &mut dyn Evaluating,
    ) -> Result<Reply, Trouble> {
        self.connection.evaluate(code, user)
    }

    /// Connects again and takes up the session, if it is still there. The node may have
    /// been started anew since, and then has another port and another token.
    pub(crate) fn reconnect(&mut self) -> Result<Resumed, Failure> {
        let _hold = signals::hold()?;
        signals::take_interrupt();
        for attempt in 0..TRIES {
            if attempt > 0 {
                pause()?;
            }
            if let Some(resumed) = self.try_again()? {
                return Ok(resumed);
            }
        }
        Err(Failure::Unavailable(format!(
            "the workspace `{}` has gone\n  hint: `beamtalk repl` starts it anew",
            self.running().id
        )))
    }

    fn try_again(&mut self) -> Result<Option<Resumed>, Failure> {
        let Some(running) = workspace::again(self.running())? else { return Ok(None) };
        let session = self.session().to_owned();
        let Ok(connection) = Connection::open(&running, self.kind, Some(&session)) else {
            return Ok(None);
        };
        self.connection = connection;
        Ok(Some(match self.connection.is_resumed() {
            true => Resumed::Same,
            false => Resumed::New,
        }))
    }
}

fn pause() -> Result<(), Failure> {
    for _ in 0..PAUSE.as_millis() / NAP.as_millis() {
        signals::check_end()?;
        thread::sleep(NAP);
    }
    Ok(())
}
