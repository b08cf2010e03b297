//! The threads that run workers, and those that wait for one to run.
//!
//! A worker is handed to another thread when its own is in a long handler (see [`monitor`](crate::sched::sysmon)). That other thread is one that
//! waits here, or a new one if none does. A thread that has lost its worker waits here when its handler has returned: the last
//! that came is the first that is used, and one that has not been used for [`KEPT`] ends.
//!
//! Invariants:
//! 1. Each thread that waits has a place with one owner: the pool, or the one that has taken it from there ([`StandbyThread`]). The latter gives the
//!    thread a worker, or puts the place back.
//! 2. A thread that does not want to wait any longer takes its own place from the pool, and ends. If the pool does not have it, a
//!    worker may be on its way, and the thread waits on.
//! 3. The pool is closed before anybody waits for the threads to end. From then on it has no places: threads that waited end, and those
//!    that come end at once.

use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use crate::sync::shim::lock;

// The holder of the pool's lock may take that of a waiter, and none the other way round.

/// How long a thread waits for a worker.
const KEPT: Duration = Duration::from_secs(10);

/// `T` stands for a thread of a worker: what a thread is given in order to run one.
pub(crate) struct StandbyPool<T> {
    waiting: Mutex<Waiting<T>>,
    /// All threads that were started here, those that have ended aside: they have to be waited for at the end.
    pub(crate) threads: Mutex<Vec<JoinHandle<()>>>,
    /// Of their stacks, in bytes.
    stack_size: Option<usize>,
    /// Runs a worker. It is given the processor time that the thread has had so far, and returns what it has had then.
    run: OnceLock<fn(&T, Duration) -> Duration>,
}

struct Waiting<T> {
    /// The last that came last.
    places: Vec<Place<T>>,
    closed: bool,
}

/// Where a thread waits. Dropped without a worker for the thread, it ends it.
struct Place<T>(Option<Arc<Waiter<T>>>);

/// What a thread is given while it waits. It has one for as long as it lives.
struct Waiter<T> {
    given: Mutex<Given<T>>,
    changed: Condvar,
}

enum Given<T> {
    Nothing,
    Worker(T),
    End,
}

impl<T> Waiter<T> {
    fn new() -> Self {
        Self { given: Mutex::new(Given::Nothing), changed: Condvar::new() }
    }

    fn give(&self, given: Given<T>) {
        *lock(&self.given) = given;
        self.changed.notify_one();
    }
}

impl<T> Place<T> {
    fn is_of(&self, waiter: &Arc<Waiter<T>>) -> bool {
        self.0.as_ref().is_some_and(|own| Arc::ptr_eq(own, waiter))
    }
}

impl<T> Drop for Place<T> {
    fn drop(&mut self) {
        if let Some(waiter) = self.0.take() {
            waiter.give(Given::End);
        }
    }
}

/// A thread that waits for a worker. Dropped, it goes on waiting.
pub(crate) struct StandbyThread<T> {
    pool: Arc<StandbyPool<T>>,
    place: Option<Place<T>>,
}

impl<T> StandbyThread<T> {
    /// Has the thread run a worker.
    pub(crate) fn run(mut self, thread: T) {
        if let Some(waiter) = self.place.take().and_then(|mut place| place.0.take()) {
            // The thread waits for this and for nothing else.
            waiter.give(Given::Worker(thread));
        }
    }
}

impl<T> Drop for StandbyThread<T> {
    fn drop(&mut self) {
        if let Some(place) = self.place.take() {
            self.pool.add(place);
        }
    }
}

impl<T> StandbyPool<T> {
    /// `stack_size` is in bytes.
    pub(crate) fn new(stack_size: Option<usize>) -> Self {
        let waiting = Waiting { places: Vec::new(), closed: false };
        Self { waiting: Mutex::new(waiting), threads: Mutex::default(), stack_size, run: OnceLock::new() }
    }

    /// Sets how the threads run a worker.
    pub(crate) fn serve_with(&self, run: fn(&T, Duration) -> Duration) {
        let _ = self.run.set(run); // the same for all
    }

    /// A thread that waits, or a new one.
    pub(crate) fn take(self: &Arc<Self>) -> io::Result<StandbyThread<T>>
    where
        T: Send + Sync + 'static,
    {
        let waiting = lock(&self.waiting).places.pop();
        match waiting {
            Some(place) => Ok(StandbyThread { pool: Arc::clone(self), place: Some(place) }),
            None => self.start("agon-standby".to_owned()),
        }
    }

    /// A new thread.
    pub(crate) fn start(self: &Arc<Self>, name: String) -> io::Result<StandbyThread<T>>
    where
        T: Send + Sync + 'static,
    {
        let waiter = Arc::new(Waiter::new());
        let place = Place(Some(Arc::clone(&waiter)));
        let pool = Arc::clone(self);
        let mut builder = thread::Builder::new().name(name);
        if let Some(bytes) = self.stack_size {
            builder = builder.stack_size(bytes);
        }
        let handle = builder.spawn(move || pool.serve(&waiter))?;
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.push(handle);
        Ok(StandbyThread { pool: Arc::clone(self), place: Some(place) })
    }

    /// Ends the threads that wait.
    pub(crate) fn close(&self) {
        let mut waiting = lock(&self.waiting);
        waiting.closed = true;
        waiting.places.clear();
    }

    fn add(&self, place: Place<T>) {
        let mut waiting = lock(&self.waiting);
        if !waiting.closed {
            waiting.places.push(place);
        }
        // Otherwise it is dropped, which ends the thread.
    }

    /// What a thread does: it runs one worker after the other.
    fn serve(&self, waiter: &Arc<Waiter<T>>) {
        let Some(run) = self.run.get() else { return };
        // To ask for it takes a system call, and waiting takes no time.
        let mut used = Duration::ZERO;
        while let Some(thread) = self.wait(waiter) {
            used = run(&thread, used);
            drop(thread);
            self.add(Place(Some(Arc::clone(waiter))));
        }
    }

    /// The next worker that this thread is to run.
    fn wait(&self, waiter: &Arc<Waiter<T>>) -> Option<T> {
        let mut given = lock(&waiter.given);
        loop {
            match mem::replace(&mut *given, Given::Nothing) {
                Given::Worker(thread) => return Some(thread),
                Given::End => return None,
                Given::Nothing => {}
            }
            let waited = waiter.changed.wait_timeout(given, KEPT).unwrap_or_else(PoisonError::into_inner);
            given = waited.0;
            if waited.1.timed_out() && matches!(*given, Given::Nothing) {
                // The owner of the pool may be about to give something.
                drop(given);
                if self.leave(waiter) {
                    return None;
                }
                given = lock(&waiter.given);
            }
        }
    }

    /// Takes this thread's place from the pool; `false`: it has been taken.
    fn leave(&self, waiter: &Arc<Waiter<T>>) -> bool {
        let mut waiting = lock(&self.waiting);
        let place = waiting.places.iter().position(|place| place.is_of(waiter));
        place.map(|place| waiting.places.remove(place)).is_some()
    }
}
