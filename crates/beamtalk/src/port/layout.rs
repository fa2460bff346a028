//! The text of a method, laid out anew and moved to another column.

use syntax::{MethodParse, Span, Tree};

/// How far the members of a class are indented.
pub(super) const MEMBER: usize = 2;

/// A method as the formatter would lay it out in a class, beginning in column 0; nothing
/// for what cannot be read as one.
pub(super) fn canonical(text: &str) -> Option<String> {
    let wrapped = format!("Object subclass: It\n{}\n", indented(text.trim_end(), MEMBER));
    let parse = syntax::parse(&wrapped);
    let is_one = parse.tree.items.len() == 1
        && parse.tree.nodes.classes.iter().all(|(_, class)| class.members.len() == 1);
    if parse.has_errors() || !is_one {
        return None;
    }
    let formatted = syntax::format(&parse.tree);
    let tree = syntax::parse(&formatted).tree;
    let (_, member) = formatted.split_once('\n')?;
    let skipped = formatted.len() - member.trim_start_matches('\n').len();
    Some(shifted(&tree, skipped, 0, MEMBER).trim_end().to_owned())
}

/// The same of a text that may be anything, indented by so much.
pub(super) fn reindented(text: &str, indent: usize) -> String {
    let laid_out = canonical(text);
    indented(laid_out.as_deref().unwrap_or(text), indent)
}

/// Every line moved to the right, but for those that begin inside of a text or comment.
pub(super) fn indented(text: &str, indent: usize) -> String {
    let MethodParse { tree, .. } = syntax::parse_method(text);
    shifted(&tree, 0, indent, 0)
}

/// The lines of a tree's text from an offset on, indented and then moved to the left.
fn shifted(tree: &Tree, from: usize, right: usize, left: usize) -> String {
    let held = unmovable(tree);
    let text = tree.text.get(from..).unwrap_or_default();
    let (mut out, mut at) = (String::new(), from as u32);
    for line in text.split_inclusive('\n') {
        let is_inside = held.iter().any(|span| span.start < at && at < span.end);
        let is_blank = line.trim().is_empty();
        if is_inside {
            out.push_str(line);
        } else {
            let spaces = line.len() - line.trim_start_matches(' ').len();
            let line_left = line.get(spaces.min(left)..).unwrap_or(line);
            if !is_blank {
                out.extend(std::iter::repeat_n(' ', right));
            }
            out.push_str(if is_blank { line.trim_start_matches(' ') } else { line_left });
        }
        at += line.len() as u32;
    }
    out
}

/// Texts and comments of several lines: their lines are their own.
fn unmovable(tree: &Tree) -> Vec<Span> {
    let mut held = Vec::new();
    for (id, token) in tree.tokens.iter() {
        held.push(token.span());
        held.extend(tree.comments_before(id).into_iter().map(|comment| comment.span));
    }
    held.retain(|span| span.of(&tree.text).contains('\n'));
    held
}
