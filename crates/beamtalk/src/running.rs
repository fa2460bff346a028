//! Running a program on a BEAM: classes are loaded, a message is sent or statements
//! are evaluated, and what becomes of it is told as data.

use std::path::PathBuf;
use std::process::ExitStatus;

use etf::Term;

use crate::erlang::{Erlang, Role, Sender};
use crate::exit::Failure;
use crate::home::Home;
use crate::soundness::Findings;

/// How many modules may be under way. With more, both sides could wait for the other to
/// read.
const AT_ONCE: usize = 4;

/// A BEAM with the library and a program's classes.
#[derive(Debug)]
pub(crate) struct Running {
    erlang: Erlang,
    requests: i64,
}

/// Statements that became a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) function: &'a str,
    /// Whether what follows goes on after an error in it.
    pub(crate) may_fail: bool,
}

/// How a program ended.
#[derive(Debug)]
pub(crate) enum Ended {
    /// With a value, which prints like this.
    Value(String),
    /// With an error that nobody handled.
    Raised(Raised),
    MissingClass(String),
    /// Its process was killed, for this reason.
    Killed(String),
    /// It ended the BEAM.
    Left,
}

/// How an application ended.
#[derive(Debug)]
pub(crate) enum Served {
    /// In order.
    Stopped,
    /// Its root supervisor has given up, for this reason.
    GaveUp(String),
    /// As any program may.
    Ended(Ended),
}

#[derive(Debug)]
pub(crate) struct Stopper(Sender);

impl Stopper {
    /// Of a BEAM that has gone there is nothing to ask.
    pub(crate) fn stop(&mut self) {
        let _ = self.0.send(&Term::tuple([Term::atom("stop"), Term::Integer(0)]));
    }
}

/// An error of a program, as the runtime describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Raised {
    pub(crate) kind: String,
    /// The class it is about.
    pub(crate) class: Option<String>,
    pub(crate) selector: Option<String>,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// Where it happened, innermost first, as far as it is Beamtalk.
    pub(crate) trace: Vec<Frame>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// `Class>>selector`; statements outside a class have none.
    pub(crate) method: Option<String>,
    pub(crate) file: String,
    pub(crate) line: u32,
}

impl Running {
    /// Starts a BEAM with the library and the compiled classes in these folders.
    pub(crate) fn start(
        home: &Home,
        folders: &[PathBuf],
        modules: &[String],
        role: Role,
    ) -> Result<Running, Failure> {
        let erlang = Erlang::start(home, folders, role)?;
        let mut running = Running { erlang, requests: 0 };
        let modules: Vec<Term> = modules.iter().map(|it| Term::atom(it)).collect();
        running.ask("start", [Term::list(modules)])?;
        match running.answer()? {
            Some(_) => Ok(running),
            None => Err(Failure::Bug("the BEAM ended before the program began".to_owned())),
        }
    }

    /// Loads modules that were lowered just now.
    pub(crate) fn load(&mut self, cores: &[Vec<u8>]) -> Result<(), Failure> {
        let mut waiting = 0;
        for core in cores {
            if waiting == AT_ONCE {
                self.loaded()?;
                waiting -= 1;
            }
            self.ask("load", [Term::binary(core)])?;
            waiting += 1;
        }
        (0..waiting).try_for_each(|_| self.loaded())
    }

    fn loaded(&mut self) -> Result<(), Failure> {
        let answer = self.answer()?;
        match answer.as_ref().and_then(Term::as_tuple) {
            Some([kind, _, text]) if kind.as_atom() == Some("refused") => {
                let text = text.as_str().unwrap_or_default();
                Err(Failure::Bug(format!("OTP refused the code we made: {text}")))
            }
            Some(_) => Ok(()),
            None => Err(Failure::Bug("the BEAM ended while it loaded the program".to_owned())),
        }
    }

    /// Sends a message to a class; the arguments are one list of texts.
    pub(crate) fn send(
        &mut self,
        class: &str,
        selector: &str,
        arguments: &[String],
    ) -> Result<Ended, Failure> {
        let arguments: Vec<Term> = arguments.iter().map(Term::binary).collect();
        self.ask("send", [Term::binary(class), Term::binary(selector), Term::list(arguments)])?;
        match self.answer()? {
            None => Ok(Ended::Left),
            Some(answer) => match answer.as_tuple() {
                Some([_, _, outcome]) => ended(outcome),
                _ => Err(unexpected(&answer)),
            },
        }
    }

    /// Evaluates parts of statements, one after another; what becomes of those that may
    /// fail is told as it happens.
    pub(crate) fn evaluate(
        &mut self,
        module: &str,
        parts: &[Part<'_>],
        mut told: impl FnMut(&str, Ended) -> Result<(), Failure>,
    ) -> Result<Ended, Failure> {
        let parts = parts.iter().map(|part| {
            let how = if part.may_fail { "may_fail" } else { "must_work" };
            Term::tuple([Term::atom(part.function), Term::atom(how)])
        });
        let parts: Vec<Term> = parts.collect();
        self.ask("evaluate", [Term::atom(module), Term::list(parts)])?;
        loop {
            let Some(answer) = self.answer()? else {
                return Ok(Ended::Left);
            };
            match answer.as_tuple() {
                Some([kind, _, function, outcome]) if kind.as_atom() == Some("part") => {
                    told(function.as_atom().unwrap_or_default(), ended(outcome)?)?;
                }
                Some([_, _, outcome]) => return ended(outcome),
                _ => return Err(unexpected(&answer)),
            }
        }
    }

    /// Runs tests; what `beamtalk_command_test` tells is handed on as it comes.
    pub(crate) fn test(
        &mut self,
        suites: Vec<Term>,
        options: Term,
        mut told: impl FnMut(&[Term]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.ask("test", [Term::list(suites), options])?;
        loop {
            let Some(answer) = self.answer()? else {
                return Err(Failure::Missing(
                    "the BEAM ended while it ran the tests\n  \
                     hint: does one of them end the whole system?"
                        .to_owned(),
                ));
            };
            match answer.as_tuple() {
                Some([kind, _, event]) if kind.as_atom() == Some("tested") => {
                    told(event.as_tuple().unwrap_or_default())?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Counts from now on what checked code finds.
    pub(crate) fn begin_checks(&mut self) -> Result<(), Failure> {
        self.ask("begin_checks", [])?;
        self.answer().map(drop)
    }

    /// What checked code has found since.
    pub(crate) fn findings(&mut self) -> Result<Findings, Failure> {
        self.ask("findings", [])?;
        let answer = self.answer()?;
        let Some([_, _, report]) = answer.as_ref().and_then(Term::as_tuple) else {
            return Err(Failure::Bug("the BEAM ended before it told what it found".to_owned()));
        };
        let count = |key: &str| report.get(key).and_then(Term::as_integer).unwrap_or(0);
        let wrong = report.get("wrong").and_then(Term::as_list).unwrap_or_default();
        Ok(Findings {
            methods: count("methods"),
            answers: count("answers"),
            expressions: count("expressions"),
            values: count("values"),
            receivers: count("receivers"),
            received: count("received"),
            wrong: wrong.iter().filter_map(Term::as_str).map(str::to_owned).collect(),
        })
    }

    /// Starts the application that a package is. Nothing once it runs, else how it ended.
    pub(crate) fn run(&mut self, package: &str) -> Result<Option<Served>, Failure> {
        self.ask("run", [Term::atom(package)])?;
        self.served()
    }

    /// Waits for the end of the application.
    pub(crate) fn wait(&mut self) -> Result<Served, Failure> {
        loop {
            if let Some(served) = self.served()? {
                return Ok(served);
            }
        }
    }

    /// Asks the application to end, from another thread.
    pub(crate) fn stopper(&self) -> Result<Stopper, Failure> {
        Ok(Stopper(self.erlang.sender()?))
    }

    /// How the application ended, if that is what the next answer says.
    fn served(&mut self) -> Result<Option<Served>, Failure> {
        let Some(answer) = self.answer()? else { return Ok(Some(Served::Ended(Ended::Left))) };
        let Some([kind, _, outcome]) = answer.as_tuple() else { return Ok(None) };
        if kind.as_atom() != Some("ended") {
            return Err(unexpected(&answer));
        }
        match outcome.as_tuple() {
            Some([how, _]) if how.as_atom() == Some("stopped") => Ok(Some(Served::Stopped)),
            Some([how, reason]) if how.as_atom() == Some("gave_up") => {
                Ok(Some(Served::GaveUp(reason.as_str().unwrap_or_default().to_owned())))
            }
            _ => Ok(Some(Served::Ended(ended(outcome)?))),
        }
    }

    /// Lets the BEAM write what it has to and end.
    pub(crate) fn finish(self) -> Result<ExitStatus, Failure> {
        self.erlang.finish()
    }

    fn ask<const N: usize>(&mut self, what: &str, details: [Term; N]) -> Result<(), Failure> {
        self.requests += 1;
        let head = [Term::atom(what), Term::Integer(self.requests)];
        let request: Vec<Term> = head.into_iter().chain(details).collect();
        self.erlang.send(&Term::tuple(request))
    }

    fn answer(&mut self) -> Result<Option<Term>, Failure> {
        let answer = self.erlang.receive()?;
        match answer.as_ref().and_then(Term::as_tuple) {
            Some([kind, _, text]) if kind.as_atom() == Some("broken") => {
                Err(Failure::Bug(text.as_str().unwrap_or_default().to_owned()))
            }
            _ => Ok(answer),
        }
    }
}

/// What `beamtalk_command_run` tells.
fn ended(outcome: &Term) -> Result<Ended, Failure> {
    let Some([kind, detail]) = outcome.as_tuple() else { return Err(unexpected(outcome)) };
    let text = || detail.as_str().unwrap_or_default().to_owned();
    match kind.as_atom() {
        Some("value") => Ok(Ended::Value(text())),
        Some("raised") => Ok(Ended::Raised(Raised::from(detail))),
        Some("missing_class") => Ok(Ended::MissingClass(text())),
        Some("killed") => Ok(Ended::Killed(text())),
        _ => Err(unexpected(outcome)),
    }
}

fn unexpected(answer: &Term) -> Failure {
    Failure::Bug(format!("the BEAM gave an unknown answer: {answer:?}"))
}

/// What `beamtalk_failure` describes.
impl From<&Term> for Raised {
    fn from(failure: &Term) -> Raised {
        let text = |key: &str| failure.get(key).and_then(Term::as_str).map(str::to_owned);
        let trace = failure.get("trace").and_then(Term::as_list).unwrap_or_default();
        Raised {
            kind: text("kind").unwrap_or_default(),
            class: text("class"),
            selector: text("selector"),
            message: text("message").unwrap_or_default(),
            hint: text("hint"),
            trace: trace.iter().map(Frame::from).collect(),
        }
    }
}

impl From<&Term> for Frame {
    fn from(frame: &Term) -> Frame {
        let text = |key: &str| frame.get(key).and_then(Term::as_str);
        let line = frame.get("line").and_then(Term::as_integer);
        Frame {
            method: text("class")
                .zip(text("selector"))
                .map(|(class, selector)| format!("{class}>>{selector}")),
            file: text("file").unwrap_or_default().to_owned(),
            line: line.and_then(|line| u32::try_from(line).ok()).unwrap_or(0),
        }
    }
}
