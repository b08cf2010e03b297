//! How the monitor thread is kept awake, woken, notified of threads that have lost their worker, and ended.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::sync::idle_notifier::IdleNotifier;
use crate::sync::shim::lock;

/// `T` stands for threads of workers.
pub(crate) struct MonitorSignal<T> {
    pub(crate) notifier: IdleNotifier,
    pub(crate) ended: AtomicBool,
    /// Threads that have lost their workers since the last tick.
    pub(crate) detached: Mutex<Vec<T>>,
}

impl<T> MonitorSignal<T> {
    pub(crate) fn new() -> Self {
        Self { notifier: IdleNotifier::new(), ended: AtomicBool::new(false), detached: Mutex::default() }
    }

    /// A worker has work: the monitor is to watch.
    #[inline]
    pub(crate) fn stay_awake(&self) {
        self.notifier.keep();
    }

    /// Wakes the monitor, wherever it sleeps.
    pub(crate) fn rouse(&self) {
        self.notifier.rouse();
    }

    /// A thread has lost its worker.
    pub(crate) fn note_detached(&self, thread: T) {
        let mut detached = lock(&self.detached);
        if !self.ended.load(Ordering::SeqCst) {
            detached.push(thread);
        }
    }

    /// Threads hold the system, which holds this. To be called after the [end](Self::end).
    pub(crate) fn forget_threads(&self) {
        drop(mem::take(&mut *lock(&self.detached)));
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.notifier.rouse();
    }
}
