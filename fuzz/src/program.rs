//! Programs that are nearly always valid, made by choosing productions of the
//! grammar. Without them, most of what a fuzzer tries never reaches the formatter.

use crate::choices::Choices;

const NAMES: [&str; 8] = ["x", "total", "each", "type", "class", "internal", "sealed", "typed"];
const CLASSES: [&str; 4] = ["Ferry", "Depot", "E", "net@Socket"];
const OPERATORS: [&str; 12] = ["+", "-", "*", "**", "++", "<", ">=", "==", "=:=", "->", ">>", "/"];
const KEYWORDS: [&str; 5] = ["at:", "put:", "ifTrue:", "do:", "match:"];
const LITERALS: [&str; 16] = [
    "1",
    "-2",
    "16rFF",
    "1.5e3",
    "2e3",
    "-0",
    "\"s\"",
    "\"\"\"\"",
    "\"\\{ \\n\"",
    "#a",
    "#at:put:",
    "#'a ''b'",
    "#+",
    "$a",
    "$\\n",
    "\"two\nlines\"",
];
const COMMENTS: [&str; 5] = ["// c", "/// d", "//// e", "/* b */", "/* b\n b */"];

/// The deepest that expressions nest.
const DEEPEST: u8 = 6;

pub fn text(choices: &mut Choices) -> String {
    let mut program = Program { choices, text: String::new(), indent: 0, depth: 0 };
    while program.choices.are_left() {
        program.item();
        program.line(0);
    }
    program.text
}

struct Program<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: String,
    indent: usize,
    depth: u8,
}

impl Program<'_, '_> {
    /// Some tokens, white space between them and perhaps a comment before each.
    fn token(&mut self, tokens: &str) {
        match tokens.contains(['"', '\'']) {
            true => self.one_token(tokens),
            false => tokens.split(' ').for_each(|token| self.one_token(token)),
        }
    }

    fn one_token(&mut self, token: &str) {
        let is_new_line = self.text.is_empty() || self.text.ends_with([' ', '\n']);
        match self.choices.below(48) {
            40 => self.text.push_str(" /* t */ "),
            41 => self.comment_line(self.indent + 2),
            42 => self.line(self.indent + 4),
            43 => self.line(self.indent + 2),
            _ if is_new_line => {}
            _ => self.text.push(' '),
        }
        self.text.push_str(token);
    }

    fn glued(&mut self, token: &str) {
        self.text.push_str(token);
    }

    fn one_of(&mut self, tokens: &[&str]) {
        let token = self.choices.pick(tokens);
        self.token(token);
    }

    /// A new line, perhaps with empty lines and comments before it.
    fn line(&mut self, indent: usize) {
        match self.choices.below(16) {
            10 => self.text.push('\n'),
            11 | 12 => self.comment_line(indent),
            13 => {
                self.comment_line(indent);
                self.comment_line(indent);
            }
            14 => {
                self.text.push('\n');
                self.comment_line(indent);
            }
            15 => self.text.push_str("  // trailing"),
            _ => {}
        }
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    fn comment_line(&mut self, indent: usize) {
        let comment = self.choices.pick(&COMMENTS);
        self.text.push_str(if self.text.ends_with(['\n', ' ']) { "" } else { " " });
        self.text.push_str(comment);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Zero or more: as many as there are choices for.
    fn times(&mut self, most: u8, mut what: impl FnMut(&mut Self, u8)) {
        let count = self.choices.below(most + 1);
        (0..count).for_each(|index| what(self, index));
    }

    fn item(&mut self) {
        match self.choices.below(8) {
            0..3 => self.statement(),
            3..5 => self.class(),
            5 => self.extension(),
            6 => self.alias(),
            _ => self.protocol(),
        }
    }

    fn alias(&mut self) {
        self.one_of(&["type", "internal type"]);
        self.token("Alias");
        self.token("=");
        self.ty();
    }

    fn protocol(&mut self) {
        self.token("Protocol define: Sized");
        self.type_parameters();
        if self.choices.below(3) == 1 {
            self.token("extending: Ferry");
        }
        self.times(3, |it, _| {
            it.line(2);
            it.times(1, |it, _| it.token("class"));
            it.header();
        });
        self.line(0);
        self.class();
    }

    fn class(&mut self) {
        self.times(2, |it, _| it.one_of(&["abstract", "sealed", "typed", "internal"]));
        self.one_of(&["Object", "Actor", "nil", "net@Socket", "Rack(E | Nil)"]);
        self.token("subclass: Depot");
        self.type_parameters();
        self.times(1, |it, _| it.token("native: dock_port"));
        self.times(1, |it, _| it.token("handleScope: #node"));
        self.times(5, |it, _| {
            it.line(2);
            it.member();
        });
    }

    fn type_parameters(&mut self) {
        let parameters = self.choices.pick(&["", "(E)", "(K, E :: Sized)"]);
        self.glued(parameters);
    }

    fn member(&mut self) {
        self.indent = 2;
        if self.choices.below(16) == 1 {
            self.token("@expect type \"why\"");
            self.line(2);
        }
        if self.choices.below(4) == 1 {
            self.one_of(&["state:", "field:", "classState:"]);
            self.one_of(&NAMES);
            self.times(1, |it, _| it.annotation());
            self.times(1, |it, _| {
                it.token("=");
                it.inner_statement();
            });
        } else {
            self.times(2, |it, _| it.one_of(&["class", "internal", "sealed"]));
            self.method();
        }
        self.indent = 0;
    }

    fn extension(&mut self) {
        self.one_of(&["Ferry", "net@Socket", "Ferry class"]);
        self.token(">>");
        self.times(1, |it, _| it.one_of(&["sealed", "internal"]));
        self.method();
    }

    fn method(&mut self) {
        self.header();
        self.token("=>");
        let indent = self.indent;
        self.indent += 2;
        if self.choices.below(8) == 1 {
            self.one_of(&["@primitive", "@primitive \"p\"", "@intrinsic i"]);
        }
        let is_below = self.choices.below(2) == 1;
        self.times(4, |it, index| {
            if is_below || index > 0 {
                it.separator();
            }
            it.statement();
        });
        self.indent = indent;
    }

    fn header(&mut self) {
        match self.choices.below(4) {
            0 => self.one_of(&NAMES),
            1 => {
                self.one_of(&OPERATORS);
                self.parameter();
            }
            _ => {
                self.one_of(&KEYWORDS);
                self.parameter();
                self.times(2, |it, _| {
                    it.one_of(&KEYWORDS);
                    it.parameter();
                });
            }
        }
        match self.choices.below(6) {
            1..3 => {
                self.token("->");
                self.ty();
            }
            3 => {
                self.token(":: ->");
                self.ty();
            }
            _ => {}
        }
    }

    fn parameter(&mut self) {
        self.one_of(&NAMES);
        self.times(1, |it, _| it.annotation());
    }

    fn annotation(&mut self) {
        self.token("::");
        self.ty();
    }

    fn ty(&mut self) {
        self.type_atom();
        let operator = self.choices.pick(&["|", "|", "&", "\\"]);
        self.times(2, |it, _| {
            it.token(operator);
            it.type_atom();
        });
    }

    fn type_atom(&mut self) {
        self.depth += 1;
        match self.choices.below(if self.depth > DEEPEST { 4 } else { 7 }) {
            0 => self.one_of(&["Integer", "nil", "net@Socket", "E"]),
            1 => self.one_of(&["Self", "Self class", "Ferry class"]),
            2 => self.token("#north"),
            4 => {
                self.token("List(");
                self.ty();
                self.times(1, |it, _| {
                    it.glued(",");
                    it.ty();
                });
                self.glued(")");
            }
            5 => {
                self.token("(");
                self.ty();
                self.glued(")");
            }
            _ => self.token("Parcel"),
        }
        self.depth -= 1;
    }

    /// Between two statements.
    fn separator(&mut self) {
        match self.choices.below(12) {
            10 => self.glued("."),
            11 => {
                self.glued(".");
                self.line(self.indent);
            }
            _ => self.line(self.indent),
        }
    }

    fn statement(&mut self) {
        match self.choices.below(16) {
            10 => self.token("^"),
            11 => {
                self.one_of(&["x :=", "self.total :=", "x :: Integer :=", "x := y :="]);
            }
            12 => self.one_of(&[
                "{#ok, v} :=",
                "#[a, ...rest] :=",
                "#{#k => v, \"j\" => _} :=",
                "{a, {_, 3}} :=",
            ]),
            13 => {
                self.token("@expect unused");
                self.line(self.indent);
            }
            14 => {
                self.one_of(&NAMES);
                self.one_of(&["run!", "at: 1!", "+ 3!"]);
                return;
            }
            _ => {}
        }
        self.cascade();
    }

    /// An assignment-level expression without its target.
    fn cascade(&mut self) {
        self.expression();
        if self.choices.below(8) == 1 {
            self.times(3, |it, _| {
                it.glued(";");
                it.message();
            });
        }
    }

    fn message(&mut self) {
        match self.choices.below(4) {
            0 | 1 => self.one_of(&NAMES),
            2 => {
                self.one_of(&OPERATORS);
                self.unary();
            }
            _ => self.keyword_parts(),
        }
    }

    fn keyword_parts(&mut self) {
        let on_lines = self.choices.below(4) == 1;
        let count = 1 + self.choices.below(3);
        for _ in 0..count {
            if on_lines {
                self.line(self.indent + 2);
            }
            self.one_of(&KEYWORDS[..4]);
            self.binary();
        }
    }

    fn expression(&mut self) {
        self.binary();
        if self.depth > DEEPEST {
            return;
        }
        match self.choices.below(8) {
            0..3 => self.keyword_parts(),
            3 => self.matching(),
            _ => {}
        }
    }

    fn binary(&mut self) {
        self.unary();
        if self.choices.below(3) == 1 {
            self.times(3, |it, _| {
                it.one_of(&OPERATORS);
                it.unary();
            });
        }
    }

    fn unary(&mut self) {
        self.primary();
        if self.choices.below(3) == 1 {
            self.times(2, |it, _| it.one_of(&["size", "class", "printString"]));
        }
    }

    fn primary(&mut self) {
        if self.depth > DEEPEST {
            return self.one_of(&NAMES);
        }
        self.depth += 1;
        match self.choices.below(16) {
            0..3 => self.one_of(&NAMES),
            3 => self.one_of(&CLASSES),
            4 => self.one_of(&["self", "super", "nil", "self.total", "x.y.z"]),
            5..8 => self.one_of(&LITERALS),
            8 => {
                self.token("(");
                self.inner_statement();
                self.glued(")");
            }
            9..12 => self.block(),
            12 => self.interpolation(),
            13 => self.elements("#(", ")"),
            14 => self.elements("#[", "]"),
            _ => self.map(),
        }
        self.depth -= 1;
    }

    fn inner_statement(&mut self) {
        let prefix = self.choices.pick(&["", "", "", "x :=", "^", "{a, b} :="]);
        self.glued(prefix);
        self.cascade();
    }

    fn block(&mut self) {
        self.token("[");
        let parameters =
            self.choices.pick(&["", ":p |", ":p :q |", ":p :: (A | B) |", ":p :: C |"]);
        self.glued(parameters);
        let indent = self.indent;
        self.indent += 2;
        let count = self.choices.below(4);
        for index in 0..count {
            if index > 0 || count > 2 {
                self.separator();
            }
            self.statement();
        }
        self.indent = indent;
        if count > 2 {
            self.line(indent);
        }
        self.token("]");
    }

    fn interpolation(&mut self) {
        self.token("\"a {");
        self.expression();
        self.times(2, |it, _| {
            it.glued("} b {");
            it.expression();
        });
        self.glued("} c\"");
    }

    fn elements(&mut self, open: &str, close: &str) {
        self.token(open);
        self.times(3, |it, index| {
            it.glued(if index > 0 { "," } else { "" });
            it.expression();
        });
        self.glued(close);
    }

    fn map(&mut self) {
        self.token("#{");
        self.times(4, |it, index| {
            it.glued(if index > 0 { "," } else { "" });
            it.one_of(&["#k", "\"s\"", "3", "Ferry", "(x)", "#k size"]);
            it.token("=>");
            it.expression();
        });
        self.glued("}");
    }

    fn matching(&mut self) {
        self.one_of(&["match: [", "matchExhaustive: ["]);
        let on_lines = self.choices.below(2) == 1;
        let count = self.choices.below(4);
        for index in 0..count {
            self.glued(if index > 0 { ";" } else { "" });
            if on_lines {
                self.line(self.indent + 2);
            }
            self.pattern();
            if self.choices.below(4) == 1 {
                self.token("when: [");
                self.cascade();
                self.glued("]");
            }
            self.token("->");
            self.one_of(&["", "", "", "^", "x :="]);
            self.expression();
        }
        if on_lines {
            self.line(self.indent);
        }
        self.token("]");
    }

    fn pattern(&mut self) {
        self.one_of(&[
            "_",
            "nil",
            "v",
            "v :: Integer",
            "Result ok: v",
            "Result error: -1 at: #k",
            "-1",
            "- 2.5",
            "- 0",
            "- 16rFF",
            "\"s\"",
            "#done",
            "$a",
            "{#ok, {a, _}}",
            "#[a, #[b, 3]]",
            "#{#k => v, \"j\" => 2}",
            "<<tag:8, len : 16/little-unsigned, rest/binary>>",
            "<<>>",
            "#[]",
        ]);
    }
}
