//! What holds for every text that is lowered: there is no panic, the outcome is
//! the same each time, and it is not much longer than the text, for each level that
//! the text nests: a block hands on what the blocks inside it assign. Whether OTP
//! takes the outcome is asked by `core_gate`.

use hierarchy::{ClassHierarchy, Origin, surface};
use lower::Evaluation;
use lower::core_erlang::{Module, encode, print};
use syntax::tree::Item;
use syntax::{TokenKind, Tree};

/// The most bytes of outcome, encoded and printed, for each byte of text on each
/// level, and for each module.
const BYTES_FOR_A_BYTE: usize = 150;
const BYTES_FOR_A_MODULE: usize = 20_000;

/// Panics where a promise does not hold.
pub fn check(text: &str) {
    let Some(tree) = readable(text) else { return };
    let modules = modules(&tree);
    let encoded: Vec<Vec<u8>> = modules.iter().map(encode).collect();
    let printed: usize = modules.iter().map(|module| print(module).len()).sum();
    let bytes = encoded.iter().map(Vec::len).sum::<usize>() + printed;
    let levels = 1 + deepest(&tree);
    let most = BYTES_FOR_A_MODULE * modules.len() + BYTES_FOR_A_BYTE * text.len() * levels;
    assert!(bytes <= most, "{bytes} bytes for a text of {}:\n{text}", text.len());
    let again: Vec<Vec<u8>> = self::modules(&tree).iter().map(encode).collect();
    assert!(encoded == again, "lowered twice, and different:\n{text}");
}

/// The tree of a text without errors.
pub fn readable(text: &str) -> Option<Tree> {
    let parse = syntax::parse(text);
    (!parse.has_errors()).then_some(parse.tree)
}

/// Everything in a tree that becomes a module. Whatever else is lowered one day is
/// added here, and then reached by all that searches for faults.
pub fn modules(tree: &Tree) -> Vec<Module> {
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(tree), Origin::Module);
    let file = "fuzz.bt";
    let classes = tree.nodes.classes.iter();
    let mut modules: Vec<Module> =
        classes.map(|(_, class)| lower::class(tree, class, &hierarchy, file)).collect();
    modules.extend(lower::outside(tree, &hierarchy, "fuzz_outside", None, file));
    if tree.items.iter().any(|item| matches!(item, Item::Statement(_))) {
        // Twice, so that the second knows what the first has bound.
        let evaluations = ["first", "second"];
        let evaluations = evaluations.map(|function| Evaluation { function, tree, first_line: 0 });
        let module = lower::evaluations("fuzz_lines", file, &evaluations, &["a"], &hierarchy);
        modules.push(module);
    }
    modules
}

/// How many brackets are open at once.
fn deepest(tree: &Tree) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for (_, token) in tree.tokens.iter() {
        match token.kind {
            TokenKind::LeftParen
            | TokenKind::LeftBracket
            | TokenKind::LeftBrace
            | TokenKind::MapOpen
            | TokenKind::ListOpen
            | TokenKind::ArrayOpen
            | TokenKind::StringStart => depth += 1,
            TokenKind::RightParen
            | TokenKind::RightBracket
            | TokenKind::RightBrace
            | TokenKind::StringEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
