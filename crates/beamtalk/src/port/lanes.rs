//! Two lanes, so that whoever waits at a prompt does not wait for a compilation.
//!
//! Each has a few threads: one text that takes long leaves room for others, and a lane
//! is full only when several do, which is for whoever waits to notice. Answers leave as
//! they are ready.
//!
//! The threads of the quick lane read the input, one at a time. Who has read a quick
//! request answers it while another reads on: to hand it over and wake somebody for it
//! would take longer than most answers. The last of them always reads.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::intake::{Intake, Job};
use super::project::Project;
use super::serve;
use super::wire::Output;
use crate::exit::Exit;

/// Deep texts are answered on a stack of a known size.
const STACK: usize = 64 << 20;
/// How many requests a lane works on at a time.
const THREADS: usize = 2;

/// What the threads of the quick lane share.
struct Quick {
    intake: Mutex<Intake>,
    standby: Mutex<Standby>,
}

/// Either some wait to read, or requests wait for one who is done.
#[derive(Default)]
struct Standby {
    /// How many read or wait to.
    readers: usize,
    jobs: VecDeque<Job>,
}

/// Answers all that comes, until the input ends.
pub(super) fn run(intake: Intake, output: &Output) -> Exit {
    let project = Arc::new(Project::default());
    let answer = |output: Output, project: Arc<Project>| {
        move |job: Job| output.send(&serve::answer(&job.request, &job.classes, &project))
    };
    let (submit, jobs) = mpsc::channel::<Job>();
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..THREADS {
        let (jobs, answer) = (Arc::clone(&jobs), answer(output.clone(), Arc::clone(&project)));
        start("slow", move || {
            while let Some(job) = next(&jobs) {
                answer(job);
            }
        });
    }
    let quick = Quick { intake: Mutex::new(intake), standby: Mutex::default() };
    let quick = Arc::new(quick);
    let (end, ended) = mpsc::channel::<Exit>();
    for _ in 0..=THREADS {
        let (quick, submit, end) = (Arc::clone(&quick), submit.clone(), end.clone());
        let answer = answer(output.clone(), Arc::clone(&project));
        start("quick", move || {
            let exit = quick.work(&submit, answer);
            // Only the first end counts.
            let _ = end.send(exit);
        });
    }
    // Should the threads be gone, so is what they were there for.
    drop(end);
    ended.recv().unwrap_or(Exit::Clean)
}

impl Quick {
    /// Reads and answers in turn, until the input ends.
    fn work(&self, slow: &Sender<Job>, answer: impl Fn(Job)) -> Exit {
        loop {
            while let Some(job) = self.take_or_stand_by() {
                answer(job);
            }
            match self.read(slow) {
                Ok(job) => answer(job),
                Err(exit) => return exit,
            }
        }
    }

    /// A request that waits. Without one the thread counts as one that will read: both at
    /// once, for a reader puts requests there only while nobody does.
    fn take_or_stand_by(&self) -> Option<Job> {
        let mut standby = held(&self.standby);
        let job = standby.jobs.pop_front();
        if job.is_none() {
            standby.readers += 1;
        }
        job
    }

    /// The next quick request that this thread may answer, as another will read on.
    fn read(&self, slow: &Sender<Job>) -> Result<Job, Exit> {
        let mut intake = held(&self.intake);
        loop {
            let job = intake.next()?;
            if !job.request.command.is_quick() {
                // A lane that is gone has taken the whole process with it.
                let _ = slow.send(job);
                continue;
            }
            let mut standby = held(&self.standby);
            // One of them is this thread.
            if standby.readers > 1 {
                standby.readers -= 1;
                return Ok(job);
            }
            standby.jobs.push_back(job);
        }
    }
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) {
    let started = thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work);
    // Without threads there is nothing to serve with; the system will start us again.
    if started.is_err() {
        std::process::exit(1);
    }
}

/// Nothing once no more will come.
fn next(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    held(jobs).recv().ok()
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
