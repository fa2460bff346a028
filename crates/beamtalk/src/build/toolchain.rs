//! What modules are made with: this compiler, and the Erlang that is found.
//!
//! The release of Erlang is part of every key, and must be known without starting
//! a virtual machine: an installation says it in a file beside its `erl`. Where
//! there is no such file (`erl` may be a script that chooses an installation), it is
//! asked, every time: what it chooses can change without a trace.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use super::digest::{Digest, Digester};
use crate::exit::Failure;

/// The oldest release that compiled modules run on.
const OLDEST: u32 = 25;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Toolchain {
    /// The version of this program.
    pub(crate) beamtalk: String,
    /// As in `25.2.3`.
    pub(crate) otp: String,
    /// Whatever else makes another module of the same text.
    pub(crate) options: Vec<String>,
}

impl Toolchain {
    /// This program with the Erlang of an `erl`.
    pub(crate) fn with(erl: &Path) -> Result<Toolchain, Failure> {
        Ok(Toolchain {
            beamtalk: env!("CARGO_PKG_VERSION").to_owned(),
            otp: otp_release(erl)?,
            options: this_program().into_iter().collect(),
        })
    }

    pub(super) fn digest(&self) -> Digest {
        let Toolchain { beamtalk, otp, options } = self;
        let mut digester = Digester::new("tools 1");
        digester.text(beamtalk);
        digester.text(otp);
        digester.number(options.len());
        options.iter().for_each(|option| digester.text(option));
        digester.finish()
    }
}

/// The first `erl` on the search path that can be started.
pub(crate) fn erl() -> Result<PathBuf, Failure> {
    let path = env::var_os("PATH").unwrap_or_default();
    let files = env::split_paths(&path).map(|folder| folder.join(ERL)).filter(|it| it.is_file());
    let (runnable, others): (Vec<PathBuf>, Vec<PathBuf>) = files.partition(|it| is_runnable(it));
    match (runnable.into_iter().next(), others.first()) {
        (Some(erl), _) => Ok(erl),
        (None, Some(erl)) => Err(Failure::Missing(format!(
            "Erlang cannot be started: `{}` is not executable\n  \
             hint: `chmod +x` it, or install Erlang/OTP {OLDEST} or newer",
            erl.display()
        ))),
        (None, None) => Err(Failure::Missing(format!(
            "Erlang was not found: there is no `erl` in PATH\n  \
             hint: install Erlang/OTP {OLDEST} or newer, for example with `apt install erlang` \
             or `brew install erlang`"
        ))),
    }
}

/// The release that an `erl` starts, as in `25.2.3`.
pub(crate) fn otp_release(erl: &Path) -> Result<String, Failure> {
    let release = match release_beside(erl) {
        Some(release) => release,
        None => ask(erl)?,
    };
    refuse_old(erl, &release)?;
    Ok(release)
}

/// Refuses an `erl` that is known to be too old without being asked.
pub(crate) fn check_release(erl: &Path) -> Result<(), Failure> {
    release_beside(erl).map_or(Ok(()), |release| refuse_old(erl, &release))
}

fn refuse_old(erl: &Path, release: &str) -> Result<(), Failure> {
    let major = release.split('.').next().and_then(|it| it.parse::<u32>().ok());
    if major.is_some_and(|major| major < OLDEST) {
        return Err(Failure::Missing(format!(
            "Erlang/OTP {OLDEST} or newer is needed, and `{}` is {release}\n  \
             hint: install a newer one, or put it first in PATH",
            erl.display()
        )));
    }
    Ok(())
}

#[cfg(windows)]
const ERL: &str = "erl.exe";
#[cfg(not(windows))]
const ERL: &str = "erl";

#[cfg(unix)]
fn is_runnable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|it| it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_runnable(_: &Path) -> bool {
    true
}

/// `releases/start_erl.data` names the release in use, and the folder of that name
/// holds its full version.
fn release_beside(erl: &Path) -> Option<String> {
    let root = fs::canonicalize(erl).ok()?.parent()?.parent()?.to_owned();
    let releases = root.join("releases");
    let current = fs::read_to_string(releases.join("start_erl.data")).ok()?;
    let release = current.split_whitespace().nth(1)?;
    let version = fs::read_to_string(releases.join(release).join("OTP_VERSION")).ok()?;
    let version = version.trim();
    let is_version = version.starts_with(|it: char| it.is_ascii_digit())
        && version.bytes().all(|it| it.is_ascii_graphic());
    is_version.then(|| version.to_owned())
}

fn ask(erl: &Path) -> Result<String, Failure> {
    let question = "io:format(\"~s.~s\", [erlang:system_info(otp_release), \
                    erlang:system_info(version)]), halt().";
    let output = Command::new(erl)
        .args(["-boot", "start_clean", "-noinput", "-eval", question])
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() && !output.stdout.is_empty() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(broken(erl, if said.is_empty() { output.status.to_string() } else { said }))
        }
        Err(error) => Err(broken(erl, error.to_string())),
    }
}

fn broken(erl: &Path, said: String) -> Failure {
    let erl = erl.display();
    Failure::Missing(format!(
        "Erlang does not work: `{erl}` does not tell its release: {said}\n  \
         hint: `{erl} -noshell -s init stop` shows whether it works by itself"
    ))
}

/// Two builds of this program may have the same version and compile differently:
/// while it is being worked on, they do.
fn this_program() -> Option<String> {
    let metadata = env::current_exe().and_then(fs::metadata).ok()?;
    let made = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} bytes of {}", metadata.len(), made.as_nanos()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::fixture::Folder;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn the_release_stands_beside_erl_wherever_a_link_is() {
        let folder = Folder::new(
            "
//- otp/bin/erl
//- otp/releases/start_erl.data
13.1.5 25
//- otp/releases/25/OTP_VERSION
25.2.3
//- otp/releases/24/OTP_VERSION
24.0
",
        );
        folder.write("bin/x", b"");
        symlink(folder.path("otp/bin/erl"), folder.path("bin/erl")).unwrap();
        assert_eq!(otp_release(&folder.path("bin/erl")).unwrap(), "25.2.3");
        folder.write("otp/releases/start_erl.data", b"12.0 24");
        let failure = otp_release(&folder.path("bin/erl")).unwrap_err().to_string();
        assert!(
            failure.contains("25 or newer is needed, and `") && failure.contains("is 24.0"),
            "{failure}"
        );
    }

    #[test]
    fn where_nothing_stands_beside_it_erl_is_asked() {
        let folder = Folder::new("//- bin/erl\n#!/bin/sh\necho 26.14.2\n");
        let erl = folder.path("bin/erl");
        fs::set_permissions(&erl, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(otp_release(&erl).unwrap(), "26.14.2");
        folder.write("bin/erl", b"#!/bin/sh\necho oh no >&2; exit 1\n");
        let failure = otp_release(&erl).unwrap_err();
        assert!(failure.to_string().contains("oh no"), "{failure}");
    }

    #[test]
    fn the_erlang_that_is_there_is_recent_enough() {
        let release = otp_release(&erl().unwrap()).unwrap();
        assert!(release.split('.').next().unwrap().parse::<u32>().unwrap() >= OLDEST, "{release}");
    }
}
