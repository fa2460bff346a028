//! Packages that need each other, tests, and files without a package.

use expect_test::expect;

use super::*;

const TWO: &str = "
//- beamtalk.toml
[package]
name = \"house\"
version = \"1.2.3\"
description = \"A \\\"tea\\\" house\"
[dependencies]
water = { path = \"lib/water\" }
//- src/Tea.bt
Value subclass: Tea(L)
  field: water :: Water | Nil = nil

  heat => Water new warm

type Blend = List(Tea)
//- test/TeaTest.bt
TestCase subclass: TeaTest

  testHeat => self assert: Tea new heat equals: 80
//- test/fixtures/Cold.bt
Object subclass: Cold
//- lib/water/beamtalk.toml
[package]
name = \"water\"
version = \"0.1.0\"
//- lib/water/src/Water.bt
Value subclass: Water
  field: degrees :: Integer = 20

  warm => 80
//- lib/water/test/WaterTest.bt
TestCase subclass: WaterTest
";

#[test]
fn dependencies_are_built_into_the_package_that_needs_them() {
    let project = Project::new(TWO);
    expect![[r#"
        Compiling 1 file of water
        Compiling 1 file
        compiled [bt@house@tea bt@water@water]
        Clean
    "#]]
    .assert_eq(&project.build());
    let files: Vec<String> = project.output("_build").into_keys().collect();
    expect![[r#"
        [
            ".beamtalk-lock",
            "deps/water/.beamtalk-build.json",
            "deps/water/.beamtalk-types.json",
            "deps/water/ebin/bt@water@water.beam",
            "deps/water/ebin/water.app",
            "dev/.beamtalk-build.json",
            "dev/.beamtalk-types.json",
            "dev/ebin/bt@house@tea.beam",
            "dev/ebin/house.app",
        ]"#]]
    .assert_eq(&format!("{files:#?}"));
    assert_eq!(project.folder.names("lib/water"), ["beamtalk.toml", "src", "test"]);
}

#[test]
fn a_head_that_changes_in_a_dependency_concerns_its_users() {
    let project = Project::new(TWO);
    project.build();
    project.edit("lib/water/src/Water.bt", "warm => 80", "warm => 90");
    expect![[r#"
        Compiling 1 file of water
        The only file is unchanged
        compiled [bt@water@water]
        Clean
    "#]]
    .assert_eq(&project.build());
    project.edit("lib/water/src/Water.bt", "warm => 90", "warm -> Integer => 90");
    expect![[r#"
        Compiling 1 file of water
        Compiling 1 file
        compiled [bt@house@tea bt@water@water]
        Clean
    "#]]
    .assert_eq(&project.build());
    project.edit("lib/water/src/Water.bt", "warm -> Integer => 90", "warm -> Integer => (90");
    expect![[r#"
        lib/water/src/Water.bt:4:25 unclosed-bracket Expected ')' to close parenthesis, found the end of the text
        1 error in 1 file; 1 file that relies on them was not compiled
        compiled []
        Problems
    "#]].assert_eq(&project.build());
}

#[test]
fn packages_do_not_share_names() {
    let project = Project::new(TWO);
    project.folder.write("src/Water.bt", b"Value subclass: Water\n");
    expect![[r#"
        lib/water/src/Water.bt:1:17 duplicate-class `Water` is also declared in `src/Water.bt` of package `house`
        src/Water.bt:1:17 duplicate-class `Water` is also declared in `src/Water.bt` of package `water`
        2 errors in 2 files; 1 file that relies on them was not compiled
        compiled []
        Problems
    "#]].assert_eq(&project.build());
}

#[test]
fn a_dependency_knows_nothing_of_who_needs_it() {
    let project = Project::new(TWO);
    project.edit("lib/water/src/Water.bt", "warm => 80", "warm => Tea");
    project.build();
    project.edit("src/Tea.bt", "heat =>", "heat -> Integer =>");
    let (_, compiled, _) = project.build_with(&mut Pretender::default());
    assert_eq!(compiled, ["bt@house@tea"]);
}

#[test]
fn tests_are_built_apart_and_see_their_package() {
    let mut project = Project::new(TWO);
    project.request.with_tests = true;
    expect![[r#"
        Compiling 1 file of water
        Compiling 1 file
        Compiling 2 test files
        compiled [bt@house@cold bt@house@tea bt@house@tea_test bt@water@water]
        Clean
    "#]]
    .assert_eq(&project.build());
    let files: Vec<String> = project.output("_build/test").into_keys().collect();
    expect![[r#"
        [
            ".beamtalk-build.json",
            ".beamtalk-types.json",
            "ebin/bt@house@cold.beam",
            "ebin/bt@house@tea_test.beam",
        ]"#]]
    .assert_eq(&format!("{files:#?}"));
    project.edit("src/Tea.bt", "heat =>", "heat -> Integer =>");
    let (_, compiled, built) = project.build_with(&mut Pretender::default());
    assert_eq!(compiled, ["bt@house@tea", "bt@house@tea_test"]);
    let built = built.unwrap();
    let tests = built.parts.last().unwrap();
    assert_eq!(tests.kind, PartKind::Tests);
    let classes: Vec<String> =
        tests.classes.iter().map(|it| format!("{} {}:{}", it.name, it.file, it.line)).collect();
    assert_eq!(classes, ["Cold test/fixtures/Cold.bt:1", "TeaTest test/TeaTest.bt:1"]);
    assert!(built.hierarchy.class(&"Water".into()).is_some());
}

#[test]
fn superclasses_are_listed_first() {
    let project = Project::new(HOUSE);
    let (_, _, built) = project.build_with(&mut Pretender::default());
    let built = built.unwrap();
    let [part] = built.parts.as_slice() else { panic!("{built:?}") };
    let classes: Vec<&str> = part.classes.iter().map(|it| &*it.name).collect();
    assert_eq!(classes, ["Guest", "Table", "Tea", "Vessel", "Pot", "Samovar"]);
}

#[test]
fn the_application_file_says_what_the_package_is() {
    let project = Project::new(TWO);
    project.build();
    let text = String::from_utf8(project.folder.read("_build/dev/ebin/house.app")).unwrap();
    expect![[r#"
        {application, 'house', [
            {description, "A \"tea\" house"},
            {vsn, "1.2.3"},
            {modules, [
                'bt@house@tea'
            ]},
            {registered, []},
            {applications, [
                'kernel',
                'stdlib',
                'water',
                'beamtalk_runtime'
            ]},
            {env, [
                {classes, [
                    #{name => 'Tea', module => 'bt@house@tea', parent => 'Value', package => 'house', kind => value, type_params => ['L']}
                ]},
                {native_modules, []},
                {type_aliases, [
                    #{name => 'Blend', type => <<"List(Tea)"/utf8>>}
                ]}
            ]}
        ]}.
    "#]].assert_eq(&text);
    project.folder.write("_build/dev/ebin/house.app", b"broken");
    project.build();
    assert_eq!(project.folder.read("_build/dev/ebin/house.app"), text.as_bytes());
}

#[test]
fn a_package_with_a_supervisor_is_an_application_that_can_be_started() {
    let manifest = "//- beamtalk.toml\n[package]\nname = \"house\"\nversion = \"0.1.0\"\n";
    let class = "//- src/HouseSup.bt\nSupervisor subclass: HouseSup\n\n  class children => #()\n";
    let application = "\n[application]\nsupervisor = \"HouseSup\"\n";
    for (more, starts) in [(application, true), ("", false)] {
        let project = Project::new(&format!("{manifest}{more}{class}"));
        project.build();
        let text = String::from_utf8(project.folder.read("_build/dev/ebin/house.app")).unwrap();
        assert_eq!(
            text.contains("\n    {mod, {beamtalk_package, 'HouseSup'}},\n"),
            starts,
            "{text}"
        );
        assert_eq!(text.contains("{mod, "), starts);
    }
}

#[test]
fn files_without_a_package_are_built_beside_themselves() {
    let folder = Folder::new(
        "//- one/Tea.bt\nObject subclass: Tea\n//- one/Pot.bt\nObject subclass: Pot\n\
         //- one/deep/Cup.bt\nObject subclass: Cup\n",
    );
    // A folder of tests may lie in a project of somebody else's.
    folder.write("one/.git/HEAD", b"");
    let build = |path: &str| {
        let target = Target::at(&folder.path(path)).unwrap();
        let mut compiler = Pretender::default();
        let mut said = String::new();
        let built = work(&request(target), &mut compiler, &mut |notice| {
            said.push_str(&words(&notice));
            Ok(())
        });
        assert_eq!(built.unwrap().exit, Exit::Clean);
        said
    };
    assert_eq!(build("one/Tea.bt"), "Compiling 1 file\n");
    assert_eq!(build("one/Pot.bt"), "Compiling 1 file\n");
    assert_eq!(build("one/Tea.bt"), "The only file is unchanged\n");
    assert_eq!(build("one"), "Compiling 1 of 3 files (2 unchanged)\n");
    assert_eq!(
        folder.names("one/build"),
        [
            ".beamtalk-build.json",
            ".beamtalk-lock",
            ".beamtalk-types.json",
            "bt@cup.beam",
            "bt@pot.beam",
            "bt@tea.beam"
        ]
    );
    folder.write("one/Tea.bt", b"Object subclass: Coffee\n");
    folder.remove("one/Pot.bt");
    folder.write("one/build/bt@theirs.beam", b"not ours");
    assert_eq!(build("one/Tea.bt"), "removed bt@pot\nremoved bt@tea\nCompiling 1 file\n");
    assert!(folder.path("one/build/bt@theirs.beam").exists());
}

#[test]
fn a_path_means_the_package_it_belongs_to() {
    let project = Project::new(TWO);
    let root = fs::canonicalize(project.folder.path("")).unwrap();
    let package = |path: &str| Target::Package(root.join(path));
    let rows = [
        ("", package("")),
        ("src", package("")),
        ("src/Tea.bt", package("")),
        ("test/fixtures/Cold.bt", package("")),
        ("lib", package("")),
        ("lib/water/src", package("lib/water")),
    ];
    for (path, expected) in rows {
        assert_eq!(Target::at(&root.join(path)).unwrap(), expected, "{path}");
    }
    project.folder.write("scratch/x.bt", b"");
    let loose = Target::at(&root.join("scratch/x.bt")).unwrap();
    let expected = Target::Loose { root: root.join("scratch"), path: root.join("scratch/x.bt") };
    assert_eq!(loose, expected);
    for wrong in [&*root.join("gone"), Path::new("-")] {
        assert_eq!(Exit::from(&Target::at(wrong).unwrap_err()), Exit::WrongUse);
    }
}
