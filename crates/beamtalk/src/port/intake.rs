//! What comes in, in its order: changes are applied at once, so that every request that
//! comes after one sees it, and requests are given out with the classes they see.

use super::answer::Answer;
use super::classes::Classes;
use super::complain;
use super::request::{self, Incoming, Request};
use super::wire::{Input, Output, Received};
use crate::exit::Exit;
use crate::fence::fenced;

/// A header that claims more than is allowed.
const TOO_LONG: u8 = 65;
/// The input ended inside a frame.
const CUT_OFF: u8 = 66;

pub(super) struct Intake {
    input: Input,
    classes: Classes,
    output: Output,
}

pub(super) struct Job {
    pub(super) request: Request,
    pub(super) classes: Classes,
}

impl Intake {
    pub(super) fn new(output: &Output) -> Intake {
        Intake { input: Input::new(), classes: Classes::default(), output: output.clone() }
    }

    /// The next request, or how the input ended.
    pub(super) fn next(&mut self) -> Result<Job, Exit> {
        loop {
            let frame = match self.input.next() {
                Some(Received::Frame(frame)) => frame,
                Some(Received::End) | None => return Err(Exit::Clean),
                Some(Received::CutOff) => {
                    complain("the input ended inside a frame");
                    return Err(Exit::Program(CUT_OFF));
                }
                Some(Received::TooLong(too_long)) => {
                    complain(&format!("{too_long}"));
                    return Err(Exit::Program(TOO_LONG));
                }
            };
            // Our own bugs cost the frame that brings them out.
            match fenced(|| self.take(&frame)) {
                Ok(Some(job)) => return Ok(job),
                Ok(None) => {}
                Err(panic) => {
                    let answer = Answer::refusal(&format!("internal compiler error: {panic}"));
                    self.output.send(&answer.into_term(request::no_id()));
                }
            }
        }
    }

    fn take(&mut self, frame: &[u8]) -> Option<Job> {
        match request::read(frame) {
            Ok(Incoming::Change(change)) => {
                // In place: a clone that is then changed would cost as much as all classes.
                let notices = self.classes.apply(change);
                notices.iter().for_each(|notice| self.output.send(notice));
                None
            }
            Ok(Incoming::Request(request)) => Some(Job { request, classes: self.classes.clone() }),
            Err(wrong) => {
                self.output.send(&Answer::refusal(&wrong.why).into_term(wrong.id));
                None
            }
        }
    }
}
