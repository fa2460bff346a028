//! What holds for every text. Each function panics where it does not.

use std::collections::BTreeMap;

use syntax::{Parse, Span, Tokens, Tree};

/// Reads the text as a module, and formats it if it has no errors.
pub fn check(text: &str) {
    let parse = syntax::parse(text);
    check_parse(text, &parse);
    let _ = syntax::notation(&parse.tree);
    if !parse.has_errors() {
        check_nesting(&parse.tree);
        check_format(&parse);
    }
}

/// Reads the text as a prompt and an editor would, with a cursor in it.
pub fn check_at(text: &str, offset: u32) {
    let _ = syntax::completeness(text);
    let _ = syntax::parse_script(text);
    let _ = syntax::parse_method(text);
    let _ = syntax::token_listing(text, &syntax::lex(text));
    let at = syntax::parse_at(text, offset);
    check_parse(text, &at.parse);
    assert_eq!(&*at.parse.tree.text, text, "a cursor changes no text");
    // Inside a character the cursor stands before it.
    let cursor = text.floor_char_boundary(offset as usize) as u32;
    assert_eq!(at.prefix.end, cursor, "the prefix ends at the cursor");
    check_span(text, at.prefix);
    if let Some(marker) = at.marker {
        let span = at.parse.tree.tokens.get(marker).span();
        assert!(span.start <= cursor && cursor <= span.end, "{span:?} does not touch {cursor}");
        assert_eq!(at.prefix.start, span.start, "the prefix is part of the marker");
    }
}

fn check_parse(text: &str, parse: &Parse) {
    let tree = &parse.tree;
    check_tokens(text, &tree.tokens);
    tree.nodes.exprs.iter().for_each(|(id, _)| check_span(text, tree.expr_span(id)));
    tree.nodes.patterns.iter().for_each(|(id, _)| check_span(text, tree.pattern_span(id)));
    tree.nodes.types.iter().for_each(|(id, _)| check_span(text, tree.type_span(id)));
    parse.problems.iter().for_each(|problem| check_span(text, problem.span));
}

/// Tokens stand in order, and between them is nothing but trivia.
fn check_tokens(text: &str, tokens: &Tokens) {
    let mut end = 0;
    for (id, token) in tokens.iter() {
        let span = token.span();
        check_span(text, span);
        assert!(end <= span.start, "token {id:?} overlaps the one before");
        check_span(text, tokens.gap_before(id));
        let gap = &text[end as usize..span.start as usize];
        assert!(comments(gap).is_some(), "{gap:?} is not only white space and comments");
        end = span.end;
    }
    assert_eq!(end as usize, text.len(), "the end token stands at the end");
}

fn check_span(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no place in the text");
}

/// Every expression stands inside the one it is part of.
fn check_nesting(tree: &Tree) {
    for (id, _) in tree.nodes.exprs.iter() {
        let outer = tree.expr_span(id);
        tree.children(id, |child| {
            let inner = tree.expr_span(child);
            let is_inside = outer.start <= inner.start && inner.end <= outer.end;
            assert!(is_inside || inner.is_empty(), "{inner:?} is not in {outer:?}");
        });
    }
}

/// Formatting keeps the tree and the comments, and has nothing to do twice.
fn check_format(parse: &Parse) {
    let formatted = syntax::format(&parse.tree);
    let again = syntax::parse(&formatted);
    assert!(!again.has_errors(), "formatting made errors {:?} in\n{formatted}", again.problems);
    let (before, after) = (syntax::notation(&parse.tree), syntax::notation(&again.tree));
    assert_eq!(before, after, "formatting changed the tree:\n{formatted}");
    let (before, after) = (all_comments(&parse.tree), all_comments(&again.tree));
    assert_eq!(before, after, "formatting changed the comments:\n{formatted}");
    let twice = syntax::format(&again.tree);
    assert_eq!(formatted, twice, "formatting is not finished after one time");
    let ends_well = formatted.is_empty() || formatted.ends_with('\n');
    assert!(ends_well && !formatted.ends_with("\n\n"), "no single line feed ends\n{formatted}");
}

/// How often each comment stands in a text.
fn all_comments(tree: &Tree) -> BTreeMap<Comment, usize> {
    let mut counts = BTreeMap::new();
    for (id, _) in tree.tokens.iter() {
        let gap = tree.tokens.gap_before(id).of(&tree.text);
        for comment in comments(gap).unwrap_or_default() {
            *counts.entry(comment).or_insert(0) += 1;
        }
    }
    counts
}

/// A comment without its white space, which layout may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Comment {
    Line(String),
    Doc(String),
    Block(String),
}

/// The comments of a gap; nothing if there is anything else in it.
fn comments(gap: &str) -> Option<Vec<Comment>> {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let mut found = Vec::new();
    let mut rest = gap.trim_start_matches([' ', '\t', '\r', '\n']);
    while !rest.is_empty() {
        if let Some(block) = rest.strip_prefix("/*") {
            let (content, after) = block.split_once("*/")?;
            found.push(Comment::Block(squeeze(content)));
            rest = after;
        } else {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let content = line.trim_start_matches('/');
            found.push(match line.len() - content.len() {
                0 | 1 => return None,
                3 => Comment::Doc(squeeze(content)),
                _ => Comment::Line(squeeze(content)),
            });
            rest = after;
        }
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_hold_only_trivia() {
        let gap = " \t/* a\nb */ // c d\r\n//// e\n///f\n";
        let expected = ["ab", "cd", "e", "f"].map(str::to_owned);
        let [block, first, second, doc] = expected;
        let lines = [first, second].map(Comment::Line);
        let all = [vec![Comment::Block(block)], lines.to_vec(), vec![Comment::Doc(doc)]].concat();
        assert_eq!(comments(gap), Some(all));
        assert_eq!(comments(" / "), None);
        assert_eq!(comments("// a\nb"), None);
    }

    #[test]
    fn every_way_to_make_a_text_keeps_the_promises() {
        let bytes: Vec<u8> = (0..=255).collect();
        for mode in [0, crate::text::SOUP, crate::text::PROGRAM] {
            let bytes = [&[mode], &bytes[..]].concat();
            check(&crate::text::from_bytes(&bytes));
        }
    }
}
