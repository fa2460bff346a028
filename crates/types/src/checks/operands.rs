//! What stands to the right of arithmetic, comparisons and `++`: the mistakes that are
//! made most, so that they have words of their own.

use hierarchy::{ClassName, LineageEnd, Selector};

use crate::inferred::InferredType;
use crate::meaning::{Meaning, Sent, Target};
use crate::problem::{ArgumentProblem, ProblemKind};

static NUMBER: ClassName = ClassName::constant("Number");
static STRING: ClassName = ClassName::constant("String");

/// Looks at an operator and one operand of a known class. Answers whether nothing more
/// is to be said of them.
pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) -> bool {
    let Target::Instance { class, found: Some(_) } = &sent.target else { return false };
    let [got] = &*sent.types else { return false };
    // A part of a cascade shows no operand to the left.
    let is_part = meaning.tree.expr_span(sent.shown).start < sent.span.start;
    let Some(asked) = asked(&sent.selector).filter(|_| !is_part) else { return false };
    let InferredType::Known { .. } = got else { return false };
    if !meaning.hierarchy.is_subclass(class, asked) {
        return false;
    }
    let is_open = meaning.world().is_type_parameter(got);
    if is_open || !may_be(meaning, got, asked) {
        let (operator, receiver) = (Selector::from(&*sent.selector), sent.receiver.clone());
        let got = got.clone();
        let problem = ArgumentProblem::Operand { operator, receiver, got, is_open };
        meaning.report(ProblemKind::Argument(problem), sent.span);
    }
    true
}

/// The class that both operands have to be of.
fn asked(selector: &str) -> Option<&'static ClassName> {
    match selector {
        "+" | "-" | "*" | "/" | "<" | ">" | "<=" | ">=" => Some(&NUMBER),
        "++" => Some(&STRING),
        _ => None,
    }
}

fn may_be(meaning: &Meaning, got: &InferredType, asked: &ClassName) -> bool {
    let Some(class) = got.instance_class() else { return true };
    let hierarchy = meaning.hierarchy;
    let is_known =
        hierarchy.class(class).is_some() && hierarchy.lineage(class).end == LineageEnd::Root;
    !is_known || hierarchy.is_subclass(class, asked)
}
