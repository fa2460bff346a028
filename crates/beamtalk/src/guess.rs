//! What somebody may have meant: a word that is not known in, the nearest that is out.

use hierarchy::{ClassHierarchy, ClassName, Side};

use crate::running::Raised;

/// Words further apart than this share of their letters are different words.
const ALIKE: f64 = 0.7;
/// In shorter words one letter makes too great a difference.
const LONG_ENOUGH: usize = 3;

/// The one of these words that is most like another.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let alike = known.into_iter().map(|it| (likeness(word, it), it));
    let alike = alike.filter(|(likeness, _)| *likeness >= ALIKE);
    alike.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, word)| word)
}

/// The class that is meant by a name that no class has.
pub(crate) fn class<'h>(name: &str, hierarchy: &'h ClassHierarchy) -> Option<&'h str> {
    nearest(name, hierarchy.classes().into_iter().map(|it| &*it.name))
}

/// The message to a class that is meant by one that it does not understand.
pub(crate) fn message<'h>(
    class: &str,
    selector: &str,
    hierarchy: &'h ClassHierarchy,
) -> Option<&'h str> {
    let class = ClassName::from(class);
    let classes = hierarchy.class(&class).into_iter().chain(hierarchy.superclasses(&class));
    let methods = classes.flat_map(|it| it.methods_on(Side::Class));
    nearest(selector, methods.map(|it| &*it.selector))
}

/// Gives an error about a class that is not there the name of one that is.
pub(crate) fn with_guess(mut raised: Raised, hierarchy: &ClassHierarchy) -> Raised {
    if let ("class_not_found", None, Some(name)) = (&*raised.kind, &raised.hint, &raised.class) {
        raised.hint = class(name, hierarchy).map(|it| format!("did you mean `{it}`?"));
    }
    raised
}

fn likeness(word: &str, other: &str) -> f64 {
    let is_slip = word.chars().count() >= LONG_ENOUGH
        && (word.to_lowercase() == other.to_lowercase()
            || strsim::damerau_levenshtein(word, other) == 1);
    let likeness = strsim::normalized_damerau_levenshtein(word, other);
    if is_slip { likeness.max(ALIKE) } else { likeness }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_understood_and_other_words_are_not() {
        let known = ["Pot", "Teapot", "TeaHouse", "serve:", "as"];
        let cases = [
            ("Pto", Some("Pot")),
            ("pot", Some("Pot")),
            ("TEAPOT", Some("Teapot")),
            ("TeaHuse", Some("TeaHouse")),
            ("serve", Some("serve:")),
            ("is", None),
            ("Cup", None),
            ("House", None),
            ("", None),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
    }
}
