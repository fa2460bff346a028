//! Manifests in, findings or the manifest out.

use expect_test::{Expect, expect};

use super::*;

/// `line:column code message (hint)` for each finding, then the manifest if there is one.
fn check(text: &str, expected: Expect) {
    let (manifest, findings) = parse(text);
    let mut shown = String::new();
    for finding in findings {
        let Finding { line, column, code, message, hint, .. } = finding;
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        shown.push_str(&format!("{line}:{column} {code} {message}{hint}\n"));
    }
    if let Some(manifest) = manifest {
        shown.push_str(&format!("{manifest:#?}\n"));
    }
    expected.assert_eq(&shown);
}

fn check_package(rest: &str, expected: Expect) {
    let text = format!("[package]\nname = \"tea\"\nversion = \"0.1.0\"\n{rest}");
    let (manifest, findings) = parse(&text);
    let mut shown = String::new();
    for finding in &findings {
        let hint = finding.hint.as_deref().unwrap_or_default();
        shown.push_str(&format!(
            "{}:{} {}\n  {hint}\n",
            finding.line, finding.column, finding.message
        ));
    }
    let verdict = if manifest.is_some() { "usable\n" } else { "refused\n" };
    expected.assert_eq(&(shown + verdict));
}

#[test]
fn everything_that_can_be_said_is_read() {
    check(
        r#"
[package]
name = "tea_house"
version = "1.20.3"
description = "Tea, and where to have it"
licenses = ["Apache-2.0", "MIT"]
strict-deps = true

[dependencies]
water = { path = "../water" }

[application]
supervisor = "TeaSup"

[diagnostics]
unused = "off"
type = "error"

[registry]
url = "../index"

[workspace]
idle-timeout = 1_800
persistent = true
env = ["KETTLE"]
"#,
        expect![[r#"
            Manifest {
                name: "tea_house",
                version: Version {
                    major: 1,
                    minor: 20,
                    patch: 3,
                },
                description: Some(
                    "Tea, and where to have it",
                ),
                licenses: [
                    "Apache-2.0",
                    "MIT",
                ],
                strict_deps: true,
                dependencies: [
                    Dependency {
                        name: "water",
                        from: Path(
                            "../water",
                        ),
                        span: Span {
                            start: 159,
                            end: 164,
                        },
                    },
                ],
                supervisor: Some(
                    "TeaSup",
                ),
                diagnostics: {
                    Type: Error,
                    Unused: Off,
                },
                registry: Some(
                    "../index",
                ),
                workspace: WorkspaceDefaults {
                    idle_timeout: Some(
                        1800,
                    ),
                    persistent: Some(
                        true,
                    ),
                    env: [
                        "KETTLE",
                    ],
                },
            }
        "#]],
    );
}

#[test]
fn names_and_versions_are_checked() {
    check(
        "",
        expect![[r#"
        1:1 invalid-manifest There is no section `[package]` (add `[package]`, and below it `name = "…"` and `version = "0.1.0"`)
    "#]],
    );
    check(
        "[package]\n",
        expect![[r#"
        1:2 invalid-manifest `[package]` does not say `name` (add a line `name = "…"` below it)
        1:2 invalid-manifest `[package]` does not say `version` (add a line `version = "…"` below it)
    "#]],
    );
    check(
        "[package]\nname = \"Tea-House\"\nversion = \"1.0\"\n",
        expect![[r#"
        2:8 package-name `Tea-House` cannot be the name of a package: only lower-case letters from a to z, digits and `_` are allowed (a legal name is `tea_house`)
        3:11 invalid-manifest `1.0` is no version (a version is three numbers, as in `0.1.0`)
    "#]],
    );
    check(
        "[package]\nname = \"ssl\"\nversion = \"01.0.0\"\n",
        expect![[r#"
        2:8 package-name `ssl` cannot be the name of a package: Erlang or Beamtalk itself uses that name (a legal name is `ssl_app`)
        3:11 invalid-manifest `01.0.0` is no version (a version is three numbers, as in `0.1.0`)
    "#]],
    );
    check(
        "[package]\nname = 3\nversion = [1, 0, 0]\n",
        expect![[r#"
        2:8 invalid-manifest `name` must be text, not a whole number (as in `name = "…"`)
        3:11 invalid-manifest `version` must be text, not a list (as in `version = "…"`)
    "#]],
    );
    check(
        "[package]\nname = \"\\u001b[2Jtea\"\nversion = \"0.1.0\"\n",
        expect![[r#"
        2:8 package-name `\u{1b}[2Jtea` cannot be the name of a package: only lower-case letters from a to z, digits and `_` are allowed (a legal name is `jtea`)
    "#]],
    );
    check(
        "package = \"tea\"\n",
        expect![[r#"
        1:11 invalid-manifest `package` must be a section, not text (as in `[package]` on a line of its own)
    "#]],
    );
}

#[test]
fn what_is_not_toml_is_shown_where_it_is() {
    check(
        "[package\nname = \"tea\"\n",
        expect![[r#"
        1:9 invalid-manifest This is not TOML: unclosed table, expected `]`
    "#]],
    );
    check(
        "[package]\nname = tea\nname = \"x\"\n",
        expect![[r#"
        2:8 invalid-manifest This is not TOML: invalid boolean, expected `true`
        3:1 invalid-manifest This is not TOML: duplicate key
    "#]],
    );
}

#[test]
fn unknown_sections_and_keys_only_warn() {
    check_package(
        "[dependancies]\n[tool.other]\n",
        expect![[r#"
        4:2 The section `dependancies` means nothing here and is ignored
          did you mean `[dependencies]`?
        5:2 The section `tool` means nothing here and is ignored
          sections are `package`, `dependencies`, `application`, `native`, `diagnostics`, `registry` and `workspace`
        usable
    "#]],
    );
    check_package(
        "licences = [\"MIT\"]\nauthors = []\n",
        expect![[r#"
        4:1 `[package]` has no key `licences`; it is ignored
          did you mean `licenses`?
        5:1 `[package]` has no key `authors`; it is ignored
          its keys are `name`, `version`, `description`, `licenses` and `strict-deps`
        usable
    "#]],
    );
    check(
        "version = \"0.1.0\"\n[package]\nname = \"tea\"\nversion = \"0.1.0\"\n",
        expect![[r#"
        1:1 unknown-manifest-key The key `version` means nothing here and is ignored (`version` belongs below `[package]`)
        Manifest {
            name: "tea",
            version: Version {
                major: 0,
                minor: 1,
                patch: 0,
            },
            description: None,
            licenses: [],
            strict_deps: false,
            dependencies: [],
            supervisor: None,
            diagnostics: {},
            registry: None,
            workspace: WorkspaceDefaults {
                idle_timeout: None,
                persistent: None,
                env: [],
            },
        }
    "#]],
    );
}

#[test]
fn values_of_odd_types_are_refused() {
    check_package(
        "description = 3\nlicenses = \"MIT\"\nstrict-deps = \"yes\"\n",
        expect![[r#"
            4:15 `description` must be text, not a whole number
              as in `description = "…"`
            5:12 `licenses` must be a list of texts, not text
              as in `licenses = ["…"]`
            6:15 `strict-deps` must be true or false, not text
              as in `strict-deps = true`
            refused
        "#]],
    );
    check_package(
        "licenses = [1]\n",
        expect![[r#"
            4:13 `licenses` holds texts, and this is a whole number
              as in `licenses = ["…"]`
            refused
        "#]],
    );
    check_package(
        "[workspace]\nidle-timeout = -1\npersistent = 1979-05-27\nenv = {}\n",
        expect![[r#"
            5:16 `idle-timeout` cannot be `-1`
              a number from 0 is meant, as in `3600`
            6:14 `persistent` must be true or false, not a date
              as in `persistent = true`
            7:7 `env` must be a list of texts, not a table
              as in `env = ["…"]`
            refused
        "#]],
    );
    check_package(
        "[diagnostics]\nunused = \"loud\"\ntea = \"off\"\n",
        expect![[r#"
        5:10 `loud` is no level
          levels are `off`, `lint`, `hint`, `warn` and `error`
        6:1 `tea` is no category of diagnostics
          categories are `dnu`, `type`, `unused`, `dead-assignment`, `deprecation`, `actor-new`, `visibility`, `unresolved-class`, `unresolved-ffi`, `arity-mismatch`, `shadowed-class`, `type-annotation`, `inheritance`, `sendability`, `empty-body`, `lint` and `extension-conflict`
        refused
    "#]],
    );
    check_package(
        "[diagnostics]\nunusd = \"off\"\ntype = \"warning\"\ndnu = \"hnt\"\n",
        expect![[r#"
        5:1 `unusd` is no category of diagnostics
          did you mean `unused`?
        6:8 `warning` is no level
          levels are `off`, `lint`, `hint`, `warn` and `error`
        7:7 `hnt` is no level
          did you mean `hint`?
        refused
    "#]],
    );
    check_package(
        "[application]\nsupervisor = \"tea_sup\"\n",
        expect![[r#"
            5:14 `tea_sup` is not the name of a class
              name the class of the root supervisor, as in `TeaSup`
            refused
        "#]],
    );
    check_package(
        "[application]\n",
        expect![[r#"
            4:2 `[application]` does not say `supervisor`
              add a line `supervisor = "…"` below it
            refused
        "#]],
    );
    check_package(
        "[native.dependencies]\ncowboy = \"2.0.0\"\n",
        expect![[r#"
        4:9 `[native.dependencies]` is reserved: Erlang packages cannot be fetched
          remove the section; a package may only need other Beamtalk packages
        refused
    "#]],
    );
}

#[test]
fn dependencies_say_where_they_come_from() {
    check_package(
        "[dependencies]\nwater = { path = \"../water\" }\n",
        expect![[r#"
        usable
    "#]],
    );
    check_package(
        "[dependencies]\nwater = \"1.2.3\"\n",
        expect![[r#"
        5:1 `water` comes from a registry, which cannot be fetched yet
          get it by hand and write `water = { path = "…" }`
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = { git = \"https://x\", tag = \"v1\" }\n",
        expect![[r#"
            5:1 `water` comes from git, which cannot be fetched yet
              get it by hand and write `water = { path = "…" }`
            refused
        "#]],
    );
    check_package(
        "[dependencies]\nwater = \"^1.2\"\nmilk = \"latest\"\n",
        expect![[r#"
        5:9 `^1.2` is a range of versions
          name one version exactly, as in `1.2.3`: what is built is then always the same
        6:8 `latest` is no version
          a version is three numbers, as in `1.2.3`; a folder is `{ path = "…" }`
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = { path = \"a\", git = \"b\" }\n",
        expect![[r#"
        5:1 `water` has both a `path` and a `git`
          keep one of them
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = { path = \"a\", tag = \"b\" }\n",
        expect![[r#"
        5:23 `tag` belongs to a `git`, not to a `path`
          remove it
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = { git = \"a\" }\n",
        expect![[r#"
        5:11 This does not say which commit is meant
          give exactly one of `tag`, `branch` and `rev`
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = { git = \"a\", tag = \"1\", rev = \"2\" }\n",
        expect![[r#"
            5:11 More than one of `tag`, `branch` and `rev` is given
              give exactly one of `tag`, `branch` and `rev`
            refused
        "#]],
    );
    check_package(
        "[dependencies]\nwater = { pth = \"a\" }\n",
        expect![[r#"
        5:11 The dependency `water` has no key `pth`
          did you mean `path`?
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = {}\nmilk = 3\n",
        expect![[r#"
        5:1 `water` does not say where it comes from
          as in `{ path = "../tea" }`
        6:8 `milk` must be a version or a table
          as in `"1.2.3"` or `{ path = "../tea" }`
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nwater = { path = \"\" }\n",
        expect![[r#"
        5:18 This path names no folder
          as in `{ path = "../tea" }`
        refused
    "#]],
    );
    check_package(
        "[dependencies]\nWater = \"1.2.3\"\n",
        expect![[r#"
        5:1 No package can be called `Water`: only lower-case letters from a to z, digits and `_` are allowed
          did you mean `water`?
        refused
    "#]],
    );
    check_package(
        "[dependencies]\ntea = { path = \".\" }\n",
        expect![[r#"
        5:1 A package cannot depend on itself
          remove this line
        refused
    "#]],
    );
    check_package(
        "dependencies = [\"water\"]\n",
        expect![[r#"
        4:1 `[package]` has no key `dependencies`; it is ignored
          its keys are `name`, `version`, `description`, `licenses` and `strict-deps`
        usable
    "#]],
    );
}

#[test]
fn deep_nesting_ends_in_a_finding() {
    let deep = format!("x = {}{}\n", "[".repeat(5_000), "]".repeat(5_000));
    let (manifest, findings) = parse(&deep);
    assert!(manifest.is_none() && !findings.is_empty());
}

proptest::proptest! {
    #[test]
    fn any_text_is_answered(text in "(?s).{0,200}") {
        let (manifest, findings) = parse(&text);
        proptest::prop_assert!(manifest.is_some() || !findings.is_empty());
    }

    #[test]
    fn a_version_reads_as_it_prints(major: u64, minor: u64, patch: u64) {
        let version = Version { major, minor, patch };
        proptest::prop_assert_eq!(Version::parse(&version.to_string()), Some(version));
    }
}
