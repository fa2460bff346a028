//! One problem of every kind that the meaning of a text can have, with odd names and
//! places in it.

use hierarchy::{ClassName, Kind, Name, Selector, Side};
use syntax::Span;
use types::{InferredType, Provenance};

/// One problem of meaning of each sort, with odd facts.
pub(super) fn meanings() -> Vec<types::Problem> {
    use types::{Definer, NotConstructible, ProblemKind::*, Unbound, WrongData};
    let class = || ClassName::from("Pan");
    let selector = || Selector::from("stir:");
    let far = Span { start: 7, end: u32::MAX };
    let meant = || Some(Name::from("lid"));
    let mut kinds = vec![
        SelfOutsideMethod,
        ReservedPrefix,
        NamedSelf,
        ForeignField,
        AssignedValueSlot,
        SpreadOutsidePattern,
        RestInArm,
        RepeatedPatternName,
        OpenSegment,
        PrimitiveOutsideLibrary,
        EmptyBody,
        DuplicateMethod { side: Side::Class, first: far },
        EqualityRedefined,
        SelfParameter,
        DuplicateSlot { first: far },
        SetterCollision { first: far },
        SealedSuperclass,
        SealedMethod { class: class(), side: Side::Class, selector: selector() },
        SuperclassCycle(vec![]),
        SuperclassCycle(vec![class(); 50]),
        AliasCycle(vec![class()]),
        UnboundTypeParameter,
        UnknownProtocol { meant: None },
        UnknownProtocol { meant: meant() },
        LibraryClassName,
        AbstractInstantiation { class: class(), selector: selector() },
        ActorNew { class: class(), selector: Selector::from("new") },
        NotConstructible(NotConstructible::Object, class()),
        NotConstructible(NotConstructible::Primitive, class()),
        IntegerTooLong,
        NameTooLong { limit: 255 },
        NoConstructor,
        TooManyVariables,
        WrongData(WrongData::Native, class()),
    ];
    let data = [Kind::Value, Kind::Actor, Kind::Object].map(WrongData::Kind);
    kinds.extend(data.map(|wrong| WrongData(wrong, class())));
    for is_slot in [true, false] {
        kinds.push(UndeclaredClassVariable { class: class(), is_slot });
    }
    for first in [Definer::Here(far), Definer::File(Name::from("a.bt")), Definer::Library] {
        let (class, side, selector) = (class(), Side::Instance, selector());
        kinds.push(DuplicateExtension { class, side, selector, first: first.clone() });
        kinds.push(DuplicateDefinition(first));
    }
    for why in [
        Unbound::Nowhere,
        Unbound::Later(far),
        Unbound::Ended(far),
        Unbound::ClassVariable,
        Unbound::InstanceSlot,
    ] {
        kinds.push(UndefinedVariable { why, meant: meant() });
        kinds.push(UndefinedVariable { why, meant: None });
    }
    kinds.extend(declarations(far));
    kinds.extend(matches(far).into_iter().map(Match));
    kinds.extend(literals(far).into_iter().map(Literal));
    kinds.extend(style_problems().into_iter().map(Style));
    kinds.extend(reach_problems().into_iter().map(Reach));
    kinds.extend(messages().into_iter().map(Message));
    kinds.extend(arguments().into_iter().map(Argument));
    let span = Span { start: 0, end: 1 };
    kinds.into_iter().map(|kind| types::Problem { kind, span }).collect()
}

/// Problems of declared types and of what is internal.
fn declarations(far: Span) -> Vec<types::ProblemKind> {
    use types::AnnotationProblem::{Bound, DynamicExpression, Missing, NotGeneric, Redundant};
    use types::AssignmentProblem::{Local, Slot};
    use types::ProblemKind::{Annotation, Assignment, Result, Visibility};
    use types::ResultProblem::{Mismatch, Parameter, Unverified};
    use types::VisibilityProblem::{Exposed, Reference, Requirement, Reused, Send};
    use types::{DynamicReason, InferredType, Internal, Lack, Missing as Lacked, Provenance};
    use types::{Suggestion, Untyped};
    let (class, side) = (ClassName::from("Pan"), Side::Class);
    let (selector, name) = (Selector::from("stir:"), Name::from("li\u{202E}d"));
    let (ty, package) = (InferredType::class("Egg", Provenance::NOWHERE), Name::from("kitchen"));
    let mut kinds = Vec::new();
    for (types, answer) in [(vec![], None), (vec![ty.clone(); 40], Some(far))] {
        for declared in [InferredType::Never, ty.clone()] {
            kinds.push(Result(Mismatch {
                class: class.clone(),
                side,
                selector: selector.clone(),
                declared,
                answered: ty.clone(),
                unfit: types.clone(),
                answer,
            }));
        }
        for is_default in [true, false] {
            kinds.push(Assignment(Slot {
                class: class.clone(),
                slot: name.clone(),
                declared: ty.clone(),
                value: InferredType::nil(Provenance::NOWHERE),
                partly: types.clone(),
                is_default,
            }));
        }
        let missing = vec![Lacked { side, selector: selector.clone() }; types.len()];
        let lack = |ty: &InferredType| Lack { ty: ty.clone(), missing: missing.clone() };
        kinds.push(Annotation(Bound {
            class: class.clone(),
            parameter: name.clone(),
            bound: class.clone(),
            argument: ty.clone(),
            lacks: types.iter().map(lack).collect(),
            is_partial: types.is_empty(),
        }));
    }
    for reason in [DynamicReason::UnannotatedReturn, DynamicReason::Unknown] {
        kinds.push(Result(Unverified {
            class: class.clone(),
            side,
            selector: selector.clone(),
            declared: ty.clone(),
            reason,
        }));
        kinds.push(Annotation(DynamicExpression { class: class.clone(), reason }));
    }
    for name in [None, Some(name.clone())] {
        kinds.push(Result(Parameter {
            class: class.clone(),
            side,
            selector: selector.clone(),
            position: 1,
            name,
            declared: ty.clone(),
            inherited: ty.clone(),
        }));
    }
    let untyped = [
        Untyped::Parameter { name: name.clone(), selector: selector.clone() },
        Untyped::Result { selector: selector.clone() },
        Untyped::Slot { name: name.clone() },
        Untyped::ClassVariable { name },
    ];
    for what in untyped {
        for suggestion in [None, Some(Suggestion { ty: ty.to_type(), after: far })] {
            let (class, what) = (class.clone(), what.clone());
            kinds.push(Annotation(Missing { class, what, suggestion }));
        }
    }
    kinds.push(Assignment(Local { declared: ty.clone(), value: ty.clone() }));
    kinds.push(Annotation(Redundant { ty, after: far }));
    kinds.push(Annotation(NotGeneric { class: class.clone() }));
    let shown = [
        types::Exposed::Method(selector.clone()),
        types::Exposed::Protocol(class.clone()),
        types::Exposed::Alias(class.clone()),
    ];
    for by in shown {
        for sort in [Internal::Class, Internal::Alias] {
            let (name, package) = (class.clone(), package.clone());
            kinds.push(Visibility(Reference { sort, name: name.clone(), package }));
            kinds.push(Visibility(Exposed { sort, name, by: by.clone() }));
        }
    }
    kinds.push(Visibility(Requirement {
        class: class.clone(),
        side,
        selector: selector.clone(),
        protocol: class.clone(),
    }));
    let (of, message, whose) = (class.clone(), selector.clone(), package.clone());
    kinds.push(Visibility(Send { class: of, side, selector: message, package: whose }));
    kinds.push(Visibility(Reused { class, side, selector, package }));
    kinds
}

fn matches(far: Span) -> Vec<types::MatchProblem> {
    use types::{MatchProblem::*, NotTestable, Unreachable};
    let class = || ClassName::from("Pan");
    let value = || InferredType::class("Pan", Provenance::NOWHERE);
    let left =
        || types::union([value(), InferredType::singleton("a\u{202E}'", Provenance::NOWHERE)]);
    let compared = |is_negated, meant| ImpossibleComparison {
        symbol: Name::from("a b"),
        written: far,
        value: left(),
        is_negated,
        meant,
    };
    vec![
        NotExhaustive { left: left(), is_asserted: true },
        NotExhaustive { left: InferredType::UNKNOWN, is_asserted: false },
        NotVerifiable { value: InferredType::UNKNOWN },
        MissingConstructor { class: class(), missing: Selector::from("ok:") },
        UnreachableArm(Unreachable::Taken(far)),
        UnreachableArm(Unreachable::Left(left())),
        UnreachableArm(Unreachable::NothingLeft(left())),
        PatternClass(NotTestable::Abstract),
        PatternClass(NotTestable::Inherited(class())),
        PatternClass(NotTestable::Character),
        PatternClass(NotTestable::Protocol),
        PatternClass(NotTestable::Alias),
        UnknownClass { meant: None },
        UnknownClass { meant: Some(Name::from("Wok")) },
        ImpossibleTest { value: value(), class: class() },
        compared(true, None),
        compared(false, None),
        compared(false, Some(Name::from("it's"))),
    ]
}

fn literals(far: Span) -> Vec<types::LiteralProblem> {
    use types::LiteralProblem::*;
    let selector = || Selector::from("stir:");
    let value = || InferredType::class("Pan", Provenance::NOWHERE);
    let wrong = |class, is_error| WrongLiteral {
        selector: selector(),
        class,
        expected: value(),
        found: InferredType::UNKNOWN,
        is_error,
    };
    vec![
        BlockArity { selector: selector(), takes: 9, expected: 2 },
        BlockArity { selector: selector(), takes: 0, expected: 1 },
        wrong(None, true),
        wrong(Some(ClassName::from("Pan")), false),
        WithoutSlots { found: value() },
        NotASymbol { selector: selector(), name: Name::from("lid"), written: far },
        ImproperList { tail: value() },
    ]
}

fn style_problems() -> Vec<types::StyleProblem> {
    use types::StyleProblem::*;
    vec![
        UnusedVariable { is_assigned_once: true },
        UnusedVariable { is_assigned_once: false },
        UnusedParameter,
        DeadAssignment,
        ShadowedVariable { outer: Span { start: 7, end: u32::MAX } },
        UnreachableCode,
        SelfAssignment,
        ConstantCondition { holds: true },
        RepeatedInitialize,
        EffectFree,
        HiddenExtension { class: ClassName::from("Pan"), selector: Selector::from("stir:") },
        StaleExpectation,
    ]
}

fn reach_problems() -> Vec<types::ReachProblem> {
    use types::{ClassRole, Crossing, ReachProblem::*};
    let mut problems = vec![MissingHandleScope];
    problems.extend([Kind::Value, Kind::Actor, Kind::Object].map(NeedlessHandleScope));
    for role in [ClassRole::Object, ClassRole::Superclass, ClassRole::Extended, ClassRole::Type] {
        problems.push(UnknownClass { role, meant: None });
        problems.push(UnknownClass { role, meant: Some(Name::from("Pan")) });
    }
    for crossing in [Crossing::Argument, Crossing::FirstState, Crossing::Captured] {
        problems.push(ProcessHandle { class: ClassName::from("Pan"), crossing });
    }
    problems
}

fn messages() -> Vec<types::MessageProblem> {
    use types::MessageProblem::*;
    let selector = || Selector::from("stir:");
    let (module, function) = (|| Name::from("lists"), || Name::from("sort"));
    let mut problems = vec![
        CastToValue { receiver: odd_type(), selector: selector() },
        OtherArity { module: module(), function: function(), given: 3, taken: vec![] },
        OtherArity { module: module(), function: function(), given: 3, taken: vec![1, 2] },
    ];
    for meant in odd_suggestions() {
        let (receiver, near) = (odd_type(), || meant.clone());
        problems.push(NotUnderstood { receiver, selector: selector(), meant: near() });
        for missing in [vec![], vec![odd_type(); 50]] {
            let (union, selector, is_hopeless) = (odd_type(), selector(), meant.is_some());
            problems.push(NotUnderstoodByAll {
                union,
                missing,
                selector,
                is_hopeless,
                meant: near(),
            });
        }
        problems.push(UnknownModule { module: module(), meant: near() });
        problems.push(UnknownFunction { module: module(), function: function(), meant: near() });
    }
    problems
}

fn arguments() -> Vec<types::ArgumentProblem> {
    use types::{ArgumentProblem::*, DynamicReason, Misfit, NativeFunction};
    let argument =
        || types::Argument { position: 1, selector: Selector::from("stir:"), receiver: odd_type() };
    let class = || ClassName::from("Pan");
    let (expected, got, name) = (odd_type, odd_type, || Name::from("lid"));
    let function = || NativeFunction { module: name(), name: name(), arity: 1 };
    let mut problems = vec![
        NotConforming {
            argument: argument(),
            protocol: class(),
            got: got(),
            lacks: vec![],
            is_partial: true,
        },
        SlotValue { class: class(), slot: name(), declared: expected(), got: got() },
        NativeKeyword {
            function: function(),
            position: 2,
            keyword: name(),
            parameter: name(),
            place: Span { start: 7, end: u32::MAX },
        },
    ];
    for reason in [DynamicReason::Unknown, DynamicReason::UntypedFfi] {
        problems.push(Unverified { argument: argument(), protocol: class(), reason });
    }
    for (operator, is_open) in [("+", true), ("++", false), ("<", false)] {
        let (operator, receiver) = (Selector::from(operator), odd_type());
        problems.push(Operand { operator, receiver, got: got(), is_open });
    }
    for misfit in [Misfit::Whole, Misfit::Open, Misfit::Some(vec![odd_type(); 50])] {
        problems.push(NativeMisfit {
            function: function(),
            position: 1,
            parameter: None,
            expected: expected(),
            got: got(),
            misfit: misfit.clone(),
        });
        problems.push(types::ArgumentProblem::Misfit {
            argument: argument(),
            expected: expected(),
            got: got(),
            misfit,
        });
    }
    for meant in odd_suggestions() {
        let (class, selector) = (class(), Selector::from("new:"));
        problems.push(UnknownSlot { class, selector, key: name(), meant });
    }
    problems
}

/// A type whose name hides something.
fn odd_type() -> types::InferredType {
    types::InferredType::class("Pa\u{202E}n", types::Provenance::NOWHERE)
}

fn odd_suggestions() -> [Option<types::Meant>; 3] {
    let name = || Name::from("lid");
    let far = Span { start: 7, end: u32::MAX };
    let edits = [None, Some((far, name()))];
    let [none, some] = edits.map(|edit| Some(types::Meant { name: name(), edit }));
    [None, none, some]
}
