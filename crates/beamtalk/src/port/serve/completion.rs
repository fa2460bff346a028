//! `complete`: what kind of place an offset of a text is, and what its receivers are.
//!
//! The messages themselves are listed by whoever asks: the running system has them at
//! hand. What only the text tells comes along, in its order: names, and messages to what the
//! text itself declares.

use etf::Term;
use ide::complete::{Ground, Item, Located, LocatedReading, locate};

use super::Asked;
use super::types::side_term;
use crate::port::answer::{Answer, texts};
use crate::port::ground::bindings;
use crate::port::request::Wrong;

pub(super) fn serve(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
    let offset = asked.fields.number("offset")?.unwrap_or(end);
    let bindings = bindings(asked.fields, "bindings")?;
    let natives = asked.project.natives_quickly(&syntax::parse(&source).tree, asked.fields);
    let ground = Ground {
        hierarchy: &asked.classes.hierarchy,
        natives: natives.as_deref(),
        bindings: &bindings,
        package: None,
        asks_bodies: true,
    };
    Ok(Answer::Ok(fields(&locate(&ground, &source, offset))))
}

fn fields(located: &Located) -> Vec<(&'static str, Term)> {
    let mut fields = vec![
        ("position", Term::atom(located.position)),
        ("prefix", Term::binary(located.prefix.as_str())),
        ("from", Term::Integer(located.from.into())),
        ("readings", Term::list(located.readings.iter().map(reading).collect::<Vec<Term>>())),
        ("parts", texts(&located.parts)),
        ("names", items(&located.names)),
        ("sent", sent(&located.sent)),
    ];
    fields.extend(located.messages.as_ref().map(|it| ("messages", items(it))));
    fields.extend(located.continued.as_ref().map(|it| ("continued", reading(it))));
    fields.extend(located.expected.as_ref().map(|it| ("expected", Term::binary(it.as_str()))));
    fields.extend(located.reason.as_ref().map(|it| ("reason", Term::binary(it.as_str()))));
    fields
}

fn reading(it: &LocatedReading) -> Term {
    let types = it.types.iter().map(|(class, side)| {
        Term::map([("class_name", Term::binary(class.simple())), ("side", side_term(*side))])
    });
    let mut fields = vec![
        ("binds_to", Term::atom(it.binds_to.word())),
        ("selectors", Term::atom(it.selectors)),
        ("types", Term::list(types.collect::<Vec<Term>>())),
        ("protocol", texts(it.protocol.iter().map(|it| it.to_string()))),
        ("is_self", Term::atom(if it.is_self { "true" } else { "false" })),
    ];
    fields.extend(it.opens_at.map(|at| ("opens_at", Term::Integer(at.into()))));
    fields.extend(it.reason.as_ref().map(|why| ("reason", Term::binary(why.as_str()))));
    Term::map(fields)
}

fn items(items: &[Item]) -> Term {
    Term::list(items.iter().map(item).collect::<Vec<Term>>())
}

fn item(it: &Item) -> Term {
    let optional = |text: Option<&str>| text.map_or_else(|| Term::atom("undefined"), Term::binary);
    Term::map([
        ("label", Term::binary(it.label.as_str())),
        ("kind", Term::atom(it.kind.word())),
        ("signature", Term::binary(it.signature.as_str())),
        ("defined_in", optional(it.defined_in.as_deref())),
        ("type", optional(it.return_type.as_deref())),
        ("doc", optional(it.doc.as_deref())),
        ("insert", Term::binary(it.insert.as_str())),
        ("replaces_from", Term::Integer(it.replaced.start.into())),
        ("rank", Term::Integer(it.rank.into())),
        ("binds_to", Term::atom(it.binds_to.map_or("undefined", |it| it.word()))),
    ])
}

fn sent(all: &[(String, u32)]) -> Term {
    let pair =
        |(it, times): &(String, u32)| (Term::binary(it.as_str()), Term::Integer((*times).into()));
    Term::from(etf::Map::new(all.iter().map(pair).collect::<Vec<_>>()))
}
