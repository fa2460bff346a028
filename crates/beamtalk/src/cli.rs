//! The words of the command line, and their help.

use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Written out, because clap cannot put commands into groups. A test holds it complete.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}

Reading source:
  check        Report problems in files and folders
  show         Print a file as the compiler sees it: tokens or tree
  explain      Say what a diagnostic code means

Writing source:
  fmt          Put files into the canonical layout

The tool itself:
  completions  Print completions for a shell
  help         Print help for a command

Options:
{options}{after-help}";

const EXAMPLES: &str = "\
Examples:
  beamtalk check                      check everything below this folder
  beamtalk check --json src | jq .    the same for a machine
  beamtalk fmt src test               rewrite in place
  beamtalk fmt --check                print what would change
  beamtalk show tree Counter.bt       print the tree
  beamtalk explain unclosed-bracket   explain a code

Exit status:
  0  nothing to report         2  wrong use of the command
  1  problems were reported    3  the system refused: permissions, disk";

#[derive(Debug, Parser)]
#[command(
    name = "beamtalk",
    version,
    about = "Beamtalk: a live, Smalltalk-like language on the BEAM",
    help_template = HELP,
    after_help = EXAMPLES,
    arg_required_else_help = false
)]
pub(crate) struct Arguments {
    /// Colour the output (auto heeds NO_COLOR, CLICOLOR and the terminal)
    #[arg(long, global = true, value_name = "WHEN", default_value_t)]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Fmt(Fmt),
    Show(Show),
    Explain(Explain),
    Completions(Completions),
}

/// Report problems in files and folders
///
/// Folders are searched for .bt and .btscript files; hidden folders, _build, target, node_modules and
/// links are passed over. Nothing is written.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files or folders, or - for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Look at the syntax only, now and in later versions
    #[arg(long)]
    pub(crate) syntax: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Put files into the canonical layout
///
/// Each file is replaced as a whole or not at all. A file with syntax errors is named and left alone;
/// .btscript files are checked but never rewritten.
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// Files or folders, or - to format standard input to standard output
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing: print a diff, and exit with 1 if there is one
    #[arg(long)]
    pub(crate) check: bool,
}

/// Print a file as the compiler sees it
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// What to print
    pub(crate) stage: Stage,
    /// A file, or - for standard input
    pub(crate) file: PathBuf,
    /// Print tokens as one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Stage {
    /// Where each token stands, its kind and its text
    Tokens,
    /// The syntax tree as S-expressions
    Tree,
    /// The Core Erlang that each class becomes
    Core,
}

/// Say what a diagnostic code means
///
/// Without a code, list them all.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A code, as in error[unclosed-bracket]
    pub(crate) code: Option<String>,
}

/// Print completions for a shell
///
/// For bash: beamtalk completions bash > ~/.local/share/bash-completion/completions/beamtalk
#[derive(Debug, Args)]
pub(crate) struct Completions {
    pub(crate) shell: Shell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_holds_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn help_names_every_command() {
        let command = Arguments::command();
        for sub in command.get_subcommands() {
            let listed = format!("\n  {} ", sub.get_name());
            assert!(HELP.contains(&listed), "{} is missing", sub.get_name());
        }
    }

    #[test]
    fn help_explains_a_code_that_exists() {
        assert!(ide::explain("unclosed-bracket").is_some());
    }
}
