//! What was found out about the files of a part, kept for the next build: it is a pure
//! function of the texts and the tools, so nothing need be looked at again while those
//! are what they were.
//!
//! A file begins with the fingerprint of what follows, so that a torn or damaged one is
//! no different from none.

use hierarchy::STDLIB_PACKAGE;
use serde::{Deserialize, Serialize};
use syntax::{Category, Severity, Span};

use super::analysis::Analysis;
use super::digest::{Digest, Digester};
use super::unit::Unit;
use crate::inference::Answer;
use crate::policy::Policy;
use crate::render::severity_name;
use crate::report::Finding;

/// What is known of one file.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) findings: Vec<Finding>,
    pub(super) answers: Vec<Answer>,
}

/// What a part is a function of: the tools, its files, how loud its findings are, and
/// all that it sees.
pub(super) fn key(
    base: &Digest,
    package: Option<&str>,
    units: &[Unit],
    policy: &Policy,
    seen: &[Digest],
) -> Digest {
    let mut digester = Digester::new("part 1");
    digester.digest(base);
    digester.option(package);
    digester.text(STDLIB_PACKAGE);
    policy.digest_into(&mut digester);
    digester.number(units.len());
    for unit in units {
        digester.text(&unit.path);
        digester.digest(&unit.digest);
        // What is wrong across files and packages is found before.
        digester.flags(&[unit.has_errors()]);
    }
    digester.number(seen.len());
    seen.iter().for_each(|it| digester.digest(it));
    digester.finish()
}

/// Nothing where a bug of ours has cut the work short: that is worth another try.
pub(super) fn bytes(key: &Digest, analyses: &[Analysis]) -> Option<Vec<u8>> {
    if analyses.iter().any(|it| it.is_cut_short) {
        return None;
    }
    let files = analyses.iter().map(|it| KeptFile {
        findings: it.findings.iter().map(Kept::of).collect(),
        answers: it.answers.clone(),
    });
    let kept = KeptPart { key: key.to_string(), files: files.collect() };
    // Texts and numbers cannot fail to become JSON.
    let contents = serde_json::to_vec(&kept).unwrap_or_default();
    Some([format!("{}\n", Digest::of(&contents)).as_bytes(), &contents, b"\n"].concat())
}

/// What is kept under a key, for so many files.
pub(super) fn read(bytes: &[u8], key: &Digest, files: usize) -> Option<Vec<Known>> {
    let end = bytes.iter().position(|it| *it == b'\n')?;
    let (seal, contents) = bytes.split_at_checked(end)?;
    let contents = contents.strip_prefix(b"\n")?.strip_suffix(b"\n")?;
    if seal != Digest::of(contents).to_string().as_bytes() {
        return None;
    }
    let kept: KeptPart = serde_json::from_slice(contents).ok()?;
    if kept.key != key.to_string() || kept.files.len() != files {
        return None;
    }
    kept.files.into_iter().map(KeptFile::known).collect()
}

#[derive(Serialize, Deserialize)]
struct KeptPart {
    key: String,
    files: Vec<KeptFile>,
}

#[derive(Serialize, Deserialize)]
struct KeptFile {
    findings: Vec<Kept>,
    answers: Vec<Answer>,
}

/// A finding on the disk.
#[derive(Serialize, Deserialize)]
struct Kept {
    code: String,
    severity: String,
    category: Option<String>,
    message: String,
    explanation: Option<String>,
    hint: Option<String>,
    span: (u32, u32),
    start: (u32, u32),
    end: (u32, u32),
}

impl KeptFile {
    fn known(self) -> Option<Known> {
        let findings = self.findings.into_iter().map(Kept::finding).collect::<Option<_>>()?;
        Some(Known { findings, answers: self.answers })
    }
}

impl Kept {
    fn of(finding: &Finding) -> Kept {
        let Finding { code, severity, category, message, explanation, hint, span, .. } = finding;
        Kept {
            code: (*code).to_owned(),
            severity: severity_name(*severity).to_owned(),
            category: category.map(|it| it.manifest_key().to_owned()),
            message: message.clone(),
            explanation: explanation.clone(),
            hint: hint.clone(),
            span: (span.start, span.end),
            start: (finding.line, finding.column),
            end: (finding.end_line, finding.end_column),
        }
    }

    /// Nothing for one of another version.
    fn finding(self) -> Option<Finding> {
        let severities = [Severity::Error, Severity::Warning, Severity::Hint, Severity::Lint];
        let category = match &self.category {
            Some(key) => Some(Category::of_manifest_key(key)?),
            None => None,
        };
        Some(Finding {
            code: ide::explain(&self.code)?.code,
            severity: severities.into_iter().find(|it| severity_name(*it) == self.severity)?,
            category,
            message: self.message,
            explanation: self.explanation,
            hint: self.hint,
            span: Span { start: self.span.0, end: self.span.1 },
            line: self.start.0,
            column: self.start.1,
            end_line: self.end.0,
            end_column: self.end.1,
        })
    }
}
