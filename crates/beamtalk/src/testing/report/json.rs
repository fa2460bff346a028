//! A run of tests for programs: one JSON object a line, one line for each test.

use serde::Serialize;

use super::{Status, Suite, Test};

#[derive(Serialize)]
struct Line<'a> {
    class: &'a str,
    test: &'a str,
    status: &'a str,
    /// Of a failure, or why the test was skipped.
    message: Option<String>,
    file: Option<&'a str>,
    line: Option<u32>,
    /// In seconds.
    time: f64,
}

pub(crate) fn suite_lines(suite: &Suite) -> String {
    suite.tests.iter().map(|test| line(suite, test)).collect()
}

fn line(suite: &Suite, test: &Test) -> String {
    let (status, message) = match &test.status {
        Status::Passed => ("pass", None),
        Status::Skipped { reason } => ("skip", Some(reason.clone())),
        Status::Failed(failure) => ("fail", Some(failure.message())),
    };
    let line = Line {
        class: &suite.name,
        test: &test.name,
        status,
        message,
        file: test.file.as_deref(),
        line: test.line,
        time: test.duration.as_secs_f64(),
    };
    // Texts, numbers and nothing cannot fail to become JSON.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::suite_lines;
    use crate::testing::report::sample;

    #[test]
    fn a_line_for_each_test() {
        let lines: String = sample::report().suites.iter().map(suite_lines).collect();
        expect![[r#"
            {"class":"PotTest","test":"testLid","status":"pass","message":null,"file":null,"line":null,"time":0.05}
            {"class":"PotTest","test":"testTap","status":"pass","message":null,"file":null,"line":null,"time":0.05}
            {"class":"CupTest","test":"testCup","status":"pass","message":null,"file":null,"line":null,"time":0.05}
            {"class":"CupTest","test":"testHang","status":"fail","message":"did not end within 60 s","file":null,"line":null,"time":0.05}
            {"class":"CupTest","test":"testRim","status":"fail","message":"Expected \"<a> & b\", got 4\nFirst difference at 1","file":"test/CupTest.bt","line":21,"time":0.05}
            {"class":"CupTest","test":"testTea","status":"skip","message":"no \"kettle\"","file":null,"line":null,"time":0.05}
            {"class":"test/cup.btscript","test":"3","status":"pass","message":null,"file":null,"line":null,"time":0.05}
            {"class":"test/cup.btscript","test":"5","status":"fail","message":"cup add: [\n  3\n]\nexpected: 7\ngot: 8","file":"test/cup.btscript","line":5,"time":0.05}
        "#]]
        .assert_eq(&lines);
    }
}
