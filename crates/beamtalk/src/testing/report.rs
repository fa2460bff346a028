//! The outcomes of a run of tests, as data. `human`, `json` and `junit` make text of
//! it; none of them knows where the text goes.

pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod junit;

use std::ops::Range;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub(crate) struct TestReport {
    /// In the order of the sources.
    pub(crate) suites: Vec<Suite>,
    /// How many files the suites come from.
    pub(crate) files: usize,
    /// From the start of the first to the end of the last.
    pub(crate) duration: Duration,
}

/// The tests of a class, or the cases of a script or of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suite {
    /// The class, or the file.
    pub(crate) name: String,
    pub(crate) tests: Vec<Test>,
    pub(crate) is_done: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Test {
    /// The selector, or the line of a case.
    pub(crate) name: String,
    pub(crate) status: Status,
    pub(crate) duration: Duration,
    /// What the test has written.
    pub(crate) output: String,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Passed,
    Skipped { reason: String },
    Failed(Failure),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A test method failed. The place is the method on the stack that says most about
    /// it, as `Class>>selector`; where it is on which line, the test itself says.
    Test { message: String, hint: Option<String>, at: Option<String> },
    /// An expression did not do as its expectation says.
    Case { expression: String, expected: String, got: String },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) total: usize,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl TestReport {
    pub(crate) fn counts(&self) -> Counts {
        Counts::of(self.suites.iter().flat_map(|suite| &suite.tests))
    }

    pub(crate) fn has_failures(&self) -> bool {
        self.counts().failed > 0
    }

    /// Marks a suite as done. Suites end in any order but are shown in theirs: answers
    /// those that can be shown now, and could not before.
    pub(crate) fn finish(&mut self, suite: usize) -> Range<usize> {
        let shown = self.first_unfinished();
        if let Some(suite) = self.suites.get_mut(suite) {
            suite.is_done = true;
        }
        shown..self.first_unfinished()
    }

    /// Gives a suite its tests, which were the last it waited for. Answers as `finish`.
    pub(crate) fn fill(&mut self, suite: usize, tests: Vec<Test>) -> &[Suite] {
        if let Some(suite) = self.suites.get_mut(suite) {
            suite.tests = tests;
        }
        let shown = self.finish(suite);
        self.suites.get(shown).unwrap_or_default()
    }

    fn first_unfinished(&self) -> usize {
        self.suites.iter().take_while(|suite| suite.is_done).count()
    }
}

impl Suite {
    pub(crate) fn counts(&self) -> Counts {
        Counts::of(&self.tests)
    }

    pub(crate) fn duration(&self) -> Duration {
        self.tests.iter().map(|test| test.duration).sum()
    }
}

impl Counts {
    fn of<'a>(tests: impl IntoIterator<Item = &'a Test>) -> Counts {
        let mut counts = Counts::default();
        for test in tests {
            counts.total += 1;
            match test.status {
                Status::Passed => counts.passed += 1,
                Status::Skipped { .. } => counts.skipped += 1,
                Status::Failed(_) => counts.failed += 1,
            }
        }
        counts
    }
}

impl Failure {
    /// All of it on as many lines as it takes.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Test { message, .. } => message.clone(),
            Failure::Case { expression, expected, got } => {
                format!("{expression}\nexpected: {expected}\ngot: {got}")
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod sample {
    use std::time::Duration;

    use super::{Failure, Status, Suite, Test, TestReport};

    pub(crate) fn test(name: &str, status: Status) -> Test {
        let duration = Duration::from_millis(50);
        Test { name: name.into(), status, duration, output: String::new(), file: None, line: None }
    }

    fn suite(name: &str, tests: Vec<Test>) -> Suite {
        Suite { name: name.into(), tests, is_done: true }
    }

    /// One of everything.
    pub(crate) fn report() -> TestReport {
        let failed = Failure::Test {
            message: "Expected \"<a> & b\", got 4\nFirst difference at 1".into(),
            hint: Some("Count again".into()),
            at: Some("CupTest>>testRim".into()),
        };
        let hung =
            Failure::Test { message: "did not end within 60 s".into(), hint: None, at: None };
        let case = Failure::Case {
            expression: "cup add: [\n  3\n]".into(),
            expected: "7".into(),
            got: "8".into(),
        };
        let skipped = Status::Skipped { reason: "no \"kettle\"".into() };
        let suites = vec![
            suite(
                "PotTest",
                vec![test("testLid", Status::Passed), test("testTap", Status::Passed)],
            ),
            suite(
                "CupTest",
                vec![
                    test("testCup", Status::Passed),
                    test("testHang", Status::Failed(hung)),
                    Test {
                        output: "ding\ndong\u{1b}\u{0}\n".into(),
                        file: Some("test/CupTest.bt".into()),
                        line: Some(21),
                        ..test("testRim", Status::Failed(failed))
                    },
                    test("testTea", skipped),
                ],
            ),
            suite(
                "test/cup.btscript",
                vec![
                    test("3", Status::Passed),
                    Test {
                        file: Some("test/cup.btscript".into()),
                        line: Some(5),
                        ..test("5", Status::Failed(case))
                    },
                ],
            ),
            suite("NoTest", Vec::new()),
        ];
        TestReport { suites, files: 3, duration: Duration::from_millis(1_260) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Suite, TestReport, sample};

    #[test]
    fn counts_add_up() {
        let report = sample::report();
        assert_eq!(report.counts(), Counts { total: 8, passed: 4, failed: 3, skipped: 1 });
        assert!(report.has_failures());
        assert!(!TestReport::default().has_failures());
    }

    #[test]
    fn suites_are_shown_in_their_order() {
        let mut report = TestReport { suites: vec![Suite::default(); 4], ..TestReport::default() };
        let shown = [2, 0, 1, 3, 9].map(|done| report.finish(done));
        assert_eq!(shown, [0..0, 0..1, 1..3, 3..4, 4..4]);
    }
}
