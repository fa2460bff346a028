//! Expressions, by how tightly they bind.

use super::{Code, Home};

const OPERATORS: [&str; 18] = [
    "+", "-", "*", "/", "%", "**", "++", "<", ">", "<=", ">=", "==", "/=", "=:=", "=/=", ">>",
    "->", "+",
];
const UNARY: [&str; 10] = [
    "size",
    "class",
    "printString",
    "isNil",
    "not",
    "value",
    "new",
    "module_info",
    "repeat",
    "type",
];
const CLASSES: [&str; 8] =
    ["Depot", "Ferry", "Object", "net@Socket", "Erlang lists", "Integer", "HTTPServer", "E"];

impl Code<'_, '_> {
    /// A keyword send, or anything that binds tighter.
    pub(super) fn expression(&mut self) {
        if self.is_deep() {
            return self.operand();
        }
        self.deeper(|it| match it.choices.below(12) {
            0..3 => it.binary(),
            3..6 => it.control(),
            6 | 7 => it.loops(),
            8 => it.matching(),
            9 => it.own_send(),
            _ => {
                it.binary();
                it.put(" ");
                it.keyword_message();
            }
        });
    }

    pub(super) fn binary(&mut self) {
        self.operand();
        let count = self.choices.below(6).saturating_sub(3);
        for _ in 0..count {
            self.put(" ");
            self.put_one_of(&OPERATORS);
            self.put(" ");
            self.operand();
        }
    }

    fn operand(&mut self) {
        self.primary();
        let count = self.choices.below(6).saturating_sub(3);
        for _ in 0..count {
            self.put(" ");
            self.put_one_of(&UNARY);
        }
    }

    pub(super) fn primary(&mut self) {
        if self.is_deep() {
            return self.variable();
        }
        self.deeper(|it| match it.choices.below(24) {
            0..6 => it.variable(),
            6..11 => it.literal(),
            11 => {
                let words = if it.home == Home::Outside { 3 } else { 5 };
                it.put_one_of(&["nil", "true", "false", "self", "super"][..words]);
            }
            12 => it.put_one_of(&CLASSES),
            13 => match it.field() {
                Some(field) => {
                    it.put("self.");
                    it.put(field);
                }
                None => it.literal(),
            },
            14 | 15 => it.in_parentheses(),
            16..19 => {
                let parameters = it.choices.below(4).saturating_sub(1);
                it.block(parameters);
            }
            19 if it.rarely(24) => it.wide_expression(),
            19 | 20 => it.interpolation(),
            21 => it.list(),
            22 => {
                it.put("#[");
                let count = it.choices.below(4);
                it.separated(count, " , ", Self::expression);
                it.put("]");
            }
            _ => it.map(),
        });
    }

    fn interpolation(&mut self) {
        self.put_one_of(&["\"{", "\"a {", "\"größe \"\"q\"\" {"]);
        self.hole();
        let count = self.choices.below(3);
        for _ in 0..count {
            self.put_one_of(&["}{", "} b {", "} \\{x\\} {"]);
            self.hole();
        }
        self.put_one_of(&["}\"", "} c\""]);
    }

    /// Quoted symbols are not known where the end of a hole is looked for.
    fn hole(&mut self) {
        let (start, known) = (self.text.len(), self.scope.len());
        self.expression();
        if self.text[start..].contains('\'') {
            self.text.truncate(start);
            self.scope.truncate(known);
            self.put("3");
        }
    }

    fn list(&mut self) {
        self.put("#(");
        let count = self.choices.below(4);
        self.separated(count, " , ", Self::expression);
        if count > 0 && self.rarely(3) {
            self.put(" | ");
            self.operand();
        }
        self.put(")");
    }

    fn map(&mut self) {
        self.put("#{");
        let count = self.choices.below(4);
        self.separated(count, " , ", |it| {
            match it.choices.below(4) {
                0 | 1 => it.literal(),
                2 => it.in_parentheses(),
                _ => it.put_one_of(&["Depot", "#a size"]),
            }
            it.put(" => ");
            it.expression();
        });
        self.put("}");
    }

    fn matching(&mut self) {
        self.binary();
        self.put_one_of(&[" match: [", " matchExhaustive: ["]);
        let count = self.choices.below(5);
        self.separated(count, "; ", |it| {
            it.scoped(|it| {
                it.pattern();
                if it.rarely(3) {
                    it.put(" when: [");
                    it.assigned();
                    it.put("]");
                }
                it.put(" -> ");
                it.arm_body();
            });
        });
        self.put("]");
    }

    fn arm_body(&mut self) {
        match self.choices.below(8) {
            6 => self.put("^"),
            7 => {
                let name = self.known_name().unwrap_or("a");
                self.put(name);
                self.put(" := ");
            }
            _ => {}
        }
        self.expression();
    }

    pub(super) fn cascade(&mut self) {
        self.expression();
        let count = 1 + self.choices.below(3);
        for _ in 0..count {
            self.put("; ");
            match self.choices.below(4) {
                0 | 1 => self.put_one_of(&UNARY),
                2 => {
                    self.put_one_of(&OPERATORS);
                    self.put(" ");
                    self.operand();
                }
                _ => self.keyword_message(),
            }
        }
    }

    fn keyword_message(&mut self) {
        let count = 1 + self.choices.below(3);
        self.separated(count, " ", |it| {
            it.put_one_of(&["at: ", "put: ", "do: ", "with: ", "value: ", "ifTrue: ", "to: "]);
            it.binary();
        });
    }

    /// Of something that the class defines or inherits, to `self` or `super`.
    fn own_send(&mut self) {
        if self.home == Home::Outside {
            return self.binary();
        }
        self.put_one_of(&["self", "super", "self class", "(self)"]);
        let selector = match self.selectors.as_slice() {
            [] => "printString".to_owned(),
            known => known[usize::from(self.choices.below(known.len().min(255) as u8))].clone(),
        };
        // A comma can be defined, and never be sent infix.
        let selector = if selector == "," { "perform:".to_owned() } else { selector };
        for part in selector.split_inclusive(':') {
            self.put(" ");
            self.put(part);
            if part.ends_with(':') || part.starts_with(|first: char| !first.is_alphanumeric()) {
                self.put(" ");
                self.operand();
            }
        }
    }
}
