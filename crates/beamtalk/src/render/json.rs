//! Findings, tokens and types for machines: one JSON object a line.

use serde::Serialize;
use syntax::Tokens;

use crate::render::severity_name;
use crate::report::Finding;

#[derive(Serialize)]
struct FindingLine<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    code: &'a str,
    severity: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    message: &'a str,
    hint: Option<&'a str>,
}

#[derive(Serialize)]
struct TokenLine<'a> {
    kind: String,
    start: u32,
    end: u32,
    text: &'a str,
}

/// A statement and its type.
#[derive(Serialize)]
pub(crate) struct TypeLine<'a> {
    pub(crate) line: u32,
    pub(crate) column: u32,
    #[serde(rename = "type")]
    pub(crate) ty: String,
    /// Why the type is Dynamic, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'static str>,
    /// Its first line.
    pub(crate) source: &'a str,
}

pub(crate) fn findings(file: &str, findings: &[Finding]) -> String {
    findings.iter().map(|finding| finding_line(file, finding)).collect()
}

pub(crate) fn tokens(text: &str, tokens: &Tokens) -> String {
    let mut out = String::new();
    for (_, token) in tokens.iter() {
        let span = token.span();
        let kind = format!("{:?}", token.kind);
        out.push_str(&line(&TokenLine {
            kind,
            start: span.start,
            end: span.end,
            text: span.of(text),
        }));
    }
    out
}

pub(crate) fn type_line(row: &TypeLine) -> String {
    line(row)
}

fn finding_line(file: &str, finding: &Finding) -> String {
    line(&FindingLine {
        file,
        line: finding.line,
        column: finding.column,
        end_line: finding.end_line,
        end_column: finding.end_column,
        code: finding.code,
        severity: severity_name(finding.severity),
        category: finding.category.map(syntax::Category::manifest_key),
        message: &finding.message,
        hint: finding.hint.as_deref(),
    })
}

fn line(value: &impl Serialize) -> String {
    // Numbers, strings and nothing cannot fail to become JSON.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}
