//! What a run of tests consists of: suites of classes and of expressions, each with what
//! it needs to be run and to be judged.
//!
//! Several groups of expressions may make one suite in the report: the examples of a
//! file each have their own variables, and are told of together.

use hierarchy::{ClassHierarchy, ClassName, Side, known};
use lower::core_erlang::Module;
use lower::{Evaluation as Lowered, evaluations, evaluations_with_checks};
use syntax::{LineIndex, Severity, Tree};

use super::expectation::{Evaluation, Expectation, Outcome};
use super::report::{Failure, Status, Suite, Test, TestReport};
use crate::program::Program;
use crate::reading::Reading;
use crate::report;
use crate::soundness;

#[derive(Default)]
pub(crate) struct Plan {
    /// With suites that have no tests yet.
    pub(crate) report: TestReport,
    /// What is run, in the order in which suites are counted from one.
    pub(crate) runs: Vec<Run>,
    /// Modules that runs need, besides those of the program.
    pub(crate) modules: Vec<Module>,
    /// What runs in sessions, after all else.
    pub(crate) scripts: Vec<Script>,
}

/// A script by its name, with its text.
pub(crate) struct Script {
    /// The position of its suite in the report.
    pub(crate) suite: usize,
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) struct Run {
    /// The position of its suite in the report.
    pub(crate) suite: usize,
    pub(crate) what: What,
}

pub(crate) enum What {
    Class {
        class: String,
        tests: Vec<String>,
        /// Where the methods of the class are, by selector.
        places: Vec<(String, Place)>,
    },
    Script {
        name: String,
        module: String,
        cases: Vec<Case>,
        is_serial: bool,
    },
}

/// Where in a file expressions stand that share their variables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// Counted from zero.
    pub(crate) first_line: u32,
    /// It must not run beside others.
    pub(crate) is_serial: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    /// Counted from one.
    pub(crate) line: u32,
}

/// An expression that is run, by the name of its function.
pub(crate) struct Case {
    pub(crate) function: String,
    expression: String,
    file: String,
    line: u32,
    expected: Option<Expectation>,
    warnings: Vec<String>,
}

/// The tests of a class, its inherited ones too, if it is a test class that can be run.
pub(crate) fn tests_of(class: &ClassName, hierarchy: &ClassHierarchy) -> Option<Vec<String>> {
    let info = hierarchy.class(class)?;
    let ancestors: Vec<_> = hierarchy.superclasses(class).collect();
    let position = ancestors.iter().position(|it| it.name == known::TEST_CASE)?;
    if info.flags.is_abstract || info.name == known::TEST_CASE {
        return None;
    }
    let lines = std::iter::once(info).chain(ancestors.get(..position)?.iter().copied());
    let methods = lines.flat_map(|it| it.methods_on(Side::Instance));
    let is_test = |selector: &str| selector.starts_with("test") && !selector.contains(':');
    let mut tests: Vec<String> = methods
        .map(|method| method.selector.to_string())
        .filter(|selector| is_test(selector))
        .collect();
    tests.sort();
    tests.dedup();
    Some(tests)
}

impl Plan {
    /// Adds a suite and answers its position.
    pub(crate) fn suite(&mut self, name: &str) -> usize {
        self.report.suites.push(Suite { name: name.to_owned(), ..Suite::default() });
        self.report.suites.len() - 1
    }

    /// Adds the tests of a class that `is_wanted`, named `Class>>selector`.
    pub(crate) fn add_class(
        &mut self,
        class: &str,
        tests: Vec<String>,
        places: Vec<(String, Place)>,
        is_wanted: impl Fn(&str) -> bool,
    ) {
        let mut tests = tests;
        tests.retain(|test| is_wanted(&format!("{class}>>{test}")));
        if !tests.is_empty() {
            let suite = self.suite(class);
            let what = What::Class { class: class.to_owned(), tests, places };
            self.runs.push(Run { suite, what });
        }
    }

    /// Adds expressions that share their variables. Those that cannot be compiled are
    /// judged at once.
    pub(crate) fn add_cases(
        &mut self,
        suite: usize,
        file: &str,
        Block { first_line, is_serial }: Block,
        reading: &Reading,
        program: &Program,
    ) {
        let (hierarchy, checked) = (program.hierarchy(), program.checked.as_ref());
        let lines = LineIndex::new(&reading.text);
        let module = format!("bt@cases{}", self.runs.len());
        let mut cases = Vec::new();
        let mut trees: Vec<(&Tree, u32)> = Vec::new();
        for (index, it) in reading.cases().iter().enumerate() {
            let line = first_line + lines.line(it.start);
            let end = it.start + it.tree.text.len() as u32;
            let own = reading.problems.iter().filter(|problem| {
                let span = problem.span();
                span.start >= it.start && span.start <= end
            });
            let own: Vec<_> = own.collect();
            let of = |severity| {
                let found = own.iter().copied().filter(move |it| it.severity() == severity);
                report::findings(&reading.text, found)
            };
            let case = Case {
                function: format!("case{}", index + 1),
                expression: it.tree.text.trim().to_owned(),
                file: file.to_owned(),
                line: line + 1,
                expected: it.expected.as_deref().map(Expectation::parse),
                warnings: reading.warnings_of(it),
            };
            match of(Severity::Error).first() {
                None => {
                    trees.push((&it.tree, line));
                    cases.push(case);
                }
                Some(error) => {
                    let (kind, message) = (error.code.to_owned(), error.message.clone());
                    let outcome = Outcome::Raised { kind, message };
                    let test = case.judged(outcome, Default::default(), String::new());
                    self.report.suites.get_mut(suite).into_iter().for_each(|it| {
                        it.tests.extend(test.clone());
                    });
                }
            }
        }
        let lowered: Vec<Lowered<'_>> = trees
            .iter()
            .zip(&cases)
            .map(|((tree, line), case)| Lowered {
                function: &case.function,
                tree,
                first_line: *line,
            })
            .collect();
        self.modules.push(match checked {
            None => evaluations(&module, file, &lowered, &[], hierarchy),
            Some(natives) => {
                let said =
                    |it: &Lowered<'_>| soundness::checks(it.tree, file, hierarchy, Some(natives));
                let lowered: Vec<_> = lowered.iter().map(|it| (*it, said(it))).collect();
                evaluations_with_checks(&module, file, &lowered, hierarchy)
            }
        });
        let name = file.to_owned();
        self.runs.push(Run { suite, what: What::Script { name, module, cases, is_serial } });
    }
}

impl Case {
    /// What became of it. Set-up that does not fail is no test.
    pub(crate) fn judged(
        &self,
        outcome: Outcome,
        duration: std::time::Duration,
        output: String,
    ) -> Option<Test> {
        let failed = |expected: String, got: String| {
            Status::Failed(Failure::Case { expression: self.expression.clone(), expected, got })
        };
        let status = match (&self.expected, outcome) {
            (None, Outcome::Value(_)) => return None,
            (None, Outcome::Raised { kind, message }) => {
                failed("no error".to_owned(), format!("ERROR: {kind}: {message}"))
            }
            (Some(expected), outcome) => {
                let warnings = self.warnings.clone();
                match expected.matches(&Evaluation { outcome, warnings }) {
                    Ok(()) => Status::Passed,
                    Err(mismatch) => failed(mismatch.expected, mismatch.got),
                }
            }
        };
        Some(Test {
            name: self.line.to_string(),
            status,
            duration,
            output,
            file: Some(self.file.clone()),
            line: Some(self.line),
        })
    }
}
