//! Where a method is written: on which side of which class, or outside it. And the
//! classes that all cells share.

use crate::cell::Method;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    ClassSide,
    Value,
    Test,
    Extension,
    ClassExtension,
}

pub(crate) const HOMES: [Home; 5] =
    [Home::ClassSide, Home::Value, Home::Test, Home::Extension, Home::ClassExtension];

impl Home {
    pub(crate) fn receiver(self) -> &'static str {
        match self {
            Home::ClassSide => "Cells",
            Home::Value => "Things new",
            Home::Test => "Trials new",
            Home::Extension => "7",
            Home::ClassExtension => "Runner",
        }
    }

    /// A message that evaluates a block on the other side of the same class.
    pub(crate) fn other_side(self) -> &'static str {
        match self {
            Home::ClassSide | Home::ClassExtension => "self new",
            Home::Value | Home::Test | Home::Extension => "self class",
        }
    }

    pub(crate) fn definition(self, selector: &str, method: &Method) -> String {
        let header = match method.parameters.as_slice() {
            [] => selector.to_owned(),
            [first] => format!("{selector}: {first}"),
            [first, second, ..] => format!("{selector}: {first} and: {second}"),
        };
        let (start, indent) = match self {
            Home::ClassSide => ("  class ", 4),
            Home::Value | Home::Test => ("  ", 4),
            Home::Extension => ("Integer >> ", 2),
            Home::ClassExtension => ("Runner class >> ", 2),
        };
        let lines = method.statements.iter().map(|it| format!("{:indent$}{it}\n", ""));
        format!("{start}{header} =>\n{}\n", lines.collect::<String>())
    }
}

/// The classes of a program with these methods.
pub(crate) fn classes(methods: &[(String, &Method)]) -> String {
    let of = |home: Home| -> String {
        let methods = methods.iter().filter(|(_, method)| method.home == home);
        methods.map(|(selector, method)| home.definition(selector, method)).collect()
    };
    let mut text = SHARED.to_owned();
    for (head, home) in [(CELLS, Home::ClassSide), (THINGS, Home::Value), (TRIALS, Home::Test)] {
        text += head;
        text += &of(home);
    }
    text += EXTENSIONS;
    text += &of(Home::Extension);
    text += &of(Home::ClassExtension);
    text
}

const SHARED: &str = "\
Value subclass: Box
  field: block = nil

  fire => self.block value

Object subclass: Vault
  classState: kept = nil

  class keep: aBlock => self.kept := aBlock

  class kept => self.kept

Object subclass: Runner
  evaluateThere: aBlock => aBlock value

  class evaluate: aBlock => aBlock value

  class run: aBlock =>
    aBlock value
    #ranOn

  class twice: aBlock =>
    aBlock value
    aBlock value
    #ranOn

  class deep: aBlock => #(self further: [aBlock value])

  class further: aBlock => (#(1) collect: [:x | self run: aBlock]) first

  class fire: aBox => aBox fire

  class guard: aBlock =>
    [aBlock value] on: nil do: [:e | #caught]
    #ranOn

  class sure: aBlock then: cleanup =>
    [aBlock value] ensure: [cleanup value]
    #ranOn

  class elsewhere: aBlock =>
    Erlang erpc call: Erlang erlang node with: [[aBlock value] on: nil do: [:e | e kind]] timeout: 5000

  class measure: aBlock =>
    ticks := 0
    cleanups := 0
    answer := aBlock value: [ticks := ticks + 1] value: [cleanups := cleanups + 1]
    #(answer, ticks, cleanups)

  class three: a and: b and: c => #(a, b, c)

  class kindOf: aBlock => aBlock on: Error do: [:e | e kind]

";

const CELLS: &str = "\
Object subclass: Cells
  evaluateThere: aBlock => aBlock value

  class evaluate: aBlock => aBlock value

";

const THINGS: &str = "\
Value subclass: Things
  field: mark = nil

  class evaluateThere: aBlock => aBlock value

  evaluate: aBlock => aBlock value

";

const TRIALS: &str = "\
TestCase subclass: Trials
  class evaluateThere: aBlock => aBlock value

  evaluate: aBlock => aBlock value

";

const EXTENSIONS: &str = "\
Integer class >> evaluateThere: aBlock => aBlock value

Integer >> evaluate: aBlock => aBlock value

";
