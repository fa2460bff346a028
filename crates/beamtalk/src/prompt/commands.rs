//! What the prompt itself understands: one table, from which commands are obeyed,
//! completed, explained and guessed.

mod actors;
mod bindings;
mod browsing;
mod changes;
mod help;
mod inputs;
mod loading;
mod syncing;
mod testing;

use crate::exit::Failure;
use crate::guess;
use crate::prompt::session::Session;

pub(crate) use browsing::offered;
pub(crate) use loading::load_paths;

/// What happens after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Go,
    Leave,
    /// The program has ended the session, with this status.
    Exit(u8),
}

/// What the argument of a command may be completed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completes {
    Nothing,
    /// Names, messages and types, as in an expression.
    Code,
    Files,
    /// Commands, or code.
    Commands,
}

pub(crate) struct Command {
    /// With its colon.
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    /// As usage shows them; what may be left out stands in brackets.
    pub(crate) arguments: &'static str,
    pub(crate) help: &'static str,
    pub(crate) completes: Completes,
    run: fn(&mut Session<'_>, &str) -> Result<Next, Failure>,
}

impl Command {
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }

    /// The options among its arguments, as they are written.
    pub(crate) fn options(&self) -> impl Iterator<Item = &'static str> {
        let words = self.arguments.split_whitespace().map(|it| it.trim_matches(['[', ']']));
        words.filter(|it| it.starts_with("--"))
    }

    fn needs_argument(&self) -> bool {
        !self.arguments.is_empty() && !self.arguments.starts_with('[')
    }
}

macro_rules! commands {
    ($($name:literal $aliases:tt $arguments:literal $completes:ident $run:path, $help:literal;)*) => {
        &[$(Command {
            name: $name,
            aliases: &$aliases,
            arguments: $arguments,
            help: $help,
            completes: Completes::$completes,
            run: $run,
        }),*]
    };
}

#[rustfmt::skip]
pub(crate) const COMMANDS: &[Command] = commands! {
    ":help" [":h", ":?"] "[TOPIC]" Commands help::help, "Explain a command, a class, a method of a class, or the prompt";
    ":quit" [":exit", ":q"] "[STATUS]" Nothing help::quit, "Leave, with an exit status if one is given";
    ":bindings" [":b"] "" Nothing bindings::bindings, "List the variables of this session";
    ":unbind" [] "NAME" Code bindings::unbind, "Forget a variable";
    ":clear" [] "" Nothing bindings::clear, "Forget all variables";
    ":more" [":m"] "" Nothing bindings::more, "Show the rest of a value that was cut";
    ":type" [] "EXPR" Code browsing::type_of, "Say what type an expression has, without evaluating it";
    ":complete" [] "TEXT" Code browsing::complete, "List what may be written at the end of a text";
    ":time" [] "EXPR" Code inputs::time, "Evaluate, and say how long it took";
    ":classes" [] "[stdlib | user | CLASS]" Code browsing::classes, "List classes";
    ":browse" [] "CLASS" Code browsing::browse, "List the methods and slots of a class";
    ":show-codegen" [":sc"] "EXPR | CLASS [SELECTOR]" Code browsing::show_codegen, "Print the Core Erlang of an expression or a class";
    ":load" [":l"] "PATH" Files loading::load, "Compile and load a file, or all files of a folder";
    ":reload" [":r"] "[CLASS]" Code loading::reload, "Load a class again from its file, or what was last loaded";
    ":unload" [] "CLASS" Code loading::unload, "Remove a class from memory";
    ":sync" [":s"] "[--force]" Nothing syncing::sync, "Bring classes in line with the files of the project";
    ":test" [":t"] "[CLASS [SELECTOR]]" Code testing::test, "Build the package with its tests and run them";
    ":remove-method" [] "CLASS SELECTOR" Code loading::remove_method, "Remove a method from a class";
    ":remove-class" [] "CLASS" Code loading::remove_class, "Remove a class for good";
    ":changes" [] "" Nothing changes::changes, "Say how many live changes are not in their files yet";
    ":dirty" [] "" Nothing changes::dirty, "List the methods that have changed, by class";
    ":flush" [] "[WHAT]" Code changes::flush, "Write live changes to files: all, of a class, #kind or #{#file => path}";
    ":flush-destructive" [] "[WHAT]" Code changes::flush_destructive, "The same, removed classes included";
    ":recheck" [] "image" Nothing changes::recheck, "Check all classes that come from texts again";
    ":actors" [] "" Nothing actors::actors, "List the actors that are alive";
    ":inspect" [] "TARGET" Code actors::inspect, "Show the state of an actor: by its pid, a variable or its class";
    ":kill" [] "TARGET" Code actors::kill, "End an actor";
    ":sessions" [] "" Nothing actors::sessions, "List the sessions of this workspace";
    ":interrupt" [":int"] "" Nothing actors::interrupt, "End what this session evaluates";
    ":save" [] "FILE" Files inputs::save, "Write the inputs that succeeded to a script";
    ":edit" [":e"] "[CLASS]" Code inputs::edit, "Change the last input or the file of a class in $EDITOR, and evaluate it";
};

/// The command that a word names, in any of its spellings.
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.names().any(|it| it == name))
}

/// The command that somebody may have meant who is used to other prompts. Short words are
/// more likely variables.
pub(crate) fn meant(input: &str) -> Option<&'static str> {
    let word = input.trim().trim_end_matches([';', ')', '(']);
    let is_word = word.len() > 3 && word.chars().all(|it| it.is_ascii_lowercase());
    let named = |it: &&'static str| is_word && it.strip_prefix(':') == Some(word);
    COMMANDS.iter().flat_map(Command::names).find(named)
}

/// Does what a line that begins with a colon says.
pub(crate) fn obey(session: &mut Session<'_>, line: &str) -> Result<Next, Failure> {
    let line = line.trim_end_matches(['\n', '\r']);
    let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let Some(command) = find(name) else {
        session.complain(&unknown(name))?;
        return Ok(Next::Go);
    };
    if command.needs_argument() && argument.trim().is_empty() {
        session.complain(&format!("Usage: {}", command.usage()))?;
        return Ok(Next::Go);
    }
    (command.run)(session, argument.trim_start())
}

fn unknown(name: &str) -> String {
    let names = COMMANDS.iter().flat_map(Command::names).map(|it| it.trim_start_matches(':'));
    let hint = match guess::nearest(name.trim_start_matches(':'), names) {
        Some(near) => format!("did you mean :{near}?"),
        None => ":help lists all commands".to_owned(),
    };
    format!("There is no command {name}\nHint: {hint}")
}

/// Columns that stand under each other, with two spaces between them.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<String>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_name() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(Command::names).collect();
        assert!(names.iter().all(|it| it.starts_with(':') && !it.contains(' ')));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    /// The image offers the same commands, and knows what those take that take code.
    #[test]
    fn the_image_completes_all_commands_and_what_takes_code() {
        let reader = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../runtime/apps/beamtalk_workspace/src/beamtalk_repl_command.erl"
        );
        let source = std::fs::read_to_string(reader).unwrap();
        let (_, table) = source.split_once("\ncommands() ->\n").unwrap();
        let (table, _) = table.split_once("}.").unwrap();
        let mut known: Vec<(String, bool)> = table
            .split("<<\"")
            .skip(1)
            .filter_map(|it| it.split_once("\">> => "))
            .map(|(name, takes)| (name.to_owned(), !takes.starts_with("none")))
            .collect();
        known.sort_unstable();
        let takes_code = |it: &Command| match it.completes {
            Completes::Code | Completes::Commands => true,
            Completes::Nothing | Completes::Files => false,
        };
        let each =
            |it: &'static Command| it.names().map(move |name| (name.to_owned(), takes_code(it)));
        let mut wanted: Vec<(String, bool)> = COMMANDS.iter().flat_map(each).collect();
        wanted.sort_unstable();
        assert_eq!(known, wanted);
    }

    #[test]
    fn an_unknown_command_is_guessed_at() {
        let cases = [
            (":bidnings", "There is no command :bidnings\nHint: did you mean :bindings?"),
            (":halp", "There is no command :halp\nHint: did you mean :help?"),
            (":ferry", "There is no command :ferry\nHint: :help lists all commands"),
            (":", "There is no command :\nHint: :help lists all commands"),
        ];
        for (name, expected) in cases {
            assert_eq!(unknown(name), expected);
        }
    }

    #[test]
    fn a_command_without_its_colon_is_recognised() {
        let cases = [
            ("exit", Some(":exit")),
            ("quit()", Some(":quit")),
            (" help;\n", Some(":help")),
            ("h", None),
            ("exit now", None),
            ("tea", None),
        ];
        for (input, expected) in cases {
            assert_eq!(meant(input), expected, "{input}");
        }
    }

    #[test]
    fn an_argument_is_needed_unless_it_stands_in_brackets() {
        let needs = |name| find(name).map(Command::needs_argument);
        assert_eq!(needs(":load"), Some(true));
        assert_eq!(needs(":sc"), Some(true));
        assert_eq!(needs(":h"), Some(false));
        assert_eq!(needs(":bindings"), Some(false));
    }

    #[test]
    fn columns_stand_under_each_other() {
        let rows = [vec!["a".to_owned(), "bb".to_owned()], vec!["ccc".to_owned(), "d".to_owned()]];
        assert_eq!(table(&rows), "a    bb\nccc  d\n");
        assert_eq!(table(&[]), "");
    }
}
