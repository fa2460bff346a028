//! `diagnostics`: what is wrong with a text, without compiling it.

use etf::Term;
use ide::Problem;

use super::Asked;
use crate::port::analysis::{What, analyse};
use crate::port::answer::{Answer, texts};
use crate::port::findings::details;
use crate::port::ground::Ground;
use crate::port::modules::Sound;
use crate::port::request::Wrong;
use crate::report;

pub(super) fn serve(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let mode = asked.fields.word("mode", ["expression", "method"])?;
    let ground = Ground::of(asked.fields, asked.classes)?;
    let (problems, aliases) = match mode {
        "method" => {
            let problems = syntax::parse_method(&source).problems.into_iter();
            (problems.map(Problem::from).collect(), texts::<&str>([]))
        }
        _ => {
            let analysed = analyse(&source, What::Line, &ground, asked.project);
            let (tree, hierarchy) = (&analysed.tree, &analysed.hierarchy);
            let aliases = Sound { tree, hierarchy, file: "" }.referenced_aliases();
            (analysed.problems, aliases)
        }
    };
    let found = report::shown(&source, &problems, &asked.project.policy(true));
    Ok(Answer::Ok(vec![
        ("diagnostics", Term::list(details(&found))),
        ("referenced_aliases", aliases),
    ]))
}
