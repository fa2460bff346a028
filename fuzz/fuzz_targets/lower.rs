//! Any text without errors: lowering its classes keeps its promises.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::lowering::check(&fuzz::text::from_bytes(bytes)));
