//! One request, one answer. Our own bugs become an answer, too.

mod completion;
mod diagnostics;
mod expression;
mod file;
mod method;
mod queries;
mod spans;
mod types;

use etf::Term;

use super::answer::Answer;
use super::classes::Classes;
use super::fields::Fields;
use super::project::Project;
use super::request::{Command, Request, Wrong};
use crate::fence::fenced;

/// What a request is answered from.
pub(super) struct Asked<'r> {
    pub(super) fields: Fields<'r>,
    pub(super) classes: &'r Classes,
    pub(super) project: &'r Project,
}

pub(super) fn answer(request: &Request, classes: &Classes, project: &Project) -> Term {
    let answered = guarded(|| {
        let fields = request.fields().ok_or_else(|| Wrong::new("request must be a map"))?;
        serve(request.command, &Asked { fields, classes, project })
    });
    answered.into_term(request.id.clone())
}

fn guarded(work: impl FnOnce() -> Result<Answer, Wrong>) -> Answer {
    match fenced(work) {
        Ok(Ok(answer)) => answer,
        Ok(Err(wrong)) => Answer::refusal(&wrong.why),
        Err(panic) => Answer::refusal(&format!("internal compiler error: {panic}")),
    }
}

fn serve(command: Command, asked: &Asked) -> Result<Answer, Wrong> {
    match command {
        Command::Ping => Ok(Answer::Ok(Vec::new())),
        Command::Version => {
            Ok(Answer::Ok(vec![("version", Term::binary(env!("CARGO_PKG_VERSION")))]))
        }
        Command::Diagnostics => diagnostics::serve(asked),
        Command::CompileExpression => expression::compile(asked),
        Command::CompileExpressionTrace => expression::trace(asked),
        Command::Compile => file::serve(asked),
        Command::CompileMethod => method::serve(asked),
        Command::ResolveCompletionType => types::receiver(asked),
        Command::Complete => completion::serve(asked),
        Command::Hover => types::hover(asked),
        Command::FindSenders => queries::senders(asked),
        Command::FindAllSends => queries::all_sends(asked),
        Command::FindReferences => queries::references(asked),
        Command::FindFieldReaders => queries::field_readers(asked),
        Command::FindFieldWriters => queries::field_writers(asked),
        Command::FindFfiSites => queries::ffi_sites(asked),
        Command::FindAnnounceSites => queries::announce_sites(asked),
        Command::ResolveMethodSpan => spans::resolve(asked),
        Command::ResolveClassSpan => spans::resolve_class(asked),
        Command::ReindentMethodSource => spans::reindent(asked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_an_answer_and_its_number_is_given_back() {
        crate::fence::install();
        let answer = guarded(|| panic!("ferry sank")).into_term(Term::Integer(7));
        assert_eq!(answer.get("id"), Some(&Term::Integer(7)));
        let diagnostics = answer.get("diagnostics").and_then(Term::as_list).unwrap();
        let message = diagnostics[0].get("message").and_then(Term::as_str).unwrap();
        assert!(message.starts_with("internal compiler error: "), "{message}");
        assert!(message.contains("ferry sank"), "{message}");
    }
}
