//! A run of tests for people: a line for each class as it ends, then the failures, then
//! the totals.

use super::{Counts, Failure, Status, Suite, Test, TestReport};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// Leaves out the classes in which nothing failed.
    pub(crate) is_quiet: bool,
    pub(crate) has_colour: bool,
}

/// The whole of a run that has ended.
#[cfg(test)]
fn render(report: &TestReport, style: Style) -> String {
    let suites: String = report.suites.iter().map(|suite| suite_line(suite, style)).collect();
    let failures = failures(report, style);
    let gap = |before: &str| if before.is_empty() { "" } else { "\n" };
    let (after_suites, after_failures) = (gap(&suites), gap(&failures));
    format!("{suites}{after_suites}{failures}{after_failures}{}", totals(report, style))
}

/// `  PotTest: 3 tests, 2 passed, 1 failed ✗`
pub(crate) fn suite_line(suite: &Suite, style: Style) -> String {
    let Counts { total, passed, failed, skipped } = suite.counts();
    if style.is_quiet && failed == 0 {
        return String::new();
    }
    let mut line = format!("  {}: {total} tests, {passed} passed", suite.name);
    if skipped > 0 {
        line += &format!(", {skipped} skipped");
    }
    match failed {
        0 => line += &style.paint(GREEN, " ✓"),
        _ => line += &format!(", {failed} failed{}", style.paint(RED, " ✗")),
    }
    line.push('\n');
    line
}

/// All failures, with an empty line between two.
pub(crate) fn failures(report: &TestReport, style: Style) -> String {
    let mut parts = Vec::new();
    for suite in &report.suites {
        for test in &suite.tests {
            if let Status::Failed(failure) = &test.status {
                parts.push(failure_text(suite, test, failure, style));
            }
        }
    }
    parts.join("\n")
}

/// `2 file(s), 7 tests, 6 passed, 1 failed (0.3s)`
pub(crate) fn totals(report: &TestReport, style: Style) -> String {
    let Counts { total, passed, failed, skipped } = report.counts();
    let mut counts = format!("{total} tests, {passed} passed, {failed} failed");
    if skipped > 0 {
        counts += &format!(", {skipped} skipped");
    }
    let counts = style.paint(if failed > 0 { RED } else { GREEN }, &counts);
    format!("{} file(s), {counts} ({:.1}s)\n", report.files, report.duration.as_secs_f64())
}

fn failure_text(suite: &Suite, test: &Test, failure: &Failure, style: Style) -> String {
    let fail = style.paint(RED, "FAIL");
    let place = place(test);
    let mut text = match failure {
        Failure::Test { message, hint, at } => {
            let mut text = format!("{fail} {} {}: {}", suite.name, test.name, indented(message));
            if let Some(hint) = hint {
                text += &format!("  hint: {}", indented(hint));
            }
            match (at, place) {
                (Some(at), Some(place)) => text += &format!("  at {at} ({place})\n"),
                (Some(at), None) => text += &format!("  at {at}\n"),
                (None, Some(place)) => text += &format!("  at {place}\n"),
                (None, None) => {}
            }
            text
        }
        Failure::Case { expression, expected, got } => {
            let place = place.unwrap_or_else(|| format!("{}:{}", suite.name, test.name));
            let [expression, expected, got] = [expression, expected, got].map(|it| indented(it));
            format!("{fail} {place}\n  {expression}  expected: {expected}  got:      {got}")
        }
    };
    if !test.output.is_empty() {
        text += "  output:\n";
        text.extend(test.output.lines().map(|line| format!("    {}\n", visible(line))));
    }
    text
}

fn place(test: &Test) -> Option<String> {
    Some(format!("{}:{}", test.file.as_ref()?, test.line?))
}

/// The lines after the first under the first.
fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(visible).collect();
    lines.join("\n  ") + "\n"
}

/// What a test says must not steer the terminal.
fn visible(line: &str) -> String {
    let shown = |it: char| match it {
        '\t' => it,
        _ if it.is_control() => '\u{fffd}',
        _ => it,
    };
    line.chars().map(shown).collect()
}

const RED: &str = "31";
const GREEN: &str = "32";

impl Style {
    fn paint(self, colour: &str, text: &str) -> String {
        match self.has_colour {
            true => format!("\u{1b}[{colour}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{Style, render};
    use crate::testing::report::{TestReport, sample};

    #[test]
    fn all_of_a_run() {
        expect![[r#"
              PotTest: 2 tests, 2 passed ✓
              CupTest: 4 tests, 1 passed, 1 skipped, 2 failed ✗
              test/cup.btscript: 2 tests, 1 passed, 1 failed ✗
              NoTest: 0 tests, 0 passed ✓

            FAIL CupTest testHang: did not end within 60 s

            FAIL CupTest testRim: Expected "<a> & b", got 4
              First difference at 1
              hint: Count again
              at CupTest>>testRim (test/CupTest.bt:21)
              output:
                ding
                dong��

            FAIL test/cup.btscript:5
              cup add: [
                3
              ]
              expected: 7
              got:      8

            3 file(s), 8 tests, 4 passed, 3 failed, 1 skipped (1.3s)
        "#]]
        .assert_eq(&render(&sample::report(), Style::default()));
    }

    #[test]
    fn quiet_leaves_out_what_passed() {
        let text = render(&sample::report(), Style { is_quiet: true, ..Style::default() });
        assert!(text.starts_with("  CupTest: 4 tests"), "{text}");
        assert!(!text.contains("NoTest"), "{text}");
    }

    #[test]
    fn only_totals_where_nothing_ran() {
        let text = render(&TestReport::default(), Style::default());
        assert_eq!(text, "0 file(s), 0 tests, 0 passed, 0 failed (0.0s)\n");
    }

    #[test]
    fn colour_only_if_told() {
        let plain = render(&sample::report(), Style::default());
        let painted = render(&sample::report(), Style { has_colour: true, ..Style::default() });
        assert!(!plain.contains('\u{1b}'));
        let without = painted.replace("\u{1b}[31m", "").replace("\u{1b}[32m", "");
        assert_eq!(without.replace("\u{1b}[0m", ""), plain);
        assert_ne!(painted, plain);
    }
}
