//! What the running system has told of its classes.
//!
//! A clone holds still while others change, so that every request is answered from
//! what was known when it came.

use etf::Term;
use hierarchy::{
    ClassFlags, ClassHierarchy, ClassInfo, ClassName, MetaFault, Origin, Side, surface,
};

use super::answer::texts;
use super::ground::add_aliases;
use super::request::Change;

#[derive(Clone)]
pub(super) struct Classes {
    pub(super) hierarchy: ClassHierarchy,
}

impl Default for Classes {
    fn default() -> Classes {
        Classes { hierarchy: ClassHierarchy::with_builtins() }
    }
}

impl Classes {
    /// Answers what the system should be told of what could not be read.
    pub(super) fn apply(&mut self, change: Change) -> Vec<Term> {
        match change {
            Change::Register { class, frame } => {
                frame.get("meta").map_or_else(Vec::new, |it| self.register(class.as_deref(), it))
            }
            Change::Remove(class) => {
                self.hierarchy.remove(&ClassName::from(&*class));
                Vec::new()
            }
            Change::Clear => {
                *self = Classes::default();
                Vec::new()
            }
            Change::Aliases(texts) => {
                let wrong = add_aliases(&mut self.hierarchy, &texts);
                let notice = |text: &str| notice(text, &["this is no type alias".to_owned()]);
                wrong.into_iter().map(notice).collect()
            }
            Change::Protocols(texts) => texts.iter().filter_map(|it| self.protocol(it)).collect(),
        }
    }

    /// In place of all that was known of the class. Of one whose metadata cannot be read
    /// at all nothing is known but that there is one.
    fn register(&mut self, class: Option<&str>, meta: &Term) -> Vec<Term> {
        let problems = self.hierarchy.add_class_from_beam_meta(meta);
        if let Some(class) = class {
            self.infer_patched(class, meta);
        }
        let Some(first) = problems.first() else { return Vec::new() };
        let named = first.class.clone();
        let told = named.as_deref().or(class).unwrap_or_default();
        if let (None, Some(class)) = (&named, class) {
            let name = ClassName::from(class);
            self.hierarchy.remove(&name);
            let flags = ClassFlags { is_incomplete: true, ..ClassFlags::default() };
            let stub = ClassInfo { flags, ..ClassInfo::new(name, None) };
            self.hierarchy.add_class(stub, Origin::Stub);
        }
        let problems: Vec<String> = problems.iter().map(|it| words(&it.fault)).collect();
        vec![notice(told, &problems)]
    }

    /// What methods answer that were put into a class at run time, and declare nothing.
    fn infer_patched(&mut self, class: &str, meta: &Term) {
        let sides = [("method_info", ""), ("class_method_info", " class")];
        for (methods, side) in sides {
            let Some(methods) = meta.get(methods).and_then(Term::as_map) else { continue };
            for (_, info) in methods.pairs() {
                let is_patched = info.get("is_patched").and_then(Term::as_bool) == Some(true);
                let text = info.get("source").and_then(Term::as_str).filter(|_| is_patched);
                let Some(text) = text else { continue };
                let parse = syntax::parse(&format!("{class}{side} >> {text}"));
                if !parse.has_errors() {
                    let inference = types::infer(&parse.tree, &self.hierarchy, None);
                    types::record_results(&mut self.hierarchy, &[inference]);
                }
            }
        }
    }

    fn protocol(&mut self, text: &str) -> Option<Term> {
        let parse = syntax::parse(text);
        let declared = surface(&parse.tree).protocols;
        if parse.has_errors() || declared.is_empty() {
            return Some(notice(text, &["this is no protocol".to_owned()]));
        }
        let add = |it| self.hierarchy.add_protocol(it, Origin::Metadata);
        declared.into_iter().for_each(add);
        None
    }
}

/// One for each class, whatever is wrong with it.
pub(super) fn notice(class: &str, problems: &[String]) -> Term {
    Term::map([
        ("notice", Term::atom("malformed_class")),
        ("class", Term::binary(class)),
        ("problems", texts(problems)),
    ])
}

fn words(fault: &MetaFault) -> String {
    let on = |side: &Side| match side {
        Side::Instance => "",
        Side::Class => " of the class",
    };
    match fault {
        MetaFault::NotAMap => "the metadata is no map".to_owned(),
        MetaFault::Unnamed => "the metadata does not name its class".to_owned(),
        MetaFault::WrongValue(key) => format!("`{key}` is not of its form"),
        MetaFault::WrongElement(key) => format!("an element of `{key}` is not of its form"),
        MetaFault::WrongMethod(side, selector) => {
            format!("the method `{selector}`{} cannot be read", on(side))
        }
        MetaFault::WrongArity(side, selector) => {
            format!("the method `{selector}`{} has another number of arguments", on(side))
        }
    }
}
