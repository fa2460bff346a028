//! Folders in, packages in their order or findings out.

use expect_test::{Expect, expect};

use super::*;
use crate::fixture::Folder;

/// The names of the packages in their order, each with those it needs, or what is
/// wrong.
fn check(fixture: &str, root: &str, expected: Expect) {
    let folder = Folder::new(fixture);
    expected.assert_eq(&loaded(&folder, root));
}

fn loaded(folder: &Folder, root: &str) -> String {
    let packages = load(&folder.path(root)).unwrap();
    let mut shown = String::new();
    for package in &packages.all {
        let needs = package.dependencies.iter().map(|it| &*packages.all[*it].manifest.name);
        let needs: Vec<&str> = needs.collect();
        shown.push_str(&format!("{} needs [{}]\n", package.manifest.name, needs.join(" ")));
    }
    let base = folder.path("").canonicalize().unwrap();
    for report in &packages.reports {
        for finding in &report.findings {
            let hint = finding.hint.as_deref().unwrap_or_default();
            let (file, line, column) = (&report.file, finding.line, finding.column);
            shown.push_str(&format!("{file}:{line}:{column} {}\n  {hint}\n", finding.message));
        }
    }
    shown.replace(base.to_str().unwrap(), "…").replace(folder.path("").to_str().unwrap(), "…/")
}

#[test]
fn dependencies_come_before_those_who_need_them() {
    check(
        r#"
//- tea/beamtalk.toml
[package]
name = "tea"
version = "0.1.0"
[dependencies]
water = { path = "../water" }
cup = { path = "lib/cup" }
//- tea/lib/cup/beamtalk.toml
[package]
name = "cup"
version = "0.1.0"
[dependencies]
clay = { path = "../../../clay" }
water = { path = "../../../water" }
//- water/beamtalk.toml
[package]
name = "water"
version = "0.1.0"
//- clay/beamtalk.toml
[package]
name = "clay"
version = "0.1.0"
[dependencies]
water = { path = "../water/../water/." }
"#,
        "tea",
        expect![[r#"
            water needs []
            clay needs [water]
            cup needs [clay water]
            tea needs [cup water]
        "#]],
    );
}

#[test]
fn packages_in_a_circle_are_refused() {
    check(
        r#"
//- a/beamtalk.toml
[package]
name = "a"
version = "0.1.0"
[dependencies]
b = { path = "../b" }
//- b/beamtalk.toml
[package]
name = "b"
version = "0.1.0"
[dependencies]
c = { path = "../c" }
//- c/beamtalk.toml
[package]
name = "c"
version = "0.1.0"
[dependencies]
b = { path = "../b" }
"#,
        "a",
        expect![[r#"
            …/c/beamtalk.toml:5:1 Packages need each other in a circle: b → c → b
              move what both need into a package of its own
        "#]],
    );
}

#[test]
fn a_dependency_must_be_there_and_be_called_so() {
    check(
        r#"
//- a/beamtalk.toml
[package]
name = "a"
version = "0.1.0"
[dependencies]
gone = { path = "../gone" }
hollow = { path = "../hollow" }
milk = { path = "../water" }
//- hollow/readme
//- water/beamtalk.toml
[package]
name = "water"
version = "0.1.0"
"#,
        "a",
        expect![[r#"
            …/a/beamtalk.toml:5:1 There is no package at `../gone`
              the path is relative to this file and names a folder with a `beamtalk.toml`
            …/a/beamtalk.toml:6:1 There is no package at `../hollow`
              the path is relative to this file and names a folder with a `beamtalk.toml`
            …/a/beamtalk.toml:7:1 The package at `../water` is called `water`
              write `water = …`
        "#]],
    );
}

#[test]
fn two_packages_of_one_name_are_refused() {
    check(
        r#"
//- a/beamtalk.toml
[package]
name = "a"
version = "0.1.0"
[dependencies]
b = { path = "b" }
water = { path = "one" }
//- a/b/beamtalk.toml
[package]
name = "b"
version = "0.1.0"
[dependencies]
water = { path = "../two" }
//- a/one/beamtalk.toml
[package]
name = "water"
version = "0.1.0"
//- a/two/beamtalk.toml
[package]
name = "water"
version = "0.1.0"
"#,
        "a",
        expect![[r#"
            …/a/beamtalk.toml:6:1 There are two packages called `water`
              the other is in `…/a/two`; a system can hold only one
        "#]],
    );
}

#[test]
fn a_dependency_cannot_have_the_name_of_the_package_itself() {
    check(
        r#"
//- a/beamtalk.toml
[package]
name = "a"
version = "0.1.0"
[dependencies]
b = { path = "b" }
//- a/b/beamtalk.toml
[package]
name = "b"
version = "0.1.0"
[dependencies]
a = { path = "../other" }
//- a/other/beamtalk.toml
[package]
name = "a"
version = "0.1.0"
"#,
        "a",
        expect![[r#"
            …/a/b/beamtalk.toml:5:1 There are two packages called `a`
              the other is in `…/a`; a system can hold only one
        "#]],
    );
}

#[test]
fn what_is_wrong_with_any_manifest_is_told() {
    check(
        r#"
//- b/beamtalk.toml
[package]
name = "b"
version = "0.1.0"
[dependencies]
c = { path = "c" }
[extra]
//- b/c/beamtalk.toml
[package]
name = "c"
"#,
        "b",
        expect![[r#"
            …/b/c/beamtalk.toml:1:2 `[package]` does not say `version`
              add a line `version = "…"` below it
            …/b/beamtalk.toml:6:2 The section `extra` means nothing here and is ignored
              sections are `package`, `dependencies`, `application`, `native`, `diagnostics`, `registry` and `workspace`
        "#]],
    );
}

#[test]
fn odd_manifests_are_findings() {
    let folder = Folder::new("");
    folder.write("a/beamtalk.toml", b"[package]\nname = \"\xff\"\n");
    folder.write("b/beamtalk.toml", &vec![b'#'; LARGEST_MANIFEST as usize + 1]);
    expect![[r#"
        …/a/beamtalk.toml:2:9 This is not UTF-8 text
          save the file as UTF-8
        …/b/beamtalk.toml:1:1 A manifest may have at most 1 MiB
          a package is described in a few lines
    "#]]
    .assert_eq(&(loaded(&folder, "a") + &loaded(&folder, "b")));
}

#[test]
fn a_long_chain_ends_in_a_finding() {
    let folder = Folder::new("");
    for index in 0..1_000 {
        let next = index + 1;
        let text = format!(
            "[package]\nname = \"p{index}\"\nversion = \"0.1.0\"\n\
             [dependencies]\np{next} = {{ path = \"../p{next}\" }}\n"
        );
        folder.write(&format!("p{index}/beamtalk.toml"), text.as_bytes());
    }
    let packages = load(&folder.path("p0")).unwrap();
    assert!(packages.all.is_empty());
    assert!(packages.reports[0].findings[0].message.contains("chain"));
}

#[test]
fn the_nearest_marked_folder_is_the_project() {
    let fixture = "
//- home/.beamtalk/token
//- home/loose/a.bt
//- home/state/.beamtalk/x
//- home/state/deep/er/a.bt
//- home/repo/.git/HEAD
//- home/repo/tea/beamtalk.toml
//- home/repo/tea/src/Tea.bt
";
    let folder = Folder::new(fixture);
    let base = folder.path("").canonicalize().unwrap();
    let home = folder.path("home");
    let rows = [
        ("home/repo/tea/src", "home/repo/tea manifest"),
        ("home/repo/tea", "home/repo/tea manifest"),
        ("home/repo", "home/repo"),
        ("home/state/deep/er", "home/state"),
        ("home/loose", "home/loose"),
        ("home", "home"),
    ];
    for (start, expected) in rows {
        let project = project_of(&folder.path(start), Some(&home));
        let root = project.root.strip_prefix(&base).unwrap().display().to_string();
        let manifest = if project.has_manifest { " manifest" } else { "" };
        assert_eq!(root + manifest, expected, "{start}");
    }
}
