//! Where a build writes, and what happens where it cannot.

use expect_test::expect;

use super::*;

#[test]
#[cfg(unix)]
fn links_lead_nowhere() {
    for link in ["_build", "_build/dev", "_build/dev/ebin", "_build/.beamtalk-lock"] {
        let project = Project::new(HOUSE);
        project.folder.write("outside/kept", b"kept");
        let path = project.folder.path(link);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(project.folder.path("outside"), path).unwrap();
        let ended = project.build();
        assert!(ended.ends_with("it is a link, which may lead anywhere; remove it\n"), "{ended}");
        assert!(ended.contains("\nEnvironment"), "{ended}");
        assert_eq!(project.folder.names("outside"), ["kept"]);
    }
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_a_file_is_replaced_and_not_followed() {
    let project = Project::new(HOUSE);
    project.build();
    let before = project.output("_build");
    for name in [
        "_build/dev/ebin/bt@house@tea.beam",
        "_build/dev/.beamtalk-build.json",
        "_build/dev/ebin/house.app",
    ] {
        project.folder.write("outside", &project.folder.read(name));
        project.folder.remove(name);
        std::os::unix::fs::symlink(project.folder.path("outside"), project.folder.path(name))
            .unwrap();
        project.edit("src/Table.bt", "legs =>", "legs => 0 +");
        project.build();
        project.edit("src/Table.bt", "legs => 0 +", "legs =>");
        project.build();
        assert!(!project.folder.path(name).is_symlink(), "{name}");
        assert_eq!(project.output("_build"), before, "{name}");
    }
}

#[test]
fn a_module_that_cannot_be_written_ends_the_build() {
    let project = Project::new(HOUSE);
    fs::create_dir_all(project.folder.path("_build/dev/ebin/bt@house@table.beam")).unwrap();
    let ended = project.build();
    assert!(
        ended.contains("\nEnvironment: cannot write `_build/dev/ebin/bt@house@table.beam`"),
        "{ended}"
    );
    fs::remove_dir(project.folder.path("_build/dev/ebin/bt@house@table.beam")).unwrap();
    let (_, compiled, built) = project.build_with(&mut Pretender::default());
    assert_eq!(built.unwrap().exit, Exit::Clean);
    // Vessel and Tea were written before the failure, recorded, and are not made again.
    assert_eq!(compiled, ["bt@house@guest", "bt@house@pot", "bt@house@samovar", "bt@house@table"]);
}

#[test]
fn a_file_where_a_folder_should_be_is_told() {
    let project = Project::new(HOUSE);
    project.folder.write("_build", b"");
    let ended = project.build();
    assert!(ended.contains("Environment: cannot make the folder `_build`"), "{ended}");
}

#[test]
fn what_is_not_ours_stays() {
    let project = Project::new(HOUSE);
    project.build();
    for name in ["ebin/native.beam", "ebin/notes.txt", "ebin/bt@house@gone.beam"] {
        project.folder.write(&format!("_build/dev/{name}"), b"x");
    }
    project.folder.write("_build/dev/ebin/.beamtalk-1-1.tmp", b"half of someth");
    fs::create_dir(project.folder.path("_build/dev/ebin/bt@folder.beam")).unwrap();
    expect![[r#"
        removed bt@house@gone
        All 5 files are unchanged
        compiled []
        Clean
    "#]]
    .assert_eq(&project.build());
    let names = project.folder.names("_build/dev/ebin");
    let others: Vec<&String> = names.iter().filter(|it| !it.starts_with("bt@house")).collect();
    assert_eq!(others, ["bt@folder.beam", "house.app", "native.beam", "notes.txt"]);
}

/// Lets another build begin while it compiles.
struct Slow<'s> {
    begun: &'s std::sync::Barrier,
    inner: Pretender,
}

impl CoreCompiler for Slow<'_> {
    fn compile(
        &mut self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.begun.wait();
        // The other one says that it waits before it does.
        self.begun.wait();
        self.inner.compile(jobs, done)
    }
}

#[test]
fn of_two_builds_the_second_waits_and_finds_all_done() {
    let project = Project::new(HOUSE);
    let begun = std::sync::Barrier::new(2);
    let said = std::thread::scope(|scope| {
        let first = scope.spawn(|| {
            let mut slow = Slow { begun: &begun, inner: Pretender::default() };
            work(&project.request, &mut slow, &mut |_| Ok(())).map(|built| built.exit)
        });
        begun.wait();
        let mut said = String::new();
        let mut idle = Pretender::default();
        let second = work(&project.request, &mut idle, &mut |notice| {
            if matches!(notice, Notice::Waiting) {
                begun.wait();
            }
            said.push_str(&words(&notice));
            Ok(())
        });
        assert_eq!(second.unwrap().exit, Exit::Clean);
        assert_eq!(first.join().unwrap().unwrap(), Exit::Clean);
        assert_eq!(idle.calls, 0);
        said
    });
    assert_eq!(said, "waiting\nAll 5 files are unchanged\n");
}
