//! How loud a finding is: whether it is shown, and as what.
//!
//! In go what a finding is about and what it is by itself; out comes what it counts as.
//! The site speaks first: what `@expect` covers never comes here. Then the table
//! `[diagnostics]` of the manifest, then the flags of the command line. An error stays
//! one, whatever anybody says.

use std::collections::{BTreeMap, BTreeSet};

use syntax::{Category, Severity};

use crate::build::Digester;
use crate::guess;
use crate::manifest::Level;
use crate::report::Finding;

/// What `--deny` calls all warnings and hints.
pub(crate) const WARNINGS: &str = "warnings";

/// What turns on more than the text at hand: a class that another package brings, or
/// what a library will no longer have. Denying warnings leaves these alone unless the
/// manifest speaks of them.
const FORGIVEN: [Category; 4] = [
    Category::Deprecation,
    Category::UnresolvedClass,
    Category::UnresolvedFfi,
    Category::ArityMismatch,
];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Policy {
    /// What the manifest says.
    pub(crate) table: BTreeMap<Category, Level>,
    pub(crate) flags: Flags,
}

/// What the command line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    pub(crate) denies_warnings: bool,
    pub(crate) denied: BTreeSet<Category>,
    pub(crate) shows_lints: bool,
}

impl Policy {
    /// What a finding counts as; nothing for one that is not shown.
    pub(crate) fn severity(
        &self,
        category: Option<Category>,
        severity: Severity,
    ) -> Option<Severity> {
        if severity == Severity::Error {
            return Some(severity);
        }
        let level = category.and_then(|it| self.table.get(&it));
        let severity = match level {
            None => severity,
            Some(Level::Off) => return None,
            Some(Level::Lint) => Severity::Lint,
            Some(Level::Hint) => Severity::Hint,
            Some(Level::Warn) => Severity::Warning,
            Some(Level::Error) => return Some(Severity::Error),
        };
        if category.is_some_and(|it| self.flags.denied.contains(&it)) {
            return Some(Severity::Error);
        }
        let is_forgiven = level.is_none() && category.is_some_and(|it| FORGIVEN.contains(&it));
        match severity {
            Severity::Lint => self.flags.shows_lints.then_some(severity),
            _ if self.flags.denies_warnings && !is_forgiven => Some(Severity::Error),
            _ => Some(severity),
        }
    }

    /// Whether a problem is shown at all.
    pub(crate) fn shows(&self, problem: &ide::Problem) -> bool {
        self.severity(problem.category(), problem.severity()).is_some()
    }

    /// Leaves of some findings those that are shown, each as what it counts as. Doing so
    /// twice changes nothing more.
    pub(crate) fn apply(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| match self.severity(finding.category, finding.severity) {
            Some(severity) => {
                finding.severity = severity;
                true
            }
            None => false,
        });
    }

    /// What it says, for a fingerprint.
    pub(crate) fn digest_into(&self, digester: &mut Digester) {
        let Policy { table, flags: Flags { denies_warnings, denied, shows_lints } } = self;
        digester.flags(&[*denies_warnings, *shows_lints]);
        digester.number(table.len());
        for (category, level) in table {
            digester.text(category.manifest_key());
            digester.text(level.word());
        }
        digester.number(denied.len());
        denied.iter().for_each(|it| digester.text(it.manifest_key()));
    }
}

impl Flags {
    /// Of the words after `--deny`.
    pub(crate) fn denying(words: &[Denied], denies_warnings: bool) -> Flags {
        let mut flags = Flags { denies_warnings, ..Flags::default() };
        for word in words {
            match word {
                Denied::Warnings => flags.denies_warnings = true,
                Denied::Category(category) => drop(flags.denied.insert(*category)),
            }
        }
        flags
    }
}

/// What may be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    Warnings,
    Category(Category),
}

/// Reads a word after `--deny`, or says which there are.
pub(crate) fn denied(word: &str) -> Result<Denied, String> {
    if word == WARNINGS {
        return Ok(Denied::Warnings);
    }
    if let Some(category) = Category::of_manifest_key(word) {
        return Ok(Denied::Category(category));
    }
    let known = std::iter::once(WARNINGS).chain(Category::ALL.map(Category::manifest_key));
    let known: Vec<&str> = known.collect();
    Err(match guess::nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("what can be denied: {}", known.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::{Dnu, Lint, Type, UnresolvedClass};
    use Severity::{Error, Hint, Warning};

    fn policy(table: &[(Category, Level)], flags: Flags) -> Policy {
        Policy { table: table.iter().copied().collect(), flags }
    }

    fn denying() -> Flags {
        Flags { denies_warnings: true, ..Flags::default() }
    }

    #[test]
    fn by_itself_everything_is_what_it_is_and_lints_are_hidden() {
        let policy = Policy::default();
        for severity in [Error, Warning, Hint] {
            assert_eq!(policy.severity(Some(Type), severity), Some(severity));
            assert_eq!(policy.severity(None, severity), Some(severity));
        }
        assert_eq!(policy.severity(Some(Lint), Severity::Lint), None);
        let shown = Flags { shows_lints: true, ..Flags::default() };
        let shown = Policy { flags: shown, ..Policy::default() };
        assert_eq!(shown.severity(Some(Lint), Severity::Lint), Some(Severity::Lint));
    }

    #[test]
    fn the_table_sets_the_level_of_a_category_but_never_of_an_error() {
        let rows = [
            (Level::Off, None),
            (Level::Lint, None),
            (Level::Hint, Some(Hint)),
            (Level::Warn, Some(Warning)),
            (Level::Error, Some(Error)),
        ];
        for (level, expected) in rows {
            let policy = policy(&[(Dnu, level)], Flags::default());
            for severity in [Warning, Hint, Severity::Lint] {
                assert_eq!(policy.severity(Some(Dnu), severity), expected, "{level:?}");
            }
            assert_eq!(policy.severity(Some(Dnu), Error), Some(Error), "{level:?}");
            assert_eq!(policy.severity(Some(Type), Warning), Some(Warning), "{level:?}");
            assert_eq!(policy.severity(None, Hint), Some(Hint), "{level:?}");
        }
    }

    #[test]
    fn denying_warnings_makes_errors_of_what_is_shown() {
        let policy = policy(&[(Dnu, Level::Hint), (Type, Level::Off)], denying());
        assert_eq!(policy.severity(Some(Dnu), Warning), Some(Error));
        assert_eq!(policy.severity(None, Hint), Some(Error));
        assert_eq!(policy.severity(Some(Type), Warning), None);
        assert_eq!(policy.severity(Some(Lint), Severity::Lint), None);
    }

    #[test]
    fn what_hangs_on_others_is_forgiven_unless_the_table_names_it() {
        for category in FORGIVEN {
            let silent = policy(&[], denying());
            assert_eq!(silent.severity(Some(category), Warning), Some(Warning));
            let named = policy(&[(category, Level::Warn)], denying());
            assert_eq!(named.severity(Some(category), Hint), Some(Error));
        }
    }

    #[test]
    fn a_category_that_is_denied_fails_whatever_it_is_by_itself() {
        let flags = Flags::denying(&[Denied::Category(UnresolvedClass)], false);
        let policy = policy(&[(Dnu, Level::Off)], flags);
        for severity in [Warning, Hint, Severity::Lint] {
            assert_eq!(policy.severity(Some(UnresolvedClass), severity), Some(Error));
        }
        assert_eq!(policy.severity(Some(Type), Warning), Some(Warning));
        assert_eq!(policy.severity(Some(Dnu), Warning), None);
    }

    #[test]
    fn words_that_mean_nothing_are_met_with_one_that_does() {
        assert_eq!(denied("warnings"), Ok(Denied::Warnings));
        assert_eq!(denied("dnu"), Ok(Denied::Category(Dnu)));
        assert_eq!(denied("unresolved-clas").unwrap_err(), "did you mean `unresolved-class`?");
        assert!(denied("tea").unwrap_err().starts_with("what can be denied: warnings, dnu, "));
    }
}
