//! What one package keeps from another. A text alone has no second package, so that the
//! literate cases cannot show it.

use hierarchy::{ClassHierarchy, Origin, surface};
use types::{AnalysisScope, Basis, Context, ProblemKind, Program, VisibilityProblem};

const KITCHEN: &str = "
internal type Heat = #low | #high
internal Object subclass: Ladle
  class one -> Integer => 1
Object subclass: Pan
  fry => 1
  internal scrub => 2
  class brand => 3
  internal class secret => 4
";

/// What is wrong with a text of a package that sees the kitchen, a letter each, at the
/// text it is wrong with.
fn check(package: Option<&str>, text: &str) -> Vec<String> {
    let kitchen = surface(&syntax::parse(KITCHEN).tree).in_package("kitchen");
    let parse = syntax::parse(text);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    let own = match package {
        Some(package) => surface(&parse.tree).in_package(package),
        None => surface(&parse.tree),
    };
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(kitchen, Origin::Project);
    hierarchy.add_classes(own, Origin::Module);
    let program = Program::of_package(package);
    let (file, allows_primitives, scope) = ("", false, AnalysisScope::WHOLE);
    let context = Context::Module { file, program: &program, allows_primitives, scope };
    let inference = types::infer(&parse.tree, &hierarchy, None);
    let basis = Basis { hierarchy: &hierarchy, inference: &inference, natives: None };
    let problems = types::check(&parse.tree, basis, context).into_iter();
    let told = problems.filter_map(|problem| {
        let ProblemKind::Visibility(kind) = &problem.kind else { return None };
        let what = match kind {
            VisibilityProblem::Reference { .. } => "reference",
            VisibilityProblem::Send { .. } => "send",
            VisibilityProblem::Exposed { .. } => "exposed",
            VisibilityProblem::Requirement { .. } => "requirement",
            VisibilityProblem::Reused { .. } => "reused",
        };
        Some(format!("{what} {}", problem.span.of(text)))
    });
    told.collect()
}

#[test]
fn what_is_internal_stays_in_its_package() {
    let rows: [(&str, &[&str]); 12] = [
        ("Ladle one", &["reference Ladle"]),
        ("Pan new fry", &[]),
        ("Pan brand", &[]),
        ("Pan new scrub", &["send Pan new scrub"]),
        ("Pan secret", &["send Pan secret"]),
        ("Pan new fry; scrub", &["send scrub"]),
        ("heat :: Heat | Nil := nil\nheat", &["reference Heat"]),
        ("Ladle subclass: Spoon", &["reference Ladle"]),
        ("Ladle >> dip => 1", &["reference Ladle"]),
        ("Object subclass: Cook\n  uses: it :: List(Ladle) => it", &["reference Ladle"]),
        (
            "Pan subclass: Wok\n  scrub => 3\n  class secret => 4",
            &["reused scrub", "reused secret"],
        ),
        ("Pan subclass: Wok\n  fry => self scrub", &["send self scrub"]),
    ];
    for (text, expected) in rows {
        assert_eq!(check(Some("diner"), text), expected, "{text}");
        assert_eq!(check(None, text), expected, "without a package: {text}");
        let inside: Vec<String> = check(Some("kitchen"), text)
            .into_iter()
            .filter(|it| !it.starts_with("exposed"))
            .collect();
        assert_eq!(inside, [""; 0], "in the package: {text}");
    }
}

#[test]
fn what_is_not_known_is_let_pass() {
    for text in [
        "[:pan | pan scrub]",
        "pan := nil\npan scrub",
        "Object subclass: Cook\n  wash: pan => pan scrub",
    ] {
        assert_eq!(check(Some("diner"), text), [""; 0], "{text}");
    }
}
