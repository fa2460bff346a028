//! A run of tests for build servers, in the XML that JUnit made common.

use std::fmt::Write as _;
use std::time::Duration;

use super::{Counts, Status, Suite, Test, TestReport};

pub(crate) fn render(report: &TestReport) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    counts(&mut out, report.counts(), report.duration);
    out += ">\n";
    for each in &report.suites {
        suite(&mut out, each);
    }
    out += "</testsuites>\n";
    out
}

fn suite(out: &mut String, suite: &Suite) {
    *out += "  <testsuite";
    attribute(out, "name", &suite.name);
    counts(out, suite.counts(), suite.duration());
    *out += ">\n";
    for each in &suite.tests {
        test(out, suite, each);
    }
    *out += "  </testsuite>\n";
}

fn test(out: &mut String, suite: &Suite, test: &Test) {
    *out += "    <testcase";
    attribute(out, "classname", &suite.name);
    attribute(out, "name", &test.name);
    attribute(out, "time", &seconds(test.duration));
    if let Some(file) = &test.file {
        attribute(out, "file", file);
    }
    if let Some(line) = test.line {
        attribute(out, "line", &line.to_string());
    }
    let inside = inside(test);
    match inside.is_empty() {
        true => *out += "/>\n",
        false => *out += &format!(">\n{inside}    </testcase>\n"),
    }
}

fn inside(test: &Test) -> String {
    let mut out = String::new();
    match &test.status {
        Status::Passed => {}
        Status::Skipped { reason } => {
            out += "      <skipped";
            attribute(&mut out, "message", reason);
            out += "/>\n";
        }
        Status::Failed(failure) => {
            let message = failure.message();
            out += "      <failure";
            attribute(&mut out, "message", message.lines().next().unwrap_or_default());
            out += &format!(">{}</failure>\n", escaped(&message, Where::Content));
        }
    }
    if !test.output.is_empty() {
        out +=
            &format!("      <system-out>{}</system-out>\n", escaped(&test.output, Where::Content));
    }
    out
}

fn counts(out: &mut String, counts: Counts, duration: Duration) {
    attribute(out, "tests", &counts.total.to_string());
    attribute(out, "failures", &counts.failed.to_string());
    attribute(out, "errors", "0");
    attribute(out, "skipped", &counts.skipped.to_string());
    attribute(out, "time", &seconds(duration));
}

fn seconds(duration: Duration) -> String {
    format!("{:.3}", duration.as_secs_f64())
}

fn attribute(out: &mut String, name: &str, value: &str) {
    let value = escaped(value, Where::Attribute);
    // Writing to a string cannot fail.
    let _ = write!(out, " {name}=\"{value}\"");
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Attribute,
    Content,
}

/// Characters that XML has no way to write are replaced. Readers turn white space in
/// attributes into spaces, and carriage returns into line feeds, unless it is escaped.
fn escaped(text: &str, place: Where) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' if place == Where::Attribute => out += "&quot;",
            '\n' if place == Where::Attribute => out += "&#10;",
            '\t' if place == Where::Attribute => out += "&#9;",
            '\r' => out += "&#13;",
            '\n' | '\t' => out.push(character),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{Where, escaped, render};
    use crate::testing::report::sample;

    #[test]
    fn all_of_a_run() {
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites tests="8" failures="3" errors="0" skipped="1" time="1.260">
              <testsuite name="PotTest" tests="2" failures="0" errors="0" skipped="0" time="0.100">
                <testcase classname="PotTest" name="testLid" time="0.050"/>
                <testcase classname="PotTest" name="testTap" time="0.050"/>
              </testsuite>
              <testsuite name="CupTest" tests="4" failures="2" errors="0" skipped="1" time="0.200">
                <testcase classname="CupTest" name="testCup" time="0.050"/>
                <testcase classname="CupTest" name="testHang" time="0.050">
                  <failure message="did not end within 60 s">did not end within 60 s</failure>
                </testcase>
                <testcase classname="CupTest" name="testRim" time="0.050" file="test/CupTest.bt" line="21">
                  <failure message="Expected &quot;&lt;a&gt; &amp; b&quot;, got 4">Expected "&lt;a&gt; &amp; b", got 4
            First difference at 1</failure>
                  <system-out>ding
            dong��
            </system-out>
                </testcase>
                <testcase classname="CupTest" name="testTea" time="0.050">
                  <skipped message="no &quot;kettle&quot;"/>
                </testcase>
              </testsuite>
              <testsuite name="test/cup.btscript" tests="2" failures="1" errors="0" skipped="0" time="0.100">
                <testcase classname="test/cup.btscript" name="3" time="0.050"/>
                <testcase classname="test/cup.btscript" name="5" time="0.050" file="test/cup.btscript" line="5">
                  <failure message="cup add: [">cup add: [
              3
            ]
            expected: 7
            got: 8</failure>
                </testcase>
              </testsuite>
              <testsuite name="NoTest" tests="0" failures="0" errors="0" skipped="0" time="0.000">
              </testsuite>
            </testsuites>
        "#]]
        .assert_eq(&render(&sample::report()));
    }

    #[test]
    fn every_character_has_a_form() {
        let rows = [
            ("a < b & \"c\" > 'd'", "a &lt; b &amp; &quot;c&quot; &gt; 'd'"),
            ("]]>", "]]&gt;"),
            ("a\r\n\tb", "a&#13;&#10;&#9;b"),
            ("\u{0}\u{1b}\u{7f}\u{fffe}\u{ffff}", "\u{fffd}\u{fffd}\u{7f}\u{fffd}\u{fffd}"),
            ("né 🍵", "né 🍵"),
        ];
        for (text, expected) in rows {
            assert_eq!(escaped(text, Where::Attribute), expected, "{text:?}");
        }
    }
}
