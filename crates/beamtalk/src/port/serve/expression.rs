//! `compile_expression` and `compile_expression_trace`: what was typed at the prompt,
//! which may be expressions or a declaration of any kind.

use etf::Term;
use hierarchy::{ClassName, Side, surface};
use syntax::tree::{Class, Extension, Item};
use syntax::{Severity, Span, Tree};

use super::Asked;
use crate::port::analysis::{Analysed, What, analyse};
use crate::port::answer::{Answer, Fields};
use crate::port::findings::Findings;
use crate::port::ground::Ground;
use crate::port::merge::{Edit, edited, put};
use crate::port::modules::Sound;
use crate::port::places::{side, with_doc};
use crate::port::request::Wrong;
use crate::port::serve::method::described;
use crate::report::Finding;

const NOTHING: &str = "There are no expressions here: type one, such as `3 + 4`";

/// What stands in a text, counted.
#[derive(Default)]
struct Content {
    statements: usize,
    classes: usize,
    protocols: usize,
    extensions: usize,
    aliases: usize,
}

pub(super) fn compile(asked: &Asked) -> Result<Answer, Wrong> {
    let line = Line::read(asked)?;
    let (analysed, findings) = line.look(asked);
    if let Some(refused) = findings.refused() {
        return Ok(refused);
    }
    let content = Content::of(&analysed.tree);
    if let Some(why) = content.refusal() {
        return Ok(Answer::refusal(why));
    }
    let known = line.known();
    let sound = Sound { tree: &analysed.tree, hierarchy: &analysed.hierarchy, file: "" };
    let fields = match content {
        Content { classes: 1.., .. } => return Ok(classes(&line, analysed, findings, asked)),
        Content { protocols: 1.., .. } => {
            let mut fields = declared(sound, "protocol_definition");
            fields.push(("protocols", sound.protocol_names()));
            fields.extend(trailing(&content, sound, &line));
            fields
        }
        Content { extensions: 1.., .. } => match method(&analysed.tree) {
            Some(mut fields) => {
                // Puts the method into the running class, for classes without a text.
                fields.push(("core", sound.evaluation(&line.module, &known)));
                fields
            }
            None => return Ok(Answer::refusal(NOTHING)),
        },
        Content { aliases: 1.., .. } => alias(&analysed.tree),
        _ => vec![("core", sound.evaluation(&line.module, &known))],
    };
    let warned = with_unknown_class(&analysed, findings);
    Ok(Answer::Ok([fields, warned.warnings()].concat()))
}

pub(super) fn trace(asked: &Asked) -> Result<Answer, Wrong> {
    let line = Line::read(asked)?;
    let (analysed, findings) = line.look(asked);
    if let Some(refused) = findings.refused() {
        return Ok(refused);
    }
    match Content::of(&analysed.tree) {
        Content { statements: 0, classes: 0, protocols: 0, extensions: 0, aliases: 0 } => {
            return Ok(Answer::refusal(NOTHING));
        }
        Content { classes: 0, protocols: 0, extensions: 0, aliases: 0, .. } => {}
        _ => return Ok(Answer::refusal("Only expressions can be traced, not declarations")),
    }
    let sound = Sound { tree: &analysed.tree, hierarchy: &analysed.hierarchy, file: "" };
    let core = sound.trace(&line.module, &line.known());
    Ok(Answer::Ok([vec![("core", core)], findings.warnings()].concat()))
}

/// What was typed, and where.
struct Line {
    source: String,
    module: String,
    ground: Ground,
}

impl Line {
    fn read(asked: &Asked) -> Result<Line, Wrong> {
        Ok(Line {
            source: asked.fields.text("source")?,
            module: asked.fields.text("module")?,
            ground: Ground::of(asked.fields, asked.classes)?,
        })
    }

    fn look(&self, asked: &Asked) -> (Analysed, Findings) {
        let analysed = analyse(&self.source, What::Line, &self.ground, asked.project);
        let policy = asked.project.policy(true);
        let findings = Findings::of(&self.source, &analysed.problems, &policy);
        (analysed, findings)
    }

    fn known(&self) -> Vec<&str> {
        self.ground.bound.iter().map(|name| &**name).collect()
    }
}

impl Content {
    fn of(tree: &Tree) -> Content {
        let mut content = Content::default();
        for item in &tree.items {
            *match item {
                Item::Statement(_) => &mut content.statements,
                Item::Class(_) => &mut content.classes,
                Item::Protocol(_) => &mut content.protocols,
                Item::Extension(_) => &mut content.extensions,
                Item::Alias(_) => &mut content.aliases,
            } += 1;
        }
        content
    }

    /// Why it cannot be taken as it is, and what can.
    fn refusal(&self) -> Option<&'static str> {
        match *self {
            Content { classes: 1.., .. } | Content { protocols: 1.., .. } => None,
            Content { aliases: 1.., extensions: 1.., .. } => Some(
                "A type alias and a method cannot be entered together: enter one after the other",
            ),
            Content { extensions: 2.., .. } => Some(
                "Several methods cannot be entered at once: enter them one by one, \
                 or with the class that they belong to",
            ),
            Content { extensions: 1, statements: 1.., .. } => {
                Some("A method and expressions cannot be entered together: enter the method first")
            }
            Content { aliases: 2.., .. } => {
                Some("Several type aliases cannot be entered at once: enter them one by one")
            }
            Content { aliases: 1, statements: 1.., .. } => Some(
                "A type alias and expressions cannot be entered together: enter the alias first",
            ),
            Content { aliases: 0, extensions: 0, statements: 0, .. } => Some(NOTHING),
            _ => None,
        }
    }
}

/// Classes with all that stands around them. A method of one of them that stands outside
/// belongs to it.
fn classes(line: &Line, analysed: Analysed, findings: Findings, asked: &Asked) -> Answer {
    let warned = with_unknown_class(&analysed, findings);
    let merged = match merged(&analysed.tree) {
        None => analysed,
        Some(text) => {
            let merged = analyse(&text, What::Line, &line.ground, asked.project);
            let findings = Findings::of(&text, &merged.problems, &asked.project.policy(true));
            if let Some(refused) = findings.refused() {
                return refused;
            }
            merged
        }
    };
    let sound = Sound { tree: &merged.tree, hierarchy: &merged.hierarchy, file: "" };
    let mut fields = declared(sound, "class_definition");
    fields.push(("classes", sound.class_names()));
    fields.extend(trailing(&Content::of(&merged.tree), sound, line));
    Answer::Ok([fields, warned.warnings()].concat())
}

fn declared(sound: Sound, kind: &str) -> Fields {
    let modules: Vec<Term> = sound.classes().into_iter().chain(sound.outside_of_line()).collect();
    vec![
        ("kind", Term::atom(kind)),
        ("modules", Term::list(modules)),
        ("referenced_aliases", sound.referenced_aliases()),
    ]
}

fn trailing(content: &Content, sound: Sound, line: &Line) -> Option<(&'static str, Term)> {
    let evaluated = || ("trailing_core", sound.evaluation(&line.module, &line.known()));
    (content.statements > 0).then(evaluated)
}

/// The text with the methods that stand outside of its own classes inside of them, if
/// there are any.
fn merged(tree: &Tree) -> Option<String> {
    let mut edits = Vec::new();
    for item in &tree.items {
        let Item::Extension(id) = *item else { continue };
        let extension = &tree.nodes.extensions[id];
        let Some(class) = class_of(tree, extension) else { continue };
        let selector = tree.header_selector(&extension.method.header);
        let text = member_text(tree, extension);
        edits.push(put(tree, class, side(&extension.method), &selector, &text));
        let at = with_doc(tree, extension.tokens.first, extension.method.tokens.last);
        edits.push(Edit { at, text: String::new() });
    }
    (!edits.is_empty()).then(|| edited(&tree.text, &edits))
}

fn class_of<'t>(tree: &'t Tree, extension: &Extension) -> Option<&'t Class> {
    let target = tree.name(extension.class.name);
    let mut classes = tree.nodes.classes.iter().map(|(_, class)| class);
    classes.find(|class| class.name.is_some_and(|name| tree.name(name) == target))
}

/// As it would stand in a class, beginning in column 0.
fn member_text(tree: &Tree, extension: &Extension) -> String {
    let whole = with_doc(tree, extension.tokens.first, extension.method.tokens.last);
    let head = tree.tokens.get(extension.tokens.first).span().start;
    let method = tree.tokens.span_of(extension.method.tokens);
    let doc = Span { end: head, ..whole }.of(&tree.text);
    let side = if side(&extension.method) == Side::Class { "class " } else { "" };
    format!("{doc}{side}{}", method.of(&tree.text))
}

fn method(tree: &Tree) -> Option<Fields> {
    let extension = tree.items.iter().find_map(|item| match *item {
        Item::Extension(id) => Some(&tree.nodes.extensions[id]),
        _ => None,
    })?;
    let info = surface(tree).extensions.pop()?;
    let mut fields = vec![
        ("kind", Term::atom("method_definition")),
        ("class_name", Term::binary(info.class.simple())),
    ];
    fields.extend(described(&info.method, info.side, &member_text(tree, extension)));
    Some(fields)
}

fn alias(tree: &Tree) -> Fields {
    let declared = surface(tree).aliases.pop();
    let Some(alias) = declared else { return Vec::new() };
    let doc =
        alias.doc.as_ref().map_or_else(|| Term::atom("undefined"), |doc| Term::binary(&**doc));
    vec![
        ("kind", Term::atom("type_alias_definition")),
        ("alias_name", Term::binary(alias.name.simple())),
        ("expansion", Term::binary(alias.ty.for_people().to_string())),
        ("doc_comment", doc),
    ]
}

/// A method for a class that is not there may be meant for later, or for another.
fn with_unknown_class(analysed: &Analysed, mut findings: Findings) -> Findings {
    let tree = &analysed.tree;
    for (_, extension) in tree.nodes.extensions.iter() {
        let class = tree.name(extension.class.name);
        if analysed.hierarchy.class(&ClassName::from(class)).is_none() {
            let message = format!("There is no class `{class}` to give this method to");
            let finding = Finding::new("unknown-class", Severity::Warning, message);
            let span = tree.tokens.get(extension.class.name).span();
            findings.others.push(finding.at(&tree.text, span));
        }
    }
    findings
}
