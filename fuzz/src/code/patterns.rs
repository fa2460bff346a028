//! Patterns of match arms and of destructuring assignments.

use super::{Code, NAMES};

const TESTED: [&str; 16] = [
    "Integer",
    "Float",
    "Boolean",
    "True",
    "False",
    "Nil",
    "UndefinedObject",
    "List",
    "Block",
    "Pid",
    "Port",
    "Reference",
    "String",
    "Symbol",
    "Depot",
    "Object",
];

impl Code<'_, '_> {
    /// A pattern in full; its names are bound after it.
    pub(super) fn pattern(&mut self) {
        let bound = self.scope.len();
        self.pattern_within(bound);
    }

    fn pattern_within(&mut self, bound: usize) {
        let kinds = if self.is_deep() { 12 } else { 18 };
        self.deeper(|it| match it.choices.below(kinds) {
            0 | 1 => it.put("_"),
            2 => it.put("nil"),
            3..6 => it.pattern_name(bound),
            6 | 7 => {
                it.pattern_name(bound);
                // A wildcard may be tested as well.
                it.put(" :: ");
                it.put_one_of(&TESTED);
            }
            8..10 => it.literal(),
            10 => it.put_one_of(&["-1", "- 2.5", "- 0", "- 16rFF", "- 0.0"]),
            11 => it.put_one_of(&["{}", "#[]", "#{}", "<<>>"]),
            12 => it.tuple_pattern_within(bound),
            13 => it.array_pattern(bound),
            14 => it.map_pattern(bound),
            15 => it.constructor(bound),
            _ => it.binary_pattern(bound),
        });
    }

    pub(super) fn tuple_pattern(&mut self) {
        let bound = self.scope.len();
        self.tuple_pattern_within(bound);
    }

    fn tuple_pattern_within(&mut self, bound: usize) {
        self.elements("{", bound, Self::pattern_within, "}");
    }

    /// A name may stand in an array again: both elements are then equal.
    fn array_pattern(&mut self, bound: usize) {
        let first = self.scope.len();
        self.put("#[");
        let count = self.choices.below(4);
        self.separated(count, " , ", |it| match it.scope.len() > first && it.rarely(3) {
            true => it.put(it.scope[first]),
            false => it.pattern_within(bound),
        });
        self.put("]");
    }

    /// What may stand left of `:=` besides tuples: no pattern within another.
    pub(super) fn flat_pattern(&mut self) {
        let bound = self.scope.len();
        if self.rarely(3) {
            self.put("#{");
            let count = self.choices.below(4);
            self.separated(count, " , ", |it| {
                it.key();
                it.put(" => ");
                it.name_or_wildcard(bound);
            });
            return self.put("}");
        }
        let (open, close) = if self.rarely(2) { ("#(", ")") } else { ("#[", "]") };
        self.put(open);
        let count = 1 + self.choices.below(3);
        self.separated(count, " , ", |it| match it.choices.below(5) {
            0..3 => it.pattern_name(bound),
            3 => it.put("_"),
            _ => it.literal(),
        });
        if self.rarely(3) {
            self.put(" , ...");
            self.name_or_wildcard(bound);
        }
        self.put(close);
    }

    fn elements(&mut self, open: &str, bound: usize, make: fn(&mut Self, usize), close: &str) {
        self.put(open);
        let count = self.choices.below(4);
        self.separated(count, " , ", |it| make(it, bound));
        self.put(close);
    }

    /// A name that the pattern has not bound yet: none is bound twice.
    fn pattern_name(&mut self, bound: usize) {
        let name = self.choices.pick(&NAMES[..16]);
        match self.scope[bound.min(self.scope.len())..].contains(&name) {
            true => self.put("_"),
            false => {
                self.scope.push(name);
                self.put(name);
            }
        }
    }

    fn name_or_wildcard(&mut self, bound: usize) {
        match self.rarely(4) {
            true => self.put("_"),
            false => self.pattern_name(bound),
        }
    }

    fn map_pattern(&mut self, bound: usize) {
        self.put("#{");
        let count = self.choices.below(4);
        self.separated(count, " , ", |it| {
            it.key();
            it.put(" => ");
            it.small_pattern(bound);
        });
        self.put("}");
    }

    fn constructor(&mut self, bound: usize) {
        self.put_one_of(&["Result ok: ", "Result error: ", "Depot at: "]);
        self.small_pattern(bound);
        let count = self.choices.below(3);
        (0..count).for_each(|_| {
            self.put_one_of(&[" total: ", " at: ", " b: "]);
            self.small_pattern(bound);
        });
    }

    /// What may stand in a map or in a constructor.
    fn small_pattern(&mut self, bound: usize) {
        match self.choices.below(5) {
            0..2 => self.pattern_name(bound),
            2 => self.put("_"),
            3 => self.literal(),
            _ => self.put("- 3"),
        }
    }

    fn binary_pattern(&mut self, bound: usize) {
        self.put("<<");
        let count = self.choices.below(5);
        self.separated(count, " , ", |it| it.segment(bound));
        self.put(">>");
    }

    fn segment(&mut self, bound: usize) {
        // Read before it is bound: no segment counts itself.
        let size = self.known_name();
        self.name_or_wildcard(bound);
        match self.choices.below(8) {
            0..2 => {}
            2 => self.put(":8"),
            3 => {
                self.put_one_of(&[" : 16", ":1", ":0", ":7", ":32", ":64", ":99999999999999999999"])
            }
            _ => {
                self.put(":");
                self.put(size.unwrap_or("8"));
            }
        }
        if self.rarely(2) {
            self.put_one_of(&[
                "/binary",
                "/integer",
                "/bytes",
                "/utf8",
                "/float",
                "/little-signed",
                "/native",
                "/signed-big-integer",
                "/unsigned-little",
                "/float-little",
                "/big",
                "/binary-unsigned",
            ]);
        }
    }
}
