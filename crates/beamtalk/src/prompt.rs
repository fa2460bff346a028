//! The prompt: what is typed goes to a running system, what it answers is printed.
//!
//! One loop (`session.rs`) serves terminals and pipes alike; only where inputs come from
//! differs (`reader.rs` and those that implement it). Commands stand in one table
//! (`commands.rs`). How a workspace is found and started is not known here.

mod brackets;
mod candidates;
mod colours;
mod commands;
mod editor;
mod history;
mod image;
mod inputs;
mod lines;
mod linked;
mod menu;
mod opening;
mod piped;
mod plain;
mod problems;
mod reader;
mod recall;
mod seen;
mod session;

use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex};

use crate::client::Link;
use crate::console::{self, Console};
use crate::exit::{Exit, Failure};
use crate::workspace;

pub(crate) use candidates::question;
pub(crate) use opening::{Opening, Step};

/// Does the steps of the opening and then what is read, until there is no more.
pub(crate) fn run(
    link: &mut Link,
    opening: &Opening,
    console: &mut Console,
) -> Result<Exit, Failure> {
    opening.greet(link, console)?;
    let project = link.running().project.clone();
    let mut image = linked::Linked::new(link);
    let mut reader = reader(image.address(), console.out_colour)?;
    let past = session::Past::default();
    let mut session =
        session::Session { image: &mut image, reader: &mut *reader, console, project, past };
    for step in &opening.steps {
        session.step(step)?;
    }
    if opening.stays { session.run() } else { Ok(session.exit()) }
}

/// The best way to read from whatever standard input is.
fn reader(
    address: Arc<Mutex<linked::Address>>,
    colour: bool,
) -> Result<Box<dyn reader::Reader>, Failure> {
    let lines = lines::Lines::default();
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Ok(Box::new(piped::Piped::new(lines)));
    }
    let history = history::History::at(workspace::user_folder()?.join("repl_history"));
    if console::only_prints() {
        return Ok(Box::new(plain::Plain::new(lines, history)));
    }
    let source = Box::new(linked::Aside::new(address));
    Ok(Box::new(editor::Editor::new(lines, history, source, colour)))
}
