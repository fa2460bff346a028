//! The files that are measured, and what is known around them.

use std::path::PathBuf;
use std::sync::Arc;

use hierarchy::{ClassHierarchy, Origin, STDLIB_PACKAGE, surface};
use syntax::Tree;
use types::native::NativeSignatures;

use super::sites::{self, Site};
use crate::console::Console;
use crate::exit::Failure;
use crate::natives::Asked;
use crate::reading::Reading;
use crate::sources;

pub(super) struct Corpus {
    pub(super) files: Vec<File>,
    /// All classes, with what their methods were found to answer.
    pub(super) hierarchy: ClassHierarchy,
    /// The same without that.
    pub(super) unenriched: ClassHierarchy,
    pub(super) natives: Option<Arc<NativeSignatures>>,
    /// How many files were left out: without annotations the library is not the library.
    pub(super) left_out: usize,
}

pub(super) struct File {
    pub(super) name: String,
    pub(super) tree: Tree,
    pub(super) package: Option<&'static str>,
}

impl Corpus {
    pub(super) fn at(
        paths: &[PathBuf],
        strips: bool,
        console: &mut Console,
    ) -> Result<Corpus, Failure> {
        let found = sources::find(paths)?;
        if let Some(failure) = found.failures.into_iter().next() {
            return Err(failure);
        }
        let mut files = Vec::new();
        let mut left_out = 0;
        for source in found.sources.into_iter().filter(|it| !it.is_script()) {
            let Ok(reading) = Reading::of(&source) else { continue };
            let is_library = reading.is_library();
            let package = is_library.then_some(STDLIB_PACKAGE);
            let Some(tree) = reading.into_module() else { continue };
            if strips && is_library {
                left_out += 1;
                continue;
            }
            let tree = if strips { syntax::parse(&stripped(&tree)).tree } else { tree };
            files.push(File { name: source.name, tree, package });
        }
        let mut hierarchy = ClassHierarchy::with_builtins();
        for file in files.iter().filter(|it| it.package.is_none()) {
            hierarchy.add_classes(surface(&file.tree), Origin::Project);
        }
        let trees: Vec<&Tree> = files.iter().map(|it| &it.tree).collect();
        let natives = Asked::aloud(console).for_trees(&trees)?;
        let unenriched = hierarchy.clone();
        let inferences = types::infer_program(&trees, &hierarchy, natives.as_deref());
        types::record_results(&mut hierarchy, &inferences);
        Ok(Corpus { files, hierarchy, unenriched, natives, left_out })
    }

    pub(super) fn sites(&self) -> Vec<Site> {
        let each = self.files.iter().enumerate();
        each.flat_map(|(number, file)| sites::of(number, &file.tree)).collect()
    }
}

/// A text without its annotations.
fn stripped(tree: &Tree) -> String {
    let mut text = String::with_capacity(tree.text.len());
    let mut from = 0;
    for annotation in tree.annotations() {
        // From the end of what it stands behind.
        let before = syntax::TokenId(annotation.sign.0.saturating_sub(1));
        let start = tree.tokens.get(before).span().end as usize;
        let end = annotation.span(tree).end as usize;
        if start >= from {
            text.push_str(tree.text.get(from..start).unwrap_or_default());
            from = end;
        }
    }
    text.push_str(tree.text.get(from..).unwrap_or_default());
    // A text that is another one without the signs of its types keeps them.
    let parse = syntax::parse(&text);
    match parse.has_errors() {
        true => tree.text.to_string(),
        false => text,
    }
}
