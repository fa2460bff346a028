//! `compile`: the text of a file.

use etf::Term;

use super::Asked;
use crate::port::analysis::{What, analyse};
use crate::port::answer::Answer;
use crate::port::findings::Findings;
use crate::port::ground::Ground;
use crate::port::modules::Sound;
use crate::port::request::Wrong;

pub(super) fn serve(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let path = asked.fields.optional_text("source_path")?.unwrap_or_default();
    let ground = Ground::of(asked.fields, asked.classes)?;
    let analysed = analyse(&source, What::File(&path), &ground, asked.project);
    let findings = Findings::of(&source, &analysed.problems, &asked.project.policy(false));
    if let Some(refused) = findings.refused() {
        return Ok(refused);
    }
    if analysed.tree.items.is_empty() {
        return Ok(Answer::refusal("There is nothing in this file: define a class in it"));
    }
    let sound = Sound { tree: &analysed.tree, hierarchy: &analysed.hierarchy, file: &path };
    let mut modules = sound.classes();
    let has_only_protocols = modules.is_empty() && !analysed.tree.nodes.protocols.is_empty();
    modules.extend(sound.outside(ground.package.as_deref()));
    let mut fields = vec![
        ("modules", Term::list(modules)),
        ("classes", sound.class_names()),
        ("referenced_aliases", sound.referenced_aliases()),
    ];
    if has_only_protocols {
        fields.push(("kind", Term::atom("protocol_definition")));
        fields.push(("protocols", sound.protocol_names()));
    }
    Ok(Answer::Ok([fields, findings.warnings()].concat()))
}
