//! Sends that take blocks: the control flow that is compiled in place, sends that
//! look like it, and sends of blocks that are values.

use super::Code;

/// What a keyword takes.
#[derive(Clone, Copy)]
enum Argument {
    /// A block with so many parameters.
    Block(u8),
    Value,
    Class,
}

use Argument::{Block, Class, Value};

type Parts = &'static [(&'static str, Argument)];

const TO_VALUES: [Parts; 25] = [
    &[("ifTrue:", Block(0))],
    &[("ifTrue:", Block(0)), ("ifFalse:", Block(0))],
    &[("ifFalse:", Block(0))],
    &[("ifFalse:", Block(0)), ("ifTrue:", Block(0))],
    &[("and:", Block(0))],
    &[("or:", Block(0))],
    &[("ifNil:", Block(0))],
    &[("ifNotNil:", Block(1))],
    &[("ifNotNil:", Block(0))],
    &[("ifNil:", Block(0)), ("ifNotNil:", Block(1))],
    &[("ifNotNil:", Block(1)), ("ifNil:", Block(0))],
    &[("timesRepeat:", Block(0))],
    &[("to:", Value), ("do:", Block(1))],
    &[("to:", Value), ("by:", Value), ("do:", Block(1))],
    &[("do:", Block(1))],
    &[("collect:", Block(1))],
    &[("select:", Block(1))],
    &[("inject:", Value), ("into:", Block(2))],
    &[("detect:", Block(1)), ("ifNone:", Block(0))],
    &[("keysAndValuesDo:", Block(2))],
    &[("at:", Value), ("ifAbsent:", Block(0))],
    &[("isNil:", Block(0))],
    &[("do:", Block(1)), ("separatedBy:", Block(0))],
    &[("ifTrue:", Value)],
    &[("perform:", Value), ("withArguments:", Value)],
];

const TO_BLOCKS: [Parts; 12] = [
    &[("whileTrue:", Block(0))],
    &[("whileFalse:", Block(0))],
    &[("on:", Class), ("do:", Block(1))],
    &[("ensure:", Block(0))],
    &[("on:", Class), ("do:", Block(1)), ("ensure:", Block(0))],
    &[("ifCurtailed:", Block(0))],
    &[("on:", Class), ("do:", Block(0))],
    &[("value:", Value)],
    &[("value:", Value), ("value:", Value)],
    &[("valueWithArguments:", Value)],
    &[("whileTrue:", Value)],
    &[("whileNotNil:", Block(0))],
];

impl Code<'_, '_> {
    /// A keyword send with blocks to a value.
    pub(super) fn control(&mut self) {
        self.binary();
        self.keywords_with_blocks(&TO_VALUES);
    }

    /// A send to a literal block.
    pub(super) fn loops(&mut self) {
        let parameters = if self.rarely(8) { 1 } else { 0 };
        self.block(parameters);
        match self.choices.below(6) {
            0 => self.put(" value"),
            1 => self.put(" repeat"),
            2 => self.put_one_of(&[" whileTrue", " fork", " value value"]),
            _ => self.keywords_with_blocks(&TO_BLOCKS),
        }
    }

    fn keywords_with_blocks(&mut self, table: &[Parts]) {
        let parts = table[usize::from(self.choices.below(table.len() as u8))];
        for (keyword, argument) in parts {
            self.put(" ");
            self.put(keyword);
            self.put(" ");
            self.argument(*argument);
        }
    }

    fn argument(&mut self, argument: Argument) {
        match argument {
            Value => self.binary(),
            Class => self.put_one_of(&["Error", "Exception", "net@Socket", "Depot"]),
            // Now and then something else stands where a block is the rule.
            Block(_) if self.rarely(24) => self.binary(),
            Block(parameters) if self.rarely(24) => self.block(parameters ^ 1),
            Block(parameters) => self.block(parameters),
        }
    }

    pub(super) fn block(&mut self, parameters: u8) {
        self.put("[");
        self.scoped(|it| {
            for _ in 0..parameters {
                it.put(":");
                let name = it.new_name();
                it.put(name);
                if it.rarely(16) {
                    it.put_one_of(&[" :: Integer", " :: (Nil | Depot)"]);
                }
                it.put(" ");
            }
            if parameters > 0 {
                it.put("| ");
            }
            it.deeper(|it| {
                let count = it.choices.below(4);
                it.statements(count, ". ");
            });
        });
        self.put("]");
    }
}
