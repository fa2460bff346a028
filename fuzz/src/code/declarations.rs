//! What stands at the top of a text, and in class bodies.

use super::{Code, Home};

const CLASSES: [&str; 8] =
    ["Depot", "Ferry", "HTTPServer", "Boiler2", "E", "String", "Exception", "A_b"];
/// Superclasses, and whose code their subclasses' methods are.
const SUPERCLASSES: [(&str, Home); 10] = [
    ("Object", Home::Value),
    ("Value", Home::Value),
    ("Actor", Home::Actor),
    ("Value", Home::Value),
    ("Actor", Home::Actor),
    ("nil", Home::Value),
    ("net@Socket", Home::Actor),
    ("Collection(Integer | Nil)", Home::Value),
    ("Exception", Home::Value),
    ("Unknown", Home::Actor),
];
const SELECTORS: [&str; 16] = [
    "a",
    "a:",
    "total",
    "at:put:",
    "+",
    "->",
    "class_a",
    "module_info",
    "dispatch",
    "new",
    "withTotal:",
    "a:b:c:d:",
    ">>",
    "class",
    "value:",
    ",",
];
const MODIFIERS: [&str; 8] =
    ["", "", "class ", "", "class internal ", "sealed ", "internal sealed ", "class sealed "];
/// The last two are no types of parameters.
const TYPES: [&str; 8] = [
    "Integer",
    "Nil",
    "Depot class",
    "#north | Nil",
    "List(E, Integer)",
    "(A & B) \\ #c",
    "Self",
    "Self class",
];

impl Code<'_, '_> {
    pub(super) fn item(&mut self) {
        match self.choices.below(8) {
            0..5 => self.class(),
            5 => self.extension(),
            6 => self.statement_outside(),
            _ => self.declaration(),
        }
    }

    pub(super) fn class(&mut self) {
        self.slots.clear();
        self.class_variables.clear();
        self.selectors.clear();
        let modifiers = self.choices.below(8).saturating_sub(5);
        (0..modifiers)
            .for_each(|_| self.put_one_of(&["abstract ", "sealed ", "typed ", "internal "]));
        let choice = usize::from(self.choices.below(SUPERCLASSES.len() as u8));
        let (superclass, home) = SUPERCLASSES[choice];
        // One that was made before, now and then.
        let is_made = self.classes > 0 && self.rarely(3);
        self.put(if is_made { CLASSES[(self.classes - 1) % CLASSES.len()] } else { superclass });
        self.put(" subclass: ");
        let name = CLASSES[self.classes % CLASSES.len()];
        self.classes += 1;
        self.put(name);
        self.put_one_of(&["", "", "", "(E)", "(K, V :: Sized)"]);
        self.put_one_of(&["", "", "", "", "", " native: dock_port"]);
        self.put_one_of(&["\n", "\n", "\n", "\n", "\n  handleScope: #node\n"]);
        let data = self.choices.below(6).saturating_sub(2);
        (0..data).for_each(|_| self.data(superclass, is_made));
        let methods = 1 + self.choices.below(4);
        for index in 0..methods {
            self.put("  ");
            let modifiers = self.choices.pick(&MODIFIERS);
            self.put(modifiers);
            self.home = if modifiers.contains("class") { Home::Class } else { home };
            self.method(index, "    ");
            self.home = Home::Outside;
        }
        self.put("\n");
    }

    /// Of the kind that a subclass has; one of a class of the text may have any.
    fn data(&mut self, superclass: &str, is_made: bool) {
        let keyword = match superclass {
            _ if is_made || self.rarely(32) => self.choices.pick(&["classState", "field", "state"]),
            "Value" => self.choices.pick(&["field", "field", "classState"]),
            "Actor" | "net@Socket" => self.choices.pick(&["state", "state", "classState"]),
            _ => "classState",
        };
        self.put("  ");
        self.put(keyword);
        self.put(": ");
        let name = self.choices.pick(&super::NAMES[..14]);
        // None is declared twice.
        let declared = self.slots.len() + self.class_variables.len();
        let is_taken = self.slots.contains(&name) || self.class_variables.contains(&name);
        let name = if is_taken { SPARE[declared % SPARE.len()] } else { name };
        self.put(name);
        match keyword {
            "classState" => self.class_variables.push(name),
            _ => self.slots.push(name),
        }
        if self.rarely(4) {
            self.annotation();
        }
        if self.rarely(2) {
            self.put(" = ");
            self.scoped(Self::assigned);
        }
        self.put("\n");
    }

    fn annotation(&mut self) {
        self.put(" :: ");
        self.put_one_of(&TYPES[..6]);
    }

    /// A header and its body; the number keeps selectors of a class apart.
    fn method(&mut self, number: u8, indent: &str) {
        let selector = match self.choices.below(255) {
            254 => self.wide_selector(),
            choice => SELECTORS[usize::from(choice) % SELECTORS.len()].to_owned(),
        };
        let is_taken = self.selectors.contains(&selector);
        let selector = if is_taken { format!("m{number}") } else { selector };
        self.selectors.push(selector.clone());
        self.scoped(|it| {
            it.header(&selector);
            if it.rarely(5) {
                it.put(" -> ");
                it.put_one_of(&TYPES);
            }
            it.put(" =>");
            let separator = format!("\n{indent}");
            it.put(if it.text.ends_with(' ') { "" } else { &separator });
            if it.rarely(16) {
                it.put_one_of(&["@primitive", "@primitive \"p\"", "@primitive p", "@intrinsic i"]);
                it.put(&separator);
            }
            let count = 1 + it.choices.below(6);
            it.statements(count, &separator);
        });
        self.put("\n");
    }

    fn header(&mut self, selector: &str) {
        let is_binary = !selector.starts_with(|first: char| first.is_alphanumeric());
        for part in selector.split_inclusive(':') {
            self.put(part);
            if part.ends_with(':') || is_binary {
                self.put(" ");
                let name = self.new_name();
                self.put(name);
                if self.rarely(6) {
                    self.annotation();
                }
                self.put(" ");
            }
        }
    }

    pub(super) fn extension(&mut self) {
        self.selectors.clear();
        self.slots.clear();
        self.class_variables.clear();
        let of = self.choices.pick(&["Depot >> ", "net@Socket >> ", "Ferry class >> "]);
        self.put(of);
        self.home = if of.contains("class") { Home::Class } else { Home::Actor };
        self.method(0, "  ");
        self.home = Home::Outside;
    }

    fn statement_outside(&mut self) {
        self.statements(1, "");
        self.put("\n");
    }

    /// Those that follow know what those before assign.
    pub(super) fn statements_outside(&mut self) {
        let count = 1 + self.choices.below(6);
        self.statements(count, "\n");
        self.put("\n");
    }

    fn declaration(&mut self) {
        self.put_one_of(&[
            "type Signal = #red | Nil\n",
            "Protocol define: Sized(E)\n  size -> Integer\n  at: i put: v\n  class none -> Self\n",
        ]);
        // Statements must not follow a protocol.
        self.class();
    }
}

/// Names of slots where the chosen one is taken.
const SPARE: [&str; 8] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"];
