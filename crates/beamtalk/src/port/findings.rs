//! What is wrong with a text, as maps: those that keep it from being compiled, and the
//! others.

use etf::Term;
use ide::Problem;
use syntax::Severity;

use super::answer::{Answer, Fields};
use crate::policy::Policy;
use crate::report::{self, Finding};

/// The findings of a text, by what they count as.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Finding>,
    pub(super) others: Vec<Finding>,
}

impl Findings {
    pub(super) fn of(text: &str, problems: &[Problem], policy: &Policy) -> Findings {
        let shown = report::shown(text, problems, policy).into_iter();
        let (errors, others) = shown.partition(|it| it.severity == Severity::Error);
        Findings { errors, others }
    }

    /// If there are errors, they and what else there is to say.
    pub(super) fn refused(&self) -> Option<Answer> {
        let all = || [details(&self.errors), details(&self.others)].concat();
        (!self.errors.is_empty()).then(|| Answer::Errors(all()))
    }

    /// What a success says of the others.
    pub(super) fn warnings(&self) -> Fields {
        let messages = self.others.iter().map(|it| Term::binary(&it.message));
        vec![
            ("warnings", Term::list(messages.collect::<Vec<Term>>())),
            ("warning_details", Term::list(details(&self.others))),
        ]
    }
}

pub(super) fn details(findings: &[Finding]) -> Vec<Term> {
    findings.iter().map(detail).collect()
}

fn detail(finding: &Finding) -> Term {
    let number = |value: u32| Term::Integer(value.into());
    let category = finding.category.map_or("undefined", |it| it.manifest_key());
    let known = [
        ("message", Term::binary(&finding.message)),
        ("severity", Term::atom(severity(finding.severity))),
        ("category", Term::atom(category)),
        ("line", number(finding.line)),
        ("column", number(finding.column)),
        ("start", number(finding.span.start)),
        ("end", number(finding.span.end)),
    ];
    let hint = finding.hint.as_ref().map(|hint| ("hint", Term::binary(hint)));
    Term::map(known.into_iter().chain(hint))
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
        Severity::Lint => "lint",
    }
}
