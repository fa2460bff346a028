//! A workspace of its own whose prompt is asked: the node, the wire and the compiler's port
//! are those that any prompt has. The classes of the measured files are loaded into it, as
//! `:load` would. It ends with this command.

use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;

use super::corpus::{Corpus, File};
use super::engines::Answer;
use crate::client::{Connection, Fields, Reply, Trouble};
use crate::console::Console;
use crate::exit::Failure;
use crate::prompt::question;
use crate::workspace::{self, Foreground, Identity, Options, Running};

/// As its sessions are called.
const KIND: &str = "completion-eval";
/// Where a machine is busy the compiler may miss its deadline; a prompt would be asked again.
const ATTEMPTS: usize = 5;
const LATE: &str = "the compiler did not answer in time";

pub(super) struct Node {
    running: Running,
    /// Those that nobody asks at the moment. Each is used for many requests.
    connections: Mutex<Vec<Connection>>,
    _kept: Foreground,
}

/// What a prompt offers, or why there is nothing.
pub(super) struct Offered {
    pub(super) items: Vec<Item>,
    pub(super) reason: Option<String>,
}

pub(super) struct Item {
    pub(super) label: String,
    pub(super) kind: String,
}

impl Node {
    /// Starts one, and loads the classes of the files.
    pub(super) fn with(corpus: &Corpus, console: &mut Console) -> Result<Node, Failure> {
        let identity = Identity::of(Path::new("."), None)?;
        let (running, kept) = workspace::foreground(&identity, &Options::default())?;
        let node = Node { running, connections: Mutex::new(Vec::new()), _kept: kept };
        node.load(corpus, console)?;
        Ok(node)
    }

    /// What may be typed at the end of a text.
    pub(super) fn complete(&self, text: &str) -> Answer {
        self.offered(text).into()
    }

    /// The same, where what counts is what is answered, and not when.
    pub(super) fn offered_patiently(&self, text: &str) -> Offered {
        let mut offered = self.offered(text);
        for _ in 1..ATTEMPTS {
            if offered.reason.as_deref() != Some(LATE) {
                break;
            }
            offered = self.offered(text);
        }
        offered
    }

    fn offered(&self, text: &str) -> Offered {
        match self.ask("complete", &question(text)) {
            Ok(reply) => Offered::of(&reply),
            Err(trouble) => Offered { items: Vec::new(), reason: Some(trouble.to_string()) },
        }
    }

    /// Files may build on each other: those that failed are tried again as long as others
    /// succeed.
    fn load(&self, corpus: &Corpus, console: &mut Console) -> Result<(), Failure> {
        let mut left: Vec<&File> = corpus.files.iter().filter(|it| it.package.is_none()).collect();
        loop {
            let before = left.len();
            let mut failed = Vec::new();
            for file in left {
                if let Some(why) = self.load_file(file)? {
                    failed.push((file, why));
                }
            }
            if failed.is_empty() {
                return Ok(());
            }
            if failed.len() == before {
                for (file, why) in failed {
                    console.complain(&format!("`{}` is not loaded: {why}", file.name));
                }
                return Ok(());
            }
            left = failed.into_iter().map(|(file, _)| file).collect();
        }
    }

    /// Nothing, or why it did not work.
    fn load_file(&self, file: &File) -> Result<Option<String>, Failure> {
        let mut fields = Fields::new();
        fields.insert("source".to_owned(), (*file.tree.text).into());
        fields.insert("path".to_owned(), file.name.as_str().into());
        let reply = self.ask("load-source", &fields).map_err(Trouble::into_failure)?;
        let why = || reply.text("error").unwrap_or("it is refused").to_owned();
        Ok(reply.is_error().then(why))
    }

    fn ask(&self, op: &str, fields: &Fields) -> Result<Reply, Trouble> {
        let mut connection = match self.lock().pop() {
            Some(connection) => connection,
            None => Connection::open(&self.running, KIND, None).map_err(Trouble::Failed)?,
        };
        let reply = connection.ask(op, fields.clone())?;
        self.lock().push(connection);
        Ok(reply)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Offered {
    fn of(reply: &Reply) -> Offered {
        let item = |it: &Fields| {
            let text = |key| it.get(key).and_then(|it| it.as_str()).map(str::to_owned);
            Some(Item { label: text("label")?, kind: text("kind")? })
        };
        let reason = reply.text("reason").or(reply.text("error"));
        let items = reply.rows("items").filter_map(item).collect();
        Offered { items, reason: reason.map(str::to_owned) }
    }
}

impl From<Offered> for Answer {
    fn from(offered: Offered) -> Answer {
        let labels = offered.items.into_iter().map(|it| it.label).collect();
        Answer { labels, reason: offered.reason }
    }
}
