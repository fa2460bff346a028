//! Problems in files, and what they keep from being compiled.

use expect_test::{Expect, expect};

use super::*;

/// Builds a package of these files, with a manifest before them.
fn check(files: &str, expected: Expect) {
    let manifest = "//- beamtalk.toml\n[package]\nname = \"house\"\nversion = \"0.1.0\"\n";
    expected.assert_eq(&Project::new(&format!("{manifest}{files}")).build());
}

#[test]
fn all_problems_of_all_files_are_told_and_the_rest_is_compiled() {
    check(
        "//- src/A.bt
Value subclass: A

  a => (1
//- src/B.bt
A subclass: B

  b => [1
//- src/C.bt
B subclass: C
//- src/D.bt
Value subclass: D

  d => A new
//- src/E.bt
Value subclass: E

  e => D new
",
        expect![[r#"
            src/A.bt:3:10 unclosed-bracket Expected ')' to close parenthesis, found the end of the text
            src/B.bt:3:10 unclosed-bracket Expected ']' to close block, found the end of the text
            Compiling 1 of 5 files (0 unchanged)
            2 errors in 2 files; 2 files that rely on them were not compiled
            compiled [bt@house@e]
            Problems
        "#]],
    );
}

#[test]
fn a_broken_file_keeps_its_old_modules_until_it_is_mended() {
    let project = Project::new(HOUSE);
    project.build();
    let before = project.output("_build/dev/ebin");
    project.edit("src/Vessel.bt", "Value subclass: Vessel", "Value subclass: (");
    project.edit("src/Table.bt", "legs => 4", "legs => 5");
    expect![[r#"
        src/Vessel.bt:1:17 missing-name Expected a class name after `subclass:`, found `(`
        src/Vessel.bt:2:3 missing-name Expected a type parameter after `(`, found `field:`
        Compiling 1 of 6 files (1 unchanged)
        2 errors in 1 file; 3 files that rely on them were not compiled
        compiled [bt@house@table]
        Problems
    "#]]
    .assert_eq(&project.build());
    let broken = project.output("_build/dev/ebin");
    assert_eq!(broken["bt@house@vessel.beam"], before["bt@house@vessel.beam"]);
    assert_eq!(broken["bt@house@pot.beam"], before["bt@house@pot.beam"]);
    project.edit("src/Vessel.bt", "Value subclass: (", "Value subclass: Vessel");
    expect![[r#"
        All 5 files are unchanged
        compiled []
        Clean
    "#]]
    .assert_eq(&project.build());
}

#[test]
fn names_that_clash_are_told_in_both_files() {
    check(
        "//- src/A.bt
Object subclass: HTTPServer
//- src/B.bt
Object subclass: HttpServer
//- src/C.bt
Object subclass: Twin

Object subclass: Lone
//- src/deep/D.bt
Object subclass: Other

Object subclass: Twin
//- src/E.bt
type Lone = Integer
",
        expect![[r#"
            src/A.bt:1:18 duplicate-class `HTTPServer` becomes the module `bt@house@http_server`, and so does `HttpServer` in `src/B.bt`
            src/B.bt:1:18 duplicate-class `HttpServer` becomes the module `bt@house@http_server`, and so does `HTTPServer` in `src/A.bt`
            src/C.bt:1:18 duplicate-class `Twin` is also declared in `src/deep/D.bt`
            src/C.bt:3:18 duplicate-class `Lone` is also declared in `src/E.bt`
            src/E.bt:1:6 duplicate-class `Lone` is also declared in `src/C.bt`
            src/deep/D.bt:3:18 duplicate-class `Twin` is also declared in `src/C.bt`
            6 errors in 5 files
            compiled []
            Problems
        "#]],
    );
}

#[test]
fn names_of_the_library_and_odd_files_are_refused() {
    check(
        "//- src/List.bt
Object subclass: List
//- src/tea-pot.bt
Object subclass: TeaPot
//- src/thé.bt
Object subclass: Thé
",
        expect![[r#"
            src/List.bt:1:18 reserved-class `List` is a name of the class library
            src/tea-pot.bt:1:1 source-file-name `tea-pot.bt` cannot be the name of a source file
            src/thé.bt:1:1 source-file-name `thé.bt` cannot be the name of a source file
            src/thé.bt:1:20 unexpected-character expected expression, found é (U+00E9)
            4 errors in 3 files
            compiled []
            Problems
        "#]],
    );
}

#[test]
fn code_outside_classes_becomes_a_module_of_its_file() {
    check(
        "//- src/Double.bt
Integer >> double => self * 2
//- src/Names.bt
type Whole = Integer
//- src/deep/Script.bt
Value subclass: Script

Script new
",
        expect![[r#"
            Compiling 2 files
            compiled [bt@house@file@src@Double bt@house@file@src@deep@Script bt@house@script]
            Clean
        "#]],
    );
}

#[test]
fn a_file_that_is_no_text_is_told() {
    let project = Project::new(HOUSE);
    project.folder.write("src/Odd.bt", b"Object subclass: Odd \xff\n");
    expect![[r#"
        src/Odd.bt:1:22 not-utf8 This is not UTF-8 text: byte 21, on line 1, is invalid
        Compiling 5 of 6 files (0 unchanged)
        1 error in 1 file
        compiled [bt@house@guest bt@house@pot bt@house@samovar bt@house@table bt@house@tea bt@house@vessel]
        Problems
    "#]]
    .assert_eq(&project.build());
}

#[test]
fn a_module_that_the_erlang_compiler_refuses_is_our_bug_and_stays_stale() {
    let project = Project::new(HOUSE);
    let mut refusing = Pretender { refuses: Some("bt@house@tea"), ..Pretender::default() };
    let (said, _, built) = project.build_with(&mut refusing);
    assert_eq!(built.unwrap().exit, Exit::Problems);
    expect![[r#"
        Compiling 5 files
        src/Tea.bt:1:1 internal-error A bug in beamtalk stopped work on this file: The Erlang compiler refused the module bt@house@tea: no
        1 error in 1 file
    "#]].assert_eq(&project.shortened(&said));
    assert!(!project.output("_build/dev/ebin").contains_key("house.app"));
    let (said, compiled, built) = project.build_with(&mut Pretender::default());
    assert_eq!(said, "Compiling 1 of 5 files (4 unchanged)\n");
    assert_eq!((compiled.len(), built.unwrap().exit), (1, Exit::Clean));
    assert!(project.output("_build/dev/ebin").contains_key("house.app"));
}

/// Answers nothing, or what nobody asked for.
struct Liar(Option<&'static str>);

impl CoreCompiler for Liar {
    fn compile(
        &mut self,
        _: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let module = self.0.map(str::to_owned);
        module.map_or(Ok(()), |module| done(Compiled { module, outcome: Ok(Vec::new()) }))
    }
}

#[test]
fn a_compiler_that_answers_wrongly_is_found_out() {
    for (module, text) in [(None, "nobody said why"), (Some("bt@x"), "nobody asked for it")] {
        let project = Project::new(HOUSE);
        let failure = work(&project.request, &mut Liar(module), &mut |_| Ok(())).unwrap_err();
        assert!(failure.to_string().contains(text), "{failure}");
        assert_eq!(project.build_with(&mut Pretender::default()).1.len(), 6);
    }
}

#[test]
fn warnings_can_be_errors() {
    let mut project = Project::new(HOUSE);
    project.edit("src/Table.bt", "legs => 4", "legs => 4\n\n  /// Of nothing.");
    expect![[r#"
        src/Table.bt:5:3 detached-doc-comment This doc comment documents nothing: No class, protocol, alias, declaration or method follows it.
        Compiling 5 files
        compiled [bt@house@guest bt@house@pot bt@house@samovar bt@house@table bt@house@tea bt@house@vessel]
        Clean
    "#]].assert_eq(&project.build());
    project.request.flags.denies_warnings = true;
    expect![[r#"
        src/Table.bt:5:3 detached-doc-comment This doc comment documents nothing: No class, protocol, alias, declaration or method follows it.
        1 error in 1 file
        compiled []
        Problems
    "#]].assert_eq(&project.build());
}

#[test]
fn a_manifest_with_errors_stops_everything() {
    let project = Project::new("//- beamtalk.toml\n[package]\nname = \"House\"\n//- src/A.bt\n");
    expect![[r#"
        beamtalk.toml:1:2 invalid-manifest `[package]` does not say `version`
        beamtalk.toml:2:8 package-name `House` cannot be the name of a package: only lower-case letters from a to z, digits and `_` are allowed
        compiled []
        Problems
    "#]].assert_eq(&project.build());
    assert!(!project.folder.path("_build").exists());
}
