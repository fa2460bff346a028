//! What the declarations of a text become: a module for each class, those they inherit
//! from first, and one for what stands outside of classes.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use etf::Term;
use hierarchy::{ClassHierarchy, ClassName, surface};
use lower::Evaluation;
use lower::core_erlang::{self, Module};
use syntax::tree::{Class, ClassName as NameInText, Item, TypeAnnotation};
use syntax::{LineIndex, Tree};

use super::answer::texts;
use crate::build::{Digester, file_module};

/// What an evaluation is called in stack traces.
pub(super) const PROMPT: &str = "<prompt>";

/// A text without errors, and the classes it stands among.
#[derive(Clone, Copy)]
pub(super) struct Sound<'a> {
    pub(super) tree: &'a Tree,
    pub(super) hierarchy: &'a ClassHierarchy,
    /// As stack traces name it; empty if it comes from no file.
    pub(super) file: &'a str,
}

impl<'a> Sound<'a> {
    /// The modules of its classes, as `modules` has them.
    pub(super) fn classes(self) -> Vec<Term> {
        let lines = LineIndex::new(&self.tree.text);
        let lowered = by_dependency(self.tree).into_iter().map(|(name, class)| {
            let Sound { tree, hierarchy, file } = self;
            module_term(Some(name), &lower::class_with_lines(tree, class, hierarchy, file, &lines))
        });
        lowered.collect()
    }

    /// The module of one of them.
    pub(super) fn class(self, name: &str) -> Option<Module> {
        let Sound { tree, hierarchy, file } = self;
        let (_, class) = by_dependency(tree).into_iter().find(|(it, _)| *it == name)?;
        Some(lower::class(tree, class, hierarchy, file))
    }

    /// What its classes are called, as `classes` has them.
    pub(super) fn class_names(self) -> Term {
        let named = by_dependency(self.tree).into_iter().map(|(name, class)| {
            let superclass = class.superclass.map(|it| self.tree.name(it.class.name));
            Term::map([
                ("name", Term::binary(name)),
                ("superclass", Term::binary(superclass.unwrap_or("none"))),
            ])
        });
        Term::list(named.collect::<Vec<Term>>())
    }

    pub(super) fn protocol_names(self) -> Term {
        texts(surface(self.tree).protocols.iter().map(|it| it.name.to_string()))
    }

    /// The aliases that its types mention.
    pub(super) fn referenced_aliases(self) -> Term {
        let mut names: Vec<&str> = Vec::new();
        for (_, ty) in self.tree.nodes.types.iter() {
            let (TypeAnnotation::Simple(NameInText { name, .. })
            | TypeAnnotation::Generic(NameInText { name, .. }, _)) = *ty
            else {
                continue;
            };
            let name = self.tree.name(name);
            if self.hierarchy.alias(&ClassName::from(name)).is_some() {
                names.push(name);
            }
        }
        names.sort_unstable();
        names.dedup();
        texts(names)
    }

    /// The module of what stands outside of classes, statements included.
    pub(super) fn outside(self, package: Option<&str>) -> Option<Term> {
        let module = match self.file {
            "" => nameless_module(self.tree),
            path => file_module(relative(path), package),
        };
        let Sound { tree, hierarchy, file } = self;
        let lowered = lower::outside(tree, hierarchy, &module, package, file);
        lowered.map(|it| module_term(None, &it))
    }

    /// The same without statements, which [`Sound::evaluation`] runs.
    pub(super) fn outside_of_line(self) -> Option<Term> {
        let module = nameless_module(self.tree);
        let lowered = lower::outside_of_script(self.tree, self.hierarchy, &module, self.file);
        lowered.map(|it| module_term(None, &it))
    }

    /// The module whose `eval/1` runs the statements.
    pub(super) fn evaluation(self, module: &str, known: &[&str]) -> Term {
        let evaluation = Evaluation { function: "eval", tree: self.tree, first_line: 0 };
        line(&lower::evaluations(module, PROMPT, &[evaluation], known, self.hierarchy))
    }

    /// The same, telling what each statement comes to.
    pub(super) fn trace(self, module: &str, known: &[&str]) -> Term {
        let lines = LineIndex::new(&self.tree.text);
        let spans = self.tree.items.iter().filter_map(|item| match *item {
            Item::Statement(statement) => Some(self.tree.expr_span(statement)),
            _ => None,
        });
        let parts: Vec<(Tree, u32)> = spans
            .map(|span| (syntax::parse(span.of(&self.tree.text)).tree, lines.line(span.start)))
            .collect();
        let names: Vec<String> = (1..=parts.len()).map(|number| number.to_string()).collect();
        let steps: Vec<Evaluation> = parts
            .iter()
            .zip(&names)
            .map(|((tree, first_line), function)| Evaluation {
                function,
                tree,
                first_line: *first_line,
            })
            .collect();
        line(&lower::traced_evaluations(module, PROMPT, &steps, known, self.hierarchy))
    }
}

pub(super) fn core(module: &Module) -> Term {
    Term::binary(core_erlang::encode(module))
}

/// Of what is run once.
fn line(module: &Module) -> Term {
    Term::binary(core_erlang::encode_unnamed(module))
}

fn module_term(class: Option<&str>, module: &Module) -> Term {
    Term::map([
        ("module_name", Term::binary(&*module.name)),
        ("class", class.map_or_else(|| Term::atom("undefined"), Term::binary)),
        ("core", core(module)),
    ])
}

/// Classes behind those of the same text that they inherit from.
fn by_dependency(tree: &Tree) -> Vec<(&str, &Class)> {
    let named = |class: &'_ Class| class.name.map(|name| tree.name(name));
    let all = || tree.nodes.classes.iter().map(|(_, class)| class);
    let known: HashMap<&str, &Class> = all().filter_map(|it| Some((named(it)?, it))).collect();
    let mut seen = HashSet::new();
    let mut ordered = Vec::new();
    for class in all() {
        let mut chain = Vec::new();
        let mut next = Some(class);
        while let Some((class, name)) = next.and_then(|it| Some((it, named(it)?)))
            && seen.insert(name)
        {
            chain.push((name, class));
            let superclass = class.superclass.map(|it| tree.name(it.class.name));
            next = superclass.and_then(|it| known.get(it).copied());
        }
        ordered.extend(chain.into_iter().rev());
    }
    ordered
}

/// A text from nowhere is told from others by what it brings, so that it takes the place
/// of what has brought the same before.
fn nameless_module(tree: &Tree) -> String {
    let declared = surface(tree);
    let mut digester = Digester::new("outside");
    for extension in &declared.extensions {
        digester.text(extension.class.simple());
        digester.flags(&[extension.side == hierarchy::Side::Class]);
        digester.text(&extension.method.selector);
    }
    for protocol in &declared.protocols {
        digester.text(protocol.name.simple());
    }
    format!("bt@outside@{:.16}", digester.finish())
}

/// As the project's own build calls the file.
fn relative(path: &str) -> &str {
    let Ok(folder) = std::env::current_dir() else { return path };
    let inside = Path::new(path).strip_prefix(folder).ok();
    inside.and_then(Path::to_str).unwrap_or(path)
}
