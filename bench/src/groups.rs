//! The groups of figures, one file each. A new group is a file and a line here.

mod actors;
mod build;
mod candidates;
mod completion;
mod repl;
mod runtime;
mod stdlib;
mod streaming;
mod syntax;
mod types;

use crate::report::Row;

pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn() -> Vec<Row>,
}

pub(crate) const ALL: [Group; 9] = [
    Group {
        name: "syntax",
        about: "lexing, parsing and formatting, beside tree-sitter with its Ruby grammar",
        run: syntax::run,
    },
    Group {
        name: "types",
        about: "the types of all expressions, at once and after a change",
        run: types::run,
    },
    Group {
        name: "runtime",
        about: "sends, loops, collections and values, beside the same work in Erlang",
        run: runtime::run,
    },
    Group {
        name: "stdlib",
        about: "collections of three sizes, beside Erlang's own modules",
        run: stdlib::run,
    },
    Group {
        name: "actors",
        about: "calls, casts, spawns and memory, beside a hand-written gen_server",
        run: actors::run,
    },
    Group {
        name: "build",
        about: "text to Core Erlang, and whole builds of a package",
        run: build::run,
    },
    Group {
        name: "streaming",
        about: "how the compiler is told of classes, beside requests that bring them along",
        run: streaming::run,
    },
    Group {
        name: "repl",
        about: "the prompt: how soon it is there, and what a line costs at the socket",
        run: repl::run,
    },
    Group {
        name: "completion",
        about: "candidates at the socket with a thousand classes, and how good they are",
        run: completion::run,
    },
];
