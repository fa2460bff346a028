//! Any text: lexing, parsing, printing and formatting keep their promises.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::promises::check(&fuzz::text::from_bytes(bytes)));
