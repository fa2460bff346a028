//! The same with OTP's own compiler: what is left on the disk is what OTP reads.

use std::process::Command;

use super::*;

/// Compiles in one `erl`, through files.
struct Otp;

impl CoreCompiler for Otp {
    fn compile(
        &mut self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let folder = Folder::new("");
        let mut modules = Vec::new();
        for job in jobs {
            folder.write(&format!("{}.term", job.module), &job.core);
            modules.push(job.module);
        }
        let compile = "[begin {ok, Bytes} = file:read_file(File), \
             {ok, _, Beam} = compile:noenv_forms(binary_to_term(Bytes), [from_core, binary, deterministic]), \
             ok = file:write_file(filename:rootname(File) ++ \".beam\", Beam) \
             end || File <- filelib:wildcard(\"*.term\")], halt().";
        erl(&folder, compile);
        for module in modules {
            let outcome = Ok(folder.read(&format!("{module}.beam")));
            done(Compiled { module, outcome })?;
        }
        Ok(())
    }
}

fn erl(folder: &Folder, program: &str) -> String {
    let output = Command::new("erl")
        .args(["-noshell", "-eval", program])
        .current_dir(folder.path(""))
        .output()
        .expect("Erlang/OTP 25 or newer was not found: `erl` must be on the PATH");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// A package with a description that must be escaped, built by OTP.
fn built() -> Project {
    let project = Project::new(HOUSE);
    project.edit("beamtalk.toml", "version", "description = 'Thé \\ \"tea\"'\nversion");
    let built = work(&project.request, &mut Otp, &mut |_| Ok(())).unwrap();
    assert_eq!(built.exit, Exit::Clean);
    project
}

#[test]
fn otp_reads_the_application_and_its_modules() {
    let project = built();
    let said = erl(
        &project.folder,
        "code:add_patha(\"_build/dev/ebin\"), ok = application:load(house), \
         {ok, Modules} = application:get_key(house, modules), \
         [{ok, {M, _}} = beam_lib:version(code:which(M)) || M <- Modules], \
         {ok, Description} = application:get_key(house, description), \
         {ok, Classes} = application:get_env(house, classes), \
         {ok, Aliases} = application:get_env(house, type_aliases), \
         io:format(\"~w ~tw ~w ~0tp\", [length(Modules), Description, [K || #{kind := K} <- Classes], Aliases]), \
         halt().",
    );
    let description = "[84,104,233,32,92,32,34,116,101,97,34]";
    assert_eq!(
        said,
        format!(
            "6 {description} [object,value,value,object,value,value] \
             [#{{name => 'Beverage',type => <<\"Vessel | UndefinedObject\">>}}]"
        )
    );
}

#[test]
fn the_same_package_in_another_folder_becomes_the_same_modules() {
    assert!(built().output("_build") == built().output("_build"));
}
