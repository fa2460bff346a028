//! From a program's texts to a BEAM that has its classes, and from its end to an
//! exit status.

use hierarchy::ClassHierarchy;
use lower::core_erlang::{Module, encode};

use crate::console::Console;
use crate::erlang::{self, Role};
use crate::exit::{Exit, Failure};
use crate::guess;
use crate::home::Home;
use crate::program::Program;
use crate::render::raised;
use crate::running::{Ended, Running};

/// What a program stands on: the folders and modules of a package that is built.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub(crate) folders: Vec<std::path::PathBuf>,
    pub(crate) modules: Vec<String>,
}

/// Starts a BEAM with the classes of a program and these modules.
pub(crate) fn launch(
    program: &Program,
    modules: &[Module],
    ground: &Ground,
) -> Result<Running, Failure> {
    let home = Home::find()?;
    let own = program.modules();
    let cores: Vec<Vec<u8>> = own.iter().chain(modules).map(encode).collect();
    let mut running = Running::start(&home, &ground.folders, &ground.modules, Role::Program)?;
    running.load(&cores)?;
    Ok(running)
}

/// Starts a BEAM for the application that a built package is.
pub(crate) fn launch_application(ground: &Ground) -> Result<Running, Failure> {
    Running::start(&Home::find()?, &ground.folders, &ground.modules, Role::Application)
}

/// Ends the BEAM, says what went wrong with the program, and answers its value.
pub(crate) fn land(
    running: Running,
    ended: Ended,
    program: &Program,
    console: &mut Console,
) -> Result<Result<String, Exit>, Failure> {
    // What the program has written comes before what we say of it.
    let status = running.finish()?;
    match ended {
        Ended::Value(printed) => return Ok(Ok(printed)),
        Ended::Raised(error) => {
            let error = guess::with_guess(error, program.hierarchy());
            console.complain(&raised::raised(&error));
        }
        Ended::Killed(reason) => {
            console.complain(&format!("the program was killed: {reason}"));
        }
        Ended::MissingClass(class) => console.complain(&missing_class(&class, program.hierarchy())),
        Ended::Left => return Ok(Err(Exit::Program(erlang::status_code(status)))),
    }
    Ok(Err(Exit::Problems))
}

fn missing_class(class: &str, hierarchy: &ClassHierarchy) -> String {
    if let Some(known) = guess::class(class, hierarchy) {
        return format!("there is no class `{class}`\n  hint: did you mean `{known}`?");
    }
    let hint = match class.starts_with(char::is_uppercase) {
        true => "check its spelling, and that its file is named or is in the `src` of the package",
        false => "a class name begins with a capital letter: beamtalk run Main run",
    };
    format!("there is no class `{class}`\n  hint: {hint}")
}
