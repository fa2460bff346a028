//! Makes programs for a number of seconds, lowers them, and asks OTP whether it
//! takes what came out: core_gate SECONDS [FOLDER…]
//!
//! First come the files of the folders as they are; to see a finding again, name its
//! folder. Then programs are made by choice of productions, and of pieces of the
//! files. Each module is linted, some are compiled, and of some the printed text is
//! read. What is refused is made small, printed, and kept in fuzz/artifacts/core.
//! SEED chooses the programs; without it they are others each time.

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use fuzz::choices::Choices;
use fuzz::mutants::Pieces;
use fuzz::random::Random;
use fuzz::search::{Counts, Questions, Search};
use fuzz::{code, program};

const ARTIFACTS: &str = "fuzz/artifacts/core";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(seconds) = arguments.next().and_then(|it| it.parse().ok()) else {
        eprintln!("usage: core_gate SECONDS [FOLDER…]");
        return ExitCode::from(2);
    };
    let seed = std::env::var("SEED").ok().and_then(|it| it.parse().ok()).unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(0, |it| it.as_nanos() as u64)
    });
    let mut random = Random::new(seed);
    let mut search = Search::start();
    let mut pieces = Pieces::default();
    for folder in arguments {
        for file in std::fs::read_dir(&folder).expect("folders can be read").flatten() {
            // What is no text is no source.
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            pieces.add(&text);
            search.offer(text, Questions::All);
        }
    }
    // Pieces of made-up code may stand where the files have only plain things.
    (0..200).for_each(|_| pieces.add(&made_up(&mut random)));
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(seconds) {
        let text = match random.below(16) {
            0..9 => made_up(&mut random),
            9 => {
                let length = 8 + random.below(160);
                program::text(&mut Choices::new(&random.bytes(length)))
            }
            _ => pieces.program(&mut random),
        };
        search.offer(text, Questions::Sample);
    }
    search.finish();
    let taken = started.elapsed().as_secs_f64();
    let Counts { programs, modules, compiled, printed, senseless } = search.counts;
    println!(
        "{programs} programs, {modules} modules linted, {compiled} compiled, {printed} texts read, \
         {:.0} modules/s, {senseless} refused that make no sense, seed {seed}",
        modules as f64 / taken,
    );
    let mut status = ExitCode::SUCCESS;
    for (number, finding) in search.findings().into_iter().enumerate() {
        status = ExitCode::FAILURE;
        let file = format!("{ARTIFACTS}/{number}-{}.bt", spelled(&finding.kind));
        println!("\n== {}: {} modules", finding.kind, finding.count);
        println!("{}\n-- {}\n-- kept in {file}", finding.text, finding.words);
        std::fs::create_dir_all(ARTIFACTS).expect("findings can be kept");
        std::fs::write(file, finding.text).expect("findings can be kept");
    }
    status
}

fn made_up(random: &mut Random) -> String {
    let most = if random.below(8) == 0 { 400 } else { 100 };
    let length = 8 + random.below(most);
    code::text(&mut Choices::new(&random.bytes(length)))
}

/// A kind as part of a file's name.
fn spelled(kind: &str) -> String {
    let kind: String = kind.chars().map(|it| if it.is_alphanumeric() { it } else { '-' }).collect();
    kind.trim_matches('-').chars().take(60).collect()
}
