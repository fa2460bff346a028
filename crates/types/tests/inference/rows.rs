//! What a row of a table of types is: a text, and the type of what stands last in it.

use hierarchy::{ClassHierarchy, Origin, surface};
use syntax::tree::{ExprId, Item};
use types::Inference;
use types::native::NativeSignatures;

/// The type of the last statement of each row, which follows the same text.
#[track_caller]
pub(crate) fn check_beside(stock: &str, rows: &[(&str, &str)]) {
    check_with(None, stock, rows);
}

/// The same where something is known of Erlang's functions.
#[track_caller]
pub(crate) fn check_with(natives: Option<&NativeSignatures>, stock: &str, rows: &[(&str, &str)]) {
    let got = rows.iter().map(|(text, _)| {
        let (tree, inference) = inferred(&format!("{stock}{text}\n"), natives);
        let last = tree.items.iter().rev().find_map(|item| match item {
            Item::Statement(statement) => Some(*statement),
            _ => None,
        });
        shown(&inference, last)
    });
    let wrong = got.zip(rows).filter(|(got, (_, expected))| got != expected);
    let line = |(got, (text, expected)): (String, &(&str, &str))| {
        format!("{text:?} is {got}, not {expected}")
    };
    let wrong: Vec<String> = wrong.map(line).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The type of the last statement of a method that is added to a class.
pub(crate) fn type_in_method(stock: &str, class: &str, method: &str) -> String {
    let (side, method) = match method.strip_prefix("class ") {
        Some(method) => (" class", method),
        None => ("", method),
    };
    let (tree, inference) = inferred(&format!("{stock}\n{class}{side} >> {method}\n"), None);
    let last = tree.nodes.extensions.iter().last();
    let last = last.and_then(|(_, it)| tree.list(it.method.body).last().copied());
    shown(&inference, last)
}

fn inferred(text: &str, natives: Option<&NativeSignatures>) -> (syntax::Tree, Inference) {
    let parse = syntax::parse(text);
    let problems = parse.has_errors();
    assert!(!problems, "{:?} in {text}", parse.problems);
    let mut hierarchy = ClassHierarchy::with_builtins().clone();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let inference = types::infer(&parse.tree, &hierarchy, natives);
    (parse.tree, inference)
}

fn shown(inference: &Inference, expr: Option<ExprId>) -> String {
    let ty = expr.and_then(|it| inference.type_of(it));
    ty.map_or_else(|| "Dynamic".to_owned(), |it| it.for_people().to_string())
}
