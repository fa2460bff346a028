//! Spelling: the known word that was probably meant.
//!
//! In go a word and the words there are; out comes the nearest, or none. Knows
//! letters, not meaning.

const LONGEST: usize = 40;

/// The candidate nearest to a word, if one is near enough to be worth naming.
pub(crate) fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    // No word of ours is long, and the distance costs the product of both lengths.
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let distance = |candidate: &str| strsim::damerau_levenshtein(&word, candidate);
    let (nearest, away) =
        candidates.iter().map(|it| (*it, distance(it))).min_by_key(|(_, away)| *away)?;
    (away <= (nearest.len() / 3).max(1)).then_some(nearest)
}

/// `a`, `b` or `c`, for a sentence.
pub(crate) fn alternatives(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{alternatives, nearest};

    #[test]
    fn near_words_are_found_and_far_ones_not() {
        let known = ["dnu", "type", "unused"];
        assert_eq!(nearest("unsued", &known), Some("unused"));
        assert_eq!(nearest("Types", &known), Some("type"));
        assert_eq!(nearest("harbour", &known), None);
        assert_eq!(nearest("", &[]), None);
    }

    #[test]
    fn alternatives_read_as_a_sentence() {
        assert_eq!(alternatives(&["a"]), "`a`");
        assert_eq!(alternatives(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
