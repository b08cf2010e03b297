//! How the monitor may sleep while all workers do, and is woken by the first that does not.
//!
//! Two parties, each with a word of its own: a worker shows whether it sleeps (its [`inbox`](crate::sync::inbox)), the monitor whether it
//! does. A party that is about to sleep, or has just woken, writes its own word and then reads the other's; a fence on both sides makes sure
//! that at least one of them sees what the other has written.
//!
//! Invariants:
//! 1. The monitor sleeps without a time limit only after it has written that, fenced, and found every worker asleep.
//! 2. A worker that has woken writes that first, fences, and then looks at the monitor's word: if the monitor sleeps it is unparked.
//! 3. So no worker is awake and unwatched, but for moments.

use std::time::Instant;

use crate::sync::parker::Parker;
use crate::sync::shim::atomic::{AtomicBool, Ordering, fence};

pub(crate) struct IdleNotifier {
    asleep: AtomicBool,
    parker: Parker,
}

impl IdleNotifier {
    pub(crate) fn new() -> Self {
        Self { asleep: AtomicBool::new(false), parker: Parker::new() }
    }

    /// For a worker that is awake, and has written that: makes sure that the monitor is, too.
    #[inline]
    pub(crate) fn keep(&self) {
        fence(Ordering::SeqCst);
        if self.asleep.load(Ordering::Relaxed) && self.asleep.swap(false, Ordering::Relaxed) {
            self.parker.unpark();
        }
    }

    /// For the monitor: sleeps until it is woken, unless there is a worker to watch.
    pub(crate) fn rest(&self, all_asleep: impl FnOnce() -> bool) {
        self.asleep.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        if all_asleep() {
            self.parker.park(None);
        }
        self.asleep.store(false, Ordering::Relaxed);
    }

    /// For the monitor: sleeps until it is woken, at most until then.
    pub(crate) fn pause(&self, until: Option<Instant>) {
        self.parker.park(until);
    }

    /// Wakes the monitor, wherever it sleeps.
    pub(crate) fn rouse(&self) {
        self.parker.unpark();
    }
}

#[cfg(test)]
mod models {
    #[cfg(not(agon_loom))]
    #[test]
    fn a_worker_awake_keeps_the_monitor_awake() {
        let notifier = super::IdleNotifier::new();
        notifier.rest(|| false);
        notifier.rouse();
        notifier.rest(|| true);
        notifier.keep();
        notifier.pause(Some(std::time::Instant::now()));
    }

    /// A worker that wakes at whatever moment is watched: a monitor that slept on would be a deadlock.
    #[cfg(agon_loom)]
    #[test]
    fn models_vigil() {
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicBool, Ordering};
        loom::model(|| {
            let shared = Arc::new((super::IdleNotifier::new(), AtomicBool::new(false)));
            let worker = {
                let shared = Arc::clone(&shared);
                loom::thread::spawn(move || {
                    shared.1.store(true, Ordering::Relaxed);
                    shared.0.keep();
                })
            };
            shared.0.rest(|| !shared.1.load(Ordering::Relaxed));
            worker.join().unwrap();
        });
    }
}
