//! Spelling: the known word that was probably meant.
//!
//! In go a word and the words there are; out comes the nearest, or none. Knows
//! letters, not meaning.

use crate::visible::code;
use hierarchy::ClassName;

const LONGEST: usize = 40;
/// How many steps of a way that leads back are told.
const NAMED: usize = 4;

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

/// `A` names `B`, which names `A`: a way that leads back, as a sentence.
pub(crate) fn round(ring: &[ClassName], verb: &str) -> String {
    let Some(first) = ring.first() else { return String::new() };
    let mut sentence = code(first);
    for (index, name) in ring.iter().skip(1).chain([first]).enumerate() {
        let link = if index == 0 { " " } else { ", which " };
        if index > 0 && index + 1 < ring.len() && index >= NAMED {
            continue;
        }
        if index + 1 == ring.len() && ring.len() > NAMED + 1 {
            sentence.push_str(", and so on");
        }
        sentence.push_str(&format!("{link}{verb} {}", code(name)));
    }
    sentence.push('.');
    sentence
}

#[cfg(test)]
mod tests {
    use super::{alternatives, nearest, round};
    use hierarchy::ClassName;

    #[test]
    fn long_ways_round_are_cut_short() {
        let ring: Vec<ClassName> = ["A", "B", "C"].map(ClassName::from).to_vec();
        assert_eq!(round(&ring[..1], "names"), "`A` names `A`.");
        assert_eq!(round(&ring, "names"), "`A` names `B`, which names `C`, which names `A`.");
        let long: Vec<ClassName> = (0..9).map(|it| ClassName::from(&*format!("C{it}"))).collect();
        assert_eq!(
            round(&long, "names"),
            "`C0` names `C1`, which names `C2`, which names `C3`, which names `C4`, and so on, \
             which names `C0`."
        );
    }

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
