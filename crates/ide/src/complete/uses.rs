//! How often the class library sends each message: what is sent often there is likely to
//! be wanted elsewhere.

use std::collections::HashMap;
use std::sync::OnceLock;

use hierarchy::{Fast, STDLIB_SOURCES};
use syntax::tree::{Expr, Message};

/// How often the sources of the class library send a message.
pub fn selector_use(selector: &str) -> u32 {
    counts().get(selector).copied().unwrap_or(0)
}

/// All messages that they send, by name.
pub fn selector_uses() -> Vec<(&'static str, u32)> {
    let mut all: Vec<_> = counts().iter().map(|(it, count)| (it.as_str(), *count)).collect();
    all.sort_unstable();
    all
}

fn counts() -> &'static HashMap<String, u32, Fast> {
    static COUNTS: OnceLock<HashMap<String, u32, Fast>> = OnceLock::new();
    COUNTS.get_or_init(count)
}

fn count() -> HashMap<String, u32, Fast> {
    let mut counts: HashMap<String, u32, Fast> = HashMap::default();
    for (_, text) in STDLIB_SOURCES {
        let tree = syntax::parse(text).tree;
        let mut add = |message: &Message| *counts.entry(tree.selector(message)).or_default() += 1;
        for (_, expr) in tree.nodes.exprs.iter() {
            match expr {
                Expr::Send(send) => add(&send.message),
                Expr::Cascade(cascade) => {
                    tree.nodes.messages[cascade.messages].iter().for_each(&mut add);
                }
                _ => {}
            }
        }
    }
    counts
}
