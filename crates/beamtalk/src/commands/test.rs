//! `beamtalk test`: the test classes, scripts and doc examples of a package or a path.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::build::Target;
use crate::cli::{Test as Arguments, TestFormat};
use crate::commands::ground;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::home::Home;
use crate::launch::{self, Ground};
use crate::natives::{self, Asked};
use crate::program::Program;
use crate::soundness::Findings;
use crate::sources::{self, Wanted};
use crate::testing::report::{TestReport, human, json, junit};
use crate::testing::running::{self, News};
use crate::testing::{gathering, live};

pub(crate) fn run(
    arguments: &Arguments,
    wanted: Wanted,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let paths = match arguments.paths.as_slice() {
        [] if wanted == Wanted::Documents => vec![PathBuf::from(".")],
        [] => vec![default_path()],
        paths => paths.to_vec(),
    };
    let targets = paths.iter().map(|path| target_of(path)).collect::<Result<Vec<_>, _>>()?;
    let package = targets.into_iter().find(|target| matches!(target, Target::Package(_)));
    let is_package = package.is_some();
    let found = match package {
        Some(package) => ground::on(package, true, &arguments.strictness.flags(), console)?,
        None => Some((Program::new(), Ground::default())),
    };
    let Some((mut program, ground)) = found else { return Ok(Exit::Problems) };
    program.policy.flags = arguments.strictness.flags();
    if arguments.checked {
        program.checked = natives::known(Home::find, &mut |words| console.say(words))?;
    }
    let mut natives = Asked::kept();
    let files = gathering::read(&paths, wanted, is_package, &mut program, &mut natives)?;
    drop(natives);
    program.tell_findings(console)?;
    if program.has_errors() {
        return Ok(Exit::Problems);
    }
    let filter = arguments.filter.as_deref().unwrap_or("");
    let mut plan = gathering::plan(filter, &files, &program);
    if plan.runs.is_empty() && plan.scripts.is_empty() {
        return nothing(arguments, &paths, console);
    }
    let scripts = std::mem::take(&mut plan.scripts);
    let mut findings = None;
    let mut report = if plan.runs.is_empty() {
        plan.report
    } else {
        let mut running = launch::launch(&program, &plan.modules, &ground)?;
        if arguments.checked {
            running.begin_checks()?;
        }
        let report = running::run(plan, arguments.jobs, &mut running, &mut |news| {
            tell(arguments, news, console)
        })?;
        findings = arguments.checked.then(|| running.findings()).transpose()?;
        running.finish()?;
        report
    };
    live::run(&scripts, &program, &ground, &mut |script, tests| {
        for suite in report.fill(script.suite, tests) {
            tell(arguments, News::Suite(suite), console)?;
        }
        Ok(())
    })?;
    let exit = finish(arguments, report, begun.elapsed(), console)?;
    match findings {
        Some(findings) => Ok(exit.max(tell_checks(&findings, console)?)),
        None => Ok(exit),
    }
}

fn tell_checks(findings: &Findings, console: &mut Console) -> Result<Exit, Failure> {
    let Findings { methods, answers, expressions, values, receivers, received, wrong } = findings;
    for wrong in wrong {
        console.result(&format!("  {wrong}\n"))?;
    }
    let count = wrong.len();
    console.result(&format!(
        "{methods} methods gave {answers} answers, {expressions} expressions {values} values, \
         {receivers} of them as receivers {received}: {count} wrong\n"
    ))?;
    // Nothing asked is nothing tested.
    Ok(if count == 0 && *answers > 0 && *received > 0 { Exit::Clean } else { Exit::Problems })
}

/// The tests of a package, or whatever is here.
fn default_path() -> PathBuf {
    let tests = Path::new("test");
    if tests.is_dir() { tests.to_owned() } else { PathBuf::from(".") }
}

/// A text about a package lies beside its sources, not among them.
fn target_of(path: &Path) -> Result<Target, Failure> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match sources::is_document(path) && path.is_file() {
        true => Target::at(folder),
        false => Target::at(path),
    }
}

fn tell(arguments: &Arguments, news: News, console: &mut Console) -> Result<(), Failure> {
    let told = match (news, arguments.format()) {
        (News::Progress { done, total }, _) => {
            console.progress(done, total, "test");
            return Ok(());
        }
        (News::Suite(suite), TestFormat::Text) => {
            human::suite_line(suite, style(arguments, console))
        }
        (News::Suite(suite), TestFormat::Json) => json::suite_lines(suite),
        (News::Suite(_), TestFormat::Junit) => return Ok(()),
    };
    console.result(&told)?;
    // Others may take long; whoever waits sees this one now.
    console.finish()
}

fn style(arguments: &Arguments, console: &Console) -> human::Style {
    human::Style { is_quiet: arguments.quiet, has_colour: console.out_colour }
}

fn finish(
    arguments: &Arguments,
    mut report: TestReport,
    duration: Duration,
    console: &mut Console,
) -> Result<Exit, Failure> {
    report.duration = duration;
    let style = style(arguments, console);
    match arguments.format() {
        TestFormat::Text => {
            let failures = human::failures(&report, style);
            let gap = if failures.is_empty() { "" } else { "\n" };
            console.result(&format!("{gap}{failures}\n{}", human::totals(&report, style)))?;
        }
        TestFormat::Json => {}
        TestFormat::Junit => console.result(&junit::render(&report))?,
    }
    Ok(if report.has_failures() { Exit::Problems } else { Exit::Clean })
}

fn nothing(
    arguments: &Arguments,
    paths: &[PathBuf],
    console: &mut Console,
) -> Result<Exit, Failure> {
    let of = match &arguments.filter {
        Some(filter) => format!(" that match `{filter}`"),
        None => String::new(),
    };
    let paths: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    console.say(&format!("there are no tests{of} in {}", paths.join(", ")))?;
    match arguments.format() {
        TestFormat::Text => console.result("0 tests, 0 passed, 0 failed\n")?,
        TestFormat::Json => {}
        TestFormat::Junit => console.result(&junit::render(&TestReport::default()))?,
    }
    Ok(Exit::Clean)
}
