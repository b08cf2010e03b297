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
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use super::monitor::sit;
use super::seat::Seat;
use super::shared::Shared;
use crate::sync::lock;

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

/// Where a thread waits, and how it is given a worker. Dropped without one, it ends the thread.
struct Place {
    thread: ThreadId,
    seats: SyncSender<Arc<Seat>>,
}

/// A thread that waits for a worker. Dropped, it goes on waiting.
pub(crate) struct Standby {
    pool: Arc<Pool>,
    place: Option<Place>,
}

impl Standby {
    /// Has the thread run a worker.
    pub(crate) fn run(mut self, seat: Arc<Seat>) {
        if let Some(place) = self.place.take() {
            // The thread waits for this and for nothing else.
            drop(place.seats.send(seat));
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
        let (seats, waits) = sync_channel(1);
        let pool = Arc::clone(self);
        let mut builder = thread::Builder::new().name(name);
        if let Some(bytes) = shared.stack_size {
            builder = builder.stack_size(bytes);
        }
        let handle = builder.spawn(move || pool.serve(waits))?;
        let place = Place { thread: handle.thread().id(), seats };
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
    }

    /// What a thread does: it runs one worker after the other.
    fn serve(&self, mut waits: Receiver<Arc<Seat>>) {
        while let Some(seat) = self.wait(&waits) {
            sit(&seat);
            drop(seat);
            let (seats, next) = sync_channel(1);
            waits = next;
            self.add(Place { thread: thread::current().id(), seats });
        }
    }

    /// The next worker that this thread is to run.
    fn wait(&self, waits: &Receiver<Arc<Seat>>) -> Option<Arc<Seat>> {
        loop {
            match waits.recv_timeout(KEPT) {
                Ok(seat) => return Some(seat),
                Err(RecvTimeoutError::Timeout) if !self.leave() => {}
                Err(_) => return None,
            }
        }
    }

    /// Takes this thread's place from the pool; `false`: somebody has it.
    fn leave(&self) -> bool {
        let thread = thread::current().id();
        let mut waiting = lock(&self.0);
        let place = waiting.places.iter().position(|place| place.thread == thread);
        place.map(|place| waiting.places.remove(place)).is_some()
    }
}
