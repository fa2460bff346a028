//! The types of a text, statement by statement.
//!
//! In go a tree and what is known of Erlang's functions; out comes a row for each
//! statement, in the order of the text.

use hierarchy::{ClassHierarchy, Origin};
use syntax::tree::{ExprId, Item, Member};
use syntax::{ColumnUnit, LineIndex, Tree};
use types::InferredType;
use types::native::NativeSignatures;

use crate::render::json::{self, TypeLine};

/// `line column type source`, with tabs between them.
pub(super) fn listing(tree: &Tree, natives: Option<&NativeSignatures>) -> String {
    let row = |row: TypeLine| {
        let TypeLine { line, column, ty, reason, source } = row;
        let reason = reason.map(|words| format!(" ({words})")).unwrap_or_default();
        format!("{line}\t{column}\t{ty}{reason}\t{source}\n")
    };
    rows(tree, natives).into_iter().map(row).collect()
}

/// The same for machines, with the reason of what is Dynamic apart.
pub(super) fn json(tree: &Tree, natives: Option<&NativeSignatures>) -> String {
    rows(tree, natives).iter().map(json::type_line).collect()
}

fn rows<'t>(tree: &'t Tree, natives: Option<&NativeSignatures>) -> Vec<TypeLine<'t>> {
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(hierarchy::surface(tree), Origin::Module);
    let inference = types::infer(tree, &hierarchy, natives);
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
