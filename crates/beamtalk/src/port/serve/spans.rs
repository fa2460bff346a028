//! `resolve_method_span` and `reindent_method_source`: the text of one method.

use etf::Term;
use hierarchy::Side;

use super::Asked;
use super::types::span_term;
use crate::port::answer::Answer;
use crate::port::layout::reindented;
use crate::port::places::{Placed, methods};
use crate::port::request::Wrong;

/// More than anybody indents: what is asked for is allocated.
const FARTHEST: usize = 200;

pub(super) fn resolve(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let class = asked.fields.text("class_name")?;
    let selector = asked.fields.text("selector")?;
    let side = match asked.fields.word("side", ["instance", "class"])? {
        "class" => Side::Class,
        _ => Side::Instance,
    };
    let parse = syntax::parse(&source);
    let tree = &parse.tree;
    let placed = methods(tree);
    let mut classes = tree.nodes.classes.iter().filter_map(|(_, it)| it.name);
    let is_defined = classes.any(|name| tree.name(name) == class);
    if !is_defined && !placed.iter().any(|it| it.class == class) {
        let message = format!("the text has no class `{class}`");
        return Ok(Answer::NoPlace { reason: "class_not_found", message });
    }
    let is_meant = |it: &&Placed| it.class == class && it.side == side && it.selector == selector;
    let found: Vec<&Placed> = placed.iter().filter(is_meant).collect();
    Ok(match found.as_slice() {
        [] => {
            let message = format!("the text has no method `{selector}` of `{class}`");
            Answer::NoPlace { reason: "selector_not_found", message }
        }
        [Placed { span, .. }] => {
            let is_broken = |it: &syntax::Problem| {
                let is_error = it.kind.severity() == syntax::Severity::Error;
                is_error && span.start <= it.span.start && it.span.start <= span.end
            };
            match parse.problems.iter().any(is_broken) {
                true => {
                    let message = format!("the method `{selector}` cannot be read");
                    Answer::NoPlace { reason: "invalid_span", message }
                }
                false => Answer::Ok(vec![
                    ("span", span_term(*span)),
                    ("prev_source", Term::binary(span.of(&source))),
                ]),
            }
        }
        _ => {
            let message = format!("the text has several methods `{selector}` of `{class}`");
            Answer::NoPlace { reason: "ambiguous", message }
        }
    })
}

pub(super) fn reindent(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let indent = asked.fields.number("base_indent")?.unwrap_or(0) as usize;
    let laid_out = reindented(&source, indent.min(FARTHEST));
    Ok(Answer::Ok(vec![("source", Term::binary(laid_out))]))
}
