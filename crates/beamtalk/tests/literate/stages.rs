//! The stages: what a source is taken to, and what must come out.
//!
//! A stage that needs more than text (a BEAM) gets its variant here too. Every
//! case is also held to the laws, and has no error unless it lists problems.

use std::collections::BTreeSet;

use hierarchy::{ClassHierarchy, Origin, surface};
use syntax::tree::Item;
use syntax::{Completeness, Problem, Script, Severity, Tokens, Tree};
use types::native::NativeSignatures;
use types::{Context, InferredType, Program};

use crate::document::Case;
use crate::{Mismatch, completions, laws, problems};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceKind {
    Module,
    /// One bare method, as live editing sends it.
    Method,
    Script,
    /// A module of the class library.
    Library,
}

impl SourceKind {
    pub(crate) fn named(name: &str) -> Option<SourceKind> {
        match name {
            "beamtalk" => Some(SourceKind::Module),
            "beamtalk-method" => Some(SourceKind::Method),
            "btscript" => Some(SourceKind::Script),
            "beamtalk-library" => Some(SourceKind::Library),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Tokens,
    Tree,
    /// Every problem, in the order of the text.
    Problems,
    /// Only the first error: what follows from it is left open.
    FirstError,
    /// Every problem of the text and of what it means.
    Checks,
    /// The type of the last statement outside classes.
    Types,
    Formatted,
    Complete,
    /// What a script loads and tries.
    Script,
    /// What a program answers and prints on a BEAM.
    Output,
    /// What is offered at the cursor.
    Completions,
}

impl Stage {
    pub(crate) fn named(name: &str) -> Option<Stage> {
        match name {
            "tokens" => Some(Stage::Tokens),
            "tree" => Some(Stage::Tree),
            "problems" => Some(Stage::Problems),
            "problem" => Some(Stage::FirstError),
            "checks" => Some(Stage::Checks),
            "types" => Some(Stage::Types),
            "formatted" => Some(Stage::Formatted),
            "complete" => Some(Stage::Complete),
            "script" => Some(Stage::Script),
            "output" => Some(Stage::Output),
            "completions" => Some(Stage::Completions),
            _ => None,
        }
    }

    /// Whether a case with this stage may have errors that it does not list.
    fn allows_errors(self) -> bool {
        match self {
            Stage::Tokens
            | Stage::Problems
            | Stage::FirstError
            | Stage::Complete
            | Stage::Completions => true,
            Stage::Checks
            | Stage::Tree
            | Stage::Types
            | Stage::Formatted
            | Stage::Script
            | Stage::Output => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Stage::Tokens => "tokens",
            Stage::Tree => "tree",
            Stage::Problems => "problems",
            Stage::FirstError => "problem",
            Stage::Checks => "checks",
            Stage::Types => "types",
            Stage::Formatted => "formatted",
            Stage::Complete => "complete",
            Stage::Script => "script",
            Stage::Output => "output",
            Stage::Completions => "completions",
        }
    }
}

/// Whether a case must run before it can be checked.
pub(crate) fn needs_output(case: &Case) -> bool {
    case.expectations.iter().any(|expectation| expectation.stage == Stage::Output)
        && !syntax::parse(&case.source).has_errors()
}

/// Everything that does not hold for one case; `output` is there for those that ran.
pub(crate) fn check(case: &Case, output: Option<&str>) -> Vec<Mismatch> {
    let result = Outcome::of(case);
    let mut mismatches = Vec::new();
    for expectation in &case.expectations {
        let got = match expectation.stage {
            Stage::Output => output.unwrap_or_default().to_owned(),
            stage => result.at(stage, case, &expectation.text),
        };
        if got.trim_end() != expectation.text.trim_end() {
            mismatches.push(Mismatch {
                what: expectation.stage.name(),
                expected: expectation.text.clone(),
                got,
                place: Some(expectation.place.clone()),
            });
        }
    }
    let may_fail = case.expectations.iter().any(|expectation| expectation.stage.allows_errors());
    let has_error =
        result.problems.iter().any(|problem| problem.kind.severity() == Severity::Error);
    if has_error && !may_fail {
        mismatches.push(Mismatch {
            what: "problems",
            expected: "no error".to_owned(),
            got: problems::listing(&case.source, &result.problems),
            place: None,
        });
    }
    match result.tree {
        Some(tree) if case.kind == SourceKind::Module && !has_error => {
            mismatches.extend(laws::broken(&tree));
        }
        _ => {}
    }
    mismatches
}

/// What the front end makes of a source.
struct Outcome {
    tree: Option<Tree>,
    script: Option<Script>,
    problems: Vec<Problem>,
}

impl Outcome {
    fn of(case: &Case) -> Outcome {
        let mut outcome = match case.kind {
            SourceKind::Module | SourceKind::Library => {
                let parse = syntax::parse(&case.source);
                Outcome { tree: Some(parse.tree), script: None, problems: parse.problems }
            }
            SourceKind::Method => {
                let parse = syntax::parse_method(&case.source);
                Outcome { tree: Some(parse.tree), script: None, problems: parse.problems }
            }
            SourceKind::Script => {
                let mut script = syntax::parse_script(&case.source);
                let problems = std::mem::take(&mut script.problems);
                Outcome { tree: None, script: Some(script), problems }
            }
        };
        outcome.problems.sort_by_key(|problem| problem.span.start);
        outcome
    }

    /// What is wrong with the meaning of a source that stands alone.
    fn checked(&self, case: &Case) -> Vec<types::Problem> {
        let program = Program::default();
        let module = Context::Module {
            file: "",
            program: &program,
            allows_primitives: false,
            scope: types::AnalysisScope::WHOLE,
        };
        match (&self.tree, &self.script) {
            (Some(tree), _) if case.kind == SourceKind::Library => {
                check_alone(tree, Context::Library)
            }
            (Some(tree), _) => check_alone(tree, module),
            (None, Some(script)) => {
                let mut bound = BTreeSet::new();
                let mut problems = Vec::new();
                for one in &script.cases {
                    let tree = syntax::parse(one.expression.of(&case.source)).tree;
                    let context = Context::Script { bound: &bound, is_live: false };
                    let found = check_alone(&tree, context);
                    problems.extend(found.into_iter().map(|it| it.shifted(one.expression.start)));
                    bound.extend(types::introduced_names(&tree));
                }
                problems
            }
            (None, None) => Vec::new(),
        }
    }

    /// The text a stage gives, as detailed as what is expected of it.
    fn at(&self, stage: Stage, case: &Case, expected: &str) -> String {
        let tree = self.tree.as_ref();
        match stage {
            Stage::Tokens => token_line(&case.source, &syntax::lex(&case.source)),
            Stage::Tree => tree.map(syntax::notation).unwrap_or_default(),
            Stage::Problems => problems::matched(&case.source, &self.problems, expected),
            Stage::FirstError => {
                let is_error = |problem: &&Problem| problem.kind.severity() == Severity::Error;
                let first: Vec<Problem> =
                    self.problems.iter().filter(is_error).take(1).copied().collect();
                problems::matched(&case.source, &first, expected)
            }
            Stage::Checks => problems::matched(&case.source, &self.checked(case), expected),
            Stage::Types => tree.map(last_type).unwrap_or_default(),
            Stage::Formatted => tree.map(syntax::format).unwrap_or_default(),
            Stage::Complete => match syntax::completeness(&case.source) {
                Completeness::Complete => "complete".to_owned(),
                Completeness::Incomplete => "incomplete".to_owned(),
                Completeness::UntilBlankLine => "until-blank-line".to_owned(),
            },
            Stage::Output => String::new(),
            Stage::Completions => completions::matched(&case.source, expected),
            Stage::Script => self
                .script
                .as_ref()
                .map(|script| script_lines(&case.source, script))
                .unwrap_or_default(),
        }
    }
}

fn check_alone(tree: &Tree, context: Context) -> Vec<types::Problem> {
    let hierarchy = hierarchy_of(tree);
    let natives = natives();
    let inference = types::infer(tree, &hierarchy, Some(&natives));
    let natives = Some(&natives);
    let basis = types::Basis { hierarchy: &hierarchy, inference: &inference, natives };
    types::check(tree, basis, context)
}

/// All that Erlang has, for cases that call it.
pub(crate) fn natives() -> NativeSignatures {
    let modules = [
        (
            "erlang",
            "atom_to_list/1\tString | List\tatom\tSymbol\n\
                    exit/2\tBoolean\tpid\tPid\treason\tDynamic\n",
        ),
        (
            "lists",
            "keyfind/3\tTuple | Boolean\targ\tDynamic\targ\tInteger\targ\tList\n\
                   reverse/1\tList\tlist\tList\n\
                   seq/2\tList(Integer)\tfrom\tInteger\tto\tInteger\n\
                   seq/3\tList(Integer)\tfrom\tInteger\tto\tInteger\tincr\tInteger\n",
        ),
        ("maps", "size/1\tInteger\tmap\tDictionary\n"),
    ];
    let (mut index, mut body) = (String::from("beamtalk natives 1\n"), String::new());
    for (name, lines) in modules {
        index += &format!("{name}\t{}\t{}\n", body.len(), lines.len());
        body += lines;
    }
    NativeSignatures::read(format!("{index}\n{body}").as_bytes()).unwrap()
}

/// As people see it; `no statement` where there is none outside classes.
fn last_type(tree: &Tree) -> String {
    let last = tree.items.iter().rev().find_map(|item| match item {
        Item::Statement(statement) => Some(*statement),
        _ => None,
    });
    let Some(last) = last else { return "no statement".to_owned() };
    let inference = types::infer(tree, &hierarchy_of(tree), None);
    inference.type_of(last).unwrap_or(&InferredType::UNKNOWN).for_people().to_string()
}

/// The class library, and the classes of a source that stands alone.
fn hierarchy_of(tree: &Tree) -> ClassHierarchy {
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(tree), Origin::Module);
    hierarchy
}

/// `Identifier a · Arrow -> · Identifier b`, without the end token.
fn token_line(text: &str, tokens: &Tokens) -> String {
    let shown = tokens.iter().filter(|(_, token)| token.kind != syntax::TokenKind::Eof);
    let shown = shown
        .map(|(_, token)| format!("{:?} {}", token.kind, token.span().of(text).replace('\n', "⏎")));
    shown.collect::<Vec<String>>().join(" · ")
}

/// `load path`, `load-error path => text`, `expression => expected` and
/// `command line => expected`, a line each.
fn script_lines(text: &str, script: &Script) -> String {
    let loads = script.loads.iter().map(|load| match load.error {
        Some(error) => format!("load-error {} => {}\n", load.path.of(text), error.of(text)),
        None => format!("load {}\n", load.path.of(text)),
    });
    let line = |mark: &str, case: &syntax::Case| {
        let expression = case.expression.of(text).replace('\n', "⏎");
        match case.expected {
            Some(expected) => format!("{mark}{expression} => {}\n", expected.of(text)),
            None => format!("{mark}{expression}\n"),
        }
    };
    let cases = script.cases.iter().map(|case| line("", case));
    let commands = script.commands.iter().map(|case| line("command ", case));
    loads.chain(cases).chain(commands).collect()
}
