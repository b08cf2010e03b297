//! One thread that runs small closures when their time comes: for the time limits of `ask`.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::PoisonError;
use std::time::Instant;

use crate::sync::{Condvar, Mutex, lock};

pub(crate) struct Timer {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    entries: BinaryHeap<Reverse<Entry>>,
    closed: bool,
}

struct Entry {
    deadline: Instant,
    expire: Box<dyn FnOnce() + Send>,
}

impl Timer {
    pub(crate) fn new() -> Self {
        Self { queue: Mutex::new(Queue { entries: BinaryHeap::new(), closed: false }), changed: Condvar::new() }
    }

    /// Runs `expire` on the timer's thread at `deadline`; never, if the system ends first.
    pub(crate) fn at(&self, deadline: Instant, expire: impl FnOnce() + Send + 'static) {
        let mut queue = lock(&self.queue);
        let is_next = queue.entries.peek().is_none_or(|Reverse(next)| deadline < next.deadline);
        queue.entries.push(Reverse(Entry { deadline, expire: Box::new(expire) }));
        drop(queue);
        if is_next {
            self.changed.notify_one();
        }
    }

    pub(crate) fn close(&self) {
        lock(&self.queue).closed = true;
        self.changed.notify_one();
    }
}

/// The timer's thread.
pub(crate) fn run(timer: &Timer) {
    let mut queue = lock(&timer.queue);
    while !queue.closed {
        let now = Instant::now();
        queue = match queue.entries.peek() {
            None => timer.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            Some(Reverse(next)) if next.deadline > now => {
                let left = next.deadline - now;
                timer.changed.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0
            }
            Some(_) => {
                let due = queue.entries.pop();
                drop(queue);
                if let Some(Reverse(entry)) = due {
                    (entry.expire)();
                }
                lock(&timer.queue)
            }
        };
    }
    let left = std::mem::take(&mut queue.entries);
    drop(queue);
    drop(left);
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.deadline == other.deadline
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.deadline.cmp(&other.deadline)
    }
}
