//! Core Erlang as data.
//!
//! What lowering builds; a printer gives the text that people read, an encoder
//! the term that OTP's compiler takes. Knows nothing of Beamtalk.
//!
//! Bodies, lists and chains may be of any length: printing, encoding and dropping
//! need no stack for them. Cloning, comparing and `Debug` do.
//!
//! What OTP's compiler asks of a module beyond its linter's rules:
//! - The order in which arguments run is open (the tail of a list cell runs before
//!   its head): bind what has an effect with `let` first.
//! - A `case` must have a clause for every value.
//! - A map is changed only where a guard has shown that it is one
//!   ([`build::map_update`]).
//! - The size of a segment in a pattern is bound outside that pattern.

pub mod build;
mod drop;
mod encode;
mod layout;
mod name;
mod print;

pub use encode::{encode, encode_unnamed};
pub use print::print;

/// Constant binaries in patterns and in text are integers of so many bytes each: few
/// enough to be read, and to be matched at once.
const BYTES_TO_A_SEGMENT: usize = 32;

/// A name of an atom, a variable or a function; cheap to clone. A variable may have
/// any name; one that is called `_` where it is bound is another each time.
pub type Name = std::sync::Arc<str>;

/// One module.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    pub name: Name,
    /// The source file that lines count in. Where it is empty no line is given:
    /// the text is easier to read, and stack traces name functions only.
    pub file: Name,
    pub exports: Vec<FunctionName>,
    /// Lists by convention. Core's text has no binaries and no maps here.
    pub attributes: Vec<(Name, Literal)>,
    pub functions: Vec<Function>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionName {
    pub name: Name,
    pub arity: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: FunctionName,
    pub parameters: Vec<Name>,
    pub body: Expr,
    /// Where its source begins.
    pub line: Line,
}

/// A line of the source file, from one; zero where there is none.
pub type Line = u32;

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Variable(Name),
    Literal(Literal),
    /// A list cell, a tuple or a map of expressions.
    Cons(Box<Expr>, Box<Expr>),
    Tuple(Vec<Expr>),
    Map(Map),
    Binary(Vec<Segment<Expr>>),
    Fun(Fun),
    /// `'name'/arity` of this module, as a value.
    FunctionReference(FunctionName),
    /// A function of this module, or a value that is one.
    Apply(Box<Call<Expr>>),
    /// `module:function(arguments)`; both may be computed.
    Call(Box<RemoteCall>),
    PrimOp(Box<Call<Name>>),
    Let(Box<Let>),
    /// Evaluates the first for its effect.
    Do(Box<Expr>, Box<Expr>),
    Case(Box<Case>),
    /// Local functions that may call each other.
    LetRec(Box<LetRec>),
    Try(Box<Try>),
    /// Several values at once, as `case` of several subjects takes them.
    Values(Vec<Expr>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Literal {
    Integer(i64),
    /// Decimal digits of one that does not fit, with its sign.
    BigInteger(Name),
    /// Finite: Erlang has no other.
    Float(f64),
    /// Of 255 characters at most: Erlang has no longer ones.
    Atom(Name),
    Binary(std::sync::Arc<[u8]>),
    #[default]
    Nil,
    Cons(Box<Literal>, Box<Literal>),
    Tuple(Vec<Literal>),
    /// The keys differ.
    Map(Vec<(Literal, Literal)>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call<F> {
    pub function: F,
    pub arguments: Vec<Expr>,
    pub line: Line,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RemoteCall {
    pub module: Expr,
    pub function: Expr,
    pub arguments: Vec<Expr>,
    pub line: Line,
}

/// A map made new, or from another by adding (`=>`) and changing (`:=`) keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// A variable or a map.
    pub base: Option<Box<Expr>>,
    pub pairs: Vec<(MapOp, Expr, Expr)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapOp {
    Put,
    Update,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fun {
    pub parameters: Vec<Name>,
    pub body: Box<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    pub variables: Vec<Name>,
    pub value: Expr,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub subject: Expr,
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// One for each value of the subject.
    pub patterns: Vec<Pattern>,
    pub guard: Expr,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    Variable(Name),
    /// Maps in it need only contain what is written, as in `Map`.
    Literal(Literal),
    Cons(Box<Pattern>, Box<Pattern>),
    Tuple(Vec<Pattern>),
    /// Keys are expressions known before: literals or bound variables.
    Map(Vec<(Expr, Pattern)>),
    Binary(Vec<Segment<Pattern>>),
    Alias(Name, Box<Pattern>),
}

/// One segment of a binary, as `#<value>(size, unit, type, flags)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment<V> {
    pub value: V,
    /// A count of units, `'all'` of what is left, or `'undefined'` for `utf8` and
    /// its kin, which then have no unit either.
    pub size: Expr,
    pub unit: Option<u16>,
    pub kind: Name,
    pub flags: Vec<Name>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LetRec {
    pub functions: Vec<Function>,
    pub body: Expr,
}

/// `try subject of <variables> -> body catch <class, reason, stack> -> handler`
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    pub subject: Expr,
    pub variables: Vec<Name>,
    pub body: Expr,
    pub caught: [Name; 3],
    pub handler: Expr,
}
