//! What holds for all rules, and for all problems of all texts.
//!
//! The words of each rule are checked in its own file; here are the promises that
//! no single file can keep.

mod of_meaning;
mod of_text;

use super::cases::checked;
use super::{ALL, Rule, explain};
use crate::{Diagnostic, Fix, diagnose, visible};
use of_meaning::meanings;
use of_text::kinds;
use std::collections::BTreeSet;
use syntax::*;

#[test]
fn codes_are_kebab_case_unique_and_sorted() {
    let codes: Vec<&str> = ALL.iter().map(|rule| rule.code).collect();
    assert!(codes.is_sorted(), "{codes:?}");
    assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), codes.len());
    for code in codes {
        let is_word =
            |word: &str| !word.is_empty() && word.chars().all(|it| it.is_ascii_lowercase());
        assert!(code.split('-').all(is_word), "{code}");
        assert_eq!(explain(code).map(|rule| rule.code), Some(code));
    }
}

#[test]
fn rules_explain_themselves() {
    for rule in ALL {
        assert!(rule.summary.ends_with('.'), "{}", rule.code);
        assert!(!rule.example.trim().is_empty() && !rule.better.trim().is_empty(), "{}", rule.code);
        assert_ne!(rule.example, rule.better, "{}", rule.code);
    }
    assert!(explain("no-such-code").is_none());
}

#[test]
fn examples_break_their_rule_first_and_are_made_good() {
    for rule in ALL {
        let (broken, good): (Vec<Problem>, Vec<Problem>) = match rule.code {
            "not-one-method" | "missing-method-arrow" => {
                (parse_method(rule.example).problems, parse_method(rule.better).problems)
            }
            "missing-expectation" => {
                (parse_script(rule.example).problems, parse_script(rule.better).problems)
            }
            // Their examples would fill pages; those shown are abridged.
            "too-deep" | "too-many-problems" | "name-too-long" | "number-too-long"
            | "no-constructor" | "too-many-variables" => continue,
            // Their examples need a second package.
            "internal-reference" | "internal-message" | "reused-internal-name" => continue,
            _ if is_of_meaning(rule) => {
                let first = checked(rule.example).first().map(|it| diagnose(rule.example, it).code);
                assert_eq!(first, Some(rule.code));
                assert_eq!(checked(rule.better), [], "{}", rule.code);
                continue;
            }
            _ => (parse(rule.example).problems, parse(rule.better).problems),
        };
        let first = broken.first().map(|problem| diagnose(rule.example, problem).code);
        assert_eq!(first, Some(rule.code), "{broken:?}");
        assert_eq!(good, [], "{}", rule.code);
    }
}

/// Test scripts match on these words, so they stay as they are.
#[test]
fn fixed_words_are_in_the_titles() {
    let cases = [
        ("+ 3", "expected expression, found +"),
        ("3 +", "expected expression, found <eof>"),
        ("hot = cold", "expected expression, found ="),
        ("pan heat; , stir)", "expected expression, found )"),
        ("Object subclass: Pan\n  heat => 1\n    cool => 2", "expected expression, found =>"),
        ("x := #", "#"),
        ("pan § lid", "expected expression, found §"),
        ("x := \"leek", "\"leek"),
        ("/* soon", "/* soon"),
        ("\"{}\"", "empty interpolation"),
        ("[pan heat", "Expected ']' to close block"),
        ("(pan heat", "Expected ')'"),
        ("[:pan]", "Expected '|'"),
        ("pan heat;", "Expected message selector"),
    ];
    for (text, fragment) in cases {
        let title = parse(text).problems.first().map(|problem| diagnose(text, problem).title);
        assert!(title.as_ref().is_some_and(|it| it.contains(fragment)), "{text}: {title:?}");
    }
}

#[test]
fn unexpected_tokens_are_named_without_quotes() {
    let tokens = "+ , & = := -> => >> << :: : ; . ! ^ | ... ) ] } at: ~= \\\\ § → `".split(' ');
    for text in
        tokens.flat_map(|token| [token.into(), format!("x := {token}"), format!("({token} y")])
    {
        for problem in parse(&text).problems {
            use ProblemKind::*;
            let is_token = match problem.kind {
                ExpectedExpression | MisplacedHeader => true,
                kind => kind == Lexical(LexFault::UnexpectedCharacter),
            };
            let found = match problem.span.of(&text) {
                "" => "<eof>",
                token => token,
            };
            let title = diagnose(&text, &problem).title;
            let words = format!("expected expression, found {found}");
            assert!(!is_token || title.starts_with(&words), "{text}: {title}");
        }
    }
}

#[test]
fn every_beginning_of_every_example_has_words() {
    for rule in ALL {
        for (end, _) in rule.example.char_indices() {
            let text = &rule.example[..end];
            for problem in parse(text).problems {
                let diagnostic = diagnose(text, &problem);
                assert!(!diagnostic.title.is_empty());
                let is_inside = |fix: &Fix| text.get(fix.span.range()).is_some();
                assert!(diagnostic.fixes.iter().all(is_inside), "{diagnostic:?}");
            }
        }
    }
}

#[test]
fn endless_texts_have_words_too() {
    let deep = "(".repeat(300);
    let bad = ") ".repeat(20_000);
    let codes = |text: &str| -> BTreeSet<&str> {
        parse(text).problems.iter().map(|problem| diagnose(text, problem).code).collect()
    };
    assert!(codes(&deep).contains("too-deep"));
    assert!(codes(&bad).contains("too-many-problems"));
}

#[test]
fn every_rule_has_a_problem_and_every_problem_a_rule() {
    let problem = |kind| Problem { kind, span: Span { start: 0, end: 1 } };
    let mut used: BTreeSet<&str> =
        kinds().into_iter().map(|kind| diagnose("x", &problem(kind)).code).collect();
    used.extend(meanings().iter().map(|problem| diagnose("x", problem).code));
    let listed: BTreeSet<&str> = ALL.iter().map(|rule| rule.code).collect();
    assert_eq!(used, listed);
}

#[test]
fn any_problem_at_any_place_of_any_text_has_words() {
    let long = ["x", "é", "(", ": "].map(|unit| unit.repeat(1000));
    let whole = |text: &str| vec![Span { start: 0, end: text.len() as u32 }];
    let short = ODD_TEXTS.into_iter().map(|text| (text, spans(text)));
    for (text, spans) in short.chain(long.iter().map(|text| (text.as_str(), whole(text)))) {
        for span in spans {
            for kind in kinds() {
                has_words(text, Problem { kind, span }.into());
            }
            for problem in meanings() {
                has_words(text, types::Problem { span, ..problem }.into());
            }
        }
    }
}

fn has_words(text: &str, problem: crate::Problem) {
    let diagnostic = diagnose(text, &problem);
    assert!(!diagnostic.title.is_empty());
    assert!(is_presentable(&diagnostic), "{diagnostic:?}");
    assert_eq!((diagnostic.span, diagnostic.severity), (problem.span(), problem.severity()));
    for fix in diagnostic.fixes {
        assert!(text.get(fix.span.range()).is_some(), "{fix:?} in {text:?}");
        assert_ne!(fix.span.of(text), fix.replacement, "{fix:?} in {text:?}");
    }
}

const ODD_TEXTS: [&str; 24] = [
    "",
    "x",
    "\n",
    "=",
    "|a|",
    "é€😀",
    "\u{FEFF}a",
    "\"{",
    "'",
    "\"a {b",
    "#",
    "{{}}",
    "a\r\nb",
    "[:x",
    "#{a: 1}",
    "self x := 3",
    "///\n\n",
    "x match: [<<a,>> -> 1]",
    "@",
    "16r",
    "`",
    "\0\u{202E}",
    "a\n:= b",
    "\r\rx",
];

/// Words fit on a few lines and hide nothing, whatever the text holds.
fn is_presentable(diagnostic: &Diagnostic) -> bool {
    let mut words = vec![&diagnostic.title];
    words.extend(diagnostic.explanation.iter().chain(&diagnostic.hint));
    words.extend(diagnostic.fixes.iter().map(|fix| &fix.label));
    words.iter().all(|it| it.len() < 3000 && !it.contains(visible::is_hidden))
}

/// All spans of a text, good or not, and some of no text.
fn spans(text: &str) -> Vec<Span> {
    let end = text.len() as u32 + 2;
    let mut spans = vec![
        Span { start: u32::MAX, end: u32::MAX },
        Span { start: 0, end: u32::MAX },
        Span { start: u32::MAX, end: 0 },
    ];
    for start in 0..end {
        spans.extend((0..end).map(|end| Span { start, end }));
    }
    spans
}

fn is_of_meaning(rule: &Rule) -> bool {
    meanings().iter().any(|problem| diagnose("x", problem).code == rule.code)
        && rule.code != "invalid-alias"
}
