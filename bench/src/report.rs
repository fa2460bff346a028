//! Rows of figures: a table for people, `bench/out/results.json` for tools.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// One figure, and what it is compared with.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) group: &'static str,
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
    /// The same figure of the baseline.
    pub(crate) baseline: Option<f64>,
    /// How the two relate; for rates, how many times faster we are.
    pub(crate) ratio: Option<f64>,
    /// What the ratio must reach; the value, where there is no ratio.
    pub(crate) target: Option<Target>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    AtLeast(f64),
    AtMost(f64),
}

impl Row {
    /// A figure that stands alone.
    pub(crate) fn plain(
        group: &'static str,
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
    ) -> Self {
        Row { group, name: name.into(), value, unit, baseline: None, ratio: None, target: None }
    }

    /// The same row beside a baseline.
    pub(crate) fn against(self, baseline: f64, target: Option<Target>) -> Self {
        let ratio = Some(self.value / baseline);
        Row { baseline: Some(baseline), ratio, target, ..self }
    }

    pub(crate) fn is_missed(&self) -> bool {
        let judged = self.ratio.unwrap_or(self.value);
        match self.target {
            Some(Target::AtLeast(bound)) => judged < bound,
            Some(Target::AtMost(bound)) => judged > bound,
            None => false,
        }
    }

    fn cells(&self) -> [String; 7] {
        let optional = |number: Option<f64>| number.map(figure).unwrap_or_default();
        let target = match self.target {
            Some(Target::AtLeast(bound)) => format!("≥ {bound}"),
            Some(Target::AtMost(bound)) => format!("≤ {bound}"),
            None => String::new(),
        };
        let verdict = match self.target {
            Some(_) if self.is_missed() => "MISSED",
            Some(_) => "ok",
            None => "",
        };
        let ratio = self.ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
        [
            format!("{}: {}", self.group, self.name),
            figure(self.value),
            self.unit.to_owned(),
            optional(self.baseline),
            ratio,
            target,
            verdict.to_owned(),
        ]
    }

    fn to_json(&self) -> Value {
        json!({
            "group": self.group,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "baseline": self.baseline,
            "ratio": self.ratio,
        })
    }
}

/// All rows with aligned columns: names and units to the left, numbers to the right.
pub(crate) fn table(rows: &[Row]) -> String {
    let titles = ["figure", "value", "unit", "baseline", "ratio", "target", ""].map(str::to_owned);
    let lines: Vec<_> = std::iter::once(titles).chain(rows.iter().map(Row::cells)).collect();
    let mut text = String::new();
    for line in &lines {
        let mut padded = String::new();
        for (column, cell) in line.iter().enumerate() {
            let width = lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
            let _ = match column {
                0 | 2 | 6 => write!(padded, "{cell:<width$}  "),
                _ => write!(padded, "{cell:>width$}  "),
            };
        }
        text.push_str(padded.trim_end());
        text.push('\n');
    }
    text
}

/// Where the results of the last run stand.
pub(crate) fn results_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("out/results.json")
}

pub(crate) fn write_results(rows: &[Row], path: &Path) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let rows: Vec<_> = rows.iter().map(|row| row.to_json().to_string()).collect();
    std::fs::write(path, format!("[\n  {}\n]\n", rows.join(",\n  ")))
}

/// Three or four digits that matter, thousands apart.
fn figure(number: f64) -> String {
    if number < 100.0 {
        return format!("{number:.2}");
    }
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_judge_the_ratio() {
        let row = Row::plain("syntax", "parse", 90.0, "MB/s");
        assert!(!row.clone().against(10.0, Some(Target::AtLeast(8.0))).is_missed());
        assert!(row.clone().against(15.0, Some(Target::AtLeast(8.0))).is_missed());
        assert!(row.against(10.0, Some(Target::AtMost(8.0))).is_missed());
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [
            Row::plain("syntax", "lex", 1_234_567.0, "lines/s"),
            Row::plain("syntax", "parse", 5.0, "MB/s").against(2.0, Some(Target::AtLeast(2.0))),
        ];
        let expected = "\
figure             value  unit     baseline  ratio  target
syntax: lex    1 234 567  lines/s
syntax: parse       5.00  MB/s         2.00   2.50     ≥ 2  ok
";
        assert_eq!(table(&rows), expected);
    }

    #[test]
    fn results_are_numbers_or_null() {
        let row = Row::plain("syntax", "lex", 2.5, "MB/s").to_json();
        assert_eq!(row["value"], json!(2.5));
        assert_eq!(row["baseline"], Value::Null);
        assert_eq!(row["ratio"], Value::Null);
    }
}
