//! The workers: each runs the actors of its own queue, in turn, and helps itself elsewhere when that is empty.
//!
//! Actors are run in the order in which they became runnable. An actor that has used up its batch goes to the end, so
//! each of `n` runnable actors waits for at most `n - 1` batches. Work from outside is looked at every
//! [`INJECTOR_INTERVAL`] visits even while there is work at home.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::process;
use std::rc::Rc;
use std::sync::Arc;

use crossbeam_deque::{Steal, Worker};

use super::cell::Task;
use super::shared::Shared;
use crate::sync::hint;

/// How often a busy worker looks into the injector. A prime, so as not to fall into step with anything.
const INJECTOR_INTERVAL: u32 = 61;

/// How often a worker looks round before it goes to sleep, and how long it pauses in between: some two microseconds in all.
const SEARCH_ROUNDS: usize = 16;
const SEARCH_PAUSE: usize = 8;

/// What belongs to one worker's thread.
pub(crate) struct Local {
    shared: Arc<Shared>,
    index: usize,
    queue: Worker<Task>,
    visits: Cell<u32>,
}

thread_local! {
    static CURRENT: RefCell<Option<Rc<Local>>> = const { RefCell::new(None) };
}

/// Whether this thread is a worker, of any system.
pub(crate) fn is_current_thread() -> bool {
    with_current(|local| local.is_some())
}

/// Calls `f` with this thread's worker, if it is one.
pub(crate) fn with_current<R>(f: impl FnOnce(Option<&Local>) -> R) -> R {
    // While a thread ends its locals may be gone; it is no worker then.
    let current = CURRENT.try_with(|current| current.borrow().clone()).ok().flatten();
    f(current.as_deref())
}

/// A worker's thread.
pub(crate) fn run(shared: Arc<Shared>, index: usize, queue: Worker<Task>) {
    let local = Rc::new(Local { shared, index, queue, visits: Cell::new(0) });
    CURRENT.set(Some(Rc::clone(&local)));
    if panic::catch_unwind(AssertUnwindSafe(|| local.run())).is_err() {
        // Panics of actors never get here. Going on with a worker less would be worse than an end that is noticed.
        eprintln!("agon-actor: a worker thread panicked; this is a bug in the runtime");
        process::abort();
    }
    CURRENT.set(None);
}

impl Local {
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn belongs_to(&self, shared: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.shared, shared)
    }

    /// Makes an actor run on this worker, or on one that comes and takes it.
    #[inline]
    pub(crate) fn schedule(&self, task: Task) {
        let is_surplus = !self.queue.is_empty();
        self.queue.push(task);
        if is_surplus {
            self.shared.sleep.hint();
        }
    }

    fn run(&self) {
        let sleep = &self.shared.sleep;
        loop {
            // Counted as searching here.
            if let Some(task) = self.search() {
                sleep.found();
                self.work(task);
                sleep.start_search();
            } else if self.shared.is_closed() {
                return;
            } else {
                sleep.sleep(self.index, || !self.shared.injector.is_empty());
            }
        }
    }

    /// Runs actors until the queue is empty.
    fn work(&self, first: Task) {
        let mut next = Some(first);
        while let Some(task) = next {
            if let Some(again) = task.run(Some(self)) {
                self.schedule(again);
            }
            next = self.next();
        }
    }

    fn next(&self) -> Option<Task> {
        let visits = self.visits.get().wrapping_add(1);
        self.visits.set(visits);
        if visits.is_multiple_of(INJECTOR_INTERVAL)
            && let Steal::Success(task) = self.shared.injector.steal()
        {
            return Some(task);
        }
        self.queue.pop()
    }

    fn search(&self) -> Option<Task> {
        for _ in 0..SEARCH_ROUNDS {
            if let Some(task) = self.look_round() {
                return Some(task);
            }
            for _ in 0..SEARCH_PAUSE {
                hint::spin_loop();
            }
        }
        None
    }

    /// Looks into the injector and into everybody else's queue, once; takes half of what it finds.
    fn look_round(&self) -> Option<Task> {
        loop {
            let mut outcome = self.shared.injector.steal_batch_and_pop(&self.queue);
            let workers = self.shared.worker_count();
            for victim in (1..workers).map(|distance| (self.index + distance) % workers) {
                outcome = outcome.or_else(|| self.shared.stealers[victim].steal_batch_and_pop(&self.queue));
            }
            match outcome {
                Steal::Success(task) => return Some(task),
                Steal::Empty => return None,
                Steal::Retry => {}
            }
        }
    }
}
