//! The same work on many items, on all cores, with the answers in order or as they
//! come.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// As much as the main thread has: deeply nested text needs the same room anywhere.
const STACK: usize = 8 * 1024 * 1024;
/// Answers that may wait, so that a slow reader slows the work down.
const WAITING: usize = 64;

/// Calls `take` with the answer to each item, in the order of the items, until it breaks.
pub(crate) fn in_order<'i, T: Sync, R: Send>(
    items: &'i [T],
    work: impl Fn(&'i T) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()>,
) {
    numbered(items, threads(), work, |answers| {
        let _ = sorted(answers).try_for_each(take);
    });
}

/// Hands `take` the answers as they come, whatever their order. Work that nobody
/// waits for any more is left undone.
pub(crate) fn as_ready<'i, T: Sync, R: Send, A>(
    items: &'i [T],
    threads: usize,
    work: impl Fn(&'i T) -> R + Sync,
    take: impl FnOnce(&mut (dyn Iterator<Item = R> + Send)) -> A,
) -> A {
    numbered(items, threads, work, |answers| take(&mut answers.map(|(_, answer)| answer)))
}

/// How many threads can work at the same time.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(2, NonZero::get)
}

/// The answers, each with the position of its item, as they come.
fn numbered<'i, T: Sync, R: Send, A>(
    items: &'i [T],
    threads: usize,
    work: impl Fn(&'i T) -> R + Sync,
    take: impl FnOnce(&mut (dyn Iterator<Item = (usize, R)> + Send)) -> A,
) -> A {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (send, answers) = mpsc::sync_channel(WAITING);
        let mut workers = 0;
        for _ in 0..thread_count(items.len(), threads) {
            let (send, next, work) = (send.clone(), &next, &work);
            let worker = move || {
                while let Some((index, item)) = claim(next, items) {
                    if send.send((index, work(item))).is_err() {
                        break;
                    }
                }
            };
            // A system that grants fewer threads gets by with those.
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker) {
                Ok(_) => workers += 1,
                Err(_) => break,
            }
        }
        drop(send);
        match workers {
            0 => take(&mut items.iter().map(&work).enumerate()),
            _ => take(&mut answers.into_iter()),
        }
    })
}

fn thread_count(items: usize, threads: usize) -> usize {
    match items {
        0 | 1 => 0,
        _ => threads.min(items),
    }
}

fn claim<'i, T>(next: &AtomicUsize, items: &'i [T]) -> Option<(usize, &'i T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

/// Numbered answers, from zero and without gaps, in the order of their numbers.
fn sorted<R>(mut answers: impl Iterator<Item = (usize, R)>) -> impl Iterator<Item = R> {
    let mut early = BTreeMap::new();
    (0..).map_while(move |wanted| {
        loop {
            if let Some(answer) = early.remove(&wanted) {
                return Some(answer);
            }
            let (index, answer) = answers.next()?;
            early.insert(index, answer);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_whatever_finishes_first() {
        let items: Vec<usize> = (0..1_000).collect();
        let mut taken = Vec::new();
        in_order(
            &items,
            |item| item * 2,
            |answer| {
                taken.push(answer);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(taken, items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn every_answer_comes_whatever_the_number_of_threads() {
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [0, 1, 2, 7] {
            let mut taken: Vec<usize> =
                as_ready(&items, threads, |item| item * 2, |answers| answers.collect());
            taken.sort_unstable();
            assert_eq!(taken, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nobody_waiting_ends_the_work() {
        let items: Vec<usize> = (0..100_000).collect();
        let done = AtomicUsize::new(0);
        let count = |_: &usize| done.fetch_add(1, Ordering::Relaxed);
        assert!(as_ready(&items, 2, count, |answers| answers.next()).is_some());
        assert!(done.into_inner() < items.len());
    }

    #[test]
    fn breaking_off_ends_the_work() {
        let items: Vec<usize> = (0..100_000).collect();
        let done = AtomicUsize::new(0);
        in_order(&items, |_| done.fetch_add(1, Ordering::Relaxed), |_| ControlFlow::Break(()));
        assert!(done.into_inner() < items.len());
    }
}
