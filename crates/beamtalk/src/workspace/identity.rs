//! Which workspace belongs to a folder: the project around it, and its id.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::exit::Failure;
use crate::package;

/// Of the hash of a path, in hexadecimal digits.
const ID_LENGTH: usize = 12;
/// Names become names of files.
const LONGEST_NAME: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) id: String,
    /// Absolute and without links.
    pub(crate) project: PathBuf,
    pub(crate) has_manifest: bool,
    /// Whether the id follows from the project.
    pub(crate) is_discovered: bool,
}

impl Identity {
    /// The workspace of a name, or else of the project that a folder belongs to.
    pub(crate) fn of(folder: &Path, name: Option<&str>) -> Result<Identity, Failure> {
        let project = package::project_of(folder, std::env::home_dir().as_deref());
        let id = match name {
            Some(name) => checked(name)?,
            None => id_of(&project.root),
        };
        Ok(Identity {
            id,
            project: project.root,
            has_manifest: project.has_manifest,
            is_discovered: name.is_none(),
        })
    }
}

fn id_of(project: &Path) -> String {
    let digest = Sha256::digest(project.as_os_str().as_encoded_bytes());
    let mut id = String::new();
    for byte in digest.iter().take(ID_LENGTH / 2) {
        let _ = write!(id, "{byte:02x}");
    }
    id
}

fn checked(name: &str) -> Result<String, Failure> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    let is_name = !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(is_part);
    match is_name {
        true => Ok(name.to_owned()),
        false => Err(Failure::WrongUse(format!(
            "`{}` cannot name a workspace: letters, digits, `-` and `_`, at most {LONGEST_NAME}\n  \
             hint: `beamtalk workspace list` shows the names that are taken",
            name.escape_debug()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Folder;

    #[test]
    fn an_id_is_twelve_digits_of_the_hash_of_the_path() {
        // printf %s /tea/house | sha256sum
        assert_eq!(id_of(Path::new("/tea/house")), "3f8f746f8e39");
        assert_ne!(id_of(Path::new("/tea/house")), id_of(Path::new("/tea/house/")));
    }

    #[test]
    fn names_that_could_leave_the_folder_are_refused() {
        for name in ["", "..", "a/b", "a\\b", "a b", "ä", ".x", "a\0", &"x".repeat(65)] {
            assert!(matches!(checked(name), Err(Failure::WrongUse(_))), "{name:?}");
        }
        for name in ["tea", "Tea-house_2", "-", &"x".repeat(64)] {
            assert!(checked(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn folders_of_one_project_share_a_workspace() {
        let folder = Folder::new("//- tea/beamtalk.toml\n//- tea/src/deep/x\n//- other/x\n");
        let of = |name: &str| Identity::of(&folder.path(name), None).unwrap();
        assert_eq!(of("tea"), of("tea/src/deep"));
        assert!(of("tea").has_manifest && of("tea").is_discovered);
        assert_ne!(of("tea").id, of("other").id);
        let named = Identity::of(&folder.path("tea"), Some("mine")).unwrap();
        assert_eq!((named.id.as_str(), named.is_discovered), ("mine", false));
        assert_eq!(named.project, of("tea").project);
    }
}
