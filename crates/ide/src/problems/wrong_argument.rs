//! `wrong-argument`: an argument that is not what the method declares.
//!
//! In: which argument, what is declared, what is given, and how much of it does not
//! fit. Out: what was expected, and what to do.

use super::Rule;
use super::type_words::{listed, the_argument, ty};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{Argument, InferredType, Misfit};

pub(super) static RULE: Rule = Rule {
    code: "wrong-argument",
    summary: "An argument should be of the type that the method declares.",
    example: "Value subclass: Pan\n  heat: degrees :: Integer => degrees\n\nPan new heat: \"hot\"",
    better: "Value subclass: Pan\n  heat: degrees :: Integer => degrees\n\nPan new heat: 180",
};

pub(super) fn words(
    at: Place,
    argument: &Argument,
    expected: &InferredType,
    got: &InferredType,
    misfit: &Misfit,
) -> Diagnostic {
    misfitting(at, &RULE, &the_argument(argument), expected, got, misfit)
}

/// The same words for whatever is given something.
pub(super) fn misfitting(
    at: Place,
    rule: &Rule,
    what: &str,
    expected: &InferredType,
    got: &InferredType,
    misfit: &Misfit,
) -> Diagnostic {
    match misfit {
        Misfit::Whole => {
            let title = format!("{what} must be {}, not {}", ty(expected), ty(got));
            match advice(expected, got) {
                Some(advice) => at.report(rule, title).hint(advice),
                None => at.report(rule, title),
            }
        }
        Misfit::Some(unfit) => {
            let unfit = listed(unfit.iter().map(ty));
            at.report(rule, format!("{what} must be {}, and may be {unfit}", ty(expected)))
                .explanation(format!("It is {}.", ty(got)))
                .hint("Find out first what it is, so that what is left fits.")
        }
        Misfit::Open => {
            let title = format!("{what} must be {}, and {} may be anything", ty(expected), ty(got));
            at.report(rule, title).explanation(
                "What a type parameter stands for is not known here, so that this is likely no \
                 real problem.",
            )
        }
    }
}

fn advice(expected: &InferredType, got: &InferredType) -> Option<String> {
    let asks_for_class = matches!(expected, InferredType::Meta { .. })
        || expected.instance_class().is_some_and(|it| matches!(&**it, "Class" | "Behaviour"));
    match got {
        InferredType::Meta { class_name, .. } => {
            Some(format!("{} is the class itself, not one of its instances.", code(class_name)))
        }
        InferredType::Known { .. } if asks_for_class => {
            Some("Send it `class` to get its class.".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    const SHOP: &str = "Value subclass: Shop(T)\n  sell: n :: Integer => n\n\n  of: c :: Class => c\n\n  \
                        any: it :: T => «self sell: it»\n\n";

    #[track_caller]
    fn check(marked: &str, expected: expect_test::Expect) {
        let shop = SHOP.replace("«self sell: it»", "it");
        check_program(&format!("{shop}{marked}"), expected);
    }

    #[test]
    fn what_is_declared_and_what_is_given_are_told() {
        check(
            "«Shop new sell: \"tea\"»",
            expect![[r#"
            Argument 1 of `Shop sell:` must be `Integer`, not `String`
        "#]],
        );
        check(
            "«Shop new sell: Shop»",
            expect![[r#"
            Argument 1 of `Shop sell:` must be `Integer`, not `Shop class`
            try: `Shop` is the class itself, not one of its instances.
        "#]],
        );
        check(
            "«Shop new of: 3»",
            expect![[r#"
            Argument 1 of `Shop of:` must be `Class`, not `Integer`
            try: Send it `class` to get its class.
        "#]],
        );
        check(
            "«#(1) add: \"two\"»",
            expect![[r#"
            Argument 1 of `List add:` must be `Integer`, not `String`
        "#]],
        );
    }

    #[test]
    fn what_may_fit_is_a_hint() {
        check(
            "Shop >> some: it :: Integer | String => «self sell: it»",
            expect![[r#"
            Argument 1 of `Shop sell:` must be `Integer`, and may be `String`
            why: It is `Integer | String`.
            try: Find out first what it is, so that what is left fits.
        "#]],
        );
        check_program(
            SHOP,
            expect![[r#"
            Argument 1 of `Shop sell:` must be `Integer`, and `T` may be anything
            why: What a type parameter stands for is not known here, so that this is likely no real problem.
        "#]],
        );
    }
}
