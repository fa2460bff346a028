//! The types of a text, statement by statement.
//!
//! In go a tree and what is known of Erlang's functions; out comes a row for each
//! statement, in the order of the text.

use hierarchy::{ClassHierarchy, Origin};
use syntax::tree::{ExprId, Item, Member};
use syntax::{ColumnUnit, LineIndex, Tree};
use types::InferredType;

use super::whole;
use crate::build::{self, Target, Typed};
use crate::console::Console;
use crate::exit::Failure;
use crate::fence::fenced;
use crate::natives::Asked;
use crate::policy::Flags;
use crate::render::json::{self, TypeLine};
use crate::sources::{Origin as From, Source};

/// A text with its types: in the light of the package that it is part of, else alone.
pub(super) fn of(source: &Source, text: &str, console: &mut Console) -> Result<Typed, Failure> {
    let mut natives = Asked::aloud(console);
    if let Some(typed) = in_package(source, &mut natives)? {
        return Ok(typed);
    }
    let (tree, _) = whole(source, text);
    let natives = natives.for_trees(&[&tree])?;
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(hierarchy::surface(&tree), Origin::Module);
    let inference = fenced(|| types::infer(&tree, &hierarchy, natives.as_deref()));
    Ok(Typed { inference: inference.map_err(Failure::Bug)?, tree })
}

/// Nothing for what is part of no package, or cannot be read.
fn in_package(source: &Source, natives: &mut Asked) -> Result<Option<Typed>, Failure> {
    let From::File(path) = &source.origin else { return Ok(None) };
    let Target::Package(root) = Target::at(path)? else { return Ok(None) };
    let path = std::fs::canonicalize(path).ok();
    let inspected = build::inspect(&Target::Package(root), &Flags::default(), natives)?;
    let is_it = |it: &Source| matches!(&it.origin, From::File(it) if Some(it) == path.as_ref());
    let file = inspected.files.into_iter().find(|file| is_it(&file.source));
    Ok(file.and_then(|file| file.typed))
}

/// `line column type source`, with tabs between them.
pub(super) fn listing(typed: &Typed) -> String {
    let row = |row: TypeLine| {
        let TypeLine { line, column, ty, reason, source } = row;
        let reason = reason.map(|words| format!(" ({words})")).unwrap_or_default();
        format!("{line}\t{column}\t{ty}{reason}\t{source}\n")
    };
    rows(typed).into_iter().map(row).collect()
}

/// The same for machines, with the reason of what is Dynamic apart.
pub(super) fn json(typed: &Typed) -> String {
    rows(typed).iter().map(json::type_line).collect()
}

fn rows(Typed { tree, inference }: &Typed) -> Vec<TypeLine<'_>> {
    let lines = LineIndex::new(&tree.text);
    let row = |statement: ExprId| {
        let span = tree.expr_span(statement);
        let position = lines.position(&tree.text, span.start, ColumnUnit::Utf32);
        let ty = inference.type_of(statement).unwrap_or(&InferredType::UNKNOWN);
        let (ty, reason) = match ty {
            InferredType::Dynamic(reason) => (ty.to_string(), reason.words()),
            _ => (ty.for_people().to_string(), None),
        };
        TypeLine {
            line: position.line + 1,
            column: position.column + 1,
            ty,
            reason,
            source: span.of(&tree.text).lines().next().unwrap_or_default(),
        }
    };
    statements(tree).into_iter().map(row).collect()
}

/// Those outside classes and those of method bodies, but not those of blocks.
fn statements(tree: &Tree) -> Vec<ExprId> {
    let mut statements = Vec::new();
    for item in &tree.items {
        match item {
            Item::Statement(statement) => statements.push(*statement),
            Item::Extension(extension) => {
                statements.extend(tree.list(tree.nodes.extensions[*extension].method.body));
            }
            Item::Class(class) => {
                for member in &tree.nodes.classes[*class].members {
                    if let Member::Method(method) = member {
                        statements.extend(tree.list(method.body));
                    }
                }
            }
            Item::Protocol(_) | Item::Alias(_) => {}
        }
    }
    statements
}
