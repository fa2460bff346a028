//! A resident `erl` that says whether OTP takes modules of Core Erlang.
//!
//! In go batches of encoded modules, out come the refusals; batches are checked
//! while others are made. What a module is made of is not known here, and what is
//! asked of it stands in `core_gate.erl`.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

const DRIVER: &str = include_str!("core_gate.erl");

/// Erlang keeps every atom it has met; a gate that has met so many is to be replaced.
pub const MANY_ATOMS: u32 = 4_000_000;

/// A module, and what is to be asked about it.
#[derive(Clone, Debug)]
pub enum Question {
    /// What `encode` answered: to be linted, or linted and compiled.
    Term(Vec<u8>),
    CompiledTerm(Vec<u8>),
    /// What `print` answered: to be read and linted.
    Text(String),
}

/// The answer to a batch: which of its questions were refused. Atoms counts all
/// that the gate has met so far.
#[derive(Clone, Debug)]
pub struct Answer {
    pub batch: u32,
    pub atoms: u32,
    pub refusals: Vec<Refusal>,
}

#[derive(Clone, Debug)]
pub struct Refusal {
    /// Which question of the batch.
    pub index: usize,
    /// The same for all that are refused for the same reason.
    pub kind: String,
    pub words: String,
}

#[derive(Debug)]
pub struct Gate {
    folder: PathBuf,
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Answer>,
    reader: Option<JoinHandle<()>>,
    batches: u32,
}

impl Gate {
    pub fn start() -> Gate {
        static GATES: AtomicUsize = AtomicUsize::new(0);
        let number = GATES.fetch_add(1, Ordering::Relaxed);
        let name = format!("beamtalk-gate-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("the folder of temporary files can be written");
        std::fs::write(folder.join("core_gate.erl"), DRIVER).expect("and so can files in it");
        let start = "{ok, M, B} = compile:file(\"core_gate\", [binary, report]), \
                     {module, M} = code:load_binary(M, \"core_gate\", B), M:main().";
        let mut child = Command::new("erl")
            .args(["-noshell", "-noinput", "+t", "8000000", "-eval", start])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Erlang/OTP 25 or newer was not found: `erl` must be on the PATH");
        let input = child.stdin.take();
        let mut output = child.stdout.take().expect("standard output is a pipe");
        let (sender, answers) = channel();
        // Read at all times, or both sides could wait for room in a pipe.
        let reader = std::thread::spawn(move || {
            while let Some(packet) = packet(&mut output) {
                if sender.send(answer(&packet)).is_err() {
                    return;
                }
            }
        });
        Gate { folder, child, input, answers, reader: Some(reader), batches: 0 }
    }

    /// Asks, and answers the number that the answer will have.
    pub fn ask(&mut self, questions: &[Question]) -> u32 {
        self.batches += 1;
        let mut packet = self.batches.to_be_bytes().to_vec();
        for question in questions {
            let (form, bytes) = match question {
                Question::Term(bytes) => (0, bytes.as_slice()),
                Question::CompiledTerm(bytes) => (1, bytes.as_slice()),
                Question::Text(text) => (2, text.as_bytes()),
            };
            packet.push(form);
            packet.extend((bytes.len() as u32).to_be_bytes());
            packet.extend(bytes);
        }
        let input = self.input.as_mut().expect("a gate is open until it is dropped");
        let length = (packet.len() as u32).to_be_bytes();
        let written = input.write_all(&length).and_then(|()| input.write_all(&packet));
        written.expect("the gate is running");
        self.batches
    }

    /// The next answer, whichever batch it is for.
    pub fn answer(&mut self) -> Answer {
        self.answers.recv().expect("the gate is running")
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        // It ends when its input does.
        drop(self.input.take());
        let _ = self.child.wait();
        let _ = self.reader.take().map(JoinHandle::join);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn packet(output: &mut ChildStdout) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    output.read_exact(&mut length).ok()?;
    let mut packet = vec![0; u32::from_be_bytes(length) as usize];
    output.read_exact(&mut packet).ok()?;
    Some(packet)
}

fn answer(mut packet: &[u8]) -> Answer {
    let rest = &mut packet;
    let (batch, atoms) = (number(rest), number(rest));
    let mut refusals = Vec::new();
    while !rest.is_empty() {
        let index = number(rest) as usize;
        refusals.push(Refusal { index, kind: text(rest), words: text(rest) });
    }
    Answer { batch, atoms, refusals }
}

fn number(rest: &mut &[u8]) -> u32 {
    let (number, after) = rest.split_first_chunk().expect("a number follows");
    *rest = after;
    u32::from_be_bytes(*number)
}

fn text(rest: &mut &[u8]) -> String {
    let size = number(rest) as usize;
    let (text, after) = rest.split_at(size);
    *rest = after;
    String::from_utf8_lossy(text).into_owned()
}
