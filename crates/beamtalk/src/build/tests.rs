//! Builds of small projects with a compiler that only pretends.

mod dependencies;
mod errors;
mod faults;
mod rebuilding;
#[cfg(unix)]
mod refused;
mod same_bytes;
mod types;
mod with_otp;
mod writing;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::*;
use crate::exit::Exit;
use crate::fixture::Folder;

/// Answers each job with bytes that tell what the job was, the last by name first.
#[derive(Debug, Default)]
struct Pretender {
    jobs: Vec<Job>,
    calls: usize,
    /// A module that it refuses.
    refuses: Option<&'static str>,
}

impl CoreCompiler for Pretender {
    fn compile(
        &mut self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.calls += 1;
        let mut jobs: Vec<Job> = jobs.collect();
        jobs.sort_by(|one, other| one.module.cmp(&other.module));
        self.jobs.extend(jobs.iter().cloned());
        for job in jobs.into_iter().rev() {
            let outcome = match self.refuses == Some(&*job.module) {
                true => Err("no".to_owned()),
                false => Ok(beam(&job)),
            };
            done(Compiled { module: job.module, outcome })?;
        }
        Ok(())
    }
}

/// Longer than a digest, so that a flip in it is found wherever it is.
fn beam(job: &Job) -> Vec<u8> {
    [b"BEAM ", job.module.as_bytes(), b" ", &job.core].concat()
}

/// A project that is built again and again.
struct Project {
    folder: Folder,
    request: Request,
}

impl Project {
    fn new(fixture: &str) -> Project {
        let folder = Folder::new(fixture);
        let target = Target::at(&folder.path("")).unwrap();
        Project { request: request(target), folder }
    }

    /// What is said and which modules are compiled.
    fn build(&self) -> String {
        let (said, compiled, ended) = self.build_with(&mut Pretender::default());
        let ended = match ended {
            Ok(built) => format!("{:?}", built.exit),
            Err(failure) => format!("{:?}: {failure}", Exit::from(&failure)),
        };
        self.shortened(&format!("{said}compiled [{}]\n{ended}\n", compiled.join(" ")))
    }

    fn build_with(
        &self,
        compiler: &mut Pretender,
    ) -> (String, Vec<String>, Result<Built, Failure>) {
        let mut said = String::new();
        let ended = work(&self.request, compiler, &mut |notice| {
            said.push_str(&words(&notice));
            Ok(())
        });
        let mut compiled: Vec<String> =
            compiler.jobs.iter().map(|job| job.module.clone()).collect();
        compiled.sort();
        (said, compiled, ended)
    }

    /// Changes one piece of a file.
    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = String::from_utf8(self.folder.read(file)).unwrap();
        assert!(text.contains(from), "{file} has no {from:?}");
        self.folder.write(file, text.replacen(from, to, 1).as_bytes());
    }

    /// All files below a folder of output with their bytes.
    fn output(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.folder.path(name), "", &mut files);
        files
    }

    fn shortened(&self, text: &str) -> String {
        let root = fs::canonicalize(self.folder.path("")).unwrap();
        text.replace(&format!("{}/", root.display()), "").replace(&*root.to_string_lossy(), ".")
    }
}

fn request(target: Target) -> Request {
    let (beamtalk, otp) = ("0.1.0".to_owned(), "25.2.3".to_owned());
    Request::new(target, Toolchain { beamtalk, otp, options: Vec::new() })
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type().unwrap().is_dir() {
            true => collect(&entry.path(), &format!("{name}/"), files),
            false => drop(files.insert(name, fs::read(entry.path()).unwrap())),
        }
    }
}

fn words(notice: &Notice) -> String {
    match notice {
        Notice::Report { file, findings, .. } => {
            let lines = findings.iter().map(|it| {
                let explanation =
                    it.explanation.as_deref().map(|it| format!(": {it}")).unwrap_or_default();
                let (line, column, code, message) = (it.line, it.column, it.code, &it.message);
                format!("{file}:{line}:{column} {code} {message}{explanation}\n")
            });
            lines.collect()
        }
        Notice::Waiting => "waiting\n".to_owned(),
        Notice::Note(words) => format!("{words}\n"),
        Notice::Removed(module) => format!("removed {module}\n"),
        Notice::Compiling { .. } => {
            notice::compiling(notice).map(|it| it + "\n").unwrap_or_default()
        }
        Notice::Progress { .. } => String::new(),
        Notice::Failed { errors, files, dependents } => {
            notice::failed(*errors, *files, *dependents) + "\n"
        }
    }
}

/// A package of several files that rely on each other.
const HOUSE: &str = "
//- beamtalk.toml
[package]
name = \"house\"
version = \"0.1.0\"
//- src/Tea.bt
/// Leaves in water.
Value subclass: Tea
  field: grams :: Integer = 3

  strength -> Integer => self.grams * 2

  class plain -> Tea => self new
//- src/Vessel.bt
Value subclass: Vessel
  field: content = nil
//- src/Pot.bt
Vessel subclass: Pot

  fill => self withContent: Tea plain

Pot subclass: Samovar
  field: heat = 0
//- src/Guest.bt
Object subclass: Guest

  drinks: cup :: Beverage => cup isNil
//- src/Beverage.bt
type Beverage = Vessel | Nil
//- src/Table.bt
Object subclass: Table

  legs => 4
";
