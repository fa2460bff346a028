//! Constants of every kind, with the largest, smallest and oddest of them.

use super::Code;

const INTEGERS: [&str; 16] = [
    "1",
    "0",
    "-2",
    "42",
    "16rFF",
    "36rZz",
    "2r1011",
    "-9223372036854775808",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "123456789012345678901234567890",
    "16rFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
    "576460752303423488",
    "0000000000000000000000000000000000000007",
];

const FLOATS: [&str; 8] =
    ["1.5", "-0.0", "2e3", "1.7976931348623157e308", "5e-324", "1e-400", "0.1", "-6.5e-1"];

const STRINGS: [&str; 10] = [
    "\"s\"",
    "\"\"",
    "\"\"\"\"",
    "\"C:\\new \\{x\\}\"",
    "\"größe € 😀\"",
    "\"a text that is longer than a segment of thirty-two bytes\"",
    "\"~p ~s %d 'q'\"",
    "\"two\n      lines\"",
    "\"\t\u{7f}\u{1}\"",
    "\"'\"",
];

const SYMBOLS: [&str; 16] = [
    "#a",
    "#at:put:",
    "#a:b",
    "#+",
    "#->",
    "#>=",
    "#//",
    "#'a ''b'''",
    "#''",
    "#'größe € 😀'",
    "#'Elixir.Foo'",
    "#'_'",
    "#'back\\slash \"q\"'",
    "#'$beamtalk_class'",
    "#true",
    "#'two\nlines'",
];

const CHARACTERS: [&str; 8] = ["$a", "$\\n", "$é", "$😀", "$\"", "$\\\\", "$'", "$ "];

impl Code<'_, '_> {
    pub(super) fn literal(&mut self) {
        match self.choices.below(8) {
            0..3 => self.put_one_of(&INTEGERS),
            3 => self.put_one_of(&FLOATS),
            4 | 5 => self.put_one_of(&STRINGS),
            6 => self.put_one_of(&SYMBOLS),
            _ => self.put_one_of(&CHARACTERS),
        }
    }

    /// What may be a key in a pattern of a map.
    pub(super) fn key(&mut self) {
        match self.rarely(3) {
            true => self.put_one_of(&STRINGS),
            false => self.put_one_of(&SYMBOLS),
        }
    }
}
