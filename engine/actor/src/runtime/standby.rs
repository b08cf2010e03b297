//! The threads that run workers, and those that wait for one to run.
//!
//! A worker is handed to another thread when its own is in a long handler (see [`monitor`](super::monitor)). That other thread is one that
//! waits here, or a new one if none does. A thread that has lost its worker waits here when its handler has returned: the last
//! that came is the first that is used, and one that has not been used for [`KEPT`] ends.
//!
//! Invariants:
//! 1. Somebody has the place of each thread that waits: the pool, or who has taken it from there ([`Standby`]). Who has taken it gives the
//!    thread a worker, or puts the place back.
//! 2. A thread that does not want to wait any longer takes its own place from the pool, and ends. If the pool does not have it, a
//!    worker may be on its way, and the thread waits on.
//! 3. The pool is closed before anybody waits for the threads to end. From then on it has no places: threads that waited end, and those
//!    that come end at once.

use std::io;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::monitor::sit;
use super::seat::Seat;
use super::shared::Shared;
use crate::sync::lock;

// Who holds the lock of the pool may take that of a waiter, and nobody the other way round.

/// How long a thread waits for a worker.
const KEPT: Duration = Duration::from_secs(10);

#[derive(Default)]
pub(crate) struct Pool(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    /// The last that came last.
    places: Vec<Place>,
    closed: bool,
}

/// Where a thread waits. Dropped without a worker for the thread, it ends it.
struct Place(Option<Arc<Waiter>>);

/// What a thread is given while it waits. It has one for as long as it lives.
#[derive(Default)]
struct Waiter {
    given: Mutex<Given>,
    changed: Condvar,
}

#[derive(Default)]
enum Given {
    #[default]
    Nothing,
    Seat(Arc<Seat>),
    End,
}

impl Waiter {
    fn give(&self, given: Given) {
        *lock(&self.given) = given;
        self.changed.notify_one();
    }
}

impl Place {
    fn is_of(&self, waiter: &Arc<Waiter>) -> bool {
        self.0.as_ref().is_some_and(|own| Arc::ptr_eq(own, waiter))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(waiter) = self.0.take() {
            waiter.give(Given::End);
        }
    }
}

/// A thread that waits for a worker. Dropped, it goes on waiting.
pub(crate) struct Standby {
    pool: Arc<Pool>,
    place: Option<Place>,
}

impl Standby {
    /// Has the thread run a worker.
    pub(crate) fn run(mut self, seat: Arc<Seat>) {
        if let Some(waiter) = self.place.take().and_then(|mut place| place.0.take()) {
            // The thread waits for this and for nothing else.
            waiter.give(Given::Seat(seat));
        }
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        if let Some(place) = self.place.take() {
            self.pool.add(place);
        }
    }
}

impl Pool {
    /// A thread that waits, or a new one.
    pub(crate) fn take(self: &Arc<Self>, shared: &Shared) -> io::Result<Standby> {
        let waiting = lock(&self.0).places.pop();
        match waiting {
            Some(place) => Ok(Standby { pool: Arc::clone(self), place: Some(place) }),
            None => self.start(shared, "agon-standby".to_owned()),
        }
    }

    /// A new thread.
    pub(crate) fn start(self: &Arc<Self>, shared: &Shared, name: String) -> io::Result<Standby> {
        let waiter = Arc::new(Waiter::default());
        let place = Place(Some(Arc::clone(&waiter)));
        let pool = Arc::clone(self);
        let mut builder = thread::Builder::new().name(name);
        if let Some(bytes) = shared.stack_size {
            builder = builder.stack_size(bytes);
        }
        let handle = builder.spawn(move || pool.serve(&waiter))?;
        let mut threads = lock(&shared.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.push(handle);
        Ok(Standby { pool: Arc::clone(self), place: Some(place) })
    }

    /// Ends the threads that wait.
    pub(crate) fn close(&self) {
        let mut waiting = lock(&self.0);
        waiting.closed = true;
        waiting.places.clear();
    }

    fn add(&self, place: Place) {
        let mut waiting = lock(&self.0);
        if !waiting.closed {
            waiting.places.push(place);
        }
        // Otherwise it is dropped, which ends the thread.
    }

    /// What a thread does: it runs one worker after the other.
    fn serve(&self, waiter: &Arc<Waiter>) {
        // To ask for it takes a system call, and waiting takes no time.
        let mut used = Duration::ZERO;
        while let Some(seat) = self.wait(waiter) {
            used = sit(&seat, used);
            drop(seat);
            self.add(Place(Some(Arc::clone(waiter))));
        }
    }

    /// The next worker that this thread is to run.
    fn wait(&self, waiter: &Arc<Waiter>) -> Option<Arc<Seat>> {
        let mut given = lock(&waiter.given);
        loop {
            match mem::take(&mut *given) {
                Given::Seat(seat) => return Some(seat),
                Given::End => return None,
                Given::Nothing => {}
            }
            let waited = waiter.changed.wait_timeout(given, KEPT).unwrap_or_else(PoisonError::into_inner);
            given = waited.0;
            if waited.1.timed_out() && matches!(*given, Given::Nothing) {
                // Whoever has the pool may be about to give something.
                drop(given);
                if self.leave(waiter) {
                    return None;
                }
                given = lock(&waiter.given);
            }
        }
    }

    /// Takes this thread's place from the pool; `false`: somebody has it.
    fn leave(&self, waiter: &Arc<Waiter>) -> bool {
        let mut waiting = lock(&self.0);
        let place = waiting.places.iter().position(|place| place.is_of(waiter));
        place.map(|place| waiting.places.remove(place)).is_some()
    }
}
