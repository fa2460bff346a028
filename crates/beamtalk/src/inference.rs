//! The types of texts that belong together, and what follows from them for others.
//!
//! In go trees and the hierarchy around them; out comes an inference for each. A bug of
//! ours costs the text that brings it out, and no other.

use hierarchy::{ClassHierarchy, ClassName, Side, Type};
use serde::{Deserialize, Serialize};
use syntax::{Category, Tree};
use types::native::NativeSignatures;
use types::{AnalysisScope, Inference, InferredType, Problem};

use crate::fence::fenced;

/// The types of each text, or the text of the panic that it is to blame for.
pub(crate) fn infer(
    trees: &[&Tree],
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
) -> Vec<Result<Inference, String>> {
    together(trees, |trees| types::infer_program(trees, hierarchy, natives))
}

/// All at once. Where that fails, each alone to find out who is to blame, then the others
/// at once; if even that fails, nobody knows of anybody.
fn together<T>(trees: &[&Tree], infer: impl Fn(&[&Tree]) -> Vec<T>) -> Vec<Result<T, String>> {
    if let Ok(all) = fenced(|| infer(trees)) {
        return all.into_iter().map(Ok).collect();
    }
    let alone = |tree: &&Tree| {
        let only = fenced(|| infer(&[*tree]))?.pop();
        only.ok_or_else(|| "nothing was inferred".to_owned())
    };
    let mut answers: Vec<Result<T, String>> = trees.iter().map(alone).collect();
    let sound = trees.iter().zip(&answers).filter(|(_, answer)| answer.is_ok());
    let sound: Vec<&Tree> = sound.map(|(tree, _)| *tree).collect();
    if let Ok(all) = fenced(|| infer(&sound)) {
        let places = answers.iter_mut().filter(|answer| answer.is_ok());
        places.zip(all).for_each(|(place, inference)| *place = Ok(inference));
    }
    answers
}

/// Leaves out of some problems those that may only be there because not all is seen.
pub(crate) fn certain(mut problems: Vec<Problem>, scope: AnalysisScope) -> Vec<Problem> {
    let is_all_seen = scope != AnalysisScope::ProjectComplete { has_unseen_extensions: true };
    problems.retain(|it| is_all_seen || it.kind.category() != Some(Category::UnresolvedClass));
    problems
}

/// What a method was found to answer that declares nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    class: String,
    is_class_side: bool,
    selector: String,
    /// In the syntax of types.
    answer: String,
}

/// Those of a text, in the order of their classes and selectors.
pub(crate) fn answers(inference: &Inference) -> Vec<Answer> {
    let answer = |((class, side, selector), ty): (&types::MethodKey, &InferredType)| Answer {
        class: class.to_string(),
        is_class_side: *side == Side::Class,
        selector: selector.clone(),
        answer: ty.to_string(),
    };
    inference.results().iter().map(answer).collect()
}

/// Writes answers down where everybody looks who asks what a method answers.
pub(crate) fn record<'a>(
    hierarchy: &mut ClassHierarchy,
    answers: impl IntoIterator<Item = &'a Answer>,
) {
    for Answer { class, is_class_side, selector, answer } in answers {
        let class = ClassName::from(class.as_str());
        let side = if *is_class_side { Side::Class } else { Side::Instance };
        let parameters = hierarchy.class(&class).map_or(&[][..], |it| &it.type_parameters);
        let ty = Type::parse(answer, parameters);
        hierarchy.record_inferred(&class, side, selector, ty);
    }
}

impl Answer {
    /// Its parts, for a fingerprint.
    pub(crate) fn parts(&self) -> [&str; 4] {
        let side = if self.is_class_side { "class" } else { "instance" };
        [&self.class, side, &self.selector, &self.answer]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierarchy::{Origin, surface};

    fn trees(texts: &[&str]) -> Vec<Tree> {
        texts.iter().map(|text| syntax::parse(text).tree).collect()
    }

    /// Names the texts; those that say `bug` bring one out, and `both` does beside another.
    fn names(trees: &[&Tree]) -> Vec<String> {
        let is_both = trees.iter().filter(|it| it.text.contains("both")).count() > 1;
        let fails = |tree: &&&Tree| tree.text.contains("bug") || is_both;
        assert!(trees.iter().find(fails).is_none(), "a bug");
        trees.iter().map(|it| format!("{} of {}", it.text, trees.len())).collect()
    }

    fn check(texts: &[&str], expected: &[Result<&str, ()>]) {
        crate::fence::install();
        let trees = trees(texts);
        let answers = together(&trees.iter().collect::<Vec<_>>(), names);
        let answers: Vec<Result<&str, ()>> =
            answers.iter().map(|it| it.as_deref().map_err(|_| ())).collect();
        assert_eq!(answers, expected);
    }

    #[test]
    fn a_bug_costs_the_text_that_brings_it_out() {
        check(&["a", "b"], &[Ok("a of 2"), Ok("b of 2")]);
        check(&["a", "bug", "c"], &[Ok("a of 2"), Err(()), Ok("c of 2")]);
        check(&["bug"], &[Err(())]);
        check(&["both1", "both2"], &[Ok("both1 of 1"), Ok("both2 of 1")]);
        check(&[], &[]);
    }

    #[test]
    fn what_is_recorded_is_what_was_inferred() {
        let text = "Value subclass: Crate(T)\n  field: held :: T\n\n  \
                    all => #[self.held]\n\n  kind => self class\n\n  \
                    maybe => 1 > 2 ifTrue: [#none] ifFalse: [1]\n\n  \
                    told -> Number => 1\n";
        let tree = syntax::parse(text).tree;
        let mut hierarchy = ClassHierarchy::with_builtins();
        hierarchy.add_classes(surface(&tree), Origin::Project);
        let inference = types::infer(&tree, &hierarchy, None);
        record(&mut hierarchy, &answers(&inference));
        let class = ClassName::from("Crate");
        for ((_, side, selector), ty) in inference.results() {
            let method = hierarchy.own_methods(&class, *side);
            let method = method.into_iter().find(|it| *it.selector == **selector).unwrap();
            assert_eq!(method.signature.returns.inferred, Some(ty.to_type()), "{selector}");
        }
        assert_eq!(inference.results().len(), 3);
    }
}
