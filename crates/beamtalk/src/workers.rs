//! The same work on many items, on all cores, with the answers in order.

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
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (send, answers) = mpsc::sync_channel(WAITING);
        let mut workers = 0;
        for _ in 0..thread_count(items.len()) {
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
        if workers == 0 {
            let _ = items.iter().try_for_each(|item| take(work(item)));
            return;
        }
        let _ = sorted(answers.iter()).try_for_each(take);
    });
}

fn thread_count(items: usize) -> usize {
    match items {
        0 | 1 => 0,
        _ => thread::available_parallelism().map_or(2, NonZero::get).min(items),
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
    fn breaking_off_ends_the_work() {
        let items: Vec<usize> = (0..100_000).collect();
        let done = AtomicUsize::new(0);
        in_order(&items, |_| done.fetch_add(1, Ordering::Relaxed), |_| ControlFlow::Break(()));
        assert!(done.into_inner() < items.len());
    }
}
