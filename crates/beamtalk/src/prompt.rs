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
mod news;
mod opening;
mod paths;
mod piped;
mod plain;
mod problems;
mod reader;
mod recall;
mod saved;
mod seen;
mod session;
mod unattended;

use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex};

use crate::client::Link;
use crate::console::{self, Console};
use crate::exit::{Exit, Failure};
use crate::prompt::commands::Next;
use crate::prompt::news::Sink;
use crate::workspace;

pub(crate) use candidates::question;
pub(crate) use opening::{Opening, Step};
pub(crate) use unattended::{Answered, Unattended};

/// Does the steps of the opening and then what is read, until there is no more.
pub(crate) fn run(
    link: &mut Link,
    opening: &Opening,
    console: &mut Console,
) -> Result<Exit, Failure> {
    opening.greet(link, console)?;
    let project = link.running().project.clone();
    let mut image = linked::Linked::new(link);
    let (mut reader, sink) = reader(image.address(), console.out_colour)?;
    if opening.stays {
        news::listen(image.address(), sink, console.err_colour);
    }
    let past = session::Past::default();
    let mut session = session::Session {
        image: &mut image,
        reader: &mut *reader,
        console,
        project,
        past,
        limit: None,
    };
    for step in &opening.steps {
        if let Next::Exit(status) = session.step(step)? {
            return Ok(Exit::Program(status));
        }
    }
    if opening.stays { session.run() } else { Ok(session.exit()) }
}

/// The best way to read from whatever standard input is.
fn reader(
    address: Arc<Mutex<linked::Address>>,
    colour: bool,
) -> Result<(Box<dyn reader::Reader>, Sink), Failure> {
    let lines = lines::Lines::default();
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Ok((Box::new(piped::Piped::new(lines)), Sink::Aside));
    }
    let history = history::History::at(workspace::user_folder()?.join("repl_history"));
    if console::only_prints() {
        let news = Arc::default();
        let plain = plain::Plain::new(lines, history, Arc::clone(&news));
        return Ok((Box::new(plain), Sink::Later(news)));
    }
    let source = Box::new(linked::Aside::new(address));
    let editor = editor::Editor::new(lines, history, source, colour);
    let sink = Sink::Above(editor.above());
    Ok((Box::new(editor), sink))
}
