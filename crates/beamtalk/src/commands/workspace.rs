//! `beamtalk workspace`: what runs, and its end.

use std::path::Path;

use serde_json::json;

use crate::cli::{Starting, Workspace};
use crate::client::{self, Connection, Link};
use crate::commands::repl;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::prompt::{self, Opening};
use crate::workspace::{self, Entry, Identity, Running, State, Stopped};

pub(crate) fn run(arguments: &Workspace, console: &mut Console) -> Result<Exit, Failure> {
    match arguments {
        Workspace::List { json } => list(*json, console),
        Workspace::Status { name, json } => status(name.as_deref(), *json, console),
        Workspace::Stop { name, force } => {
            let identity = named(name.as_deref())?;
            end(&identity, *force, console)
        }
        Workspace::Attach { name, port, token, no_color } => {
            if *no_color {
                console.without_colour();
            }
            let running = match (port, token) {
                (Some(port), Some(token)) => workspace::attach(*port, token)?,
                _ => join(&named(name.as_deref())?)?,
            };
            let mut link = Link::open(&running, "attach")?;
            let banner = repl::greeting(&link, "");
            let opening = Opening { banner, stays: true, ..Opening::default() };
            prompt::run(&mut link, &opening, console)
        }
        Workspace::Create { name, background, starting } => {
            create(name, *background, starting, console)
        }
    }
}

/// Ends a workspace, and says what became of it.
pub(super) fn end(
    identity: &Identity,
    is_forced: bool,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let ask = |running: &Running| client::ask_to_end(running);
    let id = &identity.id;
    let said = match workspace::stop(identity, is_forced, ask)? {
        Stopped::Asked => format!("Workspace {id} has stopped."),
        Stopped::Killed => format!("Workspace {id} was killed."),
        Stopped::CleanedUp => {
            format!("Workspace {id} did not run; what was left of it has been removed.")
        }
        Stopped::NotRunning => format!("Workspace {id} does not run."),
    };
    console.say(&said)?;
    Ok(Exit::Clean)
}

/// The workspace of a name, or else the one of this project: by its id, then by the path
/// that is recorded.
fn named(name: Option<&str>) -> Result<Identity, Failure> {
    let mut identity = Identity::of(Path::new("."), name)?;
    let known = workspace::entry(&identity.id, name.is_none().then_some(&identity.project))?;
    match (known, name) {
        (Some(known), _) => identity.id = known.id,
        (None, Some(name)) => {
            return Err(Failure::Unavailable(format!(
                "there is no workspace `{name}`\n  \
                 hint: `beamtalk workspace list` shows which ones there are"
            )));
        }
        (None, None) => {}
    }
    Ok(identity)
}

fn join(identity: &Identity) -> Result<Running, Failure> {
    workspace::find(identity)?.ok_or_else(|| {
        Failure::Unavailable(format!(
            "the workspace `{}` does not run\n  hint: `beamtalk repl` starts the one of a project",
            identity.id
        ))
    })
}

fn create(
    name: &str,
    background: bool,
    starting: &Starting,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let identity = Identity::of(Path::new("."), Some(name))?;
    let is_new = workspace::register(&identity)?;
    if background {
        let defaults = repl::manifest(&identity).map(|it| it.workspace).unwrap_or_default();
        let options = repl::options(starting, &defaults);
        let running = workspace::find_or_start(&identity, &options)?;
        Connection::open(&running, "unknown", None)?;
        let what = if running.started { "runs now" } else { "runs already" };
        console.say(&format!("Workspace {name} {what}, on port {}.", running.address.port()))?;
        return Ok(Exit::Clean);
    }
    let what = if is_new { "has been made" } else { "is there already" };
    console.say(&format!("Workspace {name} {what}."))?;
    Ok(Exit::Clean)
}

fn list(is_json: bool, console: &mut Console) -> Result<Exit, Failure> {
    let entries = workspace::list()?;
    if is_json {
        for entry in &entries {
            console.result(&format!("{}\n", described(entry)))?;
        }
        return Ok(Exit::Clean);
    }
    if entries.is_empty() {
        console.say("There are no workspaces; `beamtalk repl` makes one.")?;
        return Ok(Exit::Clean);
    }
    let here = Identity::of(Path::new("."), None)?;
    let rows: Vec<[String; 5]> = entries.iter().map(|it| row(it, &here)).collect();
    console.result(&table(&rows))?;
    Ok(Exit::Clean)
}

fn row(entry: &Entry, here: &Identity) -> [String; 5] {
    let is_here = entry.project.as_ref() == Some(&here.project);
    let port = match entry.state {
        State::Running { port, .. } => port.to_string(),
        State::Left | State::Stopped => "-".to_owned(),
    };
    let project = entry.project.as_ref().map_or("?".to_owned(), |it| it.display().to_string());
    let marker = if is_here { "▸" } else { " " };
    [marker.to_owned(), entry.id.clone(), project, entry.state.word().to_owned(), port]
}

fn table(rows: &[[String; 5]]) -> String {
    let heads = ["", "ID", "PROJECT", "STATUS", "PORT"].map(str::to_owned);
    let all = || std::iter::once(&heads).chain(rows);
    let mut text = String::new();
    for row in all() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let widths = all().filter_map(|it| it.get(column)).map(|it| it.chars().count());
            let width = widths.max().unwrap_or(0);
            line.push_str(&format!("{cell:width$}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn status(name: Option<&str>, is_json: bool, console: &mut Console) -> Result<Exit, Failure> {
    let identity = named(name)?;
    let Some(entry) = workspace::entry(&identity.id, None)? else {
        return Err(Failure::Unavailable(
            "this project has no workspace yet\n  hint: `beamtalk repl` makes and starts one"
                .to_owned(),
        ));
    };
    if is_json {
        console.result(&format!("{}\n", described(&entry)))?;
        return Ok(Exit::Clean);
    }
    let project = entry.project.as_ref().map_or("?".to_owned(), |it| it.display().to_string());
    let mut text = format!("Workspace: {}\nProject:   {project}\n", entry.id);
    text.push_str(&format!("Status:    {}\n", entry.state.word()));
    if let State::Running { port, pid, .. } = entry.state {
        text.push_str(&format!("Port:      {port}\nProcess:   {pid}\n"));
    }
    text.push_str(&format!("Files:     {}\n", entry.folder.display()));
    console.result(&text)?;
    Ok(Exit::Clean)
}

fn described(entry: &Entry) -> serde_json::Value {
    let (port, pid, start_time) = match &entry.state {
        State::Running { port, pid, start_time } => (Some(*port), Some(*pid), *start_time),
        State::Left | State::Stopped => (None, None, None),
    };
    json!({
        "id": entry.id,
        "project": entry.project,
        "status": entry.state.word(),
        "port": port,
        "pid": pid,
        "started_at": start_time,
        "created_at": entry.created_at,
        "folder": entry.folder,
    })
}
