//! An installation of Erlang on the disk: which of its folders hold modules that
//! programs call, and a fingerprint that changes when any of them does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use crate::build::{self, Digest, Digester};
use crate::exit::Failure;
use crate::home::Home;

/// The modules that are always there; and `crypto`, which most have.
const APPLICATIONS: [&str; 5] = ["erts", "kernel", "stdlib", "compiler", "crypto"];

/// The modules that make signatures of specs.
const MAKERS: &str = "beamtalk_native_";

#[derive(Debug)]
pub(super) struct Installation {
    release: String,
    folders: Vec<String>,
}

impl Installation {
    /// The one that an `erl` starts.
    pub(super) fn of(erl: &Path) -> Result<Installation, Failure> {
        let root = match root_around(erl) {
            Some(root) => root,
            None => ask(erl)?,
        };
        let release = build::otp_release(&root.join("bin/erl"))?;
        let folders = APPLICATIONS.iter().filter_map(|application| modules_of(&root, application));
        // A path that is no text could not be sent to the BEAM.
        let folders = folders.filter_map(|folder| folder.to_str().map(str::to_owned)).collect();
        Ok(Installation { release, folders })
    }

    pub(super) fn folders(&self) -> &[String] {
        &self.folders
    }

    /// Of the modules, and of what reads them. Reading all their bytes would take longer
    /// than it saves: name, size and time must do.
    pub(super) fn fingerprint(&self, home: &Home) -> Result<Digest, Failure> {
        let mut digester = Digester::new("natives 1");
        digester.text(&self.release);
        for folder in &self.folders {
            digester.text(folder);
            add_modules(&mut digester, Path::new(folder), "");
        }
        for folder in home.code_folders()? {
            add_modules(&mut digester, &folder, MAKERS);
        }
        Ok(digester.finish())
    }
}

fn add_modules(digester: &mut Digester, folder: &Path, prefix: &str) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut modules: Vec<(String, u64, u128)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_module = name.starts_with(prefix) && name.ends_with(".beam");
            let metadata = is_module.then(|| fs::metadata(entry.path()).ok())??;
            let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((name, metadata.len(), time.as_nanos()))
        })
        .collect();
    modules.sort();
    digester.number(modules.len());
    for (name, length, time) in modules {
        digester.text(&name);
        digester.text(&format!("{length} {time}"));
    }
}

/// The folder of the installation, if `erl` stands in its `bin`.
fn root_around(erl: &Path) -> Option<PathBuf> {
    let root = fs::canonicalize(erl).ok()?.parent()?.parent()?.to_owned();
    modules_of(&root, "kernel").map(|_| root)
}

/// An `erl` may be a script that chooses an installation.
fn ask(erl: &Path) -> Result<PathBuf, Failure> {
    let question = "io:format(\"~ts\", [code:root_dir()]), halt().";
    let output = Command::new(erl)
        .args(["-boot", "start_clean", "-noinput", "+pc", "unicode", "-eval", question])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::environment(format!("start `{}`", erl.display()), error))?;
    let root = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    match output.status.success() && modules_of(&root, "kernel").is_some() {
        true => Ok(root),
        false => Err(Failure::Missing(format!(
            "the modules of Erlang were not found: `{}` does not tell where they are\n  \
             hint: `{0} -noshell -s init stop` shows whether it works by itself",
            erl.display()
        ))),
    }
}

/// Where an application has its modules, in the newest version there is. Those of the
/// emulator itself may be beside the library.
fn modules_of(root: &Path, application: &str) -> Option<PathBuf> {
    let versions = [root.join("lib"), root.to_owned()].into_iter().flat_map(|folder| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let version = version(entry.file_name().to_str()?, application)?;
            let modules = entry.path().join("ebin");
            modules.is_dir().then_some((version, modules))
        })
    });
    versions.max().map(|(_, modules)| modules)
}

/// The numbers after an application's name: `kernel-8.5.3`.
fn version(folder: &str, application: &str) -> Option<Vec<u32>> {
    let version = folder.strip_prefix(application)?.strip_prefix('-')?;
    version.split('.').map(|it| it.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Folder;

    const OTP: &str = "
//- otp/bin/erl
//- otp/releases/start_erl.data
13.1 25
//- otp/releases/25/OTP_VERSION
25.2
//- otp/lib/kernel-8.5/ebin/code.beam
//- otp/lib/kernel-8.10/ebin/code.beam
//- otp/lib/kernel_extra-99/ebin/x.beam
//- otp/lib/stdlib-4.2/ebin/lists.beam
//- otp/lib/stdlib-5.0/src/lists.erl
//- otp/erts-13.1/ebin/erlang.beam
//- runtime/beamtalk_compiler/ebin/beamtalk_native_type.beam
//- runtime/beamtalk_compiler/ebin/beamtalk_other.beam
";

    #[test]
    fn the_newest_version_that_has_modules_is_taken() {
        let folder = Folder::new(OTP);
        let installation = Installation::of(&folder.path("otp/bin/erl")).unwrap();
        let root = fs::canonicalize(folder.path("otp")).unwrap();
        let expected = ["erts-13.1/ebin", "lib/kernel-8.10/ebin", "lib/stdlib-4.2/ebin"];
        let expected = expected.map(|it| root.join(it).to_str().unwrap().to_owned());
        assert_eq!(installation.folders(), expected);
    }

    #[test]
    fn the_fingerprint_follows_what_signatures_are_made_of() {
        let folder = Folder::new(OTP);
        let home = Home::at(folder.path("runtime"));
        let fingerprint =
            || Installation::of(&folder.path("otp/bin/erl")).unwrap().fingerprint(&home).unwrap();
        let mut seen = vec![fingerprint()];
        let mut changes = |name: &str, bytes: &[u8], is_change: bool| {
            folder.write(name, bytes);
            let now = fingerprint();
            assert_eq!(!seen.contains(&now), is_change, "{name}");
            seen.push(now);
        };
        changes("otp/lib/kernel-8.5/ebin/code.beam", b"old", false);
        changes("otp/lib/kernel-8.10/ebin/kernel.app", b"app", false);
        changes("otp/lib/kernel-8.10/ebin/code.beam", b"new", true);
        changes("otp/lib/kernel-8.10/ebin/file.beam", b"", true);
        changes("otp/lib/stdlib-4.3/ebin/lists.beam", b"", true);
        changes("otp/releases/25/OTP_VERSION", b"25.3", true);
        changes("runtime/beamtalk_compiler/ebin/beamtalk_other.beam", b"new", false);
        changes("runtime/beamtalk_compiler/ebin/beamtalk_native_type.beam", b"new", true);
    }

    #[cfg(unix)]
    #[test]
    fn a_script_that_chooses_is_asked() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = Folder::new(OTP);
        let script = format!("#!/bin/sh\necho {}\n", folder.path("otp").display());
        folder.write("bin/erl", script.as_bytes());
        let erl = folder.path("bin/erl");
        fs::set_permissions(&erl, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(Installation::of(&erl).unwrap().folders().len(), 3);
        folder.write("bin/erl", b"#!/bin/sh\necho /nowhere\n");
        let failure = Installation::of(&erl).unwrap_err().to_string();
        assert!(failure.contains("does not tell where they are\n  hint: `"), "{failure}");
    }
}
