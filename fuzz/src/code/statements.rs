//! Statements, assignments and returns.

use super::{Code, Home, LOWER, NAMES};

impl Code<'_, '_> {
    pub(super) fn statements(&mut self, count: u8, separator: &str) {
        for index in 0..count {
            // A cast is ended by its mark.
            match self.text.ends_with('!') && !separator.contains('\n') {
                _ if index == 0 => {}
                true => self.put(" "),
                false => self.put(separator),
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.choices.below(12) {
            11 if !self.is_deep() => {
                self.put_one_of(&["@expect unused. ", "@expect dnu \"why\". "]);
                self.assigned();
            }
            // A cast must be the last thing of its statement.
            10 => {
                self.primary();
                self.put_one_of(&[" run!", " at: 1!", " + 3!", " at: 2 put: [a := 1]!"]);
            }
            9 => {
                self.put("^");
                self.assigned();
            }
            _ => self.assigned(),
        }
    }

    /// What parentheses may hold.
    pub(super) fn in_parentheses(&mut self) {
        self.put("(");
        if self.rarely(6) {
            self.put("^");
        }
        self.assigned();
        self.put(")");
    }

    /// An expression, its value perhaps assigned to something.
    pub(super) fn assigned(&mut self) {
        match self.choices.below(16) {
            0..4 => self.expression(),
            4..9 => self.assignment(),
            9 => {
                self.tuple_pattern();
                self.put(" := ");
                self.deeper(Self::assigned_or_plain);
            }
            10 => {
                self.flat_pattern();
                self.put(" := ");
                self.deeper(Self::assigned_or_plain);
            }
            11 => self.cascade(),
            _ => self.expression(),
        }
    }

    fn assignment(&mut self) {
        let kind = self.choices.below(10);
        let may_write = matches!(self.home, Home::Actor | Home::Class);
        match self.field().filter(|_| kind == 8 && may_write) {
            Some(field) => {
                self.put("self.");
                self.put(field);
                self.put(" := ");
                self.deeper(Self::assigned_or_plain);
            }
            None => {
                let is_new = self.rarely(3);
                let known = self.known_name().filter(|_| !is_new);
                let name = known.unwrap_or_else(|| self.choices.pick(&NAMES[..LOWER]));
                self.put(name);
                self.put(if kind == 9 { " :: Integer | Nil := " } else { " := " });
                self.deeper(Self::assigned_or_plain);
                self.scope.push(name);
            }
        }
    }

    fn assigned_or_plain(&mut self) {
        match self.is_deep() {
            true => self.expression(),
            false => self.assigned(),
        }
    }
}
