//! `<package>.app`: what OTP reads about a package, as text.
//!
//! In goes what the package is; out comes the same text every time. Knows no files.

use std::fmt::Write as _;

use hierarchy::{AliasInfo, ClassHierarchy, ClassInfo, Kind};

use crate::manifest::Manifest;

/// The resource file of a package: its modules in order, its classes and aliases.
pub(super) fn resource(
    manifest: &Manifest,
    modules: &[&str],
    classes: &[&ClassInfo],
    aliases: &[&AliasInfo],
    hierarchy: &ClassHierarchy,
) -> String {
    let description = manifest.description.as_deref().unwrap_or(&manifest.name);
    let needs = manifest.dependencies.iter().map(|it| it.name.as_str());
    let applications: Vec<&str> =
        ["kernel", "stdlib"].into_iter().chain(needs).chain(["beamtalk_runtime"]).collect();
    let classes: Vec<String> = classes.iter().map(|it| class_term(it, hierarchy)).collect();
    let aliases: Vec<String> = aliases.iter().map(|it| alias_term(it)).collect();
    let mut text = String::new();
    let _ = writeln!(text, "{{application, {}, [", atom(&manifest.name));
    let _ = writeln!(text, "    {{description, {}}},", string(description));
    let _ = writeln!(text, "    {{vsn, {}}},", string(&manifest.version.to_string()));
    let _ = writeln!(text, "    {{modules, {}}},", lines(atoms(modules.iter().copied()), 2));
    let _ = writeln!(text, "    {{registered, []}},");
    if let Some(supervisor) = &manifest.supervisor {
        let _ = writeln!(text, "    {{mod, {{beamtalk_package, {}}}}},", atom(supervisor));
    }
    let _ = writeln!(text, "    {{applications, {}}},", lines(atoms(applications), 2));
    let _ = writeln!(text, "    {{env, [");
    let _ = writeln!(text, "        {{classes, {}}},", lines(classes, 3));
    let _ = writeln!(text, "        {{native_modules, []}},");
    let _ = writeln!(text, "        {{type_aliases, {}}}", lines(aliases, 3));
    text.push_str("    ]}\n]}.\n");
    text
}

fn class_term(class: &ClassInfo, hierarchy: &ClassHierarchy) -> String {
    let parent = class.superclass.as_ref().map_or("none", |it| it.class.simple());
    let parameters = atoms(class.type_parameters.iter().map(|it| &*it.name));
    format!(
        "#{{name => {}, module => {}, parent => {}, package => {}, kind => {}, type_params => [{}]}}",
        atom(class.name.simple()),
        atom(&lower::module_name(class)),
        atom(parent),
        atom(class.package.as_deref().unwrap_or("none")),
        kind_word(hierarchy.kind_of(&class.name)),
        parameters.join(", ")
    )
}

fn alias_term(alias: &AliasInfo) -> String {
    let text = string(&alias.ty.to_string());
    format!("#{{name => {}, type => <<{text}/utf8>>}}", atom(alias.name.simple()))
}

fn kind_word(kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::Value) => "value",
        Some(Kind::Actor) => "actor",
        Some(Kind::Object) | None => "object",
    }
}

/// A list with each element on a line of its own.
fn lines(elements: Vec<String>, depth: usize) -> String {
    if elements.is_empty() {
        return "[]".to_owned();
    }
    let indent = "    ".repeat(depth);
    let outer = "    ".repeat(depth - 1);
    format!("[\n{indent}{}\n{outer}]", elements.join(&format!(",\n{indent}")))
}

fn atoms<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(atom).collect()
}

fn atom(name: &str) -> String {
    quoted(name, '\'')
}

fn string(text: &str) -> String {
    quoted(text, '"')
}

fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            it if it == quote => out.extend(['\\', it]),
            it if it.is_control() => {
                let _ = write!(out, "\\x{{{:x}}}", u32::from(it));
            }
            it => out.push(it),
        }
    }
    out.push(quote);
    out
}
