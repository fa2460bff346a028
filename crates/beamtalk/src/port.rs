//! `beamtalk compiler-port`: the compiler, as a running system asks it.
//!
//! On standard input come frames of Erlang terms: classes as they are registered and
//! removed, and requests. On standard output go the answers, each with the number of
//! its request, in the order in which they are ready. What is kept here is a copy of
//! what the running system knows, and may be thrown away with the process at any time.

mod analysis;
mod answer;
mod classes;
mod fields;
mod findings;
mod ground;
mod intake;
mod lanes;
mod layout;
mod merge;
mod modules;
mod places;
mod project;
mod request;
mod serve;
mod wire;

use crate::exit::{Exit, Failure};
use intake::Intake;
use wire::Output;

/// Serves until the input ends. Whatever is being worked on then is of use to nobody.
pub(crate) fn run() -> Result<Exit, Failure> {
    wire::end_with_the_parent();
    let output = Output::new();
    let intake = Intake::new(&output);
    Ok(lanes::run(intake, &output))
}

/// Whoever started the port keeps what it writes here in a log, if anywhere.
fn complain(what: &str) {
    eprintln!("beamtalk compiler-port: {what}");
}
