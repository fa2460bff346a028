//! What a value is, as far as is known.
//!
//! An [`InferredType`] is a value that is cheap to copy and to compare. Two are equal
//! when they say the same: where they come from, why something is not known, and
//! the order of what is a set make no difference. Knows no classes: what follows
//! from a name is for those who hold a hierarchy.
//!
//! Every type is small: what would grow without end, as `x := #(x)` does line by
//! line, ends as `Dynamic`. So all that walks a type may recurse.

mod equality;

use std::ops::Deref;
use std::sync::Arc;

use hierarchy::{ClassName, known};
use syntax::Span;

#[derive(Clone, Debug)]
pub enum InferredType {
    /// An instance of a class or of what conforms to a protocol; a symbol that is
    /// known, by a name that begins with `#`; or a type parameter under its own name.
    Known { class_name: ClassName, arguments: Parts, provenance: Provenance },
    /// Made by [`crate::union`] alone.
    Union { members: Parts, provenance: Provenance },
    /// The class object of a class, or of one below it. It has no type arguments, and
    /// it is not [`InferredType::Known`], so that none takes it for an instance.
    Meta { class_name: ClassName, provenance: Provenance },
    /// Not known: nothing is checked.
    Dynamic(DynamicReason),
    /// No value.
    Never,
    /// `Symbol` without some symbols, or a class without one of its subclasses. Made
    /// by [`crate::difference`] alone.
    Negation { base: Arc<InferredType>, excluded: Arc<InferredType>, provenance: Provenance },
    /// Classes and protocols at once. Made by [`crate::intersection`] alone.
    Intersection { members: Parts, provenance: Provenance },
}

/// Why a type is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DynamicReason {
    UnannotatedParam,
    UnannotatedReturn,
    DynamicReceiver,
    AmbiguousControlFlow,
    UntypedFfi,
    DynamicSpec,
    /// Someone wrote `Dynamic`, and means it.
    ExplicitDynamic,
    Unknown,
}

/// Where a type comes from. A type that was not read from a text at hand has an
/// empty span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    Declared(Span),
    Inferred(Span),
    /// Declared with a type parameter, for which something was put in.
    Substituted(Span),
    /// The specification of an Erlang function.
    Extracted,
    /// All that this alias stands for, and nothing else.
    Aliased(ClassName, Span),
}

/// Types inside another one. They know how much they hold, so that no type grows
/// beyond what every walk can afford.
#[derive(Clone, Debug, Default)]
pub struct Parts(Option<Arc<Whole>>);

#[derive(Debug)]
struct Whole {
    types: Box<[InferredType]>,
    weight: usize,
    depth: usize,
}

/// How many names one type may hold, and how deep it may nest.
const MAX_WEIGHT: usize = 512;
const MAX_DEPTH: usize = 64;

impl InferredType {
    pub const UNKNOWN: InferredType = InferredType::Dynamic(DynamicReason::Unknown);

    pub fn class(class: impl Into<ClassName>, provenance: Provenance) -> Self {
        let class_name = canonical(class.into());
        InferredType::Known { class_name, arguments: Parts::default(), provenance }
    }

    /// A class applied to arguments. Of arguments that are too large nothing is known.
    pub fn generic(
        class: impl Into<ClassName>,
        arguments: impl IntoIterator<Item = InferredType>,
        provenance: Provenance,
    ) -> Self {
        let arguments = Parts::new(arguments.into_iter().collect());
        let arguments = match arguments.is_too_large() {
            true => Parts::new(vec![Self::UNKNOWN; arguments.len().min(MAX_DEPTH)]),
            false => arguments,
        };
        InferredType::Known { class_name: canonical(class.into()), arguments, provenance }
    }

    /// The one symbol of this name.
    pub fn singleton(symbol: &str, provenance: Provenance) -> Self {
        InferredType::class(&*format!("#{symbol}"), provenance)
    }

    /// The class object. `Crate(T)` has the same one as `Crate`.
    pub fn meta(class: impl Into<ClassName>, provenance: Provenance) -> Self {
        let class = class.into();
        let class_name = match class.split_once('(') {
            Some((name, _)) => ClassName::from(name.trim_end()),
            None => class,
        };
        InferredType::Meta { class_name: canonical(class_name), provenance }
    }

    pub fn nil(provenance: Provenance) -> Self {
        InferredType::class(known::UNDEFINED_OBJECT.clone(), provenance)
    }

    /// Whether it is Dynamic, and nobody can say why.
    pub fn is_unknown(&self) -> bool {
        matches!(self, InferredType::Dynamic(DynamicReason::Unknown))
    }

    pub fn is_dynamic(&self) -> bool {
        matches!(self, InferredType::Dynamic(_))
    }

    pub fn is_never(&self) -> bool {
        matches!(self, InferredType::Never)
    }

    pub fn is_nil(&self) -> bool {
        self.is_instance_of(&known::UNDEFINED_OBJECT)
    }

    /// Whether it is an instance of exactly this class, whatever its arguments.
    pub fn is_instance_of(&self, class: &ClassName) -> bool {
        matches!(self, InferredType::Known { class_name, .. } if is_same_class(class_name, class))
    }

    /// The symbol that it is.
    pub fn symbol(&self) -> Option<&str> {
        match self {
            InferredType::Known { class_name, .. } => class_name.strip_prefix('#'),
            _ => None,
        }
    }

    /// The class that says what an instance understands: `Symbol` for a symbol.
    pub fn instance_class(&self) -> Option<&ClassName> {
        match self {
            InferredType::Known { class_name, .. } if class_name.starts_with('#') => {
                Some(&known::SYMBOL)
            }
            InferredType::Known { class_name, .. } => Some(class_name),
            _ => None,
        }
    }

    /// The type arguments of an instance.
    pub fn arguments(&self) -> &[InferredType] {
        match self {
            InferredType::Known { arguments, .. } => arguments,
            _ => &[],
        }
    }

    /// Of a union its members, of any other type itself.
    pub fn alternatives(&self) -> &[InferredType] {
        match self {
            InferredType::Union { members, .. } => members,
            _ => std::slice::from_ref(self),
        }
    }

    pub fn provenance(&self) -> Option<&Provenance> {
        match self {
            InferredType::Known { provenance, .. }
            | InferredType::Union { provenance, .. }
            | InferredType::Meta { provenance, .. }
            | InferredType::Negation { provenance, .. }
            | InferredType::Intersection { provenance, .. } => Some(provenance),
            InferredType::Dynamic(_) | InferredType::Never => None,
        }
    }

    /// The same type from elsewhere.
    pub fn with_provenance(mut self, from: Provenance) -> Self {
        match &mut self {
            InferredType::Known { provenance, .. }
            | InferredType::Union { provenance, .. }
            | InferredType::Meta { provenance, .. }
            | InferredType::Negation { provenance, .. }
            | InferredType::Intersection { provenance, .. } => *provenance = from,
            InferredType::Dynamic(_) | InferredType::Never => {}
        }
        self
    }

    fn measure(&self) -> (usize, usize) {
        match self {
            InferredType::Known { arguments: parts, .. }
            | InferredType::Union { members: parts, .. }
            | InferredType::Intersection { members: parts, .. } => {
                (parts.weight() + 1, parts.depth())
            }
            InferredType::Negation { base, excluded, .. } => {
                let ((heavy, deep), (weight, depth)) = (base.measure(), excluded.measure());
                (heavy + weight + 1, deep.max(depth) + 1)
            }
            InferredType::Meta { .. } | InferredType::Dynamic(_) | InferredType::Never => (1, 0),
        }
    }
}

impl Default for InferredType {
    fn default() -> Self {
        InferredType::UNKNOWN
    }
}

impl Provenance {
    /// Nobody knows where.
    pub const NOWHERE: Provenance = Provenance::Inferred(Span { start: 0, end: 0 });

    /// For a type made from this one: it is no longer what an alias says.
    pub(crate) fn fresh(&self) -> Provenance {
        match self {
            Provenance::Aliased(_, span) => Provenance::Declared(*span),
            other => other.clone(),
        }
    }
}

impl Parts {
    pub(crate) fn new(types: Vec<InferredType>) -> Self {
        let measures = types.iter().map(InferredType::measure);
        let (weight, depth) = measures
            .fold((0, 0), |(weight, depth), (heavy, deep)| (weight + heavy, depth.max(deep + 1)));
        Parts((!types.is_empty()).then(|| Arc::new(Whole { types: types.into(), weight, depth })))
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.weight() > MAX_WEIGHT || self.depth() > MAX_DEPTH
    }

    fn weight(&self) -> usize {
        self.0.as_ref().map_or(0, |it| it.weight)
    }

    fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |it| it.depth)
    }

    /// Whether they are one and the same, so that there is nothing to compare.
    fn is(&self, other: &Parts) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Deref for Parts {
    type Target = [InferredType];
    fn deref(&self) -> &[InferredType] {
        self.0.as_ref().map_or(&[], |it| &it.types)
    }
}

/// Whether two names mean one class: the running system knows a class by its name
/// without a package.
pub(crate) fn is_same_class(one: &ClassName, other: &ClassName) -> bool {
    // Most names are the same, or do not even end alike: asking for packages takes longer.
    if one.as_bytes().last() != other.as_bytes().last() {
        return false;
    }
    one == other || identity(one) == identity(other)
}

/// Whether a name is a type parameter wherever it stands: a single capital.
pub(crate) fn is_letter(name: &str) -> bool {
    matches!(name.as_bytes(), [letter] if letter.is_ascii_uppercase())
}

/// In the name of a symbol an `@` separates nothing.
fn identity(class: &ClassName) -> &str {
    match class.starts_with('#') {
        true => class,
        false => class.simple(),
    }
}

/// The class that a keyword stands for where a type is meant.
fn canonical(class: ClassName) -> ClassName {
    match &*class {
        "nil" | "Nil" => known::UNDEFINED_OBJECT.clone(),
        "true" => known::TRUE.clone(),
        "false" => known::FALSE.clone(),
        _ => class,
    }
}
