//! `compile_method`: a class with one method replaced or added.
//!
//! The method is looked at where it will stand, in the text as both were written, so
//! that every finding has its place there; what is compiled is the canonical text.

use etf::Term;
use hierarchy::{ClassName, MethodInfo, Side, Slot};
use ide::Problem;
use syntax::tree::Class;
use syntax::{MethodParse, Span, Tree};

use super::Asked;
use crate::policy::Policy;
use crate::port::analysis::{Analysed, What, analyse};
use crate::port::answer::{Answer, Fields, texts};
use crate::port::findings::Findings;
use crate::port::ground::Ground;
use crate::port::layout::canonical;
use crate::port::merge::{Edit, Inserted, edited, put};
use crate::port::modules::{Sound, core};
use crate::port::places;
use crate::port::request::Wrong;
use crate::report::Finding;

/// What is to become of what.
struct Change {
    class_source: String,
    method_source: String,
    class_name: Option<String>,
    is_class_method: bool,
    path: String,
    policy: Policy,
}

/// The text with the method in it.
struct Changed {
    class: String,
    side: Side,
    selector: String,
    edit: Edit,
    text: String,
}

pub(super) fn serve(asked: &Asked) -> Result<Answer, Wrong> {
    let change = Change {
        class_source: asked.fields.text("class_source")?,
        method_source: asked.fields.text("method_source")?,
        class_name: asked.fields.optional_text("class_name")?,
        is_class_method: asked.fields.flag("is_class_method", false)?,
        path: asked.fields.optional_text("source_path")?.unwrap_or_default(),
        policy: asked.project.policy(false),
    };
    let ground = Ground::of(asked.fields, asked.classes)?;
    let changed = match change.made() {
        Ok(changed) => changed,
        Err(refused) => return Ok(refused),
    };
    let analysed = analyse(&changed.text, What::File(&change.path), &ground, asked.project);
    let mut findings = Findings::of(&changed.text, &analysed.problems, &change.policy);
    for finding in findings.errors.iter_mut().chain(&mut findings.others) {
        *finding = change.placed(&changed, finding);
    }
    Ok(findings.refused().unwrap_or_else(|| compiled(&change, &changed, &analysed, &findings)))
}

/// What a method is called, says and declares, without the class around it.
pub(super) fn described(method: &MethodInfo, side: Side, text: &str) -> Fields {
    let ty = |slot: &Slot| match &slot.declared {
        Some(ty) => ty.for_people().to_string(),
        None => "Dynamic".to_owned(),
    };
    let source = without_class_word(text);
    let source = canonical(&source).unwrap_or(source);
    vec![
        ("selector", Term::binary(&*method.selector)),
        ("is_class_method", Term::from(side == Side::Class)),
        ("method_source", Term::binary(source)),
        ("return_type", Term::binary(ty(&method.signature.returns))),
        ("param_types", texts(method.signature.parameters.iter().map(|it| ty(&it.slot)))),
    ]
}

impl Change {
    fn made(&self) -> Result<Changed, Answer> {
        let MethodParse { tree: alone, method, problems } =
            syntax::parse_method(&self.method_source);
        self.refuse(&self.method_source, problems)?;
        let Some(method) = method else {
            return Err(Answer::refusal("`method_source` must be one method"));
        };
        let parse = syntax::parse(&self.class_source);
        self.refuse(&self.class_source, parse.problems)?;
        let class = chosen(&parse.tree, self.class_name.as_deref())?;
        let selector = alone.header_selector(&method.header);
        let (side, text) = match (self.is_class_method, places::side(&method)) {
            (true, Side::Instance) => (Side::Class, with_class_word(&self.method_source)),
            (_, side) => (side, self.method_source.clone()),
        };
        let edit = put(&parse.tree, class, side, &selector, text.trim_end());
        let text = edited(&self.class_source, std::slice::from_ref(&edit));
        let class = class.name.map_or("", |name| parse.tree.name(name)).to_owned();
        Ok(Changed { class, side, selector, edit, text })
    }

    fn refuse(&self, text: &str, problems: Vec<syntax::Problem>) -> Result<(), Answer> {
        let problems: Vec<Problem> = problems.into_iter().map(Problem::from).collect();
        Findings::of(text, &problems, &self.policy).refused().map_or(Ok(()), Err)
    }

    /// A finding about the method in the method's own text, any other in the class's.
    fn placed(&self, changed: &Changed, finding: &Finding) -> Finding {
        let Edit { at, text } = &changed.edit;
        let end = at.start + text.len() as u32;
        let inserted = Inserted {
            at: Span { start: at.start, end },
            original: &self.method_source,
            inserted: text,
        };
        if let Some(span) = inserted.original(finding.span) {
            return finding.clone().at(&self.method_source, span);
        }
        let before = |offset: u32| match offset < end {
            true => offset,
            false => offset - end + at.end,
        };
        let Span { start, end } = finding.span;
        finding.clone().at(&self.class_source, Span { start: before(start), end: before(end) })
    }
}

fn chosen<'t>(tree: &'t Tree, name: Option<&str>) -> Result<&'t Class, Answer> {
    let named = |class: &&Class| match (name, class.name) {
        (Some(wanted), Some(name)) => tree.name(name) == wanted,
        (wanted, _) => wanted.is_none(),
    };
    let classes: Vec<&Class> =
        tree.nodes.classes.iter().map(|(_, class)| class).filter(named).collect();
    match (classes.as_slice(), name) {
        ([class], _) => Ok(class),
        ([], Some(name)) => {
            Err(Answer::refusal(&format!("`class_source` defines no class `{name}`")))
        }
        ([], None) => Err(Answer::refusal("`class_source` defines no class")),
        _ => {
            Err(Answer::refusal("`class_source` defines several classes: name one in `class_name`"))
        }
    }
}

fn compiled(
    change: &Change,
    changed: &Changed,
    analysed: &Analysed,
    findings: &Findings,
) -> Answer {
    let merged = syntax::format(&analysed.tree);
    let tree = syntax::parse(&merged).tree;
    let sound = Sound { tree: &tree, hierarchy: &analysed.hierarchy, file: &change.path };
    let class = analysed.hierarchy.class(&ClassName::from(changed.class.as_str()));
    let methods = class.map_or(&[][..], |class| class.methods_on(changed.side));
    let method = methods.iter().find(|it| *it.selector == *changed.selector);
    let (Some(method), Some(module)) = (method, sound.class(&changed.class)) else {
        return Answer::refusal("internal compiler error: the class has lost its method");
    };
    let mut fields = vec![
        ("kind", Term::atom("method_definition")),
        ("core", core(&module)),
        ("module_name", Term::binary(&*module.name)),
        ("classes", sound.class_names()),
        ("referenced_aliases", sound.referenced_aliases()),
    ];
    fields.extend(described(method, changed.side, &change.method_source));
    fields.push(("merged_class_source", Term::binary(merged)));
    Answer::Ok([fields, findings.warnings()].concat())
}

/// A method as it stands in a class whose own method it is to be.
pub(super) fn with_class_word(text: &str) -> String {
    let MethodParse { tree, method, .. } = syntax::parse_method(text);
    let Some(method) = method.filter(|it| places::side(it) == Side::Instance) else {
        return text.to_owned();
    };
    let start = tree.tokens.get(method.tokens.first).span();
    let at = Span { end: start.start, ..start };
    edited(text, &[Edit { at, text: "class ".to_owned() }])
}

/// Which side a method is for is told beside its text.
fn without_class_word(text: &str) -> String {
    let MethodParse { tree, method, .. } = syntax::parse_method(text);
    let Some(method) = method.filter(|it| places::side(it) == Side::Class) else {
        return text.to_owned();
    };
    let mut tokens = tree.tokens.iter().skip(method.tokens.first.index());
    let Some((_, word)) = tokens.find(|(id, _)| tree.text_of(*id) == "class") else {
        return text.to_owned();
    };
    let end = tokens.next().map_or(word.span().end, |(_, next)| next.span().start);
    edited(text, &[Edit { at: Span { end, ..word.span() }, text: String::new() }])
}
