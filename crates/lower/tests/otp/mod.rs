//! Runs a driver written in Erlang.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the compiler under test is another program"
)]

use std::path::Path;
use std::process::Command;

/// Compiles `driver`, a module of that name in `folder`, calls its `main/0`, and
/// answers all it said.
pub(crate) fn run_erlang(folder: &Path, driver: &str) -> String {
    let start = format!(
        "{{ok, M, B}} = compile:file(\"{driver}\", [binary, report]), \
         {{module, M}} = code:load_binary(M, \"{driver}\", B), M:main(), halt()."
    );
    let output = Command::new("erl")
        .args(["-noshell", "+pc", "unicode", "-eval", &start])
        .current_dir(folder)
        .output()
        .expect("Erlang/OTP 25 or newer was not found: `erl` must be on the PATH");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said + &String::from_utf8_lossy(&output.stderr)
}
