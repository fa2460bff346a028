//! A source, read once: its text, its trees, and what is wrong with either.
//!
//! Reading is the first pass over all files; checking the second, because a file
//! may speak of what another declares. [`Whole`] is what they declare together.

use std::borrow::Cow;
use std::collections::BTreeSet;

use hierarchy::{ClassHierarchy, Name, Origin, STDLIB_SOURCES, Surface, surface};
use ide::Problem;
use syntax::tree::Item;
use syntax::{Severity, Tree};
use types::native::NativeSignatures;
use types::{AnalysisScope, Basis, Context, Inference, Program};

use crate::inference;
use crate::report;
use crate::sources::{Source, Unread};

pub(crate) struct Reading {
    pub(crate) text: String,
    pub(crate) problems: Vec<Problem>,
    /// Of the cases of a script that speak of warnings: what a prompt would say.
    warnings: Vec<Problem>,
    content: Content,
}

enum Content {
    Module(Box<Tree>),
    Script(Vec<Case>),
}

/// One expression of a script.
pub(crate) struct Case {
    pub(crate) tree: Tree,
    /// Where in the script it begins.
    pub(crate) start: u32,
    pub(crate) expected: Option<String>,
}

/// What all files declare together.
pub(crate) struct Whole {
    hierarchy: ClassHierarchy,
    program: Program,
    rules: Rules,
    scope: AnalysisScope,
}

/// Whose source it is, as the command line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    Program,
    /// A program that may leave methods to the runtime.
    ProgramWithPrimitives,
    Library,
}

impl Reading {
    /// Reads a source and looks at its syntax.
    pub(crate) fn of(source: &Source) -> Result<Reading, Unread> {
        let text = source.read()?;
        let (content, problems) = match source.is_script() {
            true => script(&text),
            false => {
                let parse = syntax::parse(&text);
                (Content::Module(Box::new(parse.tree)), parse.problems)
            }
        };
        let problems = problems.into_iter().map(Problem::from).collect();
        Ok(Reading { text, problems, warnings: vec![], content })
    }

    /// Statements that are no file: what a prompt or a shell gives.
    pub(crate) fn of_statements(text: String) -> Reading {
        let syntax::Parse { tree, problems } = syntax::parse(&text);
        let content = Content::Script(vec![Case { tree, start: 0, expected: None }]);
        let problems = problems.into_iter().map(Problem::from).collect();
        Reading { text, problems, warnings: vec![], content }
    }

    /// Expressions that were found in a text, where the problems are from, too.
    pub(crate) fn of_cases(
        text: String,
        cases: Vec<Case>,
        problems: impl IntoIterator<Item = syntax::Problem>,
    ) -> Reading {
        let problems = problems.into_iter().map(Problem::from).collect();
        Reading { text, problems, warnings: vec![], content: Content::Script(cases) }
    }

    /// Its trees, with the offsets at which their texts begin.
    pub(crate) fn trees(&self) -> impl Iterator<Item = (&Tree, u32)> {
        let (module, cases) = match &self.content {
            Content::Module(tree) => (Some(tree), [].as_slice()),
            Content::Script(cases) => (None, cases.as_slice()),
        };
        let module = module.map(|tree| (&**tree, 0));
        module.into_iter().chain(cases.iter().map(|case| (&case.tree, case.start)))
    }

    /// The expressions of a script; a module has none.
    pub(crate) fn cases(&self) -> &[Case] {
        match &self.content {
            Content::Module(_) => &[],
            Content::Script(cases) => cases,
        }
    }

    /// The tree of a module that can be read.
    pub(crate) fn module(&self) -> Option<&Tree> {
        match &self.content {
            Content::Module(tree) if !self.has_errors() => Some(tree),
            Content::Module(_) | Content::Script(_) => None,
        }
    }

    /// The same for whoever keeps it.
    pub(crate) fn into_module(self) -> Option<Tree> {
        let has_errors = self.has_errors();
        match self.content {
            Content::Module(tree) if !has_errors => Some(*tree),
            Content::Module(_) | Content::Script(_) => None,
        }
    }

    /// What it declares for other files to see.
    pub(crate) fn surface(&self) -> Option<Surface> {
        match &self.content {
            // The library is there already.
            Content::Module(_) if self.is_library() => None,
            Content::Module(tree) if self.has_errors() => Some(surface(tree).incomplete()),
            Content::Module(tree) => Some(surface(tree)),
            Content::Script(_) => None,
        }
    }

    /// Looks at what it means, with its types in a program or, if it has none there,
    /// alone. Of a text that cannot be read not much would be true.
    pub(crate) fn check(
        &mut self,
        file: &str,
        whole: &Whole,
        types: Option<&Inference>,
        natives: Option<&NativeSignatures>,
    ) {
        if self.has_errors() {
            return;
        }
        let problems = match &self.content {
            Content::Module(tree) => {
                let context = match self.is_library() || whole.rules == Rules::Library {
                    true => Context::Library,
                    false => whole.context_of(file),
                };
                let alone = || types::infer(tree, &whole.hierarchy, natives);
                let types = types.map_or_else(|| Cow::Owned(alone()), Cow::Borrowed);
                let found = checked(tree, &whole.hierarchy, &types, natives, context);
                inference::certain(found, whole.scope)
            }
            Content::Script(cases) => {
                let (warnings, problems) = check_cases(cases, &whole.hierarchy);
                self.warnings = warnings.into_iter().map(Problem::from).collect();
                problems
            }
        };
        self.problems.extend(problems.into_iter().map(Problem::from));
    }

    /// What a prompt would warn of in a case that speaks of warnings.
    pub(crate) fn warnings_of(&self, case: &Case) -> Vec<String> {
        let end = case.start + case.tree.text.len() as u32;
        let is_inside = |it: &&Problem| (case.start..=end).contains(&it.span().start);
        let found = self.warnings.iter().filter(is_inside);
        report::findings(&self.text, found).into_iter().map(|it| it.message).collect()
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }

    /// Whether it is, letter by letter, a source of the class library.
    pub(crate) fn is_library(&self) -> bool {
        STDLIB_SOURCES.iter().any(|(_, text)| *text == self.text)
    }
}

impl Whole {
    pub(crate) fn new(rules: Rules) -> Whole {
        Whole::with(ClassHierarchy::with_builtins(), rules)
    }

    /// On top of classes that are compiled already.
    pub(crate) fn with(hierarchy: ClassHierarchy, rules: Rules) -> Whole {
        Whole { hierarchy, program: Program::default(), rules, scope: AnalysisScope::WHOLE }
    }

    /// A program's class does not take the place of the library's: the running
    /// system keeps its own, too.
    pub(crate) fn add(&mut self, file: &str, surface: Surface) {
        let origin = match self.rules {
            Rules::Program | Rules::ProgramWithPrimitives => Origin::Project,
            Rules::Library => Origin::Module,
        };
        self.program.add(file, &surface);
        self.hierarchy.add_classes(surface, origin);
    }

    /// A file belongs to the program that cannot be read: it may extend any class.
    pub(crate) fn add_unseen(&mut self) {
        self.scope = AnalysisScope::ProjectComplete { has_unseen_extensions: true };
    }

    /// Writes down what methods were found to answer.
    pub(crate) fn record(&mut self, inferences: &[Inference]) {
        types::record_results(&mut self.hierarchy, inferences);
    }

    pub(crate) fn hierarchy(&self) -> &ClassHierarchy {
        &self.hierarchy
    }

    fn context_of<'w>(&'w self, file: &'w str) -> Context<'w> {
        let allows_primitives = self.rules == Rules::ProgramWithPrimitives;
        Context::Module { file, program: &self.program, allows_primitives, scope: self.scope }
    }
}

fn script(text: &str) -> (Content, Vec<syntax::Problem>) {
    let script = syntax::parse_script(text);
    let cases = script.cases.iter().map(|case| Case {
        tree: syntax::parse(case.expression.of(text)).tree,
        start: case.expression.start,
        expected: case.expected.map(|expected| expected.of(text).to_owned()),
    });
    (Content::Script(cases.collect()), script.problems)
}

fn checked(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    inference: &Inference,
    natives: Option<&NativeSignatures>,
    context: Context,
) -> Vec<types::Problem> {
    types::check(tree, Basis { hierarchy, inference, natives }, context)
}

/// What a case binds or declares is there for those after it. Answers the warnings that
/// cases speak of, and the problems that none has expected.
fn check_cases(
    cases: &[Case],
    hierarchy: &ClassHierarchy,
) -> (Vec<types::Problem>, Vec<types::Problem>) {
    let mut hierarchy = hierarchy.clone();
    let mut bound: BTreeSet<Name> = BTreeSet::new();
    let (mut warnings, mut problems) = (Vec::new(), Vec::new());
    for Case { tree, start, expected } in cases {
        let expected = expected.as_deref().unwrap_or_default();
        if tree.items.iter().any(|item| !matches!(item, Item::Statement(_))) {
            hierarchy.add_classes(surface(tree), Origin::Module);
        }
        let types = types::infer(tree, &hierarchy, None);
        let look = |is_live| {
            let context = Context::Script { bound: &bound, is_live };
            let found = checked(tree, &hierarchy, &types, None, context).into_iter();
            found.map(|problem| problem.shifted(*start))
        };
        let expects = announced(expected);
        problems.extend(look(false).filter(|it| Some(it.kind.severity()) != expects));
        if expected.starts_with("WARNING:") || expected.starts_with("NO-WARNING:") {
            warnings.extend(
                look(true)
                    .filter(|it| matches!(it.kind.severity(), Severity::Warning | Severity::Hint)),
            );
        }
        bound.extend(types::introduced_names(tree));
    }
    (warnings, problems)
}

/// The severity of the problem that an expectation says there will be.
fn announced(expected: &str) -> Option<Severity> {
    match expected {
        _ if expected.starts_with("ERROR:") => Some(Severity::Error),
        _ if expected.starts_with("WARNING:") => Some(Severity::Warning),
        _ => None,
    }
}
