//! Erlang terms as `file:consult/1` reads them, as far as fixtures need: atoms,
//! integers, `<<"text">>`, lists, tuples, maps, and comments.

use etf::{Map, Term};

pub(crate) fn read(text: &str) -> Term {
    let lines = text.lines().map(|line| line.split("%%").next().unwrap_or_default());
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut reader = Reader { rest: &text };
    let term = reader.term();
    assert!(reader.eat("."), "a term ends in a full stop");
    term
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest;
        true
    }

    fn until(&mut self, close: char) -> String {
        let (inside, rest) = self.rest.split_once(close).expect("a closed quote");
        self.rest = rest;
        inside.to_owned()
    }

    fn word(&mut self) -> String {
        let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
        let end = self.rest.find(|it| !is_word(it)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn elements(&mut self, close: &str) -> Vec<Term> {
        let mut elements = Vec::new();
        while !self.eat(close) {
            elements.push(self.term());
            self.eat(",");
        }
        elements
    }

    fn term(&mut self) -> Term {
        if self.eat("#{") {
            let mut pairs = Vec::new();
            while !self.eat("}") {
                let key = self.term();
                assert!(self.eat("=>"), "=> at {:.30}", self.rest);
                pairs.push((key, self.term()));
                self.eat(",");
            }
            return Map::new(pairs).into();
        }
        if self.eat("<<\"") {
            let text = self.until('"');
            assert!(self.eat("/utf8>>") || self.eat(">>"), ">> at {:.30}", self.rest);
            return Term::binary(text);
        }
        if self.eat("[") {
            return Term::list(self.elements("]"));
        }
        if self.eat("{") {
            return Term::tuple(self.elements("}"));
        }
        if self.eat("'") {
            return Term::atom(&self.until('\''));
        }
        let word = self.word();
        assert!(!word.is_empty(), "a term at {:.30}", self.rest);
        word.parse::<i64>().map(Term::from).unwrap_or_else(|_| Term::atom(&word))
    }
}
