//! Frames from standard input, frames to standard output.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use etf::{FrameTooLong, Frames, MAX_FRAME_LIMIT, Term, frame_header};

use super::answer::Answer;
use super::request::no_id;

/// How much is read at once.
const CHUNK: usize = 64 << 10;

pub(super) enum Received {
    Frame(Vec<u8>),
    End,
    CutOff,
    TooLong(FrameTooLong),
}

/// What comes in, frame by frame. After anything but a frame comes nothing more.
pub(super) struct Input {
    frames: Frames,
    chunk: Vec<u8>,
}

impl Input {
    pub(super) fn new() -> Input {
        Input { frames: Frames::new(MAX_FRAME_LIMIT), chunk: vec![0; CHUNK] }
    }
}

impl Iterator for Input {
    type Item = Received;

    fn next(&mut self) -> Option<Received> {
        loop {
            match self.frames.take() {
                Ok(Some(frame)) => return Some(Received::Frame(frame.to_vec())),
                Ok(None) => {}
                Err(too_long) => return Some(Received::TooLong(too_long)),
            }
            match io::stdin().lock().read(&mut self.chunk) {
                Ok(0) if self.frames.unread() == 0 => return Some(Received::End),
                Ok(0) => return Some(Received::CutOff),
                Ok(count) => self.frames.push(self.chunk.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Some(Received::End),
            }
        }
    }
}

/// Where all threads answer; a frame is written as a whole.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<io::Stdout>>);

impl Output {
    pub(super) fn new() -> Output {
        Output(Arc::new(Mutex::new(io::stdout())))
    }

    /// What cannot be written nobody reads any more: the input will end, too. What is too
    /// long for a frame is told of, so that nobody waits for it.
    pub(super) fn send(&self, term: &Term) {
        let payload = etf::encode(term);
        let Ok(header) = frame_header(payload.len()) else {
            let id = term.get("id").cloned().unwrap_or_else(no_id);
            return self.send(&Answer::refusal("the answer is too long for a frame").into_term(id));
        };
        let mut bytes = Vec::with_capacity(header.len() + payload.len());
        bytes.extend_from_slice(&header);
        bytes.extend_from_slice(&payload);
        let stdout = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stdout = stdout.lock();
        let _ = stdout.write_all(&bytes).and_then(|()| stdout.flush());
    }
}

/// A system that was killed takes its port along, even one that is busy. Ctrl-C at a
/// terminal is for the system, not for the port.
pub(super) fn end_with_the_parent() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    // Asking to hear of it is enough for it not to end the process.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default());
}
