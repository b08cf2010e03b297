//! Whether anybody can still do anything.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Counts what has been given agents to do, and what of it is done: what is under way is the difference.
///
/// Whatever makes an agent do something is counted before it does, and again when the agent is through with it, behind all that
/// it has given others to do meanwhile. So when all that is done was counted first, all that was begun afterwards, and both are the
/// same, then nothing was under way in between: and as only what is under way can begin anything, nothing ever will be.
pub(super) struct Tally {
    /// Several, so that threads do not write to the same place.
    shards: Box<[Shard]>,
}

#[derive(Default)]
#[repr(align(128))]
struct Shard {
    begun: AtomicU64,
    done: AtomicU64,
}

const SHARDS: usize = 64;

thread_local! {
    static SHARD: Cell<Option<usize>> = const { Cell::new(None) };
}

impl Tally {
    pub(super) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Shard::default()).collect() }
    }

    /// An agent is given something to do.
    pub(super) fn begun(&self) {
        self.shard().begun.fetch_add(1, Ordering::SeqCst);
    }

    /// That much is done.
    pub(super) fn done(&self) {
        self.shard().done.fetch_add(1, Ordering::SeqCst);
    }

    /// How much has been begun, if nothing is under way; so much of it will never be done.
    pub(super) fn even(&self, lost: u64) -> Option<u64> {
        let sum = |part: fn(&Shard) -> &AtomicU64| -> u64 {
            self.shards.iter().map(|shard| part(shard).load(Ordering::SeqCst)).sum()
        };
        let done = sum(|shard| &shard.done);
        let begun = sum(|shard| &shard.begun);
        (done + lost == begun).then_some(begun)
    }

    fn shard(&self) -> &Shard {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = SHARD.get().unwrap_or_else(|| {
            let number = NEXT.fetch_add(1, Ordering::Relaxed) % SHARDS;
            SHARD.set(Some(number));
            number
        });
        &self.shards[number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_even_when_all_is_done_or_lost() {
        let tally = Tally::new();
        assert_eq!(tally.even(0), Some(0));
        tally.begun();
        tally.begun();
        assert_eq!(tally.even(0), None);
        std::thread::scope(|scope| {
            scope.spawn(|| tally.done());
        });
        assert_eq!((tally.even(0), tally.even(1)), (None, Some(2)));
        tally.done();
        assert_eq!(tally.even(0), Some(2));
    }
}
