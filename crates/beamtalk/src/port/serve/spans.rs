//! `resolve_method_span`, `resolve_class_span` and `reindent_method_source`: the text of one
//! method or class, and where it stands.

use etf::Term;
use hierarchy::Side;

use super::Asked;
use super::method::with_class_word;
use super::types::span_term;
use crate::port::answer::Answer;
use crate::port::layout::reindented;
use crate::port::merge::members_end;
use crate::port::places::{Placed, class_place, methods, protocol_place};
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

/// The whole class or protocol, and where another member would go. Only of a text that can be read: what
/// belongs to a class is not known in any other.
pub(super) fn resolve_class(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let name = asked.fields.text("class_name")?;
    let parse = syntax::parse(&source);
    let tree = &parse.tree;
    if parse.has_errors() {
        let message = "the text cannot be read".to_owned();
        return Ok(Answer::NoPlace { reason: "invalid_span", message });
    }
    let classes = tree.nodes.classes.iter().map(|(_, class)| class);
    let mut found = classes.filter(|it| it.name.is_some_and(|it| tree.name(it) == name));
    Ok(match (found.next(), found.next()) {
        (Some(class), None) => {
            let span = class_place(tree, class);
            let end = members_end(tree, class);
            Answer::Ok(vec![
                ("span", span_term(span)),
                ("prev_source", Term::binary(span.of(&source))),
                ("members_end", Term::Integer(end.into())),
            ])
        }
        (Some(_), Some(_)) => {
            let message = format!("the text has several classes `{name}`");
            Answer::NoPlace { reason: "ambiguous", message }
        }
        (None, _) => match protocol_place(tree, &name) {
            Some(span) => Answer::Ok(vec![
                ("span", span_term(span)),
                ("prev_source", Term::binary(span.of(&source))),
                ("members_end", Term::Integer(span.end.into())),
            ]),
            None => {
                let message = format!("the text has no class `{name}`");
                Answer::NoPlace { reason: "class_not_found", message }
            }
        },
    })
}

pub(super) fn reindent(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let indent = asked.fields.number("base_indent")?.unwrap_or(0) as usize;
    let source = match asked.fields.flag("is_class_method", false)? {
        true => with_class_word(&source),
        false => source,
    };
    let laid_out = reindented(&source, indent.min(FARTHEST));
    Ok(Answer::Ok(vec![("source", Term::binary(laid_out))]))
}
