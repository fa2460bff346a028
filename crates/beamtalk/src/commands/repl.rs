//! `beamtalk repl`: a session in the workspace of this project.
//!
//! The workspace starts while the package is built. What is then said and typed is for
//! `prompt`.

use std::path::Path;
use std::thread;

use crate::build::{self, Built, Target};
use crate::cli::{Repl, Starting};
use crate::client::Link;
use crate::commands::build::request;
use crate::compile::Resident;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::home::Home;
use crate::manifest::{Manifest, WorkspaceDefaults};
use crate::package;
use crate::prompt::{self, Opening, Step};
use crate::workspace::{self, Identity, Idle, Options, Running};

/// As sessions are called in the workspace.
const KIND: &str = "repl";
const STARTUP: &str = "startup.bt";

pub(crate) fn run(arguments: &Repl, console: &mut Console) -> Result<Exit, Failure> {
    if arguments.no_color {
        console.without_colour();
    }
    for path in &arguments.load {
        std::fs::metadata(path)
            .map_err(|error| Failure::environment(format!("load `{}`", path.display()), error))?;
    }
    let identity = Identity::of(Path::new("."), arguments.workspace.as_deref())?;
    let manifest = manifest(&identity);
    let defaults = manifest.as_ref().map(|it| it.workspace.clone()).unwrap_or_default();
    let options = options(&arguments.starting, &defaults);
    // Dropped last: a node in the foreground lives as long as this.
    let mut kept = None;
    let (running, built) = thread::scope(|scope| {
        let running = scope.spawn(|| {
            let running = match arguments.foreground {
                true => workspace::foreground(&identity, &options).map(|(running, node)| {
                    kept = Some(node);
                    running
                }),
                false => workspace::find_or_start(&identity, &options),
            };
            // A build that is under way does not notice, and can be left as it is.
            if let Err(Failure::Interrupted(signal)) = running {
                std::process::exit(128 + i32::from(signal));
            }
            running
        });
        let built = if manifest.is_some() { build(&identity, console) } else { Ok(None) };
        let running = running.join();
        let running: Result<Running, Failure> =
            running.unwrap_or_else(|_| Err(Failure::Bug("starting a workspace".to_owned())));
        (running, built)
    });
    let running = running?;
    let built = built?;
    let (running, mut link) = match kept {
        Some(_) => opened(running)?,
        None => reached(running, &identity, &options)?,
    };
    let mut opening = Opening { stays: stays(arguments), ..Opening::default() };
    opening.banner = match opening.stays {
        true => banner(&link, &identity, arguments),
        false => notes(&link),
    };
    if let (Some(manifest), Some(built)) = (&manifest, &built) {
        opening.banner.extend(compiled(manifest, built));
        let folders = built.parts.iter().map(|part| Step::Modules(part.ebin.clone()));
        opening.steps.extend(folders);
    }
    opening.steps.extend(steps(arguments)?);
    let ended = prompt::run(&mut link, &opening, console);
    if arguments.ephemeral && running.started {
        drop(link);
        super::workspace::end(&identity, false, console)?;
    }
    drop(kept);
    ended
}

fn opened(running: Running) -> Result<(Running, Link), Failure> {
    let link = Link::open(&running, KIND)?;
    Ok((running, link))
}

/// A node may end while it is reached; then there is none, and one is started.
fn reached(
    running: Running,
    identity: &Identity,
    options: &Options,
) -> Result<(Running, Link), Failure> {
    let nonce = running.nonce.clone();
    opened(running).or_else(|failure| match workspace::find(identity)? {
        Some(same) if same.nonce == nonce => Err(failure),
        _ => opened(workspace::find_or_start(identity, options)?),
    })
}

/// What the command line asks for and, where it does not, the manifest.
pub(super) fn options(starting: &Starting, defaults: &WorkspaceDefaults) -> Options {
    let idle = match (starting.persistent, starting.timeout) {
        (true, _) => Idle::Never,
        (false, Some(0)) => Idle::Never,
        (false, Some(seconds)) => Idle::Seconds(seconds),
        (false, None) if defaults.persistent == Some(true) => Idle::Never,
        (false, None) => match defaults.idle_timeout {
            Some(seconds) => Idle::Seconds(u32::try_from(seconds).unwrap_or(u32::MAX)),
            None => Idle::Usual,
        },
    };
    Options {
        port: starting.port.unwrap_or(0),
        idle,
        environment: starting.env.iter().chain(&defaults.env).cloned().collect(),
        node: starting.node.clone(),
        log_level: starting.log_level.map(|level| format!("{level:?}").to_lowercase()),
        memory: starting.memory,
    }
}

/// What the package of a project says of itself. What is wrong with it is told when it is
/// built.
pub(super) fn manifest(identity: &Identity) -> Option<Manifest> {
    let packages = identity.has_manifest.then(|| package::load(&identity.project))?;
    packages.ok()?.all.pop().map(|it| it.manifest)
}

/// The lines above the first prompt. Editors read the last two.
pub(super) fn greeting(link: &Link, found: &str) -> Vec<String> {
    let running = link.running();
    let mut lines = vec![
        format!("Beamtalk v{}", env!("CARGO_PKG_VERSION")),
        "Type :help for help, :exit to leave.".to_owned(),
        String::new(),
        format!("  Workspace: {}{found}", running.id),
        format!("  Project:   {}", running.project.display()),
        String::new(),
    ];
    lines.extend(notes(link));
    lines.push(format!("Connected to REPL backend on port {}.", running.address.port()));
    lines.push(format!("[beamtalk] session: {}", link.session()));
    lines
}

/// What happened while the workspace was looked for.
fn notes(link: &Link) -> Vec<String> {
    let notices = link.running().notices.iter().map(String::as_str);
    notices.chain(link.skew()).map(|notice| format!("note: {notice}")).collect()
}

fn banner(link: &Link, identity: &Identity, arguments: &Repl) -> Vec<String> {
    let found = match identity.is_discovered {
        true => format!(" (auto-discovered from {})", identity.project.display()),
        false => String::new(),
    };
    let mut lines = greeting(link, &found);
    if !link.running().started {
        let at = lines.len().saturating_sub(2);
        let vain = vain(&arguments.starting);
        lines.splice(at..at, vain.map(|it| format!("note: it runs already: {it}")));
        lines.insert(at, "Joined a workspace that was running.".to_owned());
    }
    lines
}

/// What was asked for and comes too late, once a workspace runs.
fn vain(starting: &Starting) -> Option<String> {
    let Starting { port, persistent, timeout, env, node, log_level, memory } = starting;
    let asked = [
        ("--timeout", timeout.is_some()),
        ("--persistent", *persistent),
        ("--port", port.is_some()),
        ("--env", !env.is_empty()),
        ("--node", node.is_some()),
        ("--log-level", log_level.is_some()),
        ("--memory", memory.is_some()),
    ];
    let names: Vec<&str> = asked.iter().filter(|it| it.1).map(|it| it.0).collect();
    let verb = if names.len() == 1 { "has" } else { "have" };
    (!names.is_empty()).then(|| format!("{} {verb} no effect", names.join(", ")))
}

fn compiled(manifest: &Manifest, built: &Built) -> Option<String> {
    let classes: usize = built.parts.iter().map(|part| part.classes.len()).sum();
    let Manifest { name, version, .. } = manifest;
    (built.exit == Exit::Clean).then(|| {
        let plural = if classes == 1 { "class" } else { "classes" };
        format!("Compiled {name} v{version} ({classes} {plural})")
    })
}

/// The package here, built. Nothing if it has errors, which are told: a prompt is a good
/// place to look for them.
fn build(identity: &Identity, console: &mut Console) -> Result<Option<Built>, Failure> {
    let mut request = request(Target::Package(identity.project.clone()))?;
    request.is_quiet = true;
    let mut compiler = Resident::at(Home::find()?);
    let built = build::build(&request, &mut compiler, console)?;
    if built.exit != Exit::Clean {
        let note = "the package has errors, and its classes are not loaded";
        console.say(&format!("note: {note}; :sync loads those that have none"))?;
        return Ok(None);
    }
    Ok(Some(built))
}

fn steps(arguments: &Repl) -> Result<Vec<Step>, Failure> {
    let mut steps = Vec::new();
    let startup = workspace::user_folder()?.join(STARTUP);
    if !arguments.no_startup && startup.is_file() {
        steps.push(Step::Startup(startup));
    }
    steps.extend(arguments.load.iter().cloned().map(Step::Load));
    steps.extend(arguments.expressions.iter().cloned().map(Step::Evaluate));
    Ok(steps)
}

fn stays(arguments: &Repl) -> bool {
    arguments.expressions.is_empty() || arguments.interactive
}
