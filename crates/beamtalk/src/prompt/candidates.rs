//! What may be written at the cursor, and why there is nothing where there is nothing.
//!
//! Commands and files are known here; everything else is asked of the image, on a
//! connection of its own, so that a long evaluation does not hold it up.

use std::fs;

use crate::client::Reply;
use crate::prompt::commands::{self, Command, Completes};
use crate::prompt::image::{Fields, fields, number, text};
use crate::prompt::{inputs, paths};

/// One thing to write, as it is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) label: String,
    /// What is written for it, and from which byte of the text on.
    pub(crate) insert: String,
    pub(crate) from: usize,
    pub(crate) signature: String,
    pub(crate) defined_in: String,
    /// The first line of what is said about it.
    pub(crate) doc: String,
}

/// What is offered; if nothing, the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidates {
    pub(crate) items: Vec<Candidate>,
    pub(crate) reason: Option<String>,
}

/// Who knows names, messages and types. In goes a text that ends at the cursor.
pub(crate) trait Source {
    fn complete(&mut self, code: &str) -> Result<Reply, String>;
}

/// What is asked about a text that ends at the cursor.
pub(crate) fn question(code: &str) -> Fields {
    let mut asked = fields([("code", code)]);
    asked.insert("cursor".to_owned(), code.len().into());
    asked.insert("detail".to_owned(), true.into());
    asked
}

/// The candidates for the end of a text.
pub(crate) fn at_end(typed: &str, source: &mut dyn Source) -> Candidates {
    if typed.trim().is_empty() {
        return because("there is nothing to complete yet");
    }
    if !inputs::is_command(typed) {
        return of_code(typed, source);
    }
    let begin = typed.len() - typed.trim_start().len();
    let command = typed.get(begin..).unwrap_or("");
    let Some((name, argument)) = command.split_once(char::is_whitespace) else {
        return of_commands(command, begin);
    };
    let at = begin + name.len() + 1;
    let Some(found) = commands::find(name) else {
        return because(&format!("there is no command {name}"));
    };
    match found.completes {
        Completes::Nothing => of_options(found, argument, at),
        // The image knows what each command takes.
        Completes::Code => of_code(typed, source),
        Completes::Commands if argument.starts_with(':') => of_commands(argument, at),
        Completes::Commands => of_code(typed, source),
        Completes::Files => of_files(argument, at),
    }
}

fn because(reason: &str) -> Candidates {
    Candidates { items: vec![], reason: Some(reason.to_owned()) }
}

/// Asks about code, or a command that is followed by some.
fn of_code(code: &str, source: &mut dyn Source) -> Candidates {
    let answer = match source.complete(code) {
        Ok(answer) => answer,
        Err(reason) => return because(&reason),
    };
    if let Some(error) = answer.text("error") {
        return because(first_line(error));
    }
    let word = code.len() - word_before(code).len();
    let mut items: Vec<Candidate> = answer.rows("items").map(|it| candidate(it, word)).collect();
    if items.is_empty() {
        let bare = answer.texts("completions");
        items = bare.into_iter().map(|label| self::word(label, word)).collect();
    }
    match items.is_empty() {
        true => because(answer.text("reason").unwrap_or("nothing begins like this")),
        false => Candidates { items, reason: None },
    }
}

fn candidate(item: &Fields, word: usize) -> Candidate {
    let field = |name| text(item, name).unwrap_or("").to_owned();
    let label = field("label");
    let or_label = |text: String| if text.is_empty() { label.clone() } else { text };
    // An item that changes more than the word at the cursor says from where on.
    let from = number(item, "replaces_from");
    Candidate {
        insert: or_label(field("insert")),
        from: from.map_or(word, |it| it as usize),
        signature: or_label(field("signature")),
        defined_in: field("defined_in"),
        doc: first_line(&field("doc")).to_owned(),
        label,
    }
}

fn of_options(command: &Command, begun: &str, from: usize) -> Candidates {
    let options = command.options().filter(|it| it.starts_with(begun));
    let items: Vec<Candidate> = options.map(|it| word(it, from)).collect();
    match items.is_empty() {
        true => because(&format!("{} takes nothing that could be completed", command.name)),
        false => Candidates { items, reason: None },
    }
}

/// Something of which nothing is known but how it is written.
fn word(label: &str, from: usize) -> Candidate {
    Candidate {
        label: label.to_owned(),
        insert: label.to_owned(),
        from,
        signature: label.to_owned(),
        ..Candidate::default()
    }
}

fn of_commands(begun: &str, from: usize) -> Candidates {
    let items: Vec<Candidate> = commands::COMMANDS
        .iter()
        .flat_map(|command| command.names().map(move |name| (name, command)))
        .filter(|(name, _)| name.starts_with(begun))
        .map(|(name, command)| Candidate {
            label: name.to_owned(),
            insert: name.to_owned(),
            from,
            signature: format!("{name} {}", command.arguments).trim_end().to_owned(),
            defined_in: String::new(),
            doc: command.help.to_owned(),
        })
        .collect();
    match items.is_empty() {
        true => because(&format!("no command begins with {begun}")),
        false => Candidates { items, reason: None },
    }
}

/// Folders and sources that a path may go on with.
fn of_files(begun: &str, at: usize) -> Candidates {
    let (folder, name) = match begun.rfind('/') {
        Some(slash) => begun.split_at(slash + 1),
        None => ("", begun),
    };
    let from = at + folder.len();
    let looked_in = if folder.is_empty() { "." } else { folder };
    let looked_in = paths::as_meant(looked_in);
    let Ok(entries) = fs::read_dir(&looked_in) else {
        return because(&format!("there is no folder {}", looked_in.display()));
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let file = entry.file_name().into_string().ok()?;
            let is_folder = looked_in.join(&file).is_dir();
            let is_source = file.ends_with(".bt") || file.ends_with(".btscript");
            let is_wanted = file.starts_with(name)
                && (is_folder || is_source)
                && (!file.starts_with('.') || name.starts_with('.'));
            is_wanted.then(|| if is_folder { format!("{file}/") } else { file })
        })
        .collect();
    names.sort();
    let items: Vec<Candidate> = names.into_iter().map(|name| word(&name, from)).collect();
    match items.is_empty() {
        true => because("no source or folder begins like this"),
        false => Candidates { items, reason: None },
    }
}

/// The word that ends the text: what a candidate replaces.
fn word_before(code: &str) -> &str {
    let is_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | ':' | '@');
    let start = code.char_indices().rev().take_while(|(_, it)| is_word(*it)).last();
    start.and_then(|(at, _)| code.get(at..)).unwrap_or("")
}

pub(crate) fn first_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Answers with what it was asked.
    struct Echo(serde_json::Value);

    impl Source for Echo {
        fn complete(&mut self, code: &str) -> Result<Reply, String> {
            let mut answer = self.0.as_object().cloned().unwrap_or_default();
            answer.insert("asked".to_owned(), code.into());
            Ok(Reply { fields: answer })
        }
    }

    fn offered(typed: &str, answer: serde_json::Value) -> String {
        let candidates = at_end(typed, &mut Echo(answer));
        let items =
            candidates.items.iter().map(|it| format!("{}+{}", &typed[..it.from], it.insert));
        items.chain(candidates.reason.map(|it| format!("# {it}"))).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_candidate_replaces_the_word_at_the_cursor() {
        let item = json!({"items": [{"label": "size", "signature": "size -> Integer"}]});
        let cases = [
            ("\"tea\" si", "\"tea\" +size"),
            ("\"tea\" ", "\"tea\" +size"),
            ("(a", "(+size"),
            ("#si", "#+size"),
            (":type \"tea\" si", ":type \"tea\" +size"),
            (":h si", ":h +size"),
        ];
        for (typed, expected) in cases {
            assert_eq!(offered(typed, item.clone()), expected);
        }
    }

    /// `:h Kettle fi` is about methods of both sides: only the image can tell, and it must
    /// see the command.
    #[test]
    fn a_command_is_asked_about_as_a_whole() {
        struct Keeping(Vec<String>);
        impl Source for Keeping {
            fn complete(&mut self, code: &str) -> Result<Reply, String> {
                self.0.push(code.to_owned());
                Ok(Reply::default())
            }
        }
        let mut asked = Keeping(Vec::new());
        let lines = ["x si", "  :h Kettle fi", ":type k li", ":t Ket", ":complete :h Ket"];
        for line in lines {
            at_end(line, &mut asked);
        }
        assert_eq!(asked.0, lines);
    }

    #[test]
    fn an_item_may_change_more_than_a_word() {
        let item = json!({"items": [{"label": "size", "insert": "(book at: 1) size", "replaces_from": 4}]});
        assert_eq!(offered("x + book at: 1 si", item), "x + +(book at: 1) size");
    }

    #[test]
    fn an_empty_answer_says_why() {
        let cases = [
            (
                "x fo",
                json!({"items": [], "reason": "the type of `x` is not known"}),
                "# the type of `x` is not known",
            ),
            ("x fo", json!({"status": ["done", "error"], "error": "no port\nmore"}), "# no port"),
            ("", json!({}), "# there is nothing to complete yet"),
            (":bindings fo", json!({}), "# :bindings takes nothing that could be completed"),
            (":tea fo", json!({}), "# there is no command :tea"),
            (":zz", json!({}), "# no command begins with :zz"),
            (":load /nowhere/x", json!({}), "# there is no folder /nowhere/"),
        ];
        for (typed, answer, expected) in cases {
            assert_eq!(offered(typed, answer), expected);
        }
    }

    #[test]
    fn commands_complete_in_all_their_spellings() {
        assert_eq!(offered(":unb", json!({})), "+:unbind");
        assert_eq!(offered(":qu", json!({})), "+:quit");
        assert_eq!(offered(":help :unb", json!({})), ":help +:unbind");
    }

    #[test]
    fn options_and_paths_of_the_home_folder_complete() {
        assert_eq!(offered(":sync --", json!({})), ":sync +--force");
        assert_eq!(offered(":s ", json!({})), ":s +--force");
        let home = std::env::home_dir().unwrap();
        assert_eq!(offered(":load ~/", json!({})).contains("no folder"), !home.is_dir());
        let missing = offered(":load ~/nowhere/at/all/", json!({}));
        assert_eq!(
            missing,
            format!("# there is no folder {}", home.join("nowhere/at/all/").display())
        );
    }
}
