//! Things of a size that the BEAM has a limit for: 255 characters in an atom, 255
//! arguments, and literals that fill more than one byte can count.

use super::Code;

/// Around the limit, and beyond.
const SIZES: [usize; 5] = [40, 254, 255, 256, 300];

impl Code<'_, '_> {
    pub(super) fn wide_expression(&mut self) {
        let size = SIZES[usize::from(self.choices.below(SIZES.len() as u8))];
        match self.choices.below(12) {
            0 => self.put_many("#", size, "s", ""),
            1 => self.put_many("#'", size, "ö€", "'"),
            2 => self.put_many("9", size, "07", ""),
            3 => self.put_many("\"", size, "ö€", "\""),
            4 => self.put_many("#(1", size, " , a", ")"),
            5 => self.put_many("#[1", size, " , $a", "]"),
            6 => self.put_many("(self", size, " k: a", ")"),
            7 => self.put_many("[", size, ":p ", "| a]"),
            8 => self.put_many("(v", size, "v", " := 3)"),
            9 => {
                let name = "v".repeat(size);
                self.put(&format!("[:{name} | {name} := [{name} := {name} + 1]]"));
            }
            10 => self.put_many("(Other", size, "s new", ")"),
            _ => {
                self.put("#{");
                (0..size).for_each(|index| self.put(&format!("{index} => a , ")));
                self.put("}");
            }
        }
    }

    /// A method with a selector of some length.
    pub(super) fn wide_selector(&mut self) -> String {
        let size = SIZES[usize::from(self.choices.below(SIZES.len() as u8))];
        match self.choices.below(3) {
            0 => "s".repeat(size),
            1 => "k:".repeat(size),
            _ => "kkk:".repeat(size / 4),
        }
    }

    fn put_many(&mut self, open: &str, size: usize, each: &str, close: &str) {
        self.put(open);
        (0..size).for_each(|_| self.put(each));
        self.put(close);
    }
}
