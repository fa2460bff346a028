//! Who waits for whose result, and what becomes of circles.
//!
//! A body is looked into when its result is first asked for; whoever asks waits. Each
//! one that waits does so for exactly one other, so that a circle is found when someone
//! asks for one who waits for it already, and it is the same circle wherever one began.
//! Within a circle all are Dynamic for each other. The one that closes the circle, and
//! all between, are left and begun anew later; the first goes on.
//!
//! The stack is small however long a chain is: where it would grow too large, it is
//! left as a whole, and the body that was asked for last is looked into first.

use std::ops::{Index, IndexMut};

use super::bodies::BodyId;
use super::engine::Engine;
use crate::inferred::InferredType;

/// So many bodies may wait for each other on the stack, and so deep may the expressions
/// nest in which they wait.
const MOST_WAITING: usize = 60;
const MOST_NESTED: usize = 100;
/// A body in so many circles asks for nothing any more: otherwise methods that all call
/// each other would be begun again and again.
const MOST_CIRCLES: usize = 16;

/// All bodies, and those of them that wait.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    pub(super) standings: Standings,
    /// Each waits for the next.
    chain: Vec<BodyId>,
    /// Where in the chain the stack begins.
    floor: usize,
    leaving: Option<Leaving>,
    circles: u32,
    /// Whether bodies that ask from deep inside are put off.
    puts_off: bool,
}

/// How far a body has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    pub(super) progress: Progress,
    pub(super) answer: InferredType,
    /// Whether it was looked into in this run.
    pub(super) is_new: bool,
    /// Whose results it has asked for, in that order.
    pub(super) asked: Vec<BodyId>,
    circles: Vec<u32>,
    place: Option<usize>,
    /// Whether it was put off.
    is_late: bool,
    /// The body that has noted last that it asks for this one.
    noted_by: Option<BodyId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Progress {
    #[default]
    Open,
    /// Looked into before something else has changed.
    Old,
    Done,
}

/// The stack is being left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    To(usize),
    Wholly,
    /// For now nobody goes on.
    PutOff,
}

#[derive(Debug, Default)]
pub(super) struct Standings(Vec<Standing>);

impl Waiting {
    pub(super) fn new(bodies: usize) -> Self {
        let standings = Standings(vec![Standing::default(); bodies]);
        Waiting { standings, ..Waiting::default() }
    }

    /// Whether what is being looked into will be begun anew.
    pub(super) fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    pub(super) fn are_in_a_circle(&self, one: BodyId, other: BodyId) -> bool {
        let others = &self.standings[other].circles;
        self.standings[one].circles.iter().any(|it| others.contains(it))
    }

    pub(super) fn is_alone(&self, body: BodyId) -> bool {
        self.standings[body].circles.len() >= MOST_CIRCLES
    }

    fn wait_for(&mut self, body: BodyId) {
        self.standings[body].place = Some(self.chain.len());
        self.chain.push(body);
    }

    fn wait_no_more(&mut self) {
        if let Some(body) = self.chain.pop() {
            self.standings[body].place = None;
        }
    }

    /// All from a place in the chain on wait for each other.
    fn close_circle(&mut self, first: usize) {
        for body in self.chain.get(first..).unwrap_or_default() {
            self.standings[*body].circles.push(self.circles);
        }
        self.circles += 1;
        while self.chain.len() > first + 1 {
            self.wait_no_more();
        }
        let is_alone = self.chain.last().is_some_and(|it| self.is_alone(*it));
        self.leaving = match is_alone || first < self.floor {
            true => Some(Leaving::Wholly),
            false => Some(Leaving::To(first)),
        };
    }

    /// Whether the stack has been left no further than to this place in the chain.
    fn has_come_back(&mut self, place: usize) -> bool {
        if self.leaving == Some(Leaving::To(place)) {
            self.leaving = None;
        }
        self.leaving.is_none()
    }
}

impl Engine<'_> {
    /// Looks into all bodies. Those that ask from deep inside their expressions would be
    /// begun anew each time they do so: they come last, when most of what they need is
    /// known.
    pub(super) fn settle_all(&mut self) {
        for puts_off in [true, false] {
            self.waiting.puts_off = puts_off;
            (0..self.bodies.all.len()).for_each(|body| self.settle(body));
        }
    }

    /// Looks into one body alone, and all that it needs.
    pub(super) fn settle_only(&mut self, body: BodyId) {
        for puts_off in [true, false] {
            self.waiting.puts_off = puts_off;
            self.settle(body);
        }
    }

    /// Looks into a body and all that it needs.
    fn settle(&mut self, body: BodyId) {
        let standing = &self.waiting.standings[body];
        if standing.progress == Progress::Done || (standing.is_late && self.waiting.puts_off) {
            return;
        }
        self.waiting.wait_for(body);
        while let Some(last) = self.waiting.chain.last().copied() {
            self.waiting.floor = self.waiting.chain.len() - 1;
            self.finish(last);
            if self.waiting.leaving.take() == Some(Leaving::PutOff) {
                (0..self.waiting.chain.len()).for_each(|_| self.waiting.wait_no_more());
            }
        }
    }

    /// What a method answers, as far as it is known to the body being looked into.
    pub(super) fn demand(&mut self, wanted: BodyId) -> Option<InferredType> {
        let asking = self.waiting.chain.last().copied()?;
        if self.waiting.is_leaving() || self.waiting.is_alone(asking) {
            return None;
        }
        self.note(asking, wanted);
        if self.waiting.are_in_a_circle(asking, wanted) {
            return None;
        }
        if self.waiting.standings[wanted].progress != Progress::Done {
            let place = self.waiting.chain.len() - 1;
            match self.waiting.standings[wanted].place {
                Some(first) => self.waiting.close_circle(first),
                None => self.wait(wanted),
            }
            if !self.waiting.has_come_back(place) || self.waiting.are_in_a_circle(asking, wanted) {
                return None;
            }
        }
        Some(&self.waiting.standings[wanted].answer).filter(|it| !it.is_dynamic()).cloned()
    }

    fn wait(&mut self, wanted: BodyId) {
        let waiting = self.waiting.chain.len() - self.waiting.floor;
        let is_deep = self.nested > MOST_NESTED;
        if self.waiting.puts_off && (is_deep || self.waiting.standings[wanted].is_late) {
            for body in &self.waiting.chain {
                self.waiting.standings[*body].is_late = true;
            }
            self.waiting.leaving = Some(Leaving::PutOff);
            return;
        }
        self.waiting.wait_for(wanted);
        match is_deep || waiting > MOST_WAITING {
            true => self.waiting.leaving = Some(Leaving::Wholly),
            false => self.finish(wanted),
        }
    }

    /// Looks into the last body of the chain. Unless the stack is being left, nobody
    /// waits for it any more.
    fn finish(&mut self, body: BodyId) {
        let answer = self.answer_of(body);
        if self.waiting.is_leaving() {
            return;
        }
        let standing = &mut self.waiting.standings[body];
        standing.answer = answer;
        standing.progress = Progress::Done;
        self.waiting.wait_no_more();
    }

    fn note(&mut self, asking: BodyId, wanted: BodyId) {
        let noted_by = self.waiting.standings[wanted].noted_by.replace(asking);
        if noted_by != Some(asking) {
            self.waiting.standings[asking].asked.push(wanted);
        }
    }

    /// Before a body is looked into once more. One that is alone does not ask again:
    /// what it had asked for before has made it so.
    pub(super) fn ask_anew(&mut self, body: BodyId) {
        if self.waiting.is_alone(body) {
            return;
        }
        for wanted in std::mem::take(&mut self.waiting.standings[body].asked) {
            self.waiting.standings[wanted].noted_by = None;
        }
    }
}

// Bodies are numbered by the one list that there is a standing for each of, so these
// cannot miss.
#[allow(clippy::indexing_slicing)]
impl Index<BodyId> for Standings {
    type Output = Standing;
    fn index(&self, body: BodyId) -> &Standing {
        &self.0[body]
    }
}

#[allow(clippy::indexing_slicing)]
impl IndexMut<BodyId> for Standings {
    fn index_mut(&mut self, body: BodyId) -> &mut Standing {
        &mut self.0[body]
    }
}
