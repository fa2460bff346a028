//! Who is asked: the editor's completion, the prompt's, and either without something.

use std::collections::BTreeSet;
use std::sync::Arc;

use hierarchy::{ClassHierarchy, Side};
use ide::complete::{BindsTo, Ground, Located, complete, locate};
use types::Bindings;

use super::corpus::{Corpus, File};
use super::node::Node;
use super::sites::Site;

/// Completes texts.
pub(super) trait Engine: Sync {
    fn name(&self) -> &'static str;
    /// The text in which some letters of a part are typed, and where the cursor stands.
    fn text(&self, file: &File, site: &Site, letters: usize) -> (String, u32);
    fn ask(&self, site: &Site, text: &str, offset: u32) -> Answer;
    /// Why it is not known what the message goes to, if it is not.
    fn untyped(&self, site: &Site, text: &str, offset: u32) -> Option<String>;
}

/// What came of it.
pub(super) struct Answer {
    pub(super) labels: Vec<String>,
    pub(super) reason: Option<String>,
}

/// The rest of the file is there.
pub(super) struct Editor<'c> {
    pub(super) corpus: &'c Corpus,
}

/// The text ends at the cursor, and a workspace is asked.
pub(super) struct Prompt<'c> {
    pub(super) corpus: &'c Corpus,
    pub(super) node: Arc<Node>,
}

impl Engine for Editor<'_> {
    fn name(&self) -> &'static str {
        "editor"
    }

    fn text(&self, file: &File, site: &Site, letters: usize) -> (String, u32) {
        replaced(file, site, letters)
    }

    fn ask(&self, site: &Site, text: &str, offset: u32) -> Answer {
        asked(&ground(self.corpus, &self.corpus.hierarchy, site), text, offset)
    }

    fn untyped(&self, site: &Site, text: &str, offset: u32) -> Option<String> {
        let ground = ground(self.corpus, &self.corpus.hierarchy, site);
        unknown(site, locate(&ground, text, offset))
    }
}

impl Engine for Prompt<'_> {
    fn name(&self) -> &'static str {
        "prompt"
    }

    fn text(&self, file: &File, site: &Site, letters: usize) -> (String, u32) {
        let (mut text, offset) = replaced(file, site, letters);
        text.truncate(offset as usize);
        (text, offset)
    }

    fn ask(&self, _: &Site, text: &str, _: u32) -> Answer {
        self.node.complete(text)
    }

    fn untyped(&self, site: &Site, text: &str, offset: u32) -> Option<String> {
        unknown(site, locate(&ground_outside(self.corpus), text, offset))
    }
}

/// One after the other with less taken away.
pub(super) fn without_something(corpus: &Corpus) -> Vec<Box<dyn Engine + '_>> {
    let less = |without| -> Box<dyn Engine + '_> { Box::new(Less { corpus, without }) };
    vec![
        less(Without::Receivers(all_selectors(&corpus.hierarchy))),
        less(Without::Chains),
        less(Without::Grammar),
        less(Without::Bodies),
        less(Without::Order),
    ]
}

struct Less<'c> {
    corpus: &'c Corpus,
    without: Without,
}

enum Without {
    /// All selectors there are, whoever the receiver is.
    Receivers(Vec<String>),
    /// Only receivers of one word.
    Chains,
    /// Only unary messages between receiver and cursor.
    Grammar,
    /// What methods answer is only what they declare.
    Bodies,
    Order,
}

impl Engine for Less<'_> {
    fn name(&self) -> &'static str {
        match self.without {
            Without::Receivers(_) => "all selectors",
            Without::Chains => "one token",
            Without::Grammar => "unary chains",
            Without::Bodies => "no body inference",
            Without::Order => "no ranking",
        }
    }

    fn text(&self, file: &File, site: &Site, letters: usize) -> (String, u32) {
        replaced(file, site, letters)
    }

    fn ask(&self, site: &Site, text: &str, offset: u32) -> Answer {
        let answer = |it: &ClassHierarchy| asked(&ground(self.corpus, it, site), text, offset);
        let nothing = || Answer { labels: Vec::new(), reason: Some("left out".to_owned()) };
        match &self.without {
            Without::Receivers(all) => {
                let from = text.get(..offset as usize).unwrap_or_default();
                let typed = from.trim_end_matches(|it: char| it.is_ascii_alphanumeric());
                let prefix = from.get(typed.len()..).unwrap_or_default();
                let first = all.partition_point(|it| it.as_str() < prefix);
                let rest = all.iter().skip(first).take_while(|it| it.starts_with(prefix));
                Answer { labels: rest.cloned().collect(), reason: None }
            }
            Without::Chains if !site.shape.is_token() => nothing(),
            Without::Grammar if !site.is_unary_chain => nothing(),
            Without::Chains | Without::Grammar => answer(&self.corpus.hierarchy),
            Without::Bodies => asked(&self.without_bodies(site), text, offset),
            Without::Order => {
                let mut answer = answer(&self.corpus.hierarchy);
                answer.labels.sort();
                answer
            }
        }
    }

    fn untyped(&self, site: &Site, text: &str, offset: u32) -> Option<String> {
        let left_out = || Some("left out".to_owned());
        let hierarchy = match &self.without {
            Without::Receivers(_) => return left_out(),
            Without::Chains if !site.shape.is_token() => return left_out(),
            Without::Grammar if !site.is_unary_chain => return left_out(),
            Without::Bodies => {
                return unknown(site, locate(&self.without_bodies(site), text, offset));
            }
            Without::Chains | Without::Grammar | Without::Order => &self.corpus.hierarchy,
        };
        unknown(site, locate(&ground(self.corpus, hierarchy, site), text, offset))
    }
}

impl Less<'_> {
    /// Neither what was found elsewhere is known, nor is the text itself looked into.
    fn without_bodies(&self, site: &Site) -> Ground<'_> {
        let ground = ground(self.corpus, &self.corpus.unenriched, site);
        Ground { asks_bodies: false, ..ground }
    }
}

fn ground<'c>(corpus: &'c Corpus, hierarchy: &'c ClassHierarchy, site: &Site) -> Ground<'c> {
    let package = corpus.files.get(site.file).and_then(|it| it.package);
    Ground { hierarchy, package, ..ground_outside(corpus) }
}

/// What is known where a text belongs to no package.
pub(super) fn ground_outside(corpus: &Corpus) -> Ground<'_> {
    static NOTHING: Bindings = Bindings::new();
    Ground {
        hierarchy: &corpus.hierarchy,
        natives: corpus.natives.as_deref(),
        bindings: &NOTHING,
        package: None,
        asks_bodies: true,
    }
}

fn asked(ground: &Ground, text: &str, offset: u32) -> Answer {
    let completion = complete(ground, text, offset);
    let labels = completion.items.into_iter().map(|it| it.label).collect();
    Answer { labels, reason: completion.reason }
}

/// The part gives way to some letters of it.
fn replaced(file: &File, site: &Site, letters: usize) -> (String, u32) {
    let text: &str = &file.tree.text;
    let before = text.get(..site.place.start as usize).unwrap_or_default();
    let behind = text.get(site.place.end as usize..).unwrap_or_default();
    let typed: String = site.letters.chars().take(letters).collect();
    let offset = (before.len() + typed.len()) as u32;
    (format!("{before}{typed}{behind}"), offset)
}

/// Of the readings of a place the one that the program meant.
fn unknown(site: &Site, located: Located) -> Option<String> {
    if located.position == "erlang" {
        return located.reason;
    }
    if site.part > 0 {
        return match located.continued {
            Some(it) => it.reason,
            None => Some(format!("no message goes on here: {}", located.position)),
        };
    }
    let is_keyword = site.wanted.ends_with(':');
    let is_meant = |selectors: &str, binds_to: BindsTo| match selectors {
        "all" => binds_to != BindsTo::Result,
        "unary" => !is_keyword && (!site.is_operator || binds_to == BindsTo::Argument),
        _ => is_keyword || site.is_operator,
    };
    match located.readings.into_iter().find(|it| is_meant(it.selectors, it.binds_to)) {
        Some(reading) => reading.reason,
        None => Some(format!("no message is read here: {}", located.position)),
    }
}

fn all_selectors(hierarchy: &ClassHierarchy) -> Vec<String> {
    let mut all = BTreeSet::new();
    for class in hierarchy.classes() {
        for side in [Side::Instance, Side::Class] {
            let own = hierarchy.own_methods(&class.name, side);
            all.extend(own.into_iter().map(|it| it.selector.to_string()));
        }
    }
    all.into_iter().collect()
}
