//! A small class library that does not move as the real one grows, and types from
//! text.

use std::sync::OnceLock;

use hierarchy::{ClassHierarchy, Origin, Type, surface};
use syntax::Span;
use types::{InferredType, Resolver};

const CLASSES: &str = "
abstract nil subclass: ProtoObject
  doesNotUnderstand: selector args: arguments => @primitive
abstract ProtoObject subclass: Object
  class -> Self class => @primitive
  printString -> String => @primitive
abstract Object subclass: Value
  class new -> Self => @primitive
abstract Object subclass: Actor
  class spawn -> Self => @primitive
abstract Object subclass: Behaviour
  name -> Symbol => @primitive
Behaviour subclass: Class
Class subclass: Metaclass
Object subclass: Protocol
sealed Object subclass: Symbol
  size -> Integer => @primitive
Object subclass: UndefinedObject
abstract Value subclass: Boolean
Boolean subclass: True
Boolean subclass: False
abstract Value subclass: Number
Number subclass: Integer
Number subclass: Float
sealed Object subclass: Block
Object subclass: String
  size -> Integer => @primitive
abstract Value subclass: Collection(E)
  first -> E => @primitive
  class withAll: items :: List(E) -> Self => @primitive
sealed Collection(E) subclass: List(E)
sealed Collection(V) subclass: Dictionary(K, V)
Collection(Integer) subclass: Range

Protocol define: Floats
  draught -> Integer
Protocol define: Sails extending: Floats
  hoist: sail
  class rigs -> List
Protocol define: Loops extending: Loops
  size -> Integer
Protocol define: Named
  name -> Symbol

Value subclass: Vessel
  field: draught :: Integer = 3
Vessel subclass: Ferry
Vessel subclass: Sloop
  hoist: sail => self
  class rigs -> List => #()
Ferry subclass: Hydrofoil
Value subclass: Raft
sealed Value subclass: Chest(T)
  field: item :: T
  class holding: v :: T -> Chest(T) => self new
  class of: v :: T beside: w :: List(T) -> Self => self new
  class within: v :: List(Chest(T)) -> Self => self new
abstract Value subclass: Cargo(C)
  class packing: v :: C -> Self => self new
Cargo(U) subclass: Crate(T, U)
Cargo subclass: Sack(C)
Cargo subclass: Heap(T)
Actor subclass: Dock(V)
Value subclass: Lead(A)
Lead(Integer) subclass: Anchor
Lead(List(B)) subclass: Chain(B)
Chain(String) subclass: Cable
Atlantis subclass: Wreck
Value subclass: Parrot
  doesNotUnderstand: selector args: arguments => nil
  class learn => nil
Value subclass: Parroted
  class doesNotUnderstand: selector args: arguments => nil

type Heading = #north | #south
type Course = Heading | Nil
type Deep = List(Deeper)
type Deeper = Deep | Integer
type Self1 = Self1
type Count = Integer
";

pub(crate) fn hierarchy() -> &'static ClassHierarchy {
    static HIERARCHY: OnceLock<ClassHierarchy> = OnceLock::new();
    HIERARCHY.get_or_init(|| with(""))
}

/// The class library with a text of a project.
pub(crate) fn with(text: &str) -> ClassHierarchy {
    let mut hierarchy = ClassHierarchy::empty();
    for (text, origin) in [(CLASSES, Origin::Builtin), (text, Origin::Project)] {
        let parse = syntax::parse(text);
        assert!(!parse.has_errors(), "{:?}", parse.problems);
        hierarchy.add_classes(surface(&parse.tree), origin);
    }
    hierarchy
}

/// The type that an annotation says.
pub(crate) fn ty(text: &str) -> InferredType {
    Resolver::new(hierarchy()).declared(&Type::parse(text, &[]), Span::default())
}

/// The rows of a table: lines of as many cells, with `;` between them.
pub(crate) fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    table.lines().map(str::trim).filter(|line| !line.is_empty()).map(cells).collect()
}

fn cells<const N: usize>(line: &str) -> [&str; N] {
    let cells: Vec<&str> = line.split(';').map(str::trim).collect();
    cells.try_into().unwrap_or_else(|_| panic!("{N} cells: {line}"))
}
