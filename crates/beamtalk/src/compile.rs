//! The resident BEAM as whoever compiles Core Erlang: many modules at once, and started
//! only when there is one to compile.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use etf::Term;
use types::native::NativeSignatures;

use crate::build::{Compiled, CoreCompiler, Job};
use crate::erlang::{Erlang, Heard, Sender};
use crate::exit::Failure;
use crate::home::Home;
use crate::natives;

/// So many requests for each core are on their way at once: enough for the BEAM never
/// to wait, few enough for its memory.
const REQUESTS_TO_A_CORE: usize = 4;

/// A BEAM that has said nothing for so long is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(10);

/// So often, one after the other without an answer to any.
const CALLS: u32 = 6;

/// The number of an echo that only shows that the BEAM listens.
const STILL_THERE: i64 = -1;

/// Compiles on a BEAM that is started with the first job.
#[derive(Debug)]
pub(crate) struct Resident {
    home: Home,
}

impl Resident {
    pub(crate) fn at(home: Home) -> Resident {
        Resident { home }
    }
}

impl CoreCompiler for Resident {
    fn signatures(
        &mut self,
        say: &mut dyn FnMut(&str) -> Result<(), Failure>,
    ) -> Result<Option<NativeSignatures>, Failure> {
        natives::known(|| Ok(self.home.clone()), say)
    }

    fn compile(
        &mut self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut erlang = Erlang::start_compiler(&self.home)?;
        erlang.notice_silence(SILENCE)?;
        let sender = Arc::new(Mutex::new(erlang.sender()?));
        let caller = Arc::clone(&sender);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (leave, returned) = sync_channel(REQUESTS_TO_A_CORE * cores);
        thread::scope(|scope| {
            // On one thread, both sides could wait for the other to read.
            let asking = scope.spawn(move || ask(&sender, &leave, jobs));
            let answered = take_answers(&mut erlang, &caller, returned, done);
            if answered.is_err() {
                // Whoever still asks must not wait for a BEAM that nobody listens to.
                erlang.hang_up();
            }
            let asked = asking.join();
            answered?;
            asked.unwrap_or_else(|_| Err(Failure::Bug("asking for code failed".to_owned())))
        })
    }
}

fn take_answers(
    erlang: &mut Erlang,
    caller: &Mutex<Sender>,
    returned: Receiver<()>,
    done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut answered = 0;
    let mut asked = None;
    let mut unanswered = 0;
    while asked != Some(answered) {
        let answer = match erlang.hear()? {
            Heard::Answer(answer) => answer,
            Heard::End => {
                return Err(Failure::Missing("the BEAM ended while it compiled".to_owned()));
            }
            Heard::Silence if unanswered < CALLS => {
                unanswered += 1;
                send(caller, &echo(STILL_THERE))?;
                continue;
            }
            Heard::Silence => {
                let why = "the BEAM that compiles does not answer any more: try again";
                return Err(Failure::Missing(why.to_owned()));
            }
        };
        unanswered = 0;
        match answer.as_tuple() {
            Some([end, count]) if end.as_atom() == Some("echo") => {
                let count = count.as_integer();
                asked = if count == Some(STILL_THERE) { asked } else { count };
            }
            Some([kind, module, detail]) => {
                answered += 1;
                let _ = returned.try_recv();
                done(compiled(kind, module, detail))?;
            }
            _ => return Err(Failure::Bug(format!("an unknown answer: {answer:?}"))),
        }
    }
    Ok(())
}

fn send(sender: &Mutex<Sender>, request: &Term) -> Result<(), Failure> {
    sender.lock().unwrap_or_else(PoisonError::into_inner).send(request)
}

fn echo(number: i64) -> Term {
    Term::tuple([Term::atom("echo"), Term::Integer(number)])
}

/// All requests, each with its module's name as its id, and how many there were. Each
/// takes a place in `leave` for as long as it is on its way.
fn ask(
    sender: &Mutex<Sender>,
    leave: &SyncSender<()>,
    jobs: &mut dyn Iterator<Item = Job>,
) -> Result<(), Failure> {
    let mut count = 0;
    for job in jobs {
        count += 1;
        if leave.send(()).is_err() {
            // Nobody listens any more, and whoever did knows why.
            return Ok(());
        }
        let (module, core) = (Term::binary(job.module), Term::binary(job.core));
        let how = Term::atom("optimised");
        send(sender, &Term::tuple([Term::atom("compile"), module, core, how]))?;
    }
    send(sender, &echo(count))
}

fn compiled(kind: &Term, module: &Term, detail: &Term) -> Compiled {
    let outcome = match kind.as_atom() {
        Some("compiled") => Ok(detail.as_bytes().unwrap_or_default().to_vec()),
        _ => Err(detail.as_str().unwrap_or_default().to_owned()),
    };
    Compiled { module: module.as_str().unwrap_or_default().to_owned(), outcome }
}
