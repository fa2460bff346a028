//! Which methods of a class side write its variables: those that assign one, and those
//! that send such a method to `self`. A writer holds the lock of its class, so that a
//! failure undoes what it has written, itself or through others.
//!
//! What answers a message to `self` depends on the class that has received the message,
//! so the last word has the runtime. What the text of one class says holds for that very
//! class, and spares it the question.

use std::collections::{BTreeSet, HashMap, HashSet};

use syntax::Tree;
use syntax::tree::{Expr, ExprId, Method};

use crate::core_erlang::Expr as Core;
use crate::core_erlang::build::{atom, call, fun, list, tuple, var};
use crate::limits::is_symbol;
use crate::method::assigns_slots;

/// What a method is to the class that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    Writer,
    Reader,
    /// It sends to `self` what another class answers.
    Unknown,
}

/// What each method of one class side is; `is_harmless` says that a selector which none
/// of them has is not answered by a writer.
pub(crate) fn writing<'t>(
    tree: &'t Tree,
    methods: impl Iterator<Item = &'t Method>,
    is_harmless: impl Fn(&str) -> bool,
) -> HashMap<String, Writing> {
    let mut assigning: Vec<String> = Vec::new();
    let mut sent: HashMap<String, BTreeSet<String>> = HashMap::new();
    for method in methods {
        let selector = tree.header_selector(&method.header);
        let statements = tree.list(method.body);
        if assigns_slots(tree, statements) {
            assigning.push(selector.clone());
        }
        sent.insert(selector, sent_to_self(tree, statements));
    }
    let is_known = |it: &String| sent.contains_key(it) || is_harmless(it);
    let asking = sent.iter().filter(|(_, sent)| !sent.iter().all(is_known));
    let asking = asking.map(|(selector, _)| selector.clone()).collect();
    let writers = with_senders(assigning, &sent);
    let unknown = with_senders(asking, &sent);
    let all = sent.into_keys().map(|selector| {
        let is = match (writers.contains(&selector), unknown.contains(&selector)) {
            (true, _) => Writing::Writer,
            (false, true) => Writing::Unknown,
            (false, false) => Writing::Reader,
        };
        (selector, is)
    });
    all.collect()
}

/// Methods, and those that send one of them to `self`, and so on.
fn with_senders(
    mut pending: Vec<String>,
    sent: &HashMap<String, BTreeSet<String>>,
) -> HashSet<String> {
    let mut senders: HashMap<&str, Vec<&String>> = HashMap::new();
    for (sender, sent) in sent {
        for selector in sent {
            senders.entry(selector).or_default().push(sender);
        }
    }
    let mut found: HashSet<String> = HashSet::new();
    while let Some(next) = pending.pop() {
        if found.insert(next.clone()) {
            pending.extend(senders.get(&*next).into_iter().flatten().copied().cloned());
        }
    }
    found
}

/// The selectors that statements send to `self`, in blocks too.
pub(crate) fn sent_to_self(tree: &Tree, statements: &[ExprId]) -> BTreeSet<String> {
    let is_self = |expr: ExprId| matches!(tree.nodes.exprs[expr], Expr::Identifier(name) if tree.text_of(name) == "self");
    let mut sent = BTreeSet::new();
    let mut pending = statements.to_vec();
    while let Some(next) = pending.pop() {
        match tree.nodes.exprs[next] {
            Expr::Send(send) if is_self(send.receiver) => {
                sent.insert(tree.selector(&send.message));
            }
            Expr::Cascade(cascade) => {
                let first = match tree.nodes.exprs[cascade.first] {
                    Expr::Send(send) => send.receiver,
                    _ => cascade.first,
                };
                if is_self(first) {
                    let messages = &tree.nodes.messages[cascade.messages];
                    sent.extend(messages.iter().map(|message| tree.selector(message)));
                }
            }
            _ => {}
        }
        tree.children(next, |child| pending.push(child));
    }
    sent.retain(|selector| is_symbol(selector));
    sent
}

/// A method that writes class variables holds the lock of its class.
pub(crate) fn locked(code: Core) -> Core {
    call("beamtalk_class_variables", "locked", [var("Self"), fun(vec![], code)], 0)
}

/// A method that may write by what it sends to `self`. `known` is the class that its
/// text stands in, and what it is to that class.
pub(crate) fn locked_if_writer(
    code: Core,
    known: Option<(&str, Writing)>,
    sent: &BTreeSet<String>,
) -> Core {
    let verdict = |class: &str, word: &str| tuple([atom(&format!("{class} class")), atom(word)]);
    let known = match known {
        Some((class, Writing::Writer)) => verdict(class, "writer"),
        Some((class, Writing::Reader)) => verdict(class, "reader"),
        _ => atom("unknown"),
    };
    let sent = list(sent.iter().map(|it| atom(it)).collect());
    call("beamtalk_class_writers", "run", [var("Self"), known, sent, fun(vec![], code)], 0)
}

#[cfg(test)]
mod tests {
    //! What methods are by example: `selector=` for a writer, `selector?` for one that
    //! only the runtime knows, `selector` for a reader, by name. `safe` is harmless.

    use syntax::tree::Member;

    use super::{Writing, writing};

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let parse = syntax::parse(&format!("Object subclass: Meter\n{source}"));
        assert!(!parse.has_errors(), "{:?}", parse.problems);
        let (_, class) = parse.tree.nodes.classes.iter().next().unwrap();
        let methods = class.members.iter().filter_map(|member| match member {
            Member::Method(method) => Some(method),
            Member::Data(_) => None,
        });
        let found = writing(&parse.tree, methods, |selector| selector == "safe");
        let mut shown: Vec<String> = found
            .into_iter()
            .map(|(selector, writing)| match writing {
                Writing::Writer => format!("{selector}="),
                Writing::Unknown => format!("{selector}?"),
                Writing::Reader => selector,
            })
            .collect();
        shown.sort();
        assert_eq!(shown.join(" "), expected, "{source:?}");
    }

    #[test]
    fn who_assigns_is_a_writer_and_so_is_who_sends_it_to_self() {
        check(
            "  class a => self.n := 1\n  class b => [self a] value\n  class c => self b",
            "a= b= c=",
        );
        check("  class a => self.n := 1\n  class b => self c; a\n  class c => 1", "a= b= c");
        check("  class a => [:x | self.n := x]\n  class b => Meter a", "a= b");
    }

    #[test]
    fn what_others_answer_is_not_known() {
        check("  class a => self elsewhere\n  class b => self a", "a? b?");
        check("  class a => self safe\n  class b => self a", "a b");
        check("  class a => self b\n  class b => self a", "a b");
        check("  class a => self elsewhere. self.n := 1", "a=");
    }
}
