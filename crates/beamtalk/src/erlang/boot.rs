//! A boot script for a BEAM that only compiles.
//!
//! In go the folders of an Erlang installation and of the runtime, out come the bytes
//! of a script that loads what a compilation needs and starts
//! `beamtalk_lean_compiler`. Erlang's own applications are left out: starting them
//! takes longer than compiling a class.

use std::fs;
use std::path::{Path, PathBuf};

use etf::Term;

use crate::home::Home;

/// What compiling a class calls, as far as this release of Erlang has it. What is
/// missing here is found while running, only later.
const MODULES: &str = "\
    beam_a beam_asm beam_block beam_bounds beam_call_types beam_clean beam_dict beam_digraph \
    beam_flatten beam_jump beam_kernel_to_ssa beam_lib beam_opcodes beam_ssa beam_ssa_bc_size \
    beam_ssa_bool beam_ssa_bsm beam_ssa_codegen beam_ssa_dead beam_ssa_opt beam_ssa_pre_codegen \
    beam_ssa_recv beam_ssa_share beam_ssa_throw beam_ssa_type beam_trim beam_types beam_utils \
    beam_validator beam_z beamtalk_lean_compiler beamtalk_core_compiler beamtalk_debug_info binary \
    cerl cerl_clauses cerl_trees code code_server compile core_lib core_lint erl_anno erl_bifs \
    erl_features erl_internal error_handler ets file filename gb_sets gb_trees lists maps orddict \
    ordsets os otp_internal proplists sets sofs sys_core_alias sys_core_bsm sys_core_fold \
    sys_core_prepare unicode v3_kernel";

/// The script for the Erlang of an `erl`; none if it is not clear what that would load.
pub(super) fn script(erl: &Path, home: &Home) -> Option<Vec<u8>> {
    let library = fs::canonicalize(erl).ok()?.parent()?.parent()?.join("lib");
    let mut folders = Vec::new();
    for application in ["kernel", "stdlib", "compiler"] {
        folders.push(only_version(&library, application)?.join("ebin"));
    }
    folders.extend(home.code_folders().ok()?);
    let mut steps =
        vec![Term::tuple([Term::atom("preLoaded"), Term::list([])]), progress("preloaded")];
    for folder in &folders {
        let is_here = |module: &&str| folder.join(format!("{module}.beam")).is_file();
        let modules: Vec<Term> =
            MODULES.split_whitespace().filter(is_here).map(Term::atom).collect();
        steps.push(search(std::slice::from_ref(folder))?);
        steps.push(Term::tuple([Term::atom("primLoad"), Term::list(modules)]));
    }
    steps.push(Term::tuple([Term::atom("kernel_load_completed")]));
    steps.push(progress("kernel_load_completed"));
    steps.push(search(&folders)?);
    let start = [Term::atom("beamtalk_lean_compiler"), Term::atom("start"), Term::list([])];
    steps.push(Term::tuple([Term::atom("apply"), Term::tuple(start)]));
    let name = Term::tuple([characters("beamtalk compiler"), characters("1")]);
    Some(etf::encode(&Term::tuple([Term::atom("script"), name, Term::list(steps)])))
}

/// The folder of an application that is there in one version.
fn only_version(library: &Path, application: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(library).ok()?.flatten();
    let is_version = |name: &str| {
        let version = name.strip_prefix(application).and_then(|it| it.strip_prefix('-'));
        version.is_some_and(|it| it.starts_with(|first: char| first.is_ascii_digit()))
    };
    let mut found = entries.filter(|it| it.file_name().to_str().is_some_and(is_version));
    let only = found.next()?;
    found.next().is_none().then(|| only.path())
}

fn progress(what: &str) -> Term {
    Term::tuple([Term::atom("progress"), Term::atom(what)])
}

fn search(folders: &[PathBuf]) -> Option<Term> {
    let names: Option<Vec<Term>> =
        folders.iter().map(|folder| folder.to_str().map(characters)).collect();
    Some(Term::tuple([Term::atom("path"), Term::list(names?)]))
}

fn characters(text: &str) -> Term {
    let codes: Vec<Term> = text.chars().map(|it| Term::Integer(i64::from(u32::from(it)))).collect();
    Term::list(codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Folder;

    #[test]
    fn an_application_in_two_versions_is_not_guessed() {
        let folder = Folder::new("//- lib/kernel-8.5/ebin/code.beam\n//- lib/kernel_extra-1/x\n");
        let found = only_version(&folder.path("lib"), "kernel");
        assert_eq!(found, Some(folder.path("lib/kernel-8.5")));
        folder.write("lib/kernel-9.0/ebin/code.beam", b"");
        assert_eq!(only_version(&folder.path("lib"), "kernel"), None);
        assert_eq!(only_version(&folder.path("lib"), "stdlib"), None);
    }
}
