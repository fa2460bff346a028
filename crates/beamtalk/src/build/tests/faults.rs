//! Damage between two builds: found, mended, and never believed.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::*;

const FLIPS: usize = 1_000;

/// Whatever is done to the output, the next build leaves what a build from nothing
/// would have left.
fn mends(project: &Project, whole: &BTreeMap<String, Vec<u8>>, what: &str) {
    let (_, _, built) = project.build_with(&mut Pretender::default());
    assert_eq!(built.unwrap().exit, Exit::Clean, "{what}");
    let now = project.output("_build");
    assert!(now == *whole, "{what}: {:?}", differing(&now, whole));
}

fn differing(now: &BTreeMap<String, Vec<u8>>, whole: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names = now.keys().chain(whole.keys());
    names.filter(|it| now.get(*it) != whole.get(*it)).cloned().collect()
}

#[test]
fn flipped_bytes_and_cut_files_are_found_and_mended() {
    let project = Project::new(HOUSE);
    project.build();
    // The lock has no content that means anything.
    let mut whole = project.output("_build");
    whole.remove(".beamtalk-lock");
    let mut runner = TestRunner::deterministic();
    let names: Vec<String> = whole.keys().cloned().collect();
    let damage = (0..names.len(), any::<prop::sample::Index>(), 0u8..=255, 0usize..10);
    whole.insert(".beamtalk-lock".to_owned(), Vec::new());
    for _ in 0..FLIPS {
        let (name, place, mask, kind) = damage.new_tree(&mut runner).unwrap().current();
        let name = &names[name];
        let mut bytes = whole[name].clone();
        let place = place.index(bytes.len());
        match kind {
            0 => bytes.truncate(place),
            _ => bytes[place] ^= mask.max(1),
        }
        project.folder.write(&format!("_build/{name}"), &bytes);
        mends(&project, &whole, &format!("{name} at {place} kind {kind}"));
    }
}

#[test]
fn records_that_lie_are_not_believed() {
    let project = Project::new(HOUSE);
    project.build();
    let whole = project.output("_build");
    let record = String::from_utf8(whole["dev/.beamtalk-build.json"].clone()).unwrap();
    let swapped = record
        .replace("bt@house@tea\"", "@")
        .replace("bt@house@table\"", "bt@house@tea\"")
        .replace("@\"", "bt@house@table\"");
    let outside = record.replace("src/Tea.bt", "../../../../etc/passwd");
    let traversing = record.replace("bt@house@tea\"", "../../../victim\"");
    project.folder.write("victim.beam", b"mine");
    let lies = ["", "{}", "null", "[]", &"[".repeat(100_000), &swapped, &outside, &traversing];
    for lie in lies {
        project.folder.write("_build/dev/.beamtalk-build.json", lie.as_bytes());
        mends(&project, &whole, lie.get(..40).unwrap_or(lie));
        assert_eq!(project.folder.read("victim.beam"), b"mine");
    }
}

#[test]
fn files_that_are_gone_are_made_again() {
    let project = Project::new(HOUSE);
    project.build();
    let whole = project.output("_build");
    for name in whole.keys() {
        project.folder.remove(&format!("_build/{name}"));
        mends(&project, &whole, name);
    }
    fs::remove_dir_all(project.folder.path("_build")).unwrap();
    mends(&project, &whole, "all");
}

/// Stops after some modules, as if it had been killed.
struct Dying(usize);

impl CoreCompiler for Dying {
    fn compile(
        &mut self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for job in jobs.take(self.0) {
            let outcome = Ok(beam(&job));
            done(Compiled { module: job.module, outcome })?;
        }
        Err(Failure::Bug("the compiler has died".to_owned()))
    }
}

#[test]
fn a_compiler_that_dies_at_any_moment_loses_nothing_that_was_written() {
    let whole = Project::new(HOUSE);
    whole.build();
    for count in 0..=6 {
        let project = Project::new(HOUSE);
        let ended = work(&project.request, &mut Dying(count), &mut |_| Ok(()));
        assert!(ended.unwrap_err().to_string().contains("has died"));
        let (_, compiled, built) = project.build_with(&mut Pretender::default());
        assert_eq!((compiled.len(), built.unwrap().exit), (6 - count, Exit::Clean));
        assert_eq!(project.output("_build"), whole.output("_build"));
    }
}
