//! Arguments against the parameters that a method declares.
//!
//! A method is asked for by the type of the receiver; what its class leaves open is
//! what the receiver says. Of a receiver that may be one of several nothing is
//! checked, and neither is what a method leaves open for itself.

use hierarchy::{ClassInfo, ClassName, Found, Selector, Side};

use crate::algebra::widened;
use crate::checks::{conformances, fitting, messages, native_calls, operands, spawning};
use crate::inferred::{InferredType, Provenance};
use crate::meaning::{Meaning, Sent, Target};
use crate::problem::{Argument, ArgumentProblem, ProblemKind};
use crate::resolve::Purpose;
use crate::substitution::Substitution;

pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) {
    if native_calls::send(meaning, sent) || messages::is_left_to_subclasses(meaning, sent) {
        return;
    }
    spawning::send(meaning, sent);
    if is_free(sent) || operands::send(meaning, sent) {
        return;
    }
    let Some(found) = sent.target.found() else { return };
    let parameters = &found.method.signature.parameters;
    if parameters.iter().all(|it| it.slot.declared.is_none()) {
        return;
    }
    let substitution = substitution(meaning, sent, found);
    for (index, (parameter, got)) in parameters.iter().zip(&sent.types).enumerate() {
        let Some(declared) = &parameter.slot.declared else { continue };
        let purpose = Purpose::Send(sent.span);
        let expected = meaning.resolver.resolve(declared, &substitution, purpose);
        for part in parts(&expected) {
            let argument = Argument {
                position: index + 1,
                selector: Selector::from(&*sent.selector),
                receiver: sent.receiver.clone(),
            };
            if let Some(problem) = problem(meaning, argument, got, part) {
                meaning.report(ProblemKind::Argument(problem), sent.span);
            }
        }
    }
}

/// Messages that take anything, whatever is declared: everything can be compared and
/// shown, and whoever says what type something is knows better. Operators of a symbol
/// are not those of its class alone.
fn is_free(sent: &Sent) -> bool {
    let is_of_symbol = sent.receiver.symbol().is_some();
    let is_transcript =
        sent.receiver.instance_class().is_some_and(|it| it.simple() == "TranscriptStream");
    messages::is_equality(&sent.selector)
        || sent.selector == "asType:"
        || is_transcript && matches!(&*sent.selector, "show:" | "showCr:")
        || is_of_symbol && Selector::from(&*sent.selector).is_binary()
}

/// What has to hold all at once.
fn parts(expected: &InferredType) -> &[InferredType] {
    match expected {
        InferredType::Intersection { members, .. } => members,
        _ => std::slice::from_ref(expected),
    }
}

fn problem(
    meaning: &Meaning,
    argument: Argument,
    got: &InferredType,
    expected: &InferredType,
) -> Option<ArgumentProblem> {
    if let InferredType::Known { class_name, .. } = expected
        && meaning.hierarchy.protocol(class_name).is_some()
    {
        return conformances::problem(meaning, argument, got, class_name);
    }
    let misfit = fitting::misfit(meaning.world(), got, expected)?;
    let (expected, got) = (expected.clone(), got.clone());
    Some(ArgumentProblem::Misfit { argument, expected, got, misfit })
}

/// What the parameters of the class that has the method stand for. A literal that a
/// collection was made of does not keep others out of it.
fn substitution(meaning: &Meaning, sent: &Sent, found: Found) -> Substitution {
    let resolver = &meaning.resolver;
    let receiver = &sent.receiver;
    let (substitution, own) = match &sent.target {
        Target::Instance { class, .. } => {
            let arguments: Vec<_> = receiver.arguments().iter().map(deeply_widened).collect();
            (resolver.inherited(class, &arguments, found.class), widened(receiver))
        }
        Target::ClassObject { class, .. } if found.side == Side::Class => {
            (of_class_object(meaning, class, found.class), instance(class))
        }
        _ => (Substitution::default(), receiver.clone()),
    };
    substitution.with_receiver(own)
}

/// A class object has no type arguments; what its class makes of the class above is
/// known all the same.
pub(crate) fn of_class_object(
    meaning: &Meaning,
    class: &ClassName,
    definer: &ClassInfo,
) -> Substitution {
    let info = meaning.hierarchy.class(class);
    let open = vec![InferredType::UNKNOWN; info.map_or(0, |it| it.type_parameters.len())];
    meaning.resolver.inherited(class, &open, definer)
}

fn instance(class: &ClassName) -> InferredType {
    InferredType::class(class.clone(), Provenance::NOWHERE)
}

fn deeply_widened(ty: &InferredType) -> InferredType {
    match widened(ty) {
        InferredType::Known { class_name, arguments, provenance } if !arguments.is_empty() => {
            InferredType::generic(class_name, arguments.iter().map(deeply_widened), provenance)
        }
        other => other,
    }
}
