//! What has been typed before, on the disk.
//!
//! Each entry is one line of the file, appended by a single write as soon as it is
//! submitted: whatever ends the process, it is there, and several prompts may write to one
//! file. In go and out come entries; who searches them is not known here.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// How many entries are kept.
pub(crate) const CAPACITY: usize = 5_000;

#[derive(Debug)]
pub(crate) struct History {
    file: PathBuf,
    pub(crate) entries: Vec<String>,
}

impl History {
    /// What the file has. One that cannot be read is as good as empty: a prompt without
    /// history is better than none.
    pub(crate) fn at(file: PathBuf) -> History {
        let bytes = fs::read(&file).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut entries: Vec<String> = vec![];
        for entry in text.lines().map(decoded).filter(|it| !it.is_empty()) {
            if entries.last() != Some(&entry) {
                entries.push(entry);
            }
        }
        // A line that was cut off by a full disk must not swallow the next entry.
        let is_cut = !bytes.is_empty() && !bytes.ends_with(b"\n");
        if entries.len() > 2 * CAPACITY || is_cut {
            entries.drain(..entries.len().saturating_sub(CAPACITY));
            // If it fails, the file stays long and nothing is lost.
            let _ = rewritten(&file, &entries);
        }
        entries.drain(..entries.len().saturating_sub(CAPACITY));
        History { file, entries }
    }

    /// Keeps an entry, unless it is the same as the last one. Answers whether it is new.
    pub(crate) fn add(&mut self, entry: &str) -> io::Result<bool> {
        let entry = entry.trim_end();
        if entry.trim().is_empty() || self.entries.last().is_some_and(|it| it == entry) {
            return Ok(false);
        }
        self.entries.push(entry.to_owned());
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        let line = format!("{}\n", encoded(entry));
        opened(File::options().append(true).create(true), &self.file)?
            .write_all(line.as_bytes())?;
        Ok(true)
    }
}

fn rewritten(file: &Path, entries: &[String]) -> io::Result<()> {
    let draft = file.with_extension(format!("{}.draft", std::process::id()));
    let lines: String = entries.iter().map(|it| format!("{}\n", encoded(it))).collect();
    let mut options = File::options();
    let written = opened(options.write(true).create(true).truncate(true), &draft)
        .and_then(|mut it| it.write_all(lines.as_bytes()))
        .and_then(|()| fs::rename(&draft, file));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

/// What somebody types is theirs alone.
fn opened(options: &mut fs::OpenOptions, file: &Path) -> io::Result<File> {
    options.mode(0o600).open(file)
}

/// One line for any entry: `\n` for a new line, `\\` for a backslash.
fn encoded(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn decoded(line: &str) -> String {
    let mut entry = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            entry.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => entry.push('\n'),
            Some('r') => entry.push('\r'),
            Some('\\') | None => entry.push('\\'),
            Some(other) => entry.extend(['\\', other]),
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("bt-history-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    proptest! {
        #[test]
        fn any_entry_survives_the_file(entry in "[^\u{2028}]*") {
            prop_assert!(!encoded(&entry).contains(['\n', '\r']));
            prop_assert_eq!(decoded(&encoded(&entry)), entry);
        }
    }

    #[test]
    fn entries_are_there_at_once_and_only_once_in_a_row() {
        let file = folder("once").join("deep/repl_history");
        let mut history = History::at(file.clone());
        for (entry, is_new) in
            [("3 + 4", true), ("3 + 4", false), ("a\n  b", true), ("3 + 4", true), (" \n", false)]
        {
            assert_eq!(history.add(entry).unwrap(), is_new, "{entry:?}");
        }
        assert_eq!(History::at(file.clone()).entries, ["3 + 4", "a\n  b", "3 + 4"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "3 + 4\na\\n  b\n3 + 4\n");
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir_all(folder("once")).ok();
    }

    #[test]
    fn two_prompts_share_a_file() {
        let file = folder("two").join("repl_history");
        let (mut one, mut other) = (History::at(file.clone()), History::at(file.clone()));
        one.add("1").unwrap();
        other.add("2").unwrap();
        one.add("3").unwrap();
        assert_eq!(History::at(file).entries, ["1", "2", "3"]);
    }

    #[test]
    fn damage_costs_what_is_damaged() {
        let file = folder("damage").join("repl_history");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, b"good\n\xff\xfe bad\nlast and cu").unwrap();
        let mut history = History::at(file.clone());
        assert_eq!(history.entries.len(), 3);
        history.add("new").unwrap();
        let entries = History::at(file).entries;
        assert_eq!((entries[0].as_str(), entries[3].as_str()), ("good", "new"));
    }

    #[test]
    fn a_long_file_is_shortened() {
        let file = folder("long").join("repl_history");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let lines: String = (0..2 * CAPACITY + 1).map(|it| format!("{it}\n")).collect();
        fs::write(&file, lines).unwrap();
        assert_eq!(History::at(file.clone()).entries.len(), CAPACITY);
        assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), CAPACITY);
        assert_eq!(History::at(file).entries.last().unwrap(), &(2 * CAPACITY).to_string());
    }
}
