//! What a frame asks for: a change of the classes, or an answer.
//!
//! In go bytes that anyone may have written; out comes one of both, or why it is
//! neither. Keys that are not known are passed over.

use etf::{Limits, MAX_DEPTH, MAX_FRAME_LIMIT, Term};

use super::fields::{Fields, text};

/// Of a request that does not say its own, or cannot be read at all.
const NO_ID: &str = "none";

pub(super) enum Incoming {
    Change(Change),
    Request(Request),
}

/// Something happened to the classes of the running system.
pub(super) enum Change {
    Register {
        /// As the system calls it, whatever its metadata says.
        class: Option<String>,
        /// The whole frame, with the metadata at `meta`: to copy it would take longer than
        /// to read it.
        frame: Term,
    },
    Remove(String),
    Clear,
    Aliases(Vec<String>),
    Protocols(Vec<String>),
}

pub(super) struct Request {
    /// Given back with the answer, whatever it is.
    pub(super) id: Term,
    pub(super) command: Command,
    /// The whole frame.
    pub(super) fields: Term,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Ping,
    Version,
    Diagnostics,
    CompileExpression,
    CompileExpressionTrace,
    Compile,
    CompileMethod,
    ResolveCompletionType,
    Complete,
    Hover,
    FindSenders,
    FindAllSends,
    FindReferences,
    FindFieldReaders,
    FindFieldWriters,
    FindFfiSites,
    FindAnnounceSites,
    ResolveMethodSpan,
    ResolveClassSpan,
    ReindentMethodSource,
}

/// Why a frame gets no better answer.
pub(super) struct Wrong {
    pub(super) id: Term,
    pub(super) why: String,
}

impl Command {
    const ALL: [(&'static str, Command); 20] = [
        ("ping", Command::Ping),
        ("version", Command::Version),
        ("diagnostics", Command::Diagnostics),
        ("compile_expression", Command::CompileExpression),
        ("compile_expression_trace", Command::CompileExpressionTrace),
        ("compile", Command::Compile),
        ("compile_method", Command::CompileMethod),
        ("resolve_completion_type", Command::ResolveCompletionType),
        ("complete", Command::Complete),
        ("hover", Command::Hover),
        ("find_senders_in_source", Command::FindSenders),
        ("find_all_sends_in_source", Command::FindAllSends),
        ("find_references_to_in_source", Command::FindReferences),
        ("find_field_readers_in_source", Command::FindFieldReaders),
        ("find_field_writers_in_source", Command::FindFieldWriters),
        ("find_ffi_sites_in_source", Command::FindFfiSites),
        ("find_announce_sites_in_source", Command::FindAnnounceSites),
        ("resolve_method_span", Command::ResolveMethodSpan),
        ("resolve_class_span", Command::ResolveClassSpan),
        ("reindent_method_source", Command::ReindentMethodSource),
    ];

    /// Whether someone waits at a prompt for it, so that it must not wait for others.
    pub(super) fn is_quick(self) -> bool {
        match self {
            Command::Diagnostics
            | Command::CompileExpression
            | Command::CompileExpressionTrace
            | Command::Compile
            | Command::CompileMethod => false,
            Command::Ping
            | Command::Version
            | Command::ResolveCompletionType
            | Command::Complete
            | Command::Hover
            | Command::FindSenders
            | Command::FindAllSends
            | Command::FindReferences
            | Command::FindFieldReaders
            | Command::FindFieldWriters
            | Command::FindFfiSites
            | Command::FindAnnounceSites
            | Command::ResolveMethodSpan
            | Command::ResolveClassSpan
            | Command::ReindentMethodSource => true,
        }
    }
}

/// Stands for a number that is not known.
pub(super) fn no_id() -> Term {
    Term::atom(NO_ID)
}

impl Wrong {
    pub(super) fn new(why: impl Into<String>) -> Wrong {
        Wrong { id: no_id(), why: why.into() }
    }

    fn of(self, id: &Term) -> Wrong {
        Wrong { id: id.clone(), ..self }
    }
}

impl Request {
    pub(super) fn fields(&self) -> Option<Fields<'_>> {
        self.fields.as_map().map(Fields)
    }
}

pub(super) fn read(frame: &[u8]) -> Result<Incoming, Wrong> {
    let limits = Limits { bytes: MAX_FRAME_LIMIT, depth: MAX_DEPTH };
    let term = etf::decode(frame, limits)
        .map_err(|error| Wrong::new(format!("the frame cannot be decoded: {error}")))?;
    let Some(map) = term.as_map() else { return Err(Wrong::new("request must be a map")) };
    let fields = Fields(map);
    let id = fields.get("id").cloned();
    let said = id.clone().unwrap_or_else(no_id);
    let command = fields.get("command").ok_or_else(|| Wrong::new("missing `command`").of(&said))?;
    let Some(name) = command.as_atom() else {
        return Err(Wrong::new("`command` must be an atom").of(&said));
    };
    if name == "register_class" {
        let class = fields.get("class").and_then(text);
        return match fields.get("meta") {
            Some(_) => Ok(Incoming::Change(Change::Register { class, frame: term })),
            None => Err(Wrong::new("missing `meta`").of(&said)),
        };
    }
    if let Some(change) = change(name, fields) {
        return change.map(Incoming::Change).map_err(|wrong| wrong.of(&said));
    }
    let known = Command::ALL.iter().find(|(it, _)| *it == name);
    let Some((_, command)) = known.copied() else {
        return Err(Wrong::new(format!("unknown command `{name}`")).of(&said));
    };
    let Some(id) = id else { return Err(Wrong::new("missing `id`")) };
    Ok(Incoming::Request(Request { id, command, fields: term }))
}

fn change(name: &str, fields: Fields) -> Option<Result<Change, Wrong>> {
    Some(match name {
        "remove_class" => match fields.get("class").and_then(text) {
            Some(class) => Ok(Change::Remove(class)),
            None => Err(Wrong::new("missing `class`")),
        },
        "clear_classes" => Ok(Change::Clear),
        "register_aliases" => Ok(Change::Aliases(fields.texts("aliases"))),
        "register_protocols" => Ok(Change::Protocols(fields.texts("protocols"))),
        _ => return None,
    })
}
