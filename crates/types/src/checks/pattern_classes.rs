//! The classes that patterns test for: each must be the class of its instances
//! themselves, for that is all a pattern can ask.

use hierarchy::{ClassHierarchy, ClassName, Name};
use syntax::Tree;
use syntax::tree::{ClassTest, Match, Pattern, PatternId};

use crate::bodies::Body;
use crate::inferred::is_letter;
use crate::meaning::Meaning;
use crate::problem::{MatchProblem, NotTestable, ProblemKind};
use crate::spelling::nearest;
use crate::world::AnalysisScope;

/// Classes that a pattern can test for although others inherit from some of them.
const TESTABLE: [&str; 18] = [
    "Array",
    "Block",
    "Boolean",
    "Dictionary",
    "False",
    "Float",
    "Integer",
    "List",
    "Nil",
    "Pid",
    "Port",
    "Reference",
    "Set",
    "String",
    "Symbol",
    "True",
    "Tuple",
    "UndefinedObject",
];

/// Whether the values of a class are told by a pattern that tests for it.
pub(crate) fn is_leaf(hierarchy: &ClassHierarchy, class: &ClassName) -> bool {
    TESTABLE.contains(&class.simple())
        || (hierarchy.class(class).is_some() && not_testable(hierarchy, class).is_none())
}

/// Reports classes that no pattern can test for.
pub(crate) fn testable(body: &mut Body, matching: Match) {
    for test in class_tests(body.tree, matching) {
        let class = ClassName::from(body.tree.name(test.class));
        if let Some(why) = not_testable(body.hierarchy, &class) {
            let span = body.tree.tokens.get(test.class).span();
            body.report(ProblemKind::Match(MatchProblem::PatternClass(why)), span);
        }
    }
}

/// Reports classes that are not there, where all that are there is seen.
pub(crate) fn known(meaning: &mut Meaning, matching: Match) {
    let tree = meaning.tree;
    if meaning.context.scope() == AnalysisScope::ModuleOnly {
        return;
    }
    for test in class_tests(tree, matching) {
        let class = ClassName::from(tree.name(test.class));
        if is_known(meaning, &class) {
            continue;
        }
        let meant = match meaning.findings.may_suggest() {
            true => {
                let classes = meaning.hierarchy.classes();
                let names = classes.iter().map(|it| &*it.name);
                nearest(class.simple(), names).map(Name::from)
            }
            false => None,
        };
        let span = tree.tokens.get(test.class).span();
        meaning.report(ProblemKind::Match(MatchProblem::UnknownClass { meant }), span);
    }
}

fn is_known(meaning: &Meaning, class: &ClassName) -> bool {
    let hierarchy = meaning.hierarchy;
    let parameters = meaning.around.class.map_or(&[][..], |it| &it.type_parameters);
    TESTABLE.contains(&class.simple())
        || hierarchy.class(class).is_some()
        || hierarchy.protocol(class).is_some()
        || hierarchy.alias(class).is_some()
        || is_letter(class)
        || parameters.iter().any(|it| it.name == **class)
}

/// Nothing where it can be tested for, or where it is not known.
fn not_testable(hierarchy: &ClassHierarchy, class: &ClassName) -> Option<NotTestable> {
    if TESTABLE.contains(&class.simple()) {
        return None;
    }
    if hierarchy.protocol(class).is_some() {
        return Some(NotTestable::Protocol);
    }
    let Some(info) = hierarchy.class(class) else {
        return hierarchy.alias(class).map(|_| NotTestable::Alias);
    };
    if info.name == "Character" {
        return Some(NotTestable::Character);
    }
    if info.flags.is_abstract {
        return Some(NotTestable::Abstract);
    }
    let subclasses = hierarchy.subclasses(class);
    subclasses.first().map(|it| NotTestable::Inherited(it.name.clone()))
}

/// All tests for classes in the arms of a match, however deep.
fn class_tests(tree: &Tree, matching: Match) -> Vec<ClassTest> {
    let mut found = Vec::new();
    let arms = tree.nodes.arms[matching.arms].iter();
    let mut pending: Vec<PatternId> = arms.rev().map(|arm| arm.pattern).collect();
    while let Some(pattern) = pending.pop() {
        match tree.nodes.patterns[pattern] {
            Pattern::ClassTest(test) => found.push(test),
            Pattern::Tuple(elements) | Pattern::Array(elements) | Pattern::List(elements) => {
                pending.extend(&tree.nodes.pattern_lists[elements]);
            }
            Pattern::Map(pairs) => {
                let pairs = tree.nodes.map_pattern_pairs[pairs].iter();
                pending.extend(pairs.map(|pair| pair.value));
            }
            Pattern::Constructor(constructor) => {
                let parts = tree.nodes.constructor_parts[constructor.parts].iter();
                pending.extend(parts.map(|part| part.argument));
            }
            Pattern::Wildcard
            | Pattern::Nil
            | Pattern::Variable(_)
            | Pattern::Literal(_)
            | Pattern::Rest(_)
            | Pattern::Binary(_)
            | Pattern::Error => {}
        }
    }
    found
}
