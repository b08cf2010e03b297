//! Who sleeps, who searches, and who wakes whom.
//!
//! # Protocol
//!
//! A worker is *busy* (running actors from its own queue), *searching* (its queue is empty; it looks into everybody's and
//! into the injector for a short while) or *asleep*. Work appears in two places, and they differ in what they need:
//!
//! - A worker's own queue is filled by that worker, which is awake and will not sleep before it has emptied the queue. Nothing
//!   is lost if nobody is woken, only parallelism is; so [`Sleep::hint`] looks without a fence and may miss.
//! - The injector is filled from outside. Everybody may be asleep, so here a missed wake-up would be for ever:
//!   [`Sleep::notify`] and [`Sleep::sleep`] each write first, then fence, then look at what the other wrote. In the total order
//!   of the two fences one comes second, and that one sees the other's write.
//!
//! A sender that finds somebody searching wakes nobody, for the searcher will find the work. To deserve that trust:
//!
//! 1. A searcher that gives up becomes a sleeper first (registered under the lock), then leaves the count of searchers, then
//!    fences, then looks into the injector once more.
//! 2. A searcher that finds work leaves the count, and if it was the last one it wakes another sleeper, which searches in
//!    its place: what it was trusted with may be a second piece of work.
//! 3. Whoever takes a sleeper off the list counts it as searching at that moment, so that a burst of sends wakes one worker and
//!    not all. The woken one therefore always finds itself counted.
//! 4. A sleeper is on the list or has been taken off by somebody who unparks it, or by itself: list and count change under the
//!    lock, so exactly one of these holds.
//! 5. Tokens of the parker do not go stale: a sleeper that was taken off waits for the token that is coming.
//!
//! Work in the queue of a worker that is stuck in a long handler must be found although that worker notifies nobody. So one
//! sleeper, the *watcher*, sleeps with a time limit as long as anybody is awake, and searches when it runs out:
//!
//! 6. If some worker is busy and some are asleep, one of the others searches or watches: the last searcher to find work wakes
//!    another (2), and one that goes to sleep while somebody is awake becomes the watcher if there is none.
//! 7. If all are asleep nobody watches for more than one last period: an idle system uses no processor time.

use std::time::Duration;

use crossbeam_utils::CachePadded;

use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use crate::sync::{Condvar, Mutex, lock};

/// How long the watcher sleeps: the delay after which the actors behind a long handler find another worker.
const WATCH: Duration = Duration::from_millis(1);

pub(crate) struct Sleep {
    searching: CachePadded<AtomicUsize>,
    /// Length of `Sleepers::list`, readable without the lock.
    sleeping: AtomicUsize,
    closed: AtomicBool,
    sleepers: Mutex<Sleepers>,
    parkers: Box<[Parker]>,
}

struct Sleepers {
    list: Vec<usize>,
    watcher: Option<usize>,
}

impl Sleep {
    /// For `workers` workers, all of them searching.
    pub(crate) fn new(workers: usize) -> Self {
        Self {
            searching: CachePadded::new(AtomicUsize::new(workers)),
            sleeping: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            sleepers: Mutex::new(Sleepers { list: Vec::with_capacity(workers), watcher: None }),
            parkers: (0..workers).map(|_| Parker::new()).collect(),
        }
    }

    /// Work has been put into the injector: somebody must look.
    pub(crate) fn notify(&self) {
        fence(Ordering::SeqCst);
        if self.searching.load(Ordering::Relaxed) == 0 && self.sleeping.load(Ordering::Relaxed) > 0 {
            self.wake_one();
        }
    }

    /// A busy worker has more in its queue than it can run at once: it would be nice if somebody helped.
    #[inline]
    pub(crate) fn hint(&self) {
        if self.sleeping.load(Ordering::Relaxed) > 0 && self.searching.load(Ordering::Relaxed) == 0 {
            self.wake_one();
        }
    }

    /// A worker has emptied its queue and looks elsewhere.
    pub(crate) fn start_search(&self) {
        self.searching.fetch_add(1, Ordering::SeqCst);
    }

    /// A searcher has found work.
    pub(crate) fn found(&self) {
        if self.searching.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.wake_one();
        }
    }

    /// A searcher has found nothing and sleeps until woken. It returns as a searcher.
    ///
    /// `work` looks into the injector; it is asked once more before the worker really sleeps.
    pub(crate) fn sleep(&self, worker: usize, work: impl FnOnce() -> bool) {
        let limit = self.register(worker);
        self.searching.fetch_sub(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        if !work() && !self.closed.load(Ordering::SeqCst) && self.parkers[worker].park(limit) {
            return; // taken off the list by whoever woke us
        }
        if !self.unregister(worker) {
            self.parkers[worker].park(None); // invariant 5
        }
    }

    /// Wakes everybody, now and for ever.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        while self.wake_one() {}
    }

    /// Puts a worker on the list; says for how long it may sleep.
    fn register(&self, worker: usize) -> Option<Duration> {
        let mut sleepers = lock(&self.sleepers);
        sleepers.list.push(worker);
        self.sleeping.store(sleepers.list.len(), Ordering::SeqCst);
        let watch = sleepers.watcher.is_none() && sleepers.list.len() < self.parkers.len();
        if watch {
            sleepers.watcher = Some(worker);
        }
        watch.then_some(WATCH)
    }

    /// Takes a worker off the list on its own account; `false` if somebody else has done so.
    fn unregister(&self, worker: usize) -> bool {
        let mut sleepers = lock(&self.sleepers);
        let Some(position) = sleepers.list.iter().position(|&sleeper| sleeper == worker) else {
            return false;
        };
        sleepers.list.remove(position);
        self.left(&mut sleepers, worker);
        true
    }

    fn wake_one(&self) -> bool {
        let worker = {
            let mut sleepers = lock(&self.sleepers);
            let Some(worker) = sleepers.list.pop() else { return false };
            self.left(&mut sleepers, worker);
            worker
        };
        self.parkers[worker].unpark();
        true
    }

    fn left(&self, sleepers: &mut Sleepers, worker: usize) {
        self.sleeping.store(sleepers.list.len(), Ordering::SeqCst);
        if sleepers.watcher == Some(worker) {
            sleepers.watcher = None;
        }
        self.searching.fetch_add(1, Ordering::SeqCst); // invariant 3
    }
}

/// A token and somebody who waits for it. Not `std::thread::park`, whose token handlers could take or leave behind.
struct Parker {
    token: Mutex<bool>,
    arrived: Condvar,
}

impl Parker {
    fn new() -> Self {
        Self { token: Mutex::new(false), arrived: Condvar::new() }
    }

    fn unpark(&self) {
        *lock(&self.token) = true;
        self.arrived.notify_one();
    }

    /// Waits for the token and takes it; `false` if the time ran out first.
    fn park(&self, limit: Option<Duration>) -> bool {
        let mut token = lock(&self.token);
        while !*token {
            match limit {
                // In a model time does not pass: the protocol has to be right without its help.
                Some(limit) if !cfg!(loom) => {
                    let (guard, timeout) =
                        self.arrived.wait_timeout(token, limit).unwrap_or_else(std::sync::PoisonError::into_inner);
                    token = guard;
                    if timeout.timed_out() && !*token {
                        return false;
                    }
                }
                _ => token = self.arrived.wait(token).unwrap_or_else(std::sync::PoisonError::into_inner),
            }
        }
        *token = false;
        true
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread;

    use super::Sleep;

    /// The injector, reduced to how much is in it.
    struct Injector(AtomicUsize);

    impl Injector {
        fn take(&self) -> bool {
            self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, |length| length.checked_sub(1)).is_ok()
        }
    }

    /// A worker that ends when it has found a piece of work: if a wake-up is lost loom reports a deadlock.
    fn worker(index: usize, sleep: &Sleep, injector: &Injector) {
        loop {
            if injector.take() {
                sleep.found();
                return;
            }
            sleep.sleep(index, || injector.0.load(Ordering::Acquire) > 0);
        }
    }

    fn model(workers: usize, sends_per_sender: &'static [usize]) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(3);
        builder.check(move || {
            let shared = Arc::new((Sleep::new(workers), Injector(AtomicUsize::new(0))));
            let mut threads = Vec::new();
            for index in 0..workers {
                let shared = Arc::clone(&shared);
                threads.push(thread::spawn(move || worker(index, &shared.0, &shared.1)));
            }
            for &sends in &sends_per_sender[1..] {
                let shared = Arc::clone(&shared);
                threads.push(thread::spawn(move || send(sends, &shared.0, &shared.1)));
            }
            send(sends_per_sender[0], &shared.0, &shared.1);
            for thread in threads {
                thread.join().unwrap();
            }
        });
    }

    fn send(count: usize, sleep: &Sleep, injector: &Injector) {
        for _ in 0..count {
            injector.0.fetch_add(1, Ordering::Release);
            sleep.notify();
        }
    }

    #[test]
    fn one_worker_is_never_left_asleep_with_work() {
        model(1, &[1]);
    }

    #[test]
    fn two_workers_share_what_one_sender_sends() {
        model(2, &[2]);
    }

    #[test]
    fn one_worker_and_two_senders() {
        // The worker takes one piece and leaves; a second sender must not get stuck on it.
        model(1, &[1, 1]);
    }

    #[test]
    fn closing_wakes_everybody() {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(3);
        builder.check(|| {
            let sleep = Arc::new(Sleep::new(2));
            let workers: Vec<_> = (0..2)
                .map(|index| {
                    let sleep = Arc::clone(&sleep);
                    thread::spawn(move || {
                        while !sleep.closed.load(super::Ordering::SeqCst) {
                            sleep.sleep(index, || false);
                        }
                    })
                })
                .collect();
            sleep.close();
            for worker in workers {
                worker.join().unwrap();
            }
        });
    }
}
