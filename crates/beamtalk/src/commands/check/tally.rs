//! How much was found, in one line.

use crate::commands::counted;
use crate::report::Counts;

#[derive(Default)]
pub(super) struct Tally {
    counts: Counts,
    files_with_findings: usize,
    files: usize,
    pub(super) unread: usize,
}

impl Tally {
    pub(super) fn add(&mut self, counts: Counts) {
        self.files += 1;
        self.add_manifest(counts);
    }

    /// A manifest is no file that was asked about, but what is wrong with it counts.
    pub(super) fn add_manifest(&mut self, counts: Counts) {
        self.counts += counts;
        self.files_with_findings += usize::from(counts.all() > 0);
    }

    pub(super) fn summary(&self) -> String {
        let files = counted(self.files_with_findings, "file");
        let mut checked = format!("{} checked", self.files);
        if self.unread > 0 {
            checked.push_str(&format!(", {} not read", self.unread));
        }
        match found(self.counts).as_slice() {
            [] if self.files + self.unread == 0 => "no Beamtalk files found".to_owned(),
            [] => format!("no problems ({checked})"),
            [only] => format!("{only} in {files} ({checked})"),
            [rest @ .., last] => {
                format!("{} and {last} in {files} ({checked})", rest.join(", "))
            }
        }
    }
}

fn found(counts: Counts) -> Vec<String> {
    let Counts { errors, warnings, hints, lints } = counts;
    let kinds = [(errors, "problem"), (warnings, "warning"), (hints, "hint"), (lints, "lint")];
    let found = kinds.into_iter().filter(|(count, _)| *count > 0);
    found.map(|(count, noun)| counted(count, noun)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_counted_apart() {
        let summary = |errors, warnings, hints, lints| {
            let mut tally = Tally::default();
            tally.add(Counts { errors, warnings, hints, lints });
            tally.add(Counts::default());
            tally.summary()
        };
        assert_eq!(summary(0, 0, 0, 0), "no problems (2 checked)");
        assert_eq!(summary(1, 0, 0, 0), "1 problem in 1 file (2 checked)");
        assert_eq!(summary(0, 3, 2, 0), "3 warnings and 2 hints in 1 file (2 checked)");
        let all = "2 problems, 1 warning, 1 hint and 4 lints in 1 file (2 checked)";
        assert_eq!(summary(2, 1, 1, 4), all);
    }
}
