//! Levelling: when one worker has too much to do, and another too little.
//!
//! [Sharing](crate::sched::balance) halves what there was to do when it was looked at. Later that may be elsewhere: where a network is wired is not
//! where it is used. So a worker that never waits looks whether another one does for a good part of the time, and gives it so
//! many of its actors that both would have waited for half of that. This is done only where the two hardly talk to each
//! other: otherwise one may wait for the other's answers, and with more to do would wait for more of them. Who has next to nothing is
//! for sharing.

use std::mem;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::sched::balance::piece;
use crate::types::id::{CHUNK, Key};
use crate::worker::core::Core;
use crate::worker::load::Levelling;
use crate::worker::shared::Shared;

/// Looks in a row that must find this one busy and another waiting: the first of them begins to count what is done.
const PATIENCE: u32 = 3;

/// Who waits for no more than one part in so many of the time is busy, ...
const BUSY: u32 = 8;
/// ... and who waits for more than one in so many is not.
const WAITING: u32 = 3;

impl Levelling {
    /// By worker: how long it has waited since we last looked.
    pub(crate) fn look(&mut self, shared: &Shared, now: Instant) -> Vec<Duration> {
        let now = now.saturating_duration_since(shared.started);
        let waited: Vec<_> = shared
            .workers()
            .map(|(_, worker_shared)| {
                let before = Duration::from_nanos(worker_shared.counters.waited.load(Ordering::Relaxed));
                before + worker_shared.asleep(now).unwrap_or_default()
            })
            .collect();
        let before = mem::replace(&mut self.waited, waited);
        let since =
            |(id, waited): (usize, &Duration)| waited.saturating_sub(before.get(id).copied().unwrap_or_default());
        self.waited.iter().enumerate().map(since).collect()
    }
}

/// Who has waited most, if a worker has hardly waited in such a time, and that one often; and which part of it.
fn whom(worker: u16, elapsed: Duration, waited: &[Duration]) -> Option<(u16, f64)> {
    let others = (0..).zip(waited).filter(|(id, _)| *id != worker);
    let (to, most) = others.max_by_key(|(_, waited)| **waited)?;
    let is_busy = *waited.get(usize::from(worker))? <= elapsed / BUSY;
    (is_busy && *most >= elapsed / WAITING).then(|| (to, (most.as_secs_f64() / elapsed.as_secs_f64()).min(1.0)))
}

impl Core {
    /// Gives another worker some of what is to be done here, if that one has waited for long since the last look, and this one has not.
    pub(crate) fn level(
        &mut self,
        now: Instant,
        elapsed: Duration,
        waited: &[Duration],
        does_nothing: impl Fn(u16) -> bool,
    ) {
        let Some((to, share)) = whom(self.id(), elapsed, waited).filter(|(to, _)| !does_nothing(*to)) else {
            return self.load.levelling.forget();
        };
        self.load.levelling.looks += 1;
        if self.load.levelling.looks == 1 {
            self.load.levelling.done = self.work_done();
        }
        let shared = self.shared();
        if self.load.levelling.looks < PATIENCE || !shared.level_pause.is_over(now) {
            return;
        }
        self.load.levelling.forget();
        let done = mem::take(&mut self.load.levelling.done);
        let mut load = self.work_done();
        load.iter_mut()
            .for_each(|(chunk, handled)| *handled = handled.saturating_sub(done.get(chunk).copied().unwrap_or(0)));
        let total: u64 = load.values().sum();
        let twice = (total as f64 * share) as u64;
        // The end that is next to the other's.
        let (chosen, weight) = match (self.chunks.first(), self.chunks.last()) {
            (Some(&first), Some(&last)) if self.is_at(last + 1, to) || !(first > 0 && self.is_at(first - 1, to)) => {
                piece(self.free_chunks().rev(), &load, twice, true)
            }
            _ => piece(self.free_chunks(), &load, twice, true),
        };
        // Not one hot place, which would only be so elsewhere.
        if 4 * weight > twice && 4 * weight < 3 * twice && self.begin_move(to, chosen) {
            shared.level_pause.begin(now);
        }
    }

    /// Whether a chunk is such a worker's.
    fn is_at(&self, chunk: u32, worker: u16) -> bool {
        chunk < self.shared().slab.capacity() / CHUNK && self.route(Key::new(chunk * CHUNK, 1)) == worker
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_hardly_waits_gives_and_only_to_who_waits_most() {
        let whom = |worker, waited: &[u64]| {
            let waited: Vec<_> = waited.iter().copied().map(Duration::from_micros).collect();
            whom(worker, Duration::from_micros(1000), &waited)
        };
        assert_eq!(whom(0, &[100, 500]), Some((1, 0.5)));
        assert_eq!(whom(1, &[400, 100, 600]), Some((2, 0.6)));
        assert_eq!(whom(0, &[0, 1100]), Some((1, 1.0)), "what is asleep has waited since before");
        assert_eq!(whom(0, &[200, 800]), None, "both wait");
        assert_eq!(whom(0, &[100, 200]), None, "both are busy");
        assert_eq!(whom(0, &[0]), None, "there is nobody else");
    }
}
