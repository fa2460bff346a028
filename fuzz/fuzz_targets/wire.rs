//! Any bytes as the compiler's port gets them: frames, terms and classes.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::wire::check(bytes));
