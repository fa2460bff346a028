//! Types as tools of Erlang's see them: a function of a compiled class and the spec
//! that is found for it in the module's file.

pub(crate) const CLASSES: &str = "
type Size = #small | #large | Nil

Value subclass: Kettle
  field: litres :: Integer = 1

  fill: n :: Integer -> Self => self withLitres: n

  name -> String => \"kettle\"

  size -> Size => #small

  parts -> List(List(Symbol)) => #()

  noted: note :: String | Nil in: book :: Dictionary -> Boolean | Float => true

  each: block :: Block(Integer, Object) -> Nil => nil

  unsaid => 3

  class best -> Kettle => self new

  class kind -> Kettle class => self

  module_info -> Symbol => #mine

Object subclass: Stove
  heat: kettle :: Kettle with: it -> Number => 3

  pick: x :: T -> T => x
";

pub(crate) const ROWS: &[(&str, &str)] = &[
    ("bt@kettle 'fill:'/2", "-spec 'fill:'(map(), integer()) -> map()."),
    ("bt@kettle name/1", "-spec name(map()) -> binary()."),
    ("bt@kettle size/1", "-spec size(map()) -> small | large | nil."),
    ("bt@kettle parts/1", "-spec parts(map()) -> [[atom()]]."),
    (
        "bt@kettle 'noted:in:'/3",
        "-spec 'noted:in:'(map(), binary() | nil, map()) -> boolean() | float().",
    ),
    ("bt@kettle 'each:'/2", "-spec 'each:'(map(), fun()) -> nil."),
    ("bt@kettle unsaid/1", "-spec unsaid(map()) -> term()."),
    ("bt@kettle litres/1", "-spec litres(map()) -> integer()."),
    ("bt@kettle 'withLitres:'/2", "-spec 'withLitres:'(map(), integer()) -> map()."),
    ("bt@kettle class_best/1", "-spec class_best(tuple()) -> map()."),
    ("bt@kettle class_kind/1", "-spec class_kind(tuple()) -> tuple()."),
    ("bt@kettle '$module_info'/1", "-spec '$module_info'(map()) -> atom()."),
    ("bt@stove 'heat:with:'/3", "-spec 'heat:with:'(term(), map(), term()) -> number()."),
    ("bt@stove 'pick:'/2", "-spec 'pick:'(term(), term()) -> term()."),
    ("bt@stdlib@integer isEven/1", "-spec isEven(integer()) -> boolean()."),
    ("bt@stdlib@string size/1", "-spec size(binary()) -> integer()."),
];
