//! The smallest text that still has a property, as far as leaving things out
//! leads there.

use syntax::Tree;

/// Leaves out what it can while `holds` holds; asks it at most `tries` times. The
/// text is one for which it does.
pub fn shrink(text: &str, mut tries: usize, mut holds: impl FnMut(&str) -> bool) -> String {
    let mut smallest = text.to_owned();
    loop {
        let before = smallest.len();
        for steps in [without_tokens, simpler_expressions] {
            let mut from = 0;
            // After a success the rest is tried on the smaller text.
            loop {
                let candidates = steps(&smallest);
                let mut found = None;
                for (index, candidate) in candidates.into_iter().enumerate().skip(from) {
                    if tries == 0 {
                        return smallest;
                    }
                    if candidate.len() < smallest.len() {
                        tries -= 1;
                        if holds(&candidate) {
                            found = Some((index, candidate));
                            break;
                        }
                    }
                }
                match found {
                    Some((index, candidate)) => (from, smallest) = (index, candidate),
                    None => break,
                }
            }
        }
        if smallest.len() == before {
            return smallest;
        }
    }
}

/// Without a run of tokens, long runs first.
fn without_tokens(text: &str) -> Vec<String> {
    let tokens = syntax::lex(text);
    let spans: Vec<_> = tokens.iter().map(|(_, token)| token.span().range()).collect();
    let mut candidates = Vec::new();
    let mut length = spans.len() / 2;
    while length > 0 {
        for first in (0..spans.len().saturating_sub(length)).step_by(length.div_ceil(2)) {
            // With the white space before, so that none is left over.
            let start = if first == 0 { 0 } else { spans[first - 1].end };
            let end = spans[first + length - 1].end;
            candidates.push(format!("{}{}", &text[..start], &text[end..]));
        }
        length /= 2;
    }
    candidates
}

/// With an expression replaced by one inside it, or by nothing much.
fn simpler_expressions(text: &str) -> Vec<String> {
    let tree: Tree = syntax::parse(text).tree;
    let mut candidates = Vec::new();
    for (id, _) in tree.nodes.exprs.iter() {
        let range = tree.expr_span(id).range();
        let mut with = vec!["a".to_owned()];
        tree.children(id, |child| with.push(tree.expr_span(child).of(text).to_owned()));
        candidates.extend(
            with.into_iter()
                .map(|it| format!("{}{it}{}", &text[..range.start], &text[range.end..])),
        );
    }
    candidates
}
