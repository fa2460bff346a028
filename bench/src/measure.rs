//! Times: how long a piece of work takes, as the median of several runs.
//!
//! Contenders that will be compared run in turns, one after the other and over
//! again, so that whatever else the machine is doing slows all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::allocation;

/// A piece of work that answers how long it took.
pub(crate) type Contender<'a> = Box<dyn FnMut() -> Duration + 'a>;

/// Times `work` on each of the subjects, one after the other, and answers the mean.
/// The time that giving back a result takes does not count.
pub(crate) fn contender<'a, S, T>(
    subjects: &'a [S],
    mut work: impl FnMut(&'a S) -> T + 'a,
) -> Contender<'a> {
    Box::new(move || {
        let mut sum = Duration::ZERO;
        for subject in subjects {
            let start = Instant::now();
            let result = black_box(work(subject));
            sum += start.elapsed();
            drop(result);
            allocation::settle();
        }
        sum / subjects.len() as u32
    })
}

/// The median of each contender's turns, after one round to warm up. Rounds go
/// on until `budget` is spent, but there are at least three.
pub(crate) fn side_by_side(mut contenders: Vec<Contender>, budget: Duration) -> Vec<Duration> {
    let start = Instant::now();
    let mut times = vec![Vec::new(); contenders.len()];
    let mut round = 0;
    while round < 4 || start.elapsed() < budget {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let time = contender();
            if round > 0 {
                times.push(time);
            }
        }
        round += 1;
    }
    times.into_iter().map(median).collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_not_moved_by_one_slow_run() {
        let times = [3, 1, 900, 2, 4].map(Duration::from_millis);
        assert_eq!(median(times.to_vec()), Duration::from_millis(3));
    }

    #[test]
    fn every_contender_has_its_turns() {
        let mut runs = [0, 0];
        let [first, second] = &mut runs;
        let contenders =
            vec![contender(&[1], |one| *first += one), contender(&[2, 3], |one| *second += one)];
        assert_eq!(side_by_side(contenders, Duration::ZERO).len(), 2);
        assert_eq!(runs, [4, 20]);
    }
}
