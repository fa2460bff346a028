//! `:test`: the tests of the package, or of one class.

use super::{Next, syncing};
use crate::client::Reply;
use crate::exit::Failure;
use crate::prompt::colours::Paint;
use crate::prompt::image::{Fields, fields, list, number, text};
use crate::prompt::session::Session;

pub(super) fn test(session: &mut Session<'_>, words: &str) -> Result<Next, Failure> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let (op, asked) = match &*words {
        [] => ("test-all", Fields::new()),
        [class] => ("test", fields([("class", class)])),
        [class, method] => {
            ("test", fields([("class", *class), ("method", method.trim_start_matches('#'))]))
        }
        _ => {
            session.complain("Usage: :test [CLASS [SELECTOR]]")?;
            return Ok(Next::Go);
        }
    };
    // Where there is no package, what is loaded is tested as it is.
    let has_package = session.project.join("beamtalk.toml").is_file();
    if has_package && !syncing::with_tests(session)? {
        return Ok(Next::Go);
    }
    let Some(answer) = session.follow(op, asked)? else { return Ok(Next::Go) };
    let has_results = answer.fields.get("results").is_some_and(serde_json::Value::is_object);
    if !has_results {
        session.show(&answer, "")?;
        return Ok(Next::Go);
    }
    let colour = session.console.out_colour;
    let shown = results(&answer, colour);
    session.say(&shown)?;
    if answer.has_status("test-error") {
        session.complain("Some tests failed")?;
    }
    Ok(Next::Go)
}

/// Each failure, and the totals.
fn results(answer: &Reply, colour: bool) -> String {
    let none = Fields::new();
    let results =
        answer.fields.get("results").and_then(serde_json::Value::as_object).unwrap_or(&none);
    let mut shown = String::new();
    for test in list(results, "tests").filter_map(serde_json::Value::as_object) {
        if text(test, "status") != Some("fail") {
            continue;
        }
        let class = text(test, "class").unwrap_or("?");
        let name = text(test, "name").unwrap_or("?");
        let mark = Paint::Error.on("✗", colour);
        shown.push_str(&format!("  {mark} {class}>>{name}\n"));
        for line in text(test, "error").unwrap_or("").lines() {
            shown.push_str(&format!("      {line}\n"));
        }
        if let (Some(file), Some(line)) = (text(test, "file"), number(test, "line")) {
            shown.push_str(&format!("      at {file}:{line}\n"));
        }
    }
    let count = |field| number(results, field).unwrap_or(0);
    let mut totals = format!("{} tests, {} passed", count("total"), count("passed"));
    for (field, word) in [("failed", "failed"), ("skipped", "skipped")] {
        if count(field) > 0 {
            totals.push_str(&format!(", {} {word}", count(field)));
        }
    }
    let seconds = results.get("duration").and_then(serde_json::Value::as_f64).unwrap_or(0.0);
    format!("{shown}{totals} ({seconds:.1}s)\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use serde_json::json;

    #[test]
    fn failures_come_before_the_totals() {
        let answer = json!({"results": {"class": "All", "total": 3, "passed": 1, "failed": 1,
            "skipped": 1, "duration": 0.31, "tests": [
                {"name": "testA", "class": "PotTest", "status": "pass"},
                {"name": "testB", "class": "PotTest", "status": "fail",
                 "error": "Expected 5, got 4\nreally", "file": "test/PotTest.bt", "line": 7},
                {"name": "testC", "class": "PotTest", "status": "skip"}]}});
        let answer = Reply { fields: answer.as_object().cloned().unwrap_or_default() };
        expect![[r#"
              ✗ PotTest>>testB
                  Expected 5, got 4
                  really
                  at test/PotTest.bt:7
            3 tests, 1 passed, 1 failed, 1 skipped (0.3s)
        "#]]
        .assert_eq(&results(&answer, false));
    }
}
