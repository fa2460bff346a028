//! Erlang as the judge: what it writes we read and write again, what we write it
//! reads, and of damaged bytes we take what it takes.
//!
//! `otp.escript` is the other side. More terms than usual are tried with
//! `ETF_TERMS=100000 cargo test -p etf --release --test otp`.

// The room itself starts no processes and reads no files; this test must.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod terms;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use etf::{Fault, Frames, Limits, MAX_FRAME_LIMIT, Term, decode, encode, frame_header};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const SEED: u32 = 25;

#[test]
fn what_erlang_writes_is_read_and_written_again() {
    let (made, written) = (file("made"), file("written"));
    escript("make", &[made.as_ref(), count().to_string().as_ref(), SEED.to_string().as_ref()]);
    let originals = read_frames(&made);
    assert!(originals.len() > 3 * count());
    let rewritten: Vec<_> = originals.iter().map(|bytes| encode(&read(bytes))).collect();
    for minor_versions in originals.chunks(3).zip(rewritten.chunks(3)) {
        let ([_, _, newest], [_, _, ours]) = minor_versions else { panic!("three of each") };
        assert_eq!(ours, newest, "the newest minor version is written byte for byte");
    }
    write_frames(&written, &rewritten);
    escript("compare", &[made.as_ref(), written.as_ref()]);
    remove([made, written]);
}

#[test]
fn what_is_written_is_what_erlang_would_write() {
    let terms = samples(terms::term());
    let encoded: Vec<_> = terms.iter().map(encode).collect();
    for ((term, ours), theirs) in terms.iter().zip(&encoded).zip(rewrite("terms", &encoded)) {
        assert_eq!(&read(&theirs), term);
        // Only the order of pairs may differ.
        assert_eq!(theirs.len(), ours.len(), "{term:?}");
    }
}

#[test]
fn of_damaged_bytes_what_erlang_takes_is_taken() {
    let mut damaged = samples(terms::damaged());
    damaged.retain(|bytes| may_be_asked(bytes));
    let mut taken = 0;
    for (bytes, theirs) in damaged.iter().zip(rewrite("damaged", &damaged)) {
        match decode(bytes, Limits::default()) {
            Ok(term) => {
                // Which numbers a pid can have we leave to Erlang.
                let is_plain = !format!("{term:?}").contains("Opaque(");
                assert!(!is_plain || !theirs.is_empty(), "Erlang refuses {bytes:?}: {term:?}");
                taken += 1;
            }
            // Here we are stricter.
            Err(error) => match error.fault {
                Fault::Trailing { .. } | Fault::FunLength { .. } | Fault::Compressed => {}
                _ => assert!(theirs.is_empty(), "Erlang takes {bytes:?}: {error}"),
            },
        }
    }
    assert!(taken > damaged.len() / 20, "only {taken} were terms");
}

/// OTP 25 dies when it writes some damaged funs that it has read, and takes numbers
/// in its own table for atoms. So what we refuse is asked only without such tags.
fn may_be_asked(bytes: &[u8]) -> bool {
    let has_dangerous_tag = || bytes.iter().any(|byte| b"pIJK".contains(byte));
    decode(bytes, Limits::default()).is_ok() || !has_dangerous_tag()
}

fn read(bytes: &[u8]) -> Term {
    decode(bytes, Limits::default()).unwrap_or_else(|error| panic!("{error}: {bytes:?}"))
}

fn samples<T>(strategy: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let mut sample = || strategy.new_tree(&mut runner).expect("a sample").current();
    (0..count()).map(|_| sample()).collect()
}

fn count() -> usize {
    env::var("ETF_TERMS").ok().and_then(|text| text.parse().ok()).unwrap_or(2000)
}

/// What Erlang makes of each: its own encoding, or nothing if it is no term.
fn rewrite(name: &str, encoded: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (from, to) = (file(name), file(&format!("{name}-rewritten")));
    write_frames(&from, encoded);
    escript("rewrite", &[from.as_ref(), to.as_ref()]);
    let rewritten = read_frames(&to);
    assert_eq!(rewritten.len(), encoded.len());
    remove([from, to]);
    rewritten
}

fn escript(command: &str, arguments: &[&Path]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/otp.escript");
    let run = Command::new("escript")
        .arg(script)
        .arg(command)
        .args(arguments)
        .env("ERL_CRASH_DUMP_BYTES", "0")
        .output();
    let output = run.unwrap_or_else(|error| {
        panic!(
            "Erlang/OTP 25 or newer was not found (escript: {error}): `make tools` installs it, \
             or see https://www.erlang.org/downloads"
        )
    });
    let [said, complained] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "otp.escript {command}: {said}{complained}");
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("etf-{name}"))
}

/// Once all went well; otherwise they are worth a look.
fn remove(files: [PathBuf; 2]) {
    for file in files {
        fs::remove_file(file).expect("a file of ours");
    }
}

fn read_frames(file: &Path) -> Vec<Vec<u8>> {
    let mut frames = Frames::new(MAX_FRAME_LIMIT);
    frames.push(&fs::read(file).expect("what Erlang wrote"));
    let mut all = Vec::new();
    while let Some(frame) = frames.take().expect("frames within the limit") {
        all.push(frame.to_vec());
    }
    assert_eq!(frames.unread(), 0);
    all
}

fn write_frames(file: &Path, frames: &[Vec<u8>]) {
    let mut stream = Vec::new();
    for frame in frames {
        stream.extend(frame_header(frame.len()).expect("frames within the limit"));
        stream.extend(frame);
    }
    fs::write(file, stream).expect("the target folder takes files");
}
