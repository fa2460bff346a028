//! The words of the command line, and their help.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::policy::{self, Denied, Flags};

/// Written out, because clap cannot put commands into groups. A test holds it complete.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}

Packages:
  new              Make a new package

Reading source:
  check            Report problems in files and folders
  type-coverage    Say how much of the code has known types
  show             Print a file as the compiler sees it: tokens, tree, types or core
  explain          Say what a diagnostic code means

Writing source:
  fmt              Put files into the canonical layout

Running:
  repl             Evaluate what you type, in a workspace that lives on
  workspace        List, start, stop or join workspaces
  build            Compile a package, or files without one
  run              Run a program
  eval             Print the value of an expression
  test             Run tests
  test-docs        Run the examples in Markdown files

The tool itself:
  completions      Print completions for a shell
  completion-eval  Measure how good completion is
  help             Print help for a command

Options:
{options}{after-help}";

const EXAMPLES: &str = "\
Examples:
  beamtalk repl                       a prompt, in the workspace of this project
  beamtalk eval '3 + 4'               print the value of an expression
  beamtalk run Tea.bt Tea pour        send a message to a class of a file
  beamtalk new tea_house              make a package in a folder of that name
  beamtalk build                      compile what has changed in the package here
  beamtalk run TeaHouse hello         send a message to a class of the package
  beamtalk new --app tea_stall        make a package that is an application
  beamtalk run .                      run the application until Ctrl-C
  beamtalk test                       run its tests
  beamtalk test-docs README.md        run the examples of a text
  beamtalk check                      check everything below this folder
  beamtalk check --json src | jq .    the same for a machine
  beamtalk type-coverage --at-least 80
                                      fail if fewer types are known
  beamtalk fmt src test               rewrite in place
  beamtalk fmt --check                print what would change
  beamtalk show tree Counter.bt       print the tree
  beamtalk explain unclosed-bracket   explain a code

Exit status:
  0  nothing to report         2  wrong use of the command
  1  problems were reported    3  the system refused: permissions, disk, no Erlang
  A program that ends itself (`Erlang erlang halt: 4`) chooses its own.";

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
    New(New),
    Check(Check),
    TypeCoverage(TypeCoverage),
    Fmt(Fmt),
    Show(Show),
    Explain(Explain),
    Completions(Completions),
    CompletionEval(CompletionEval),
    Build(Build),
    Run(Run),
    Eval(Eval),
    Repl(Repl),
    #[command(subcommand)]
    Workspace(Workspace),
    Test(Test),
    /// Run the examples in Markdown files
    ///
    /// Blocks that begin with ```beamtalk and say with // => what their expressions answer are tests;
    /// those of one file share their variables. A line <!-- btfixture: FILE.bt --> loads a file that is
    /// beside the text. Folders are searched for .md files.
    TestDocs(Test),
    /// Never parsed as one of the words above; see [`Arguments::of_command_line`].
    #[command(skip)]
    Inner(Inner),
}

/// What the Makefile and running systems ask for, and no user. These words have a parser of their own,
/// because clap offers hidden commands in its tips, its lists and its completions.
#[derive(Clone, Debug, Parser, PartialEq, Eq)]
#[command(name = "beamtalk")]
pub(crate) enum Inner {
    /// Compile the class library beside the runtime
    BuildStdlib {
        /// With code that asks whether values are of their types
        #[arg(long)]
        checked: bool,
    },
    /// Answer a running system on standard input and output
    CompilerPort,
    /// Become the node of a workspace
    WorkspaceNode {
        /// Where its files are
        folder: PathBuf,
        /// What to become
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<OsString>,
    },
}

impl Arguments {
    /// Ends the process where the words make no sense, or ask for help.
    pub(crate) fn of_command_line() -> Arguments {
        let first = std::env::args_os().nth(1).unwrap_or_default();
        if !first.to_str().is_some_and(Inner::has_subcommand) {
            return Arguments::parse();
        }
        Arguments { color: ColorChoice::default(), command: Command::Inner(Inner::parse()) }
    }
}

/// Make a new package
///
/// The folder gets a manifest, a first class with its test, a README, and files for git and for
/// continuous integration. It is made whole or not at all, and never over something that is there.
/// An application has a supervisor and an actor below it.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// What the package and its folder are called: lower-case letters, digits and _
    pub(crate) name: String,
    /// Make an application: a package with a supervision tree
    #[arg(long)]
    pub(crate) app: bool,
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
    /// Show matters of style, too
    #[arg(long)]
    pub(crate) lint: bool,
    #[command(flatten)]
    pub(crate) strictness: Strictness,
    /// Let methods be left to the runtime, as in the class library
    #[arg(long, hide = true)]
    pub(crate) allow_primitives: bool,
    /// Take the files as sources of the class library
    #[arg(long, hide = true)]
    pub(crate) stdlib_mode: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

// What fails. Not a doc comment: clap would take it for the help of the command.
#[derive(Debug, Args)]
pub(crate) struct Strictness {
    /// Fail on warnings and hints
    #[arg(long)]
    warnings_as_errors: bool,
    /// Fail on warnings and hints, or on findings of a category whatever they are
    #[arg(
        long,
        value_name = "CATEGORY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = policy::WARNINGS,
        value_delimiter = ',',
        value_parser = policy::denied
    )]
    deny: Vec<Denied>,
}

impl Strictness {
    pub(crate) fn flags(&self) -> Flags {
        Flags::denying(&self.deny, self.warnings_as_errors)
    }
}

// For whom. Not a doc comment, as above.
#[derive(Debug, Args)]
pub(crate) struct Format {
    /// Print one JSON object a line, as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TextOrJson,
}

impl Format {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == TextOrJson::Json
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TextOrJson {
    Text,
    Json,
}

/// Say how much of the code has known types
///
/// Counts the expressions of files and folders of whose values the type is known, by class, and why it
/// is not for the others. The tests of a package count only if they are named.
#[derive(Debug, Args)]
pub(crate) struct TypeCoverage {
    /// Files or folders
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// List every expression whose type is not known, and why
    #[arg(long)]
    pub(crate) detail: bool,
    /// Fail if less than this share is known
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) at_least: Option<f64>,
    /// Count one class alone
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    #[command(flatten)]
    pub(crate) format: Format,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 = text.trim_end_matches('%').parse().map_err(|_| "no number".to_owned())?;
    match (0.0..=100.0).contains(&number) {
        true => Ok(number),
        false => Err("a share is from 0 to 100".to_owned()),
    }
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
    /// Print tokens or types as one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Stage {
    /// Where each token stands, its kind and its text
    Tokens,
    /// The syntax tree as S-expressions
    Tree,
    /// Where each statement stands, its type and its text
    Types,
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

/// Measure how good completion is
///
/// Each part of each selector in the files is taken away and asked for, with none to three letters of it
/// typed. The figures tell how often it is offered, and how far up.
#[derive(Debug, Args)]
pub(crate) struct CompletionEval {
    /// Files or folders
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Whose completion is measured: with the rest of the file behind the cursor, or without
    #[arg(long, value_name = "ENGINE", default_value = "both")]
    pub(crate) engine: EvaluatedEngine,
    /// Take all annotations out of the files first, as a newcomer would write them
    #[arg(long)]
    pub(crate) strip_annotations: bool,
    /// Measure completion without some of its parts, too
    #[arg(long)]
    pub(crate) ablate: bool,
    /// Write the rank of each answer into a file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Ask about every so manieth place only
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub(crate) every: NonZero<usize>,
    /// Compare what prompt and editor offer instead, and show where they differ
    #[arg(long, conflicts_with_all = ["ablate", "csv", "json", "engine"])]
    pub(crate) agreement: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluatedEngine {
    /// The text ends at the cursor
    Prompt,
    /// The rest of the file is there
    Editor,
    Both,
}

/// Compile a package, or files without one
///
/// Only what has changed is compiled, and what depends on it. The modules of a package go to
/// _build/dev/ebin, those of other files to build/ beside them.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// A package, or a file or folder without one
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) path: PathBuf,
    /// Compile what has not changed as well
    #[arg(long)]
    pub(crate) force: bool,
    /// Say nothing of warnings
    #[arg(long)]
    pub(crate) no_warnings: bool,
    #[command(flatten)]
    pub(crate) strictness: Strictness,
}

/// Run a program
///
/// A file runs its statements, or sends a message to one of its classes; a script runs its expressions
/// and holds them to what they should answer. In a package, name a class and a message. A message with
/// one keyword takes the arguments as a list of strings. The program has the terminal and the exit
/// status. A dot runs the application of the package: its supervisors and all below them, until Ctrl-C
/// or a request to terminate.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// FILE.bt, FILE.btscript, a class of the package, or . for its application
    pub(crate) target: String,
    /// A class where a file was named, a message, and its arguments
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "CLASS, MESSAGE, ARGUMENT"
    )]
    pub(crate) rest: Vec<String>,
}

/// Run tests
///
/// Runs the test classes, scripts and doc examples under a path, beside each other and each in a process
/// of its own. Without a path, the tests of the package and the examples of its sources. The examples of
/// a Markdown file run if it is named.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Files or folders
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Run only tests whose Class>>selector contains this, and files whose name does
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// How many classes run at the same time; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub(crate) jobs: u16,
    #[command(flatten)]
    pub(crate) strictness: Strictness,
    /// Leave out the classes in which nothing failed
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print one JSON object a line, as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TestFormat,
    /// Ask of every value whether it is of its type, to test the type checker
    #[arg(long, hide = true)]
    pub(crate) checked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// A line for each class, the failures, and the totals
    Text,
    /// One JSON object for each test, a line each
    Json,
    /// JUnit's XML
    Junit,
}

impl Test {
    pub(crate) fn format(&self) -> TestFormat {
        if self.json { TestFormat::Json } else { self.format }
    }
}

/// Print the value of an expression
#[derive(Debug, Args)]
pub(crate) struct Eval {
    /// One or more statements; the value of the last is printed
    #[arg(required = true, allow_hyphen_values = true, value_name = "EXPRESSION")]
    pub(crate) expression: Vec<String>,
}

/// Evaluate what you type, in a workspace that lives on
///
/// The workspace of this project is started, or joined if it runs: several prompts share its classes and
/// actors, each with variables of its own. It ends when nobody has used it for hours, or with
/// `beamtalk workspace stop`. A package is built first and its classes are loaded.
///
/// Before the first prompt come, in this order: the start-up file ~/.beamtalk/startup.bt if there is one,
/// the files of --load, the expressions of -e. With -e the command then ends, unless -i is given. What is
/// piped in is evaluated without prompts; the exit status is 1 if anything failed.
#[derive(Debug, Args)]
pub(crate) struct Repl {
    /// Evaluate this, print its value, and end; may be given several times
    #[arg(short, long = "evaluate", value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub(crate) expressions: Vec<String>,
    /// Go on to the prompt after -e
    #[arg(short, long)]
    pub(crate) interactive: bool,
    /// Load the classes of a file first; may be given several times
    #[arg(short, long, value_name = "FILE")]
    pub(crate) load: Vec<PathBuf>,
    /// Pass over the start-up file
    #[arg(long)]
    pub(crate) no_startup: bool,
    /// The workspace of this name instead of the one of this project
    #[arg(short, long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    /// Keep the workspace to this prompt alone, and end it with it
    #[arg(long, conflicts_with_all = ["workspace", "ephemeral", "persistent"])]
    pub(crate) foreground: bool,
    /// End the workspace on leaving, if this prompt has started it
    #[arg(long)]
    pub(crate) ephemeral: bool,
    #[command(flatten)]
    pub(crate) starting: Starting,
    /// Use no colour, as --color never
    #[arg(long)]
    pub(crate) no_color: bool,
}

// How a workspace is started, where it does not run. Not a doc comment, as above.
#[derive(Debug, Args)]
pub(crate) struct Starting {
    /// Listen on this port of the loopback interface; 0 is any
    #[arg(long, value_name = "PORT", env = "BEAMTALK_REPL_PORT", hide_env = true)]
    pub(crate) port: Option<u16>,
    /// Never end the workspace because nobody uses it
    #[arg(long)]
    pub(crate) persistent: bool,
    /// End the workspace when nobody has used it for this long
    #[arg(
        long,
        alias = "idle-timeout",
        value_name = "SECONDS",
        env = "BEAMTALK_WORKSPACE_TIMEOUT",
        hide_env = true,
        conflicts_with = "persistent"
    )]
    pub(crate) timeout: Option<u32>,
    /// Let this variable of the environment through; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) env: Vec<String>,
    /// Make the workspace a node of Erlang's distribution, which it is not otherwise
    #[arg(long, value_name = "NAME", env = "BEAMTALK_NODE_NAME", hide_env = true)]
    pub(crate) node: Option<String>,
    /// How much the workspace writes into its log
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log_level: Option<LogLevel>,
    /// How much memory one evaluation may take, in MiB [default: 512, or a quarter of the machine's]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(16..))]
    pub(crate) memory: Option<u32>,
}

/// As Erlang's logger has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    Emergency,
    Alert,
    Critical,
    Error,
    Warning,
    Notice,
    Info,
    Debug,
}

/// List, start, stop or join workspaces
///
/// A workspace is a running BEAM that prompts and editors share. Each project has one of its own; its files
/// are in ~/.beamtalk/workspaces. Where no name is given, the workspace of this project is meant.
#[derive(Debug, Subcommand)]
pub(crate) enum Workspace {
    /// Show all workspaces
    List {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Show one workspace
    Status {
        name: Option<String>,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// End a workspace
    Stop {
        name: Option<String>,
        /// Kill it, without asking it to end
        #[arg(short, long)]
        force: bool,
    },
    /// Join a workspace that runs, without ever starting one
    Attach {
        name: Option<String>,
        /// The port it listens on, where it is not one of this user's
        #[arg(long, value_name = "PORT", requires = "token", conflicts_with = "name")]
        port: Option<u16>,
        /// A file with its token
        #[arg(long, value_name = "FILE", requires = "port")]
        token: Option<PathBuf>,
        /// Use no colour, as --color never
        #[arg(long)]
        no_color: bool,
    },
    /// Make a workspace of a name for this project
    Create {
        name: String,
        /// Start it, too
        #[arg(long)]
        background: bool,
        #[command(flatten)]
        starting: Starting,
    },
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
        for sub in command.get_subcommands().filter(|it| !it.is_hide_set()) {
            let name = sub.get_name();
            // A long one has the words about it in the next line.
            let is_listed = [" ", "\n"].iter().any(|it| HELP.contains(&format!("\n  {name}{it}")));
            assert!(is_listed, "{name} is missing");
        }
    }

    #[test]
    fn what_is_not_for_users_is_nowhere() {
        let command = Arguments::command();
        assert!(command.get_subcommands().all(|it| !Inner::has_subcommand(it.get_name())));
        assert!(Inner::has_subcommand("build-stdlib"));
    }

    #[test]
    fn help_explains_a_code_that_exists() {
        assert!(ide::explain("unclosed-bracket").is_some());
    }
}
