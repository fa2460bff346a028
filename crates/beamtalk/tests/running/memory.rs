//! Cells are reclaimed: a process that makes them for ever does not grow, and what
//! is still in use is kept.

pub(crate) const CLASSES: &str = "
Object subclass: Maker
  classState: kept = nil

  class counter =>
    n := 0
    tick := [n := n + 1]
    tick value
    tick

  class sum: xs =>
    total := 0
    xs do: [:x | total := total + x]
    total

  class keep =>
    n := 10
    self.kept := #([n := n + 1])
    n := 20

  class kept => self.kept

  class counters: count =>
    all := #()
    add := [all := #(self counter | all)]
    count timesRepeat: [add value]
    all size

  class recursive =>
    walk := [:k | k < 1 ifTrue: [0] ifFalse: [walk value: k - 1]]
    walk value: 2

  class failing =>
    n := 0
    #(1) do: [:e | n := n frobnicate]

  class found: x in: xs =>
    seen := 0
    xs do: [:e | seen := seen + 1. e =:= x ifTrue: [^seen]]
    nil

Object subclass: Memory
  class grownBy: block =>
    self settled
    before := self used
    block value
    self settled
    (self used - before) / 1000

  class heldAfter: block =>
    before := (Erlang erlang get) size
    block value
    (Erlang erlang get) size - before

  class used =>
    {_, bytes} := Erlang erlang process_info: (Erlang erlang self) with: #memory
    bytes

  class settled => Erlang erlang garbage_collect
";

/// Growth is told in thousands of bytes; a cell is about 150 bytes. A loop may leave
/// a few cells to whoever is around it.
pub(crate) const ROWS: &[(&str, &str)] = &[
    ("(Memory grownBy: [1 to: 1000000 do: [:i | Maker counter]]) < 500", "true"),
    ("(Memory grownBy: [1000000 timesRepeat: [Maker sum: #(1, 2)]]) < 500", "true"),
    ("(Memory heldAfter: [1 to: 10000 do: [:i | Maker counter]]) < 70", "true"),
    ("Memory heldAfter: [(1 to: 1000) do: [:i | Maker sum: #(1, 2)]]", "0"),
    ("i := 0. Memory heldAfter: [[i < 1000] whileTrue: [i := i + 1. Maker recursive]]", "0"),
    ("Memory heldAfter: [1000 timesRepeat: [Maker found: 2 in: #(1, 2, 3)]]", "0"),
    (
        "(Memory heldAfter: [1000 timesRepeat: [[Maker failing] on: Error do: [:e | nil]]]) < 70",
        "true",
    ),
    (
        "(Memory heldAfter: [c := nil. 1000 timesRepeat: [c := Maker counter. c value]]) < 70",
        "true",
    ),
    ("Memory heldAfter: [Maker counters: 1000]", "0"),
    // What is in use stays.
    ("c := Maker counter. c value. 1 to: 1000000 do: [:i | Maker counter]. c value. c value", "4"),
    (
        "cs := #(). 1 to: 1000 do: [:i | cs := #(Maker counter | cs). Maker counter]. \
         cs do: [:c | c value]. (cs collect: [:c | c value]) inject: 0 into: [:a :b | a + b]",
        "3000",
    ),
    ("#(Maker keep, Maker kept first value, Maker kept first value)", "#(20, 21, 22)"),
    ("k := Maker keep. 1 to: 1000 do: [:i | Maker counter]. Maker kept first value", "21"),
    (
        "d := #{}. 1 to: 300 do: [:i | c := Maker counter. c value. d := d at: i put: c]. \
         1 to: 300 do: [:i | Maker counter]. (d at: 7) value",
        "3",
    ),
    (
        "last := nil. #(1, 2, 3) do: [:i | n := i. last := [n := n + 10]. last value]. last value",
        "23",
    ),
    (
        "last := nil. 1 to: 3 do: [:i | n := i. f := [n := n + 10]. f value. last := f]. last value",
        "23",
    ),
];
