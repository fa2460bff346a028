//! `beamtalk completion-eval`: how good completion is, measured.
//!
//! Every send in some files is taken away and asked for: the text is cut before each part
//! of its selector, with none to three letters of it typed, and completed. The same code
//! answers that answers in the editor and at the prompt.

mod agreement;
mod corpus;
mod engines;
mod node;
mod shape;
mod shown;
mod sites;
mod tally;

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cli::{CompletionEval, EvaluatedEngine};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::workers;
use corpus::Corpus;
use engines::{Editor, Engine, Prompt};
use node::Node;
use sites::Site;
use tally::{Asked, Tally};

/// The most letters that are typed of a word.
const LETTERS: usize = 3;

/// The figures of one engine.
struct Row {
    name: &'static str,
    tally: Tally,
    /// One for each place, in the order of the files.
    asked: Vec<Asked>,
}

pub(super) fn run(arguments: &CompletionEval, console: &mut Console) -> Result<Exit, Failure> {
    let corpus = Corpus::at(&arguments.paths, arguments.strip_annotations, console)?;
    if arguments.agreement {
        return compared(arguments, &corpus, console);
    }
    let sites = corpus.sites();
    let sites: Vec<Site> = sites.into_iter().step_by(arguments.every.get()).collect();
    if sites.is_empty() {
        return Err(Failure::WrongUse("there are no sends in what was named".to_owned()));
    }
    let mut rows = Vec::new();
    for engine in engines(arguments, &corpus, console)? {
        rows.push(measured(&*engine, &corpus, &sites, console));
    }
    if let Some(path) = &arguments.csv {
        let text = shown::csv(&rows, &corpus, &sites);
        fs::write(path, text)
            .map_err(|error| Failure::environment(format!("write `{}`", path.display()), error))?;
    }
    let text = match arguments.format.is_json() {
        true => shown::json(&rows),
        false => shown::text(&rows, corpus.left_out),
    };
    console.result(&text)?;
    Ok(Exit::Clean)
}

/// Whether prompt and editor answer alike.
fn compared(
    arguments: &CompletionEval,
    corpus: &Corpus,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let node = Node::with(corpus, console)?;
    let agreement = agreement::compare(&node, corpus, arguments.every.get(), console);
    console.result(&agreement.text())?;
    Ok(if agreement.is_whole() { Exit::Clean } else { Exit::Problems })
}

fn engines<'c>(
    arguments: &CompletionEval,
    corpus: &'c Corpus,
    console: &mut Console,
) -> Result<Vec<Box<dyn Engine + 'c>>, Failure> {
    let mut engines: Vec<Box<dyn Engine + 'c>> = Vec::new();
    if arguments.ablate {
        engines.extend(engines::without_something(corpus));
    }
    if arguments.engine != EvaluatedEngine::Prompt {
        engines.push(Box::new(Editor { corpus }));
    }
    if arguments.engine != EvaluatedEngine::Editor {
        let node = Arc::new(Node::with(corpus, console)?);
        engines.push(Box::new(Prompt { corpus, node }));
    }
    Ok(engines)
}

fn measured(engine: &dyn Engine, corpus: &Corpus, sites: &[Site], console: &mut Console) -> Row {
    let mut tally = Tally::default();
    let mut all = Vec::new();
    let work = |site: &Site| Asked::of(engine, corpus, site);
    workers::in_order(sites, work, |asked| {
        tally.add(&sites[all.len()], &asked);
        all.push(asked);
        console.progress(all.len(), sites.len(), "place");
        ControlFlow::Continue(())
    });
    Row { name: engine.name(), tally, asked: all }
}
