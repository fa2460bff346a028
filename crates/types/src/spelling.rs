//! The name that was probably meant.
//!
//! In go a word and the names there are, the likeliest first; out comes the
//! nearest, if it is near enough to be worth saying.

/// Distances cost the product of both lengths, so that long words are not tried.
const LONGEST: usize = 80;
const FARTHEST: usize = 3;

/// The first of the nearest candidates.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let letters = word.chars().count();
    let limit = FARTHEST.min(word.len() / 2);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let limit = best.map_or(limit, |(away, _)| away.saturating_sub(1));
        // Both may have letters of several bytes.
        if candidate.chars().count().abs_diff(letters) > limit {
            continue;
        }
        let away = strsim::levenshtein(word, candidate);
        if away > 0 && away <= limit {
            best = Some((away, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_wins_and_the_first_of_equals() {
        assert_eq!(nearest("cupp", ["cap", "cup", "cups"]), Some("cup"));
        assert_eq!(nearest("kettle", ["kettel", "cattle"]), Some("kettel"));
        assert_eq!(nearest("naïf", ["naif"]), Some("naif"));
        assert_eq!(nearest("茶x", ["tx"]), Some("tx"));
        assert_eq!(nearest("tea", ["spoon"]), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("", []), None);
    }
}
