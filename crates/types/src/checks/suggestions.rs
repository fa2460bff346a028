//! What was probably meant, and the one word to be replaced by it.
//!
//! In go what was written and the names there are, the likeliest first. Looking for
//! one costs, so that a text gets only so many.

use hierarchy::{Name, Selector};
use syntax::Span;
use syntax::tree::Message;

use crate::meaning::{Meaning, Sent};
use crate::problem::Meant;
use crate::spelling::nearest;

/// For a message, the nearest of some selectors.
pub(crate) fn selector<'c>(
    meaning: &mut Meaning,
    sent: &Sent,
    candidates: impl FnOnce() -> Vec<&'c str>,
) -> Option<Meant> {
    // A word is not meant for an operator, and no other can be written than these.
    let is_operator = |it: &str| !it.starts_with(|it: char| it.is_alphabetic() || it == '_');
    let is_alike = |it: &&str| {
        is_operator(it) == is_operator(&sent.selector) && Selector::from(*it).can_be_sent()
    };
    let near =
        name(meaning, &sent.selector, || candidates().into_iter().filter(is_alike).collect())?;
    let edit = edit(meaning, sent.message, &Selector::from(&*near));
    Some(Meant { name: near, edit })
}

/// For a word that stands at a place, the nearest of some words.
pub(crate) fn word<'c>(
    meaning: &mut Meaning,
    written: &str,
    place: Span,
    candidates: impl FnOnce() -> Vec<&'c str>,
) -> Option<Meant> {
    let near = name(meaning, written, candidates)?;
    Some(Meant { edit: Some((place, near.clone())), name: near })
}

fn name<'c>(
    meaning: &mut Meaning,
    written: &str,
    candidates: impl FnOnce() -> Vec<&'c str>,
) -> Option<Name> {
    if !meaning.findings.may_suggest() {
        return None;
    }
    nearest(written, candidates()).map(Name::from)
}

/// The only word of a message that differs from another selector. Where several do,
/// or where there are more arguments or fewer, one edit is not enough.
fn edit(meaning: &Meaning, message: &Message, meant: &Selector) -> Option<(Span, Name)> {
    let tree = meaning.tree;
    let is_operator = matches!(message, Message::Binary(..));
    let is_keyword = matches!(message, Message::Keyword(_));
    if is_operator != meant.is_binary() || is_keyword != meant.is_keyword() {
        return None;
    }
    let tokens = match *message {
        Message::Unary(token) | Message::Binary(token, _) => vec![token],
        Message::Keyword(parts) => {
            tree.nodes.keyword_parts[parts].iter().map(|part| part.keyword).collect()
        }
    };
    let parts: Vec<&str> = meant.parts().collect();
    if tokens.len() != parts.len() {
        return None;
    }
    let mut different = tokens.iter().zip(parts).filter(|(it, part)| tree.text_of(**it) != *part);
    let (token, part) = different.next()?;
    let span = tree.tokens.get(*token).span();
    different.next().is_none().then(|| (span, Name::from(part)))
}
