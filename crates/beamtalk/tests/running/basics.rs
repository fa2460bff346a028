//! Values, collections, blocks, errors and class variables.

pub(crate) const CLASSES: &str = "
Value subclass: Point
  field: x :: Integer = 0
  field: y :: Integer = 0

  + other => Point x: self.x + other x y: self.y + other y

  norm => (self.x * self.x) + (self.y * self.y)

Point subclass: Pixel
  field: hue = #red

  norm => super norm + 1

Object subclass: Helper
  class twice: block => #(block value, block value)

  class keep: block => #{#block => block}

Object subclass: Tally
  classState: count = 10

  class tick => self.count := self.count + 1

  class ticks: n =>
    n timesRepeat: [self tick]
    self.count

  class fail =>
    self.count := 99
    self error: \"no\"
";

pub(crate) const ROWS: &[(&str, &str)] = &[
    // Numbers, text, symbols.
    ("3 + 4", "7"),
    ("7 / 2", "3.5"),
    ("2 ** 100", "1267650600228229401496703205376"),
    ("\"tea\" ++ \"pot\"", "\"teapot\""),
    ("\"né\" size", "2"),
    ("\"{1 + 1} cups of {#tea}\"", "\"2 cups of tea\""),
    ("#at:put:", "#at:put:"),
    ("nil isNil", "true"),
    ("3 class name", "#Integer"),
    // Values.
    ("Point new", "Point(x: 0, y: 0)"),
    ("(Point x: 1 y: 2) + (Point x: 3 y: 4)", "Point(x: 4, y: 6)"),
    ("(Point x: 3 y: 4) norm", "25"),
    ("(Pixel new withX: 3) norm", "10"),
    ("(Pixel new: #{#y => 2}) printString", "\"Pixel(hue: #red, x: 0, y: 2)\""),
    ("(Point x: 1 y: 2) =:= (Point x: 1 y: 2)", "true"),
    // Collections.
    ("#(1, 2, 3) collect: [:e | e * e]", "#(1, 4, 9)"),
    ("#(1, 2, 3, 4) select: [:e | e > 2]", "#(3, 4)"),
    ("#(1, 2, 3) inject: 0 into: [:a :b | a + b]", "6"),
    ("(1 to: 4) collect: [:e | e + 1]", "#(2, 3, 4, 5)"),
    ("#{#a => 1} at: #a", "1"),
    ("#[1, 2] at: 2", "2"),
    // Blocks share their variables.
    ("n := 0. #(1, 2, 3) do: [:e | n := n + e]. n", "6"),
    ("n := 0. r := Helper twice: [n := n + 1]. #(r, n)", "#(#(1, 2), 2)"),
    ("n := 0. d := Helper keep: [n := n + 5]. (d at: #block) value. n", "5"),
    ("#(5, 6, 7) do: [:e | e =:= 6 ifTrue: [^#found]]. #missing", "#found"),
    (
        "f := [:k | k < 2 ifTrue: [1] ifFalse: [k * (f value: k - 1)]]. f value: 20",
        "2432902008176640000",
    ),
    // Errors.
    ("3 frobnicate", "!does_not_understand"),
    ("\"a\" + 1", "!does_not_understand"),
    ("Zebra", "!class_not_found"),
    ("zebra", "!undefined_variable"),
    ("#(1) at: 5", "!index_out_of_bounds"),
    ("#{#a => 1} at: #b", "!key_error"),
    ("1 + \"a\"", "!type_error"),
    ("[:a | a] value", "!arity_mismatch"),
    ("Integer new", "!instantiation_error"),
    ("[1 / 0] on: Error do: [:e | e kind]", "#type_error"),
    ("n := 0. [3 frobnicate] ensure: [n := 1]. n", "!does_not_understand"),
    ("[Error signal: \"oh\"] on: Error do: [:e | e message]", "\"oh\""),
    ("#(1, 2) do: [:e | e > 5 ifTrue: [^e]. e frobnicate]. 3", "!does_not_understand"),
    ("Erlang lists reverse: #(1, 2, 3)", "#(3, 2, 1)"),
    ("Erlang string_not_loaded_yet foo", "!does_not_understand"),
    ("n := 0. 1 to: 5 by: 0 do: [:i | n := i]. n", "0"),
    // Class variables.
    ("Tally tick", "11"),
    ("Tally ticks: 3", "14"),
    ("[Tally fail] on: Error do: [:e | nil]. Tally tick", "15"),
    // Classes as values.
    ("Point name", "#Point"),
    ("Pixel superclass", "Point"),
    ("Point class", "Point class"),
    ("#(Point, Pixel) collect: [:c | c new norm]", "#(0, 1)"),
];
