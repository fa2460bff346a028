//! How sentences speak of types, of receivers and of their arguments.

use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{Argument, InferredType, Meant, Provenance};

/// `Integer | Nil`. Type arguments of which nothing is known say nothing.
pub(super) fn ty(ty: &InferredType) -> String {
    match ty.arguments().iter().all(InferredType::is_dynamic) {
        true => code(&receiver(ty)),
        false => code(&ty.for_people().to_string()),
    }
}

/// The class of a receiver without its type arguments: `Crate`, `Crate class`, `#east`.
pub(super) fn receiver(receiver: &InferredType) -> String {
    match receiver {
        InferredType::Known { class_name, arguments, .. } if !arguments.is_empty() => {
            InferredType::class(class_name.clone(), Provenance::NOWHERE).for_people().to_string()
        }
        other => other.for_people().to_string(),
    }
}

/// "`A`, `B` and `C`"
pub(super) fn listed(words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = words.into_iter().collect();
    match &*words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "argument 2 of `Crate at:put:`"
pub(super) fn argument(argument: &Argument) -> String {
    let Argument { position, selector, receiver: to } = argument;
    format!("argument {position} of {}", code(&format!("{} {selector}", receiver(to))))
}

/// The same at the beginning of a sentence.
pub(super) fn the_argument(it: &Argument) -> String {
    argument(it).replacen("argument", "Argument", 1)
}

/// What was probably meant, with the edit that makes it so.
pub(super) fn meant(diagnostic: Diagnostic, at: Place, meant: Option<&Meant>) -> Diagnostic {
    let Some(meant) = meant else { return diagnostic };
    let diagnostic = diagnostic.hint(format!("Did you mean {}?", code(&meant.name)));
    match &meant.edit {
        Some((span, word)) => diagnostic.fix(at.at(*span).replace(word)),
        None => diagnostic,
    }
}
