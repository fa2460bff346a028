//! Pairs in the order given, found and compared by key.

use std::cmp::Ordering;

use crate::Term;

/// The pairs of a map. They keep their order, so that what was read is written
/// again byte for byte; equality does not look at it.
#[derive(Clone, Debug)]
pub struct Map {
    pairs: Box<[(Term, Term)]>,
    /// Places in `pairs` by ascending key; nothing where they ascend already, as
    /// small maps from OTP 25 do. Sorting at each comparison instead would make
    /// maps nested as keys quadratic.
    sorted: Box<[u32]>,
}

impl Map {
    /// Keys should differ: Erlang refuses a map in which two are equal.
    pub fn new(pairs: impl Into<Box<[(Term, Term)]>>) -> Map {
        let pairs = pairs.into();
        let sorted = match pairs.is_sorted_by(|before, after| before.0 < after.0) {
            true => Box::default(),
            false => sorted(&pairs),
        };
        Map { pairs, sorted }
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub fn pairs(&self) -> &[(Term, Term)] {
        &self.pairs
    }

    /// The value at an atom.
    pub fn get(&self, atom: &str) -> Option<&Term> {
        self.find(|key| key.compare_to_atom(atom))
    }

    /// The value at any key.
    pub fn get_term(&self, wanted: &Term) -> Option<&Term> {
        self.find(|key| key.cmp(wanted))
    }

    pub(crate) fn has_equal_keys(&self) -> bool {
        !self.by_key().is_sorted_by(|before, after| before.0 < after.0)
    }

    fn find(&self, compare: impl Fn(&Term) -> Ordering) -> Option<&Term> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            let (key, value) = self.nth(middle)?;
            match compare(key) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(value),
            }
        }
        None
    }

    /// The pair with the nth smallest key.
    fn nth(&self, index: usize) -> Option<&(Term, Term)> {
        let place = self.sorted.get(index).map_or(index, |place| *place as usize);
        self.pairs.get(place)
    }

    fn by_key(&self) -> impl Iterator<Item = &(Term, Term)> {
        (0..self.len()).filter_map(|index| self.nth(index))
    }
}

fn sorted(pairs: &[(Term, Term)]) -> Box<[u32]> {
    let mut keys: Vec<(&Term, u32)> = pairs.iter().map(|(key, _)| key).zip(0..).collect();
    keys.sort();
    keys.into_iter().map(|(_, place)| place).collect()
}

impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        self.len() == other.len() && self.by_key().eq(other.by_key())
    }
}

impl Eq for Map {}

impl PartialOrd for Map {
    fn partial_cmp(&self, other: &Map) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Map {
    fn cmp(&self, other: &Map) -> Ordering {
        self.by_key().cmp(other.by_key())
    }
}

impl<'m> IntoIterator for &'m Map {
    type Item = &'m (Term, Term);
    type IntoIter = std::slice::Iter<'m, (Term, Term)>;

    fn into_iter(self) -> Self::IntoIter {
        self.pairs.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(keys: impl IntoIterator<Item = i64>) -> Map {
        Map::new(keys.into_iter().map(|key| (key.into(), (key * 2).into())).collect::<Vec<_>>())
    }

    #[test]
    fn order_is_kept_and_not_compared() {
        let (up, down) = (numbers(0..40), numbers((0..40).rev()));
        assert_eq!(up, down);
        assert_eq!(up.cmp(&down), Ordering::Equal);
        assert_eq!(down.pairs()[0], (39.into(), 78.into()));
        assert_ne!(up, numbers(1..41));
        assert_ne!(up, numbers(0..39));
    }

    #[test]
    fn values_are_compared() {
        assert_ne!(Term::map([("a", Term::from(1))]), Term::map([("a", Term::from(2))]));
    }

    #[test]
    fn every_key_is_found() {
        let map = numbers((0..50).rev().chain(50..90));
        for key in 0..90 {
            assert_eq!(map.get_term(&key.into()), Some(&Term::from(key * 2)));
        }
        assert_eq!(map.get_term(&90.into()), None);
    }

    #[test]
    fn atoms_are_found_among_keys_of_every_kind() {
        let map = Map::new([
            (Term::binary("a"), 1.into()),
            (Term::atom("b"), 2.into()),
            (Term::tuple([]), 3.into()),
            (Term::float(0.5), 4.into()),
            (Term::atom("a"), 5.into()),
            (Term::from(7), 6.into()),
        ]);
        assert_eq!(map.get("a"), Some(&Term::from(5)));
        assert_eq!(map.get("b"), Some(&Term::from(2)));
        assert_eq!(map.get("c"), None);
    }
}
