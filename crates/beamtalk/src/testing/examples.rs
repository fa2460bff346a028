//! Examples in documentation: the fenced `beamtalk` blocks of doc comments and of
//! Markdown texts that say with `// =>` what their expressions answer. A block that
//! changes what others see begins with `beamtalk serial`, and runs alone.
//!
//! In goes a text, out come its blocks, split into cases, with the lines of the text
//! they come from. Nothing is evaluated, and no file is read.

use syntax::trivia::{self, CommentKind};
use syntax::{LineIndex, Problem, ProblemKind, Script, Span, parse_script};

/// One block.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Its lines, without what the text around them has in front.
    pub(crate) text: String,
    /// The line of the surrounding text on which `text` begins; lines count from 1.
    pub(crate) first_line: u32,
    /// It must not run beside others.
    pub(crate) is_serial: bool,
    pub(crate) cases: Vec<Case>,
    /// Of the expressions, at their places in `text`.
    pub(crate) problems: Vec<Problem>,
}

/// An expression of a group and what it should answer. Without an expectation it is
/// there for the ones that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// Where the expression stands in the text of its group.
    pub(crate) expression: Span,
    pub(crate) expected: Option<String>,
    /// Of the surrounding text.
    pub(crate) line: u32,
}

/// What a Markdown text has to test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    /// From `<!-- btfixture: path.bt -->`: paths beside the document, to be loaded first.
    pub(crate) fixtures: Vec<String>,
    /// All its blocks, because they share their variables; nothing where there is none.
    pub(crate) group: Option<Group>,
}

/// The examples in the doc comments of a Beamtalk text. Each group is on its own.
pub(crate) fn in_source(text: &str) -> Vec<Group> {
    let lines = LineIndex::new(text);
    let mut groups = Vec::new();
    let mut reader = BlockReader::default();
    let mut last_line = None;
    for comment in doc_comments(text) {
        let line = lines.line(comment.start) + 1;
        if last_line.is_some_and(|last| last + 1 != line) {
            groups.extend(std::mem::take(&mut reader).finish());
        }
        last_line = Some(line);
        let content = comment.of(text).trim_start_matches('/');
        groups.extend(reader.read(content.strip_prefix(' ').unwrap_or(content), line));
    }
    groups.extend(reader.finish());
    groups
}

/// The examples of a Markdown text.
pub(crate) fn in_markdown(text: &str) -> Document {
    let mut fixtures = Vec::new();
    let mut groups = Vec::new();
    let mut reader = BlockReader::default();
    for (line, content) in (1..).zip(text.lines()) {
        if !reader.is_inside() {
            fixtures.extend(fixture(content));
        }
        groups.extend(reader.read(content, line));
    }
    groups.extend(reader.finish());
    Document { fixtures, group: groups.into_iter().reduce(Group::followed_by) }
}

fn doc_comments(text: &str) -> Vec<Span> {
    let tokens = syntax::lex(text);
    let gaps = tokens.iter().filter(|(_, token)| token.follows_comment());
    gaps.flat_map(|(id, _)| trivia::comments(text, tokens.gap_before(id)))
        .filter(|comment| comment.kind == CommentKind::Doc)
        .map(|comment| comment.span)
        .collect()
}

fn fixture(line: &str) -> Option<String> {
    let comment = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    Some(comment.trim().strip_prefix("btfixture:")?.trim().to_owned())
}

/// Takes the lines of a Markdown text one by one and gives its groups as they end.
#[derive(Debug, Default)]
struct BlockReader {
    fence: Option<Fence>,
    block: String,
    first_line: u32,
}

/// The line that opened the block at hand.
#[derive(Debug)]
struct Fence {
    mark: char,
    length: usize,
    indent: usize,
    is_ours: bool,
    is_serial: bool,
}

impl BlockReader {
    fn is_inside(&self) -> bool {
        self.fence.is_some()
    }

    fn read(&mut self, content: &str, line: u32) -> Option<Group> {
        let Some(fence) = &self.fence else {
            self.fence = Fence::opened_by(content);
            self.first_line = line + 1;
            return None;
        };
        if fence.is_closed_by(content) {
            return std::mem::take(self).finish();
        }
        let indent = content.len() - content.trim_start_matches(' ').len();
        self.block += content.get(indent.min(fence.indent)..).unwrap_or_default();
        self.block.push('\n');
        None
    }

    /// A block that is never closed ends with its text.
    fn finish(self) -> Option<Group> {
        let Fence { is_ours, is_serial, .. } = self.fence?;
        let is_example = is_ours && self.block.contains("// =>");
        is_example.then(|| Group { is_serial, ..Group::new(self.block, self.first_line) })
    }
}

impl Fence {
    fn opened_by(line: &str) -> Option<Fence> {
        let content = line.trim_start_matches(' ');
        let mark = content.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let after = content.trim_start_matches(mark);
        let length = content.len() - after.len();
        let mut words = after.split_whitespace();
        let is_ours = words.next() == Some("beamtalk");
        let is_serial = words.any(|word| word == "serial");
        let indent = line.len() - content.len();
        (length >= 3).then_some(Fence { mark, length, indent, is_ours, is_serial })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let content = line.trim();
        content.len() >= self.length && content.chars().all(|character| character == self.mark)
    }
}

impl Group {
    fn new(text: String, first_line: u32) -> Group {
        let Script { cases, mut problems, .. } = parse_script(&text);
        // An expression without an expectation is set-up here.
        problems.retain(|problem| problem.kind != ProblemKind::MissingExpectation);
        let lines = LineIndex::new(&text);
        let cases = cases.into_iter().map(|case| Case {
            expression: case.expression,
            expected: case.expected.map(|span| span.of(&text).to_owned()),
            line: first_line + lines.line(case.expression.start),
        });
        Group { cases: cases.collect(), text, first_line, is_serial: false, problems }
    }

    /// One group of two. Empty lines stand for what is between them, so that every line
    /// has the number that it has in the text around them.
    fn followed_by(mut self, next: Group) -> Group {
        let end = self.first_line + self.text.matches('\n').count() as u32;
        self.text.extend(std::iter::repeat_n('\n', next.first_line.saturating_sub(end) as usize));
        self.is_serial |= next.is_serial;
        let by = self.text.len() as u32;
        self.text += &next.text;
        let moved = |span: Span| Span { start: span.start + by, end: span.end + by };
        self.cases.extend(
            next.cases.into_iter().map(|case| Case { expression: moved(case.expression), ..case }),
        );
        self.problems.extend(next.problems.into_iter().map(|Problem { kind, span }| {
            let kind = match kind {
                ProblemKind::Unclosed(bracket, opened) => {
                    ProblemKind::Unclosed(bracket, opened + by)
                }
                kind => kind,
            };
            Problem { kind, span: moved(span) }
        }));
        self
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use syntax::LineIndex;

    use super::{Group, in_markdown, in_source};

    /// The groups with the lines of their cases.
    fn shown(groups: &[Group]) -> String {
        let mut out = String::new();
        for group in groups {
            let alone = if group.is_serial { ", alone" } else { "" };
            out += &format!("group at {}{alone}\n", group.first_line);
            for case in &group.cases {
                let expected = case.expected.as_deref().unwrap_or("(set-up)");
                let expression = case.expression.of(&group.text).replace('\n', "⏎");
                out += &format!("  {}: {expression} => {expected}\n", case.line);
            }
            for problem in &group.problems {
                let line = group.first_line + LineIndex::new(&group.text).line(problem.span.start);
                out += &format!("  problem {:?} at {line}\n", problem.kind);
            }
        }
        out
    }

    fn check(text: &str, expected: &Expect) {
        expected.assert_eq(&shown(&in_source(text)));
    }

    #[test]
    fn each_block_is_a_group() {
        check(
            "\
/// Tea.
///
/// ```beamtalk
/// Tea new   // => Tea()
/// ```
Object subclass: Tea

  /// How hot.
  ///
  /// ```beamtalk
  /// tea := Tea new
  ///
  /// tea heat
  /// // => 80
  /// ```
  ///
  /// ```beamtalk serial
  /// Tea new heat: (
  ///   3
  /// )   // => _
  /// ```
  heat => 80
",
            &expect![[r#"
                group at 4
                  4: Tea new => Tea()
                group at 11
                  11: tea := Tea new => (set-up)
                  13: tea heat => 80
                group at 18, alone
                  18: Tea new heat: (⏎  3⏎) => _
            "#]],
        );
    }

    #[test]
    fn other_blocks_are_left() {
        check(
            "\
/// ```beamtalk
/// Tea new
/// ```
///
/// ```text
/// 1   // => 2
/// ```
///
/// ```
/// 1   // => 2
/// ```
Object subclass: Tea

  // ```beamtalk
  // 1   // => 2
  // ```
  heat => \"
/// ```beamtalk
/// 1   // => 2
/// ```
\"
",
            &expect![""],
        );
    }

    #[test]
    fn a_comment_that_ends_closes_its_block() {
        check(
            "\
/// ```beamtalk
/// 1   // => 1

/// 2   // => 2
Object subclass: Tea
",
            &expect![[r#"
                group at 2
                  2: 1 => 1
            "#]],
        );
    }

    #[test]
    fn markdown_with_fixtures() {
        let document = in_markdown(
            "\
# Tea

<!-- btfixture: fixtures/tea.bt -->

1. Pour:

   ```beamtalk
   tea := Tea new
   tea fill: [
     :n | n
   ]   // => 3
   ```

~~~~beamtalk
tea heat   // => 80
~~~
// => stays inside
~~~~

```beamtalk
tea cool   // => 20",
        );
        assert_eq!(document.fixtures, ["fixtures/tea.bt"]);
        let group = document.group.unwrap();
        expect![[r#"
            group at 8
              8: tea := Tea new => (set-up)
              9: tea fill: [⏎  :n | n⏎] => 3
              15: tea heat => 80
              16: ~~~ => stays inside
              21: tea cool => 20
              problem ExpectedExpression at 16
        "#]]
        .assert_eq(&shown(std::slice::from_ref(&group)));
    }

    #[test]
    fn any_text_is_read() {
        for text in [
            "",
            "///",
            "/// ```",
            "```",
            "```beamtalk",
            "/// ```beamtalk\n/// (  // => 1",
            "<!-- -->",
        ] {
            in_source(text);
            in_markdown(text);
        }
    }
}
