//! Texts that belong together: read, checked against each other, and lowered.
//!
//! What is wrong with them is kept beside them; only a program without errors becomes
//! modules.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hierarchy::ClassHierarchy;
use lower::Evaluation;
use lower::core_erlang::Module;
use syntax::tree::Item;
use syntax::{LineIndex, Severity, Tree};
use types::native::NativeSignatures;

use crate::console::Console;
use crate::exit::Failure;
use crate::inference;
use crate::natives::Asked;
use crate::policy::Policy;
use crate::reading::{Reading, Rules, Whole};
use crate::render::human;
use crate::report::{self, Finding};
use crate::soundness;
use crate::sources::{Source, Unread};

pub(crate) struct Program {
    pub(crate) files: Vec<File>,
    whole: Whole,
    /// The files of what it stands on, whose classes are compiled already.
    built: Vec<PathBuf>,
    /// How loud its findings are.
    pub(crate) policy: Policy,
    /// Of files that are no text at all, or on which we fail.
    unreadable: Vec<(String, Finding)>,
    /// Whether its classes ask if values are of their types, and what is known of
    /// Erlang's.
    pub(crate) checked: Option<NativeSignatures>,
}

/// One text.
pub(crate) struct File {
    /// As messages and stack traces call it.
    pub(crate) name: String,
    /// How many lines of the file stand before the text.
    pub(crate) first_line: u32,
    pub(crate) reading: Reading,
    /// Whether its classes are among those that the program stands on.
    is_built: bool,
}

impl Program {
    /// A program on top of classes that are known already.
    pub(crate) fn on(whole: Whole, built: Vec<PathBuf>) -> Program {
        let policy = Policy::default();
        Program { files: Vec::new(), whole, built, policy, unreadable: Vec::new(), checked: None }
    }

    pub(crate) fn new() -> Program {
        Program::on(Whole::new(Rules::Program), Vec::new())
    }

    pub(crate) fn read(&mut self, source: &Source) -> Result<(), Failure> {
        match Reading::of(source) {
            Ok(reading) => self.add(source.name.clone(), 0, reading),
            Err(unread) => self.refuse(&source.name, unread)?,
        }
        Ok(())
    }

    /// The files whose classes are not compiled yet.
    pub(crate) fn unbuilt(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter(|file| !file.is_built).map(|file| &*file.name)
    }

    /// A file of the program is no text.
    pub(crate) fn refuse(&mut self, name: &str, unread: Unread) -> Result<(), Failure> {
        self.unreadable.push((name.to_owned(), report::unreadable(unread)?));
        Ok(())
    }

    pub(crate) fn add(&mut self, name: String, first_line: u32, reading: Reading) {
        let is_built = self.built.iter().any(|it| is_same(it, Path::new(&name)));
        if let (false, Some(surface)) = (is_built, reading.surface()) {
            self.whole.add(&name, surface);
        }
        self.files.push(File { name, first_line, reading, is_built });
    }

    /// Looks at what the texts mean, now that all are there, and writes down what their
    /// methods answer.
    pub(crate) fn check(&mut self, natives: &mut Asked) -> Result<(), Failure> {
        let trees: Vec<Option<&Tree>> =
            self.files.iter().map(|file| file.reading.module()).collect();
        let known: Vec<&Tree> = trees.iter().copied().flatten().collect();
        let natives = natives.for_trees(&known)?;
        let natives = natives.as_deref();
        let mut inferred = inference::infer(&known, self.whole.hierarchy(), natives).into_iter();
        let types: Vec<Option<_>> =
            trees.iter().map(|tree| tree.and_then(|_| inferred.next())).collect();
        let mut inferences = Vec::new();
        for (file, types) in self.files.iter_mut().zip(types) {
            let types = match types.transpose() {
                Ok(types) => types,
                Err(panic) => {
                    self.unreadable.push((file.name.clone(), report::internal_error(panic)));
                    continue;
                }
            };
            file.reading.check(&file.name, &self.whole, types.as_ref(), natives);
            inferences.extend(types);
        }
        self.whole.record(&inferences);
        Ok(())
    }

    /// Whether a file is part of the program or of what it stands on.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        let own = self.files.iter().map(|file| Path::new(&file.name));
        own.chain(self.built.iter().map(PathBuf::as_path)).any(|it| is_same(it, path))
    }

    pub(crate) fn has_errors(&self) -> bool {
        let problems = self.files.iter().flat_map(|file| &file.reading.problems);
        let mut severities = problems.map(|it| self.policy.severity(it.category(), it.severity()));
        !self.unreadable.is_empty() || severities.any(|it| it == Some(Severity::Error))
    }

    /// All errors, in words.
    pub(crate) fn errors(&self) -> Vec<String> {
        let unreadable = self.unreadable.iter().map(|(_, finding)| finding.message.clone());
        let others = self.files.iter().flat_map(|file| {
            let Reading { text, problems, .. } = &file.reading;
            let errors = problems.iter().filter(|it| it.severity() == Severity::Error);
            report::findings(text, errors).into_iter().map(|finding| finding.message)
        });
        unreadable.chain(others).collect()
    }

    /// Says what is wrong, beside the results of the command.
    pub(crate) fn tell_findings(&self, console: &mut Console) -> Result<(), Failure> {
        for (name, finding) in &self.unreadable {
            let shown = human::finding(name, "", finding, console.err_colour);
            console.say(shown.trim_end_matches('\n'))?;
        }
        for File { name, reading, .. } in &self.files {
            for finding in report::shown(&reading.text, &reading.problems, &self.policy) {
                let shown = human::finding(name, &reading.text, &finding, console.err_colour);
                console.say(shown.trim_end_matches('\n'))?;
            }
        }
        Ok(())
    }

    pub(crate) fn whole(&self) -> &Whole {
        &self.whole
    }

    pub(crate) fn hierarchy(&self) -> &ClassHierarchy {
        self.whole.hierarchy()
    }

    /// Whether there is anything to run outside classes.
    pub(crate) fn has_statements(&self) -> bool {
        let mut trees = self.files.iter().flat_map(|file| file.reading.trees());
        trees.any(|(tree, _)| tree.items.iter().any(|item| matches!(item, Item::Statement(_))))
    }

    /// The modules that the classes become, and one for the extensions and protocols of
    /// each text that has some. What the library has, or what is built, is there already.
    pub(crate) fn modules(&self) -> Vec<Module> {
        let hierarchy = self.whole.hierarchy();
        let files = self.files.iter().filter(|file| !file.is_built && !file.reading.is_library());
        let trees = files.flat_map(|file| file.reading.trees().map(move |(tree, _)| (file, tree)));
        let mut modules = Vec::new();
        for (index, (file, tree)) in trees.enumerate() {
            let name = file.name.as_str();
            let lines = LineIndex::new(&tree.text);
            let classes = tree.nodes.classes.iter();
            let natives = self.checked.as_ref();
            let checks =
                natives.map(|natives| soundness::checks(tree, name, hierarchy, Some(natives)));
            modules.extend(classes.map(|(_, class)| match &checks {
                None => lower::class_with_lines(tree, class, hierarchy, name, &lines),
                Some(checks) => {
                    lower::class_with_checks(tree, class, hierarchy, name, Arc::clone(checks))
                }
            }));
            // The methods of a script come when their turn does.
            let is_script = !file.reading.cases().is_empty();
            if tree.items.iter().any(|it| match it {
                Item::Extension(_) => !is_script,
                Item::Protocol(_) => true,
                _ => false,
            }) {
                let module = format!("bt@outside@{index}");
                // The last one is the text whose statements are run.
                modules.extend(match self.files.last() {
                    Some(last) if std::ptr::eq(last, file) => {
                        lower::outside_of_script(tree, hierarchy, &module, name)
                    }
                    _ => lower::outside(tree, hierarchy, &module, None, name),
                });
            }
        }
        modules
    }

    /// A module with a function for the statements of each tree of a text, which are
    /// named by their order: `1`, `2`, ….
    pub(crate) fn statements(&self, file: &File, module: &str) -> (Module, Vec<String>) {
        let lines = LineIndex::new(&file.reading.text);
        let trees: Vec<_> = file.reading.trees().collect();
        let names: Vec<String> = (1..=trees.len()).map(|number| number.to_string()).collect();
        let evaluations: Vec<Evaluation<'_>> = trees
            .iter()
            .zip(&names)
            .map(|((tree, start), function)| Evaluation {
                function,
                tree,
                first_line: file.first_line + lines.line(*start),
            })
            .collect();
        let hierarchy = self.whole.hierarchy();
        (lower::evaluations(module, &file.name, &evaluations, &[], hierarchy), names)
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let paths = (fs::canonicalize(one), fs::canonicalize(other));
    matches!(paths, (Ok(one), Ok(other)) if one == other)
}
