//! Any text with a cursor anywhere in it: there is a tree, and the cursor is in it.
//! The last two bytes say where the cursor stands.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let [bytes @ .., low, high] = bytes {
        let text = fuzz::text::from_bytes(bytes);
        let offset = usize::from(u16::from_le_bytes([*low, *high])) % (text.len() + 1);
        fuzz::promises::check_at(&text, offset as u32);
    }
});
