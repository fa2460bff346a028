//! Whether the prompt and the editor offer the same, in the same order.
//!
//! Both are asked about the same texts: files that end at one of their tokens, or inside of
//! it, and receivers that stand alone, for which the prompt needs no compiler. No text belongs
//! to a package, and there are no variables outside of it.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ide::complete::complete;
use syntax::TokenKind;
use syntax::tree::Expr;

use super::corpus::{Corpus, File};
use super::engines::{Answer, ground_outside};
use super::node::{Item, Node};
use crate::console::Console;
use crate::workers;

/// How many letters of a word are typed.
const LETTERS: [usize; 3] = [0, 1, 2];
/// Of a list as much is shown as the first difference needs.
const SHOWN: usize = 6;
/// How much of a text is shown.
const TAIL: usize = 60;

/// Texts that were asked about, and where the answers differ.
pub(super) struct Agreement {
    pub(super) asked: usize,
    differences: Vec<Difference>,
}

struct Difference {
    file: String,
    text: String,
    prompt: Answer,
    editor: Answer,
}

/// One text, ending at the cursor.
struct Question<'c> {
    file: &'c File,
    text: String,
}

/// Asks both about every so manieth text.
pub(super) fn compare(
    node: &Node,
    corpus: &Corpus,
    every: usize,
    console: &mut Console,
) -> Agreement {
    let questions: Vec<Question> = corpus.files.iter().flat_map(questions).step_by(every).collect();
    let mut agreement = Agreement { asked: 0, differences: Vec::new() };
    let work = |it: &Question| difference(it, node, corpus);
    workers::in_order(&questions, work, |found| {
        agreement.asked += 1;
        agreement.differences.extend(found);
        console.progress(agreement.asked, questions.len(), "text");
        ControlFlow::Continue(())
    });
    agreement
}

impl Agreement {
    pub(super) fn is_whole(&self) -> bool {
        self.differences.is_empty()
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for it in &self.differences {
            let tail = it.text.char_indices().rev().nth(TAIL).map_or(0, |(at, _)| at);
            let tail = it.text.get(tail..).unwrap_or_default().escape_debug();
            let _ = writeln!(text, "{}: …{tail}‸", it.file);
            let _ = writeln!(text, "  prompt: {}", shown(&it.prompt, &it.editor));
            let _ = writeln!(text, "  editor: {}", shown(&it.editor, &it.prompt));
        }
        let (asked, different) = (self.asked, self.differences.len());
        let _ = writeln!(text, "{asked} texts, {different} answered differently");
        text
    }
}

/// The list from the first label on that is not the other's.
fn shown(answer: &Answer, other: &Answer) -> String {
    if let (true, Some(reason)) = (answer.labels.is_empty(), &answer.reason) {
        return format!("nothing: {reason}");
    }
    let same = answer.labels.iter().zip(&other.labels).take_while(|(one, two)| one == two);
    let same = same.count();
    let rest: Vec<&str> = answer.labels.iter().skip(same).take(SHOWN).map(String::as_str).collect();
    format!("{same} alike, then {} of {}", rest.join(" "), answer.labels.len())
}

fn questions(file: &File) -> Vec<Question<'_>> {
    let tree = &file.tree;
    let mut all = Vec::new();
    for (_, token) in tree.tokens.iter() {
        let span = token.span();
        let word = span.of(&tree.text);
        let is_word = matches!(token.kind, TokenKind::Identifier | TokenKind::Keyword);
        let ends = LETTERS.iter().filter(|it| **it == 0 || is_word && **it < word.len());
        for letters in ends {
            let end = span.start as usize + letters;
            if let Some(text) = tree.text.get(..end) {
                all.push(Question { file, text: text.to_owned() });
            }
        }
    }
    for (_, expr) in tree.nodes.exprs.iter() {
        let Expr::Send(send) = expr else { continue };
        let receiver = tree.expr_span(send.receiver).of(&tree.text);
        let selector = tree.selector(&send.message);
        for letters in LETTERS {
            let Some(typed) = selector.get(..letters) else { continue };
            all.push(Question { file, text: format!("{receiver} {typed}") });
        }
    }
    all
}

fn difference(question: &Question, node: &Node, corpus: &Corpus) -> Option<Difference> {
    let mut prompt = node.offered_patiently(&question.text);
    let ground = ground_outside(corpus);
    let end = u32::try_from(question.text.len()).unwrap_or(u32::MAX);
    let completion = complete(&ground, &question.text, end);
    let labels: Vec<String> = completion.items.into_iter().map(|it| it.label).collect();
    // What lives is known to the prompt alone: variables, and modules that were loaded.
    let is_live = |it: &Item| matches!(&*it.kind, "variable" | "module" | "function");
    prompt.items.retain(|it| !is_live(it) || labels.contains(&it.label));
    let editor = Answer { labels, reason: completion.reason };
    let prompt = Answer::from(prompt);
    if prompt.labels == editor.labels {
        return None;
    }
    let (file, text) = (question.file.name.clone(), question.text.clone());
    Some(Difference { file, text, prompt, editor })
}
