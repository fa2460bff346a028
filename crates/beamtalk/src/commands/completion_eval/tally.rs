//! What was asked and answered, counted.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::LETTERS;
use super::corpus::Corpus;
use super::engines::Engine;
use super::shape::Shape;
use super::sites::Site;

/// The answers for one place, by the letters typed.
pub(super) struct Asked {
    pub(super) tries: Vec<Try>,
    /// Why it is not known what the message goes to.
    pub(super) untyped: Option<String>,
}

pub(super) struct Try {
    /// Where in the list the wanted one is, from one.
    pub(super) rank: Option<usize>,
    pub(super) length: usize,
    pub(super) is_silent: bool,
    pub(super) time: Duration,
    pub(super) reason: Option<String>,
}

/// Figures of many places.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) all: Figures,
    pub(super) shapes: BTreeMap<Shape, Figures>,
    pub(super) operators: Figures,
    pub(super) times: Vec<Duration>,
    /// Why nothing was found, and how often.
    pub(super) misses: BTreeMap<String, usize>,
    pub(super) silent: usize,
}

#[derive(Clone, Default)]
pub(super) struct Figures {
    pub(super) places: usize,
    pub(super) typed: usize,
    pub(super) by_letters: [Letters; LETTERS + 1],
}

/// Of those places where so many letters were typed.
#[derive(Clone, Copy, Default)]
pub(super) struct Letters {
    pub(super) tries: usize,
    /// Those whose receiver is known, and how many of them were found.
    pub(super) typed: usize,
    pub(super) typed_found: usize,
    pub(super) found: usize,
    pub(super) in_ten: usize,
    pub(super) first: usize,
    pub(super) reciprocals: f64,
    pub(super) length: usize,
}

impl Asked {
    pub(super) fn of(engine: &dyn Engine, corpus: &Corpus, site: &Site) -> Asked {
        let mut asked = Asked { tries: Vec::new(), untyped: None };
        let Some(file) = corpus.files.get(site.file) else { return asked };
        let most = match site.is_operator {
            true => 0,
            false => LETTERS.min(site.letters.chars().count()),
        };
        for letters in 0..=most {
            let (text, offset) = engine.text(file, site, letters);
            if letters == 0 {
                asked.untyped = engine.untyped(site, &text, offset);
            }
            let begun = Instant::now();
            let answer = engine.ask(site, &text, offset);
            let time = begun.elapsed();
            let is_wanted = |label: &String| match site.is_call && site.part == 0 {
                true => label.split(':').next() == site.wanted.split(':').next(),
                false => *label == site.wanted,
            };
            let rank = answer.labels.iter().position(is_wanted).map(|it| it + 1);
            asked.tries.push(Try {
                rank,
                length: answer.labels.len(),
                is_silent: answer.labels.is_empty() && answer.reason.is_none(),
                time,
                reason: answer.reason,
            });
        }
        asked
    }

    pub(super) fn rank(&self, letters: usize) -> Option<usize> {
        self.tries.get(letters)?.rank
    }
}

impl Tally {
    pub(super) fn add(&mut self, site: &Site, asked: &Asked) {
        self.times.extend(asked.tries.iter().map(|it| it.time));
        self.silent += asked.tries.iter().filter(|it| it.is_silent).count();
        self.all.add(asked);
        if site.is_operator {
            return self.operators.add(asked);
        }
        self.shapes.entry(site.shape).or_default().add(asked);
        if let Some(first) = asked.tries.first().filter(|it| it.rank.is_none()) {
            let reason = asked.untyped.clone().or_else(|| first.reason.clone());
            let reason = reason.unwrap_or_else(|| format!("`{}` is not listed", site.wanted));
            *self.misses.entry(reason).or_default() += 1;
        }
    }

    /// The time that a share of all answers took at most.
    pub(super) fn time(&self, share: f64) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = ((times.len() as f64 - 1.0) * share).round() as usize;
        times.get(at).copied().unwrap_or_default()
    }
}

impl Figures {
    fn add(&mut self, asked: &Asked) {
        let is_typed = asked.untyped.is_none();
        self.places += 1;
        self.typed += usize::from(is_typed);
        for (letters, it) in self.by_letters.iter_mut().zip(&asked.tries) {
            letters.tries += 1;
            letters.typed += usize::from(is_typed);
            letters.typed_found += usize::from(is_typed && it.rank.is_some());
            letters.length += it.length;
            if let Some(rank) = it.rank {
                letters.found += 1;
                letters.in_ten += usize::from(rank <= 10);
                letters.first += usize::from(rank == 1);
                letters.reciprocals += 1.0 / rank as f64;
            }
        }
    }

    pub(super) fn typed_share(&self) -> f64 {
        share(self.typed, self.places)
    }

    pub(super) fn recall_of_typed(&self) -> f64 {
        let none = self.letters(0);
        share(none.typed_found, none.typed)
    }

    pub(super) fn letters(&self, count: usize) -> Letters {
        self.by_letters.get(count).copied().unwrap_or_default()
    }
}

impl Letters {
    pub(super) fn recall(&self) -> f64 {
        share(self.found, self.tries)
    }

    pub(super) fn in_ten(&self) -> f64 {
        share(self.in_ten, self.tries)
    }

    pub(super) fn first(&self) -> f64 {
        share(self.first, self.tries)
    }

    /// The mean of one by the rank; what is missing counts nothing.
    pub(super) fn reciprocal_rank(&self) -> f64 {
        match self.tries {
            0 => 0.0,
            tries => self.reciprocals / tries as f64,
        }
    }

    pub(super) fn mean_length(&self) -> f64 {
        match self.tries {
            0 => 0.0,
            tries => self.length as f64 / tries as f64,
        }
    }
}

fn share(part: usize, of: usize) -> f64 {
    match of {
        0 => 0.0,
        of => 100.0 * part as f64 / of as f64,
    }
}
