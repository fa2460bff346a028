//! How long to wait for a node, and how often to look.

use std::time::{Duration, Instant};

/// Files are looked at this often: a node is ready in a few hundred of these.
pub(super) const POLL: Duration = Duration::from_millis(2);

/// A machine that is busy may take its time.
const START: Duration = Duration::from_secs(60);
/// A node that is asked to end lets its actors finish.
const STOP: Duration = Duration::from_secs(30);
/// A process that was killed is gone soon.
const KILL: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    until: Instant,
}

impl Patience {
    pub(super) fn for_a_start() -> Patience {
        Patience::of(START)
    }

    pub(super) fn for_a_stop() -> Patience {
        Patience::of(STOP)
    }

    pub(super) fn for_a_kill() -> Patience {
        Patience::of(KILL)
    }

    fn of(time: Duration) -> Patience {
        Patience { until: Instant::now() + time }
    }

    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.until
    }
}
