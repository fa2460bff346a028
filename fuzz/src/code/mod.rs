//! Classes, extensions and statements whose bodies mean something, made by choosing
//! productions.
//!
//! In go choices, out comes a text that is nearly always free of errors. Where
//! `program` varies the layout, this varies what must be lowered: the variables in
//! scope are known here, so that blocks read and write those of the bodies around
//! them, methods call each other, and every form of expression, pattern and
//! declaration comes up. Knows nothing of what the text will be fed to.

mod blocks;
mod declarations;
mod expressions;
mod literals;
mod patterns;
mod statements;
mod wide;

use crate::choices::Choices;

/// The deepest that expressions nest.
const DEEPEST: u8 = 7;

/// Variables, parameters and slots. Some of the names mean something elsewhere.
const NAMES: [&str; 20] = [
    "a", "b", "c", "d", "i", "each", "total", "a", "b", "c", "i", "type", "class", "internal",
    "_b", "aB9_", "nil", "self", "Token", "Self",
];

/// So many of them may be read and assigned.
const LOWER: usize = 18;

pub fn text(choices: &mut Choices) -> String {
    let mut code = Code {
        choices,
        text: String::new(),
        depth: 0,
        scope: Vec::new(),
        home: Home::Outside,
        slots: Vec::new(),
        class_variables: Vec::new(),
        selectors: Vec::new(),
        classes: 0,
    };
    // What comes first uses up most of the choices.
    match code.choices.below(8) {
        0 => code.extension(),
        1 | 2 => code.statements_outside(),
        _ => code.class(),
    }
    while code.choices.are_left() {
        code.item();
    }
    code.text
}

struct Code<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: String,
    depth: u8,
    /// What can be read here, innermost last; a name may stand here twice.
    scope: Vec<&'static str>,
    home: Home,
    /// What the class around declares.
    slots: Vec<&'static str>,
    class_variables: Vec<&'static str>,
    /// What the class around defines so far, on either side.
    selectors: Vec<String>,
    /// How many classes there are so far.
    classes: usize,
}

/// Whose code is being made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// There is no `self`: an initialiser, or a statement outside any class.
    Outside,
    /// A value's or an object's, which has slots to read only.
    Value,
    Actor,
    Class,
}

impl Code<'_, '_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn put_one_of(&mut self, texts: &[&str]) {
        let text = self.choices.pick(texts);
        self.put(text);
    }

    /// One time in so many; never when the choices are used up.
    fn rarely(&mut self, times: u8) -> bool {
        self.choices.below(times) == 1
    }

    fn is_deep(&self) -> bool {
        self.depth > DEEPEST
    }

    fn deeper(&mut self, make: impl FnOnce(&mut Self)) {
        self.depth += 1;
        make(self);
        self.depth -= 1;
    }

    /// So many things with text between them. A comma needs space before it: glued
    /// to a symbol like `#+` it would be part of that.
    fn separated(&mut self, count: u8, separator: &str, mut make: impl FnMut(&mut Self)) {
        for index in 0..count {
            if index > 0 {
                self.put(separator);
            }
            make(self);
        }
    }

    /// What is introduced inside ends with it.
    fn scoped(&mut self, make: impl FnOnce(&mut Self)) {
        let outer = self.scope.len();
        make(self);
        self.scope.truncate(outer);
    }

    /// A name to be bound; it counts from now on.
    fn new_name(&mut self) -> &'static str {
        let name = self.choices.pick(&NAMES);
        // A capital may be bound, and then means a class all the same.
        if !name.starts_with(|first: char| first.is_uppercase()) {
            self.scope.push(name);
        }
        name
    }

    /// A name that is bound, or now and then some other.
    fn known_name(&mut self) -> Option<&'static str> {
        if self.rarely(128) {
            return Some(self.choices.pick(&NAMES[..LOWER]));
        }
        let names = self.scope.len().min(usize::from(u8::MAX)) as u8;
        let last = self.scope.len().checked_sub(1)?;
        let back = usize::from(self.choices.below(names));
        Some(self.scope[last - back])
    }

    /// Reads a variable, or something else where there is none.
    fn variable(&mut self) {
        match self.known_name() {
            Some(name) => self.put(name),
            None => self.literal(),
        }
    }

    /// What can be read as `self.name` here.
    fn fields(&self) -> &[&'static str] {
        match self.home {
            Home::Outside => &[],
            Home::Value | Home::Actor => &self.slots,
            Home::Class => &self.class_variables,
        }
    }

    fn field(&mut self) -> Option<&'static str> {
        let count = self.fields().len().min(usize::from(u8::MAX)) as u8;
        let index = if count == 0 { return None } else { self.choices.below(count) };
        self.fields().get(usize::from(index)).copied()
    }
}
