//! What can be wrong with a program whose text can be read: places and facts, no
//! words.

mod annotation;
mod argument;
mod assignment;
mod literal;
mod matching;
mod message;
mod reach;
mod result;
mod style;
mod visibility;

pub use annotation::{AnnotationProblem, Suggestion, Untyped};
pub use argument::{Argument, ArgumentProblem, Misfit, NativeFunction};
pub use assignment::AssignmentProblem;
pub use literal::LiteralProblem;
pub use matching::{MatchProblem, NotTestable, Unreachable};
pub use message::{Meant, MessageProblem};
pub use reach::{ClassRole, Crossing, ReachProblem};
pub use result::ResultProblem;
pub use style::StyleProblem;
pub use visibility::{Exposed, Internal, VisibilityProblem};

use hierarchy::{ClassName, Kind, Name, Selector, Side};
use syntax::{Category, Severity, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The span is the name.
    UndefinedVariable {
        why: Unbound,
        /// A name in scope that is spelled nearly alike.
        meant: Option<Name>,
    },
    /// `self` or `super`; the span is the word.
    SelfOutsideMethod,
    /// A slot, variable or parameter; the span is its name.
    ReservedPrefix,
    /// A class, protocol or alias called `Self`.
    NamedSelf,
    /// The span is the whole access.
    ForeignField,
    /// `self.slot := …` in a value; the span is the target.
    AssignedValueSlot,
    /// `self.name` on the class side of a class that has no such variable; the span
    /// is the name.
    UndeclaredClassVariable {
        class: ClassName,
        is_slot: bool,
    },
    /// The span is the spread.
    SpreadOutsidePattern,
    RestInArm,
    /// The span is the name where it stands again.
    RepeatedPatternName,
    /// A segment of all bytes that others follow; the span is its specifier.
    OpenSegment,
    PrimitiveOutsideLibrary,
    /// The span is the header.
    EmptyBody,
    /// The span is the selector where it stands again.
    DuplicateMethod {
        side: Side,
        first: Span,
    },
    /// `Class >> selector` twice; the span is the selector.
    DuplicateExtension {
        class: ClassName,
        side: Side,
        selector: Selector,
        first: Definer,
    },
    /// `==` and its kin; the span is the selector.
    EqualityRedefined,
    /// The span is the type.
    SelfParameter,
    /// The span is the keyword.
    WrongData(WrongData, ClassName),
    /// The span is the name where it stands again.
    DuplicateSlot {
        first: Span,
    },
    /// Two slots of a value that would have one setter; the span is the second.
    SetterCollision {
        first: Span,
    },
    /// The span is the superclass.
    SealedSuperclass,
    /// The span is the selector.
    SealedMethod {
        class: ClassName,
        side: Side,
        selector: Selector,
    },
    /// From the class at the span up to the one that inherits from it.
    SuperclassCycle(Vec<ClassName>),
    /// From the alias at the span to the one that names it.
    AliasCycle(Vec<ClassName>),
    /// A single capital in an alias; the span is the letter.
    UnboundTypeParameter,
    UnknownProtocol {
        meant: Option<Name>,
    },
    /// A class, protocol or alias; the span is the name.
    DuplicateDefinition(Definer),
    /// A class called like one of the library; the span is the name.
    LibraryClassName,
    /// The span is the send.
    AbstractInstantiation {
        class: ClassName,
        selector: Selector,
    },
    /// `new` or `new:` to a class of actors.
    ActorNew {
        class: ClassName,
        selector: Selector,
    },
    NotConstructible(NotConstructible, ClassName),
    /// The span is the number.
    IntegerTooLong,
    /// The span is the name, symbol or selector.
    NameTooLong {
        limit: usize,
    },
    /// A value whose slots make a selector that nothing can be called; the span is the
    /// slot it is too long from.
    NoConstructor,
    /// Of one method, or of one statement outside; the span is the first beyond the limit.
    TooManyVariables,
    /// What a message is sent to does not understand it.
    Message(MessageProblem),
    /// What a message is sent with does not fit.
    Argument(ArgumentProblem),
    /// What a method answers, or takes, is not what it or its parent declares.
    Result(ResultProblem),
    /// What a variable or a slot is given does not fit.
    Assignment(AssignmentProblem),
    /// Tests and matches of which types say more than they do.
    Match(MatchProblem),
    /// A literal or a block of which one can see that it does not fit.
    Literal(LiteralProblem),
    /// Types that should be written, or should not.
    Annotation(AnnotationProblem),
    /// What is not there, or not for this package, or must not leave its process.
    Reach(ReachProblem),
    /// What is of no use, or misleads.
    Style(StyleProblem),
    Visibility(VisibilityProblem),
}

/// Why nothing binds a name where it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbound {
    /// The body does not know it at all.
    Nowhere,
    /// It is assigned at this place, further on.
    Later(Span),
    /// It belongs to a block or an arm that ended before; it is introduced here.
    Ended(Span),
    /// A variable of the class, read as `self.name`.
    ClassVariable,
    /// A slot of instances, read on the class side.
    InstanceSlot,
}

/// What a class declares that its kind does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongData {
    /// `state:` in a value or `field:` in an actor, or either in a class that has
    /// no data at all.
    Kind(Kind),
    /// `state:` in an actor that an Erlang module stands behind.
    Native,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotConstructible {
    /// Neither value nor actor, and no constructor of its own.
    Object,
    /// Only literals make its instances.
    Primitive,
}

/// Who has a name already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definer {
    /// This text, here.
    Here(Span),
    /// Another file of the program.
    File(Name),
    Library,
}

/// What the BEAM can hold: an atom has at most 255 characters, and some names
/// become part of a longer one.
pub mod limits {
    pub const INTEGER_DIGITS: usize = 100_000;
    /// Of a symbol, a variable or a selector that is sent.
    pub const NAME: usize = 255;
    /// Of a class, whose words are set apart in the names of its module and its file.
    pub const CLASS_NAME: usize = 128;
    /// Of a slot or a selector that is defined. They become functions with longer
    /// names, and OTP names what it lifts out of a function after it:
    /// `-selector/1-anonymous-0-`.
    pub const DEFINED: usize = 200;
    /// Of an extension, which is the function `Class class>>selector`.
    pub const EXTENSION: usize = 220;
    /// Of a method and its blocks, parameters included. A loop may have to hand on all
    /// of them, and a function takes at most 255 arguments.
    pub const VARIABLES: usize = 200;
}

impl ProblemKind {
    pub fn severity(&self) -> Severity {
        match self {
            ProblemKind::LibraryClassName | ProblemKind::NoConstructor => Severity::Warning,
            ProblemKind::Message(problem) => problem.severity(),
            ProblemKind::Argument(problem) => problem.severity(),
            ProblemKind::Result(problem) => problem.severity(),
            ProblemKind::Assignment(problem) => problem.severity(),
            ProblemKind::Match(problem) => problem.severity(),
            ProblemKind::Literal(problem) => problem.severity(),
            ProblemKind::Annotation(problem) => problem.severity(),
            ProblemKind::Reach(problem) => problem.severity(),
            ProblemKind::Style(problem) => problem.severity(),
            ProblemKind::Visibility(problem) => problem.severity(),
            _ => Severity::Error,
        }
    }

    /// What `@expect` must name to silence it. Without a category only `all` does.
    pub fn category(&self) -> Option<Category> {
        match self {
            ProblemKind::NamedSelf
            | ProblemKind::SelfParameter
            | ProblemKind::ForeignField
            | ProblemKind::AssignedValueSlot
            | ProblemKind::UndeclaredClassVariable { .. }
            | ProblemKind::DuplicateMethod { .. }
            | ProblemKind::WrongData(WrongData::Kind(_), _)
            | ProblemKind::DuplicateSlot { .. }
            | ProblemKind::SetterCollision { .. }
            | ProblemKind::AliasCycle(_)
            | ProblemKind::UnboundTypeParameter
            | ProblemKind::UnknownProtocol { .. }
            | ProblemKind::DuplicateDefinition(_)
            | ProblemKind::AbstractInstantiation { .. }
            | ProblemKind::NotConstructible(..) => Some(Category::Type),
            ProblemKind::ActorNew { .. } => Some(Category::ActorNew),
            ProblemKind::SealedSuperclass | ProblemKind::SealedMethod { .. } => {
                Some(Category::Inheritance)
            }
            ProblemKind::Message(problem) => problem.category(),
            ProblemKind::Argument(problem) => problem.category(),
            ProblemKind::Result(problem) => problem.category(),
            ProblemKind::Assignment(problem) => problem.category(),
            ProblemKind::Match(problem) => problem.category(),
            ProblemKind::Literal(problem) => problem.category(),
            ProblemKind::Annotation(problem) => problem.category(),
            ProblemKind::Reach(problem) => problem.category(),
            ProblemKind::Style(problem) => problem.category(),
            ProblemKind::Visibility(problem) => problem.category(),
            ProblemKind::EmptyBody => Some(Category::EmptyBody),
            ProblemKind::DuplicateExtension { .. } => Some(Category::ExtensionConflict),
            ProblemKind::UndefinedVariable { .. }
            | ProblemKind::SelfOutsideMethod
            | ProblemKind::ReservedPrefix
            | ProblemKind::SpreadOutsidePattern
            | ProblemKind::RestInArm
            | ProblemKind::RepeatedPatternName
            | ProblemKind::OpenSegment
            | ProblemKind::PrimitiveOutsideLibrary
            | ProblemKind::EqualityRedefined
            | ProblemKind::WrongData(WrongData::Native, _)
            | ProblemKind::SuperclassCycle(_)
            | ProblemKind::LibraryClassName
            | ProblemKind::IntegerTooLong
            | ProblemKind::NameTooLong { .. }
            | ProblemKind::NoConstructor
            | ProblemKind::TooManyVariables => None,
        }
    }
}

impl Problem {
    /// The same problem of a text that is part of a longer one, where it begins so
    /// many bytes further on.
    pub fn shifted(mut self, by: u32) -> Self {
        let shift = |span: &mut Span| {
            span.start = span.start.saturating_add(by);
            span.end = span.end.saturating_add(by);
        };
        shift(&mut self.span);
        match &mut self.kind {
            ProblemKind::UndefinedVariable {
                why: Unbound::Later(span) | Unbound::Ended(span),
                ..
            }
            | ProblemKind::DuplicateMethod { first: span, .. }
            | ProblemKind::DuplicateSlot { first: span }
            | ProblemKind::SetterCollision { first: span }
            | ProblemKind::Style(StyleProblem::ShadowedVariable { outer: span })
            | ProblemKind::DuplicateExtension { first: Definer::Here(span), .. }
            | ProblemKind::DuplicateDefinition(Definer::Here(span)) => shift(span),
            ProblemKind::Result(problem) => problem.spans().into_iter().for_each(shift),
            ProblemKind::Annotation(problem) => problem.spans().into_iter().for_each(shift),
            ProblemKind::Match(problem) => problem.places().into_iter().for_each(shift),
            ProblemKind::Literal(problem) => problem.places().into_iter().for_each(shift),
            ProblemKind::Message(problem) => problem.places().into_iter().for_each(shift),
            ProblemKind::Argument(problem) => problem.places().into_iter().for_each(shift),
            _ => {}
        }
        self
    }
}
