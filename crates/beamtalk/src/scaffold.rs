//! The files of a new package.
//!
//! In go the name of a package and what it is to be; out come paths and texts. Touches
//! no disk.

use hierarchy::{ClassHierarchy, ClassName};

/// What a package is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Library,
    /// It has a supervision tree that runs.
    Application,
}

/// Texts in which `{name}` is the package and `{class}` its first class.
type Templates = &'static [(&'static str, &'static str)];

const ALWAYS: Templates = &[
    (".gitignore", include_str!("scaffold/gitignore")),
    (".github/workflows/ci.yml", include_str!("scaffold/ci.yml")),
];

const LIBRARY: Templates = &[
    ("beamtalk.toml", include_str!("scaffold/manifest.toml")),
    ("README.md", include_str!("scaffold/readme.md")),
    ("src/{class}.bt", include_str!("scaffold/class.bt")),
    ("test/{class}Test.bt", include_str!("scaffold/test.bt")),
];

const APPLICATION: Templates = &[
    ("beamtalk.toml", include_str!("scaffold/app/manifest.toml")),
    ("README.md", include_str!("scaffold/app/readme.md")),
    ("src/{class}.bt", include_str!("scaffold/app/actor.bt")),
    ("src/{class}AppSup.bt", include_str!("scaffold/app/supervisor.bt")),
    ("src/Main.bt", include_str!("scaffold/app/main.bt")),
    ("test/{class}Test.bt", include_str!("scaffold/app/test.bt")),
];

/// The path and text of each file of a package, whose name is legal.
pub(crate) fn files(package: &str, purpose: Purpose) -> Vec<(String, String)> {
    let class = first_class(package);
    let filled = |text: &str| text.replace("{name}", package).replace("{class}", &class);
    let own = match purpose {
        Purpose::Library => LIBRARY,
        Purpose::Application => APPLICATION,
    };
    ALWAYS.iter().chain(own).map(|(path, text)| (filled(path), filled(text))).collect()
}

/// The class that is named after a package: `tea_house` has `TeaHouse`.
pub(crate) fn first_class(package: &str) -> String {
    let mut class = String::new();
    for word in package.split('_') {
        let mut letters = word.chars();
        class.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        class.push_str(letters.as_str());
    }
    let library = ClassHierarchy::with_builtins();
    let is_taken = |name: &str| {
        let name = ClassName::from(name);
        library.class(&name).is_some() || library.alias(&name).is_some()
    };
    // The class of its tests must be free as well, and an application has a `Main` of its own.
    match is_taken(&class) || is_taken(&format!("{class}Test")) || class == "Main" {
        true => class + "Example",
        false => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::manifest;

    const NAMES: [&str; 7] = ["tea", "tea_house", "a", "list", "x1_2__3_", "test", "main"];

    fn all_files() -> impl Iterator<Item = (String, String)> {
        let both = [Purpose::Library, Purpose::Application];
        both.into_iter().flat_map(|it| NAMES.into_iter().flat_map(move |name| files(name, it)))
    }

    #[test]
    fn generated_sources_are_canonical_and_have_no_problems() {
        for (path, text) in all_files() {
            if path.ends_with(".bt") {
                assert_eq!(syntax::parse(&text).problems, [], "{path}");
                assert_eq!(layout::canonical(&text).unwrap(), text, "{path}");
            }
        }
    }

    #[test]
    fn generated_manifests_are_without_fault() {
        for (name, purpose) in NAMES
            .map(|it| (it, Purpose::Library))
            .into_iter()
            .chain(NAMES.map(|it| (it, Purpose::Application)))
        {
            let files = files(name, purpose);
            let (_, text) = files.iter().find(|(path, _)| path == "beamtalk.toml").unwrap();
            let (manifest, findings) = manifest::parse(text);
            assert!(findings.is_empty(), "{findings:?}");
            let manifest = manifest.unwrap();
            assert_eq!(manifest.name, name);
            let root = manifest.supervisor.map(|it| format!("src/{it}.bt"));
            assert_eq!(root.is_some(), purpose == Purpose::Application);
            assert!(root.is_none_or(|it| files.iter().any(|(path, _)| *path == it)));
        }
    }

    #[test]
    fn the_first_class_is_named_after_the_package() {
        let classes = NAMES.map(first_class);
        assert_eq!(classes, ["Tea", "TeaHouse", "A", "ListExample", "X123", "Test", "MainExample"]);
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        for (path, text) in all_files() {
            assert!(!path.contains('{') && !text.contains("{name}") && !text.contains("{class}"));
            assert!(text.ends_with('\n') && !text.contains("\n\n\n"), "{path}");
        }
    }

    #[test]
    fn only_commands_that_there_are_get_named() {
        let commands = ["build", "check", "fmt", "run", "test", "--version"];
        for (path, text) in all_files() {
            for rest in text.split("beamtalk ").skip(1) {
                let word = rest.split_whitespace().next().unwrap_or_default();
                assert!(commands.contains(&word), "{path} names `beamtalk {word}`");
            }
        }
    }
}
