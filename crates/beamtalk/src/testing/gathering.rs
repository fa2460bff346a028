//! Which tests there are: the files under a path in, a plan of what to run out.
//!
//! In a package the classes are built already; elsewhere they become part of the
//! program.

use std::path::{Path, PathBuf};

use hierarchy::ClassName;
use syntax::tree::{Class, Member, MethodSelector};
use syntax::{LineIndex, Tree};

use super::examples::{self, Document, Group};
use super::plan::{self, Block, Place, Plan, Script};
use crate::exit::Failure;
use crate::loading;
use crate::natives::Asked;
use crate::program::Program;
use crate::reading::{Case as Expression, Reading};
use crate::sources::{self, Wanted};

/// What is looked at for tests.
#[derive(Default)]
pub(crate) struct Files {
    /// Files whose classes and examples are tests.
    modules: Vec<(String, Reading)>,
    scripts: Vec<(String, String)>,
    documents: Vec<(String, Document)>,
}

/// Reads what is under some paths. With the tests of a package come the examples of its
/// sources.
pub(crate) fn read(
    paths: &[PathBuf],
    wanted: Wanted,
    is_package: bool,
    program: &mut Program,
    natives: &mut Asked,
) -> Result<Files, Failure> {
    let mut paths = paths.to_vec();
    let tests = paths.iter().find(|path| path.file_name().is_some_and(|it| it == "test"));
    let sources = tests.map(|path| path.parent().unwrap_or(Path::new("")).join("src"));
    paths.extend(
        sources.filter(|folder| is_package && wanted == Wanted::Sources && folder.is_dir()),
    );
    let found = sources::find_wanted(&paths, wanted)?;
    if let Some(failure) = found.failures.into_iter().next() {
        return Err(failure);
    }
    let mut files = Files::default();
    for source in found.sources {
        if source.is_document() {
            match source.read() {
                Ok(text) => files.documents.push((source.name, examples::in_markdown(&text))),
                Err(unread) => program.refuse(&source.name, unread)?,
            }
            continue;
        }
        let reading = match Reading::of(&source) {
            Ok(reading) => reading,
            Err(unread) => {
                program.refuse(&source.name, unread)?;
                continue;
            }
        };
        if source.is_script() {
            files.scripts.push((source.name, reading.text));
            continue;
        }
        if !is_package {
            program.read(&source)?;
        }
        files.modules.push((source.name, reading));
    }
    files.read_fixtures(program)?;
    program.check(natives)?;
    Ok(files)
}

impl Files {
    /// Reads the files that documents ask for. Their test classes run, too.
    fn read_fixtures(&mut self, program: &mut Program) -> Result<(), Failure> {
        for (document, Document { fixtures, .. }) in &self.documents {
            for fixture in fixtures {
                let source = loading::asked_for(fixture, document)?;
                if self.modules.iter().any(|(name, _)| *name == source.name) {
                    continue;
                }
                match Reading::of(&source) {
                    Ok(reading) => self.modules.push((source.name.clone(), reading)),
                    Err(unread) => {
                        program.refuse(&source.name, unread)?;
                        continue;
                    }
                }
                if !program.contains(Path::new(&source.name)) {
                    program.read(&source)?;
                }
            }
        }
        Ok(())
    }
}

/// The tests whose `Class>>selector`, or whose file, contains the filter.
pub(crate) fn plan(filter: &str, files: &Files, program: &Program) -> Plan {
    let hierarchy = program.hierarchy();
    let is_wanted = |name: &str| name.contains(filter);
    let mut plan = Plan::default();
    for (name, reading) in &files.modules {
        let before = plan.runs.len();
        for (tree, _) in reading.trees() {
            for (_, class) in tree.nodes.classes.iter() {
                let Some(class_name) = class.name.map(|class| tree.name(class)) else { continue };
                if let Some(tests) = plan::tests_of(&ClassName::from(class_name), hierarchy) {
                    plan.add_class(class_name, tests, places(name, tree, class), is_wanted);
                }
            }
        }
        if is_wanted(name) {
            add_examples(&mut plan, name, examples::in_source(&reading.text), program);
        }
        plan.report.files += usize::from(plan.runs.len() > before);
    }
    for (name, text) in files.scripts.iter().filter(|(name, _)| is_wanted(name)) {
        let suite = plan.suite(name);
        plan.scripts.push(Script { suite, name: name.clone(), text: text.clone() });
        plan.report.files += 1;
    }
    for (name, document) in files.documents.iter().filter(|(name, _)| is_wanted(name)) {
        plan.report.files += usize::from(document.group.is_some());
        add_examples(&mut plan, name, document.group.clone(), program);
    }
    plan
}

/// Where the unary methods of a class are.
fn places(file: &str, tree: &Tree, class: &Class) -> Vec<(String, Place)> {
    let lines = LineIndex::new(&tree.text);
    let places = class.members.iter().filter_map(|member| {
        let Member::Method(method) = member else { return None };
        let MethodSelector::Unary(selector) = method.header.selector else { return None };
        let line = lines.line(tree.tokens.get(selector).span().start) + 1;
        Some((tree.name(selector).to_owned(), Place { file: file.to_owned(), line }))
    });
    places.collect()
}

/// The examples of a file: one suite, whose groups have their own variables.
fn add_examples(
    plan: &mut Plan,
    name: &str,
    groups: impl IntoIterator<Item = Group>,
    program: &Program,
) {
    let mut suite = None;
    for group in groups {
        let cases = group.cases.iter().map(|case| Expression {
            tree: syntax::parse(case.expression.of(&group.text)).tree,
            start: case.expression.start,
            expected: case.expected.clone(),
        });
        let cases = cases.collect();
        let (first_line, is_serial) = (group.first_line - 1, group.is_serial);
        let mut reading = Reading::of_cases(group.text, cases, group.problems);
        reading.check(name, program.whole(), None, None);
        let suite = *suite.get_or_insert_with(|| plan.suite(name));
        plan.add_cases(suite, name, Block { first_line, is_serial }, &reading, program);
    }
}
