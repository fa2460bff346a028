//! Builds where the system refuses to write: in a process of its own, because limits
//! and users are those of a process.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use super::*;

const NOBODY: u32 = 65534;
/// Where the other process builds.
const WHERE: &str = "BEAMTALK_TEST_BUILDS_IN";

/// Runs this test alone in another process, which only builds, and answers what it says.
fn elsewhere(project: &Project, limit: &str, user: Option<u32>) -> String {
    // A binary of its own: this one may lie where others may not go.
    let folder = Folder::new("");
    let binary = folder.path("binary");
    let test = std::env::current_exe().unwrap();
    assert!(Command::new("cp").arg(test).arg(&binary).status().unwrap().success());
    let name = "build::tests::refused::a_disk_that_refuses_is_told";
    let script =
        format!("trap '' XFSZ; {limit} exec {} --exact {name} --nocapture", binary.display());
    let mut command = Command::new("sh");
    command.args(["-c", &script]).env(WHERE, project.folder.path(""));
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
    let output = command.output().unwrap();
    project.shortened(&String::from_utf8_lossy(&output.stdout))
}

#[test]
fn a_disk_that_refuses_is_told() {
    if let Some(root) = std::env::var_os(WHERE) {
        let request = request(Target::Package(root.into()));
        match work(&request, &mut Pretender::default(), &mut |_| Ok(())) {
            Ok(built) => println!("{:?}", built.exit),
            Err(failure) => println!("{:?}: {failure}", Exit::from(&failure)),
        }
        return;
    }
    let project = Project::new(HOUSE);
    let said = elsewhere(&project, "ulimit -f 0;", None);
    assert!(said.contains("Environment: cannot write `_build/dev/ebin/bt@house@"), "{said}");
    assert!(said.contains("File too large"), "{said}");
    assert_eq!(project.folder.names("_build/dev/ebin"), Vec::<String>::new());
    assert!(project.build().contains("Compiling 5 files\n"));

    let project = Project::new(HOUSE);
    let root = project.folder.path("");
    let user = (fs::metadata(&root).unwrap().uid() == 0).then_some(NOBODY);
    let before = project.folder.names("");
    fs::set_permissions(&root, fs::Permissions::from_mode(0o555)).unwrap();
    let said = elsewhere(&project, "", user);
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(project.folder.names(""), before);
    assert!(
        said.contains("Environment: cannot make the folder `_build`: Permission denied"),
        "{said}"
    );
    assert!(said.contains("hint: check who may read and write it"), "{said}");

    // What is built can be used by whoever may only read it, and nothing is said of a lock.
    let project = Project::new(HOUSE);
    project.build();
    let whole = project.output("_build");
    let folders = ["", "_build", "_build/dev", "_build/dev/ebin"];
    let set_modes = |mode| {
        for folder in folders {
            let path = project.folder.path(folder);
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set_modes(0o555);
    let lock = project.folder.path("_build/.beamtalk-lock");
    fs::set_permissions(&lock, fs::Permissions::from_mode(0o444)).unwrap();
    assert!(elsewhere(&project, "", user).contains("Clean"));
    project.folder.write("src/Tea.bt", b"Value subclass: Tea\n\n  class plain => self new\n");
    let said = elsewhere(&project, "", user);
    set_modes(0o755);
    assert!(said.contains("Environment: cannot write `_build/dev/"), "{said}");
    assert!(said.contains("hint: check who may read and write it"), "{said}");
    assert_eq!(project.output("_build"), whole);
}
