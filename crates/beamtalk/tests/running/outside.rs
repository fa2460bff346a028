//! Methods added to classes from outside them, and statements beside them.

pub(crate) const CLASSES: &str = "
Value subclass: Parcel
  field: weight = 2
  field: label = \"box\"

  heavier => self.weight + self bonus

  class light => #own

Parcel subclass: Crate
  field: boards = 4

  class light => super light

Object subclass: Ledger
  classState: entries = 0

  class stamp => #own

  class asksItself => self stamp

  class entries => self.entries

Integer >> tripled -> Integer => self * 3

Integer >> plus: a times: b => self + (a * b)

Object >> tagged => #(#tag, self)

Parcel >> bonus => 10

Parcel >> weight => #hidden

Parcel >> bothSlots => \"{label}:{self.weight}\"

Crate >> heavier => super heavier + boards

Crate >> label => \"crate of \" ++ super label

Crate class >> light => #(#extended, super light)

Ledger class >> stamp => #extension

Ledger class >> enter: n =>
  n timesRepeat: [self.entries := self.entries + 1]
  self.entries

Ledger class >> fail =>
  self.entries := 99
  self error: \"torn\"

List >> firstOver: n =>
  self do: [:e | e > n ifTrue: [^e]]
  nil

List >> total =>
  sum := 0
  self do: [:e | sum := sum + e]
  sum

Symbol >> breakDown => Erlang erlang atom_to_list: 3

Zeppelin >> soar => super soar

Integer >> replaced => 1

Integer >> replaced => 2
";

pub(crate) const ROWS: &[(&str, &str)] = &[
    ("7 tripled", "21"),
    ("1 plus: 2 times: 3", "7"),
    ("#(7 tagged, nil tagged)", "#(#(#tag, 7), #(#tag, nil))"),
    ("7 respondsTo: #tripled", "true"),
    ("Integer includesSelector: #tripled", "false"),
    ("7 replaced", "2"),
    ("#(1, 2) perform: #firstOver: withArguments: #(1)", "2"),
    // What a class defines itself comes before, what it inherits after.
    ("Parcel new weight", "2"),
    ("Parcel new heavier", "12"),
    ("Crate new heavier", "16"),
    ("Crate new label", "\"crate of box\""),
    // On the class side an extension comes first.
    ("Parcel light", "#own"),
    ("Crate light", "#(#extended, #own)"),
    ("Ledger stamp", "#extension"),
    ("Ledger asksItself", "#extension"),
    // Bodies like any other.
    ("(Parcel new withLabel: \"bag\") bothSlots", "\"bag:2\""),
    ("#(1, 5, 9) firstOver: 4", "5"),
    ("#(1, 5, 9) firstOver: 40", "nil"),
    ("#(1, 5, 9) total", "15"),
    ("Ledger enter: 3", "3"),
    ("[Ledger fail] on: Error do: [:e | nil]. Ledger entries", "3"),
    ("[#a breakDown] on: Error do: [:e | e kind]", "#type_error"),
    // The registry knows who brought what.
    (
        "(Erlang beamtalk_extensions getSource: #Integer selector: #tripled) value",
        "\"tripled -> Integer => self * 3\"",
    ),
    ("Erlang beamtalk_extensions has: #'Ledger class' selector: #stamp", "true"),
    ("(Erlang beamtalk_extensions all: #Symbol) size", "1"),
];
