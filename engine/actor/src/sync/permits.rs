//! The permits of a bounded mailbox, and the queue of those who wait for it.
//!
//! A permit is held for each message in the mailbox. One word holds how many are taken, and three flags; as long as no sender waits, taking
//! a permit and giving it back is one atomic operation each. Two kinds wait in one queue, first come, first served:
//! - a *pending* message, which is elsewhere until it gets a permit;
//! - a *suspended* sender, whose message is in the mailbox already, perhaps beyond the capacity. It is to send no more for now, and needs no permit.
//!
//! Suspended senders go on when the permits taken have come down to the low-water mark, at most half of the capacity ([`HYSTERESIS`]) below it: so a
//! sender that is too fast is suspended once in that many messages. While messages are pending all senders go on as soon as there is capacity.
//!
//! Invariants:
//! 1. The flag `WAITING` is set while a sender is in the queue, `PENDING` while a message is; between critical sections, exactly then.
//! 2. No wake-up is lost: who queues sets the flag and then looks at the permits; who gives a permit back sees the flags in the same operation on the same word.
//!    So one of the two sees the other, and works off the queue under the lock.
//! 3. While a sender waits, none gets a permit past the queue, and no sender goes on past it: it queues, too. Only `overdraw` takes a permit all the same.
//! 4. Who waits is handed out exactly once: to `release`, to who withdraws it, or to who closes.
//! 5. Once the flag `CLOSED` is set, no sender gets a permit, or queues.

use std::collections::VecDeque;
use std::sync::PoisonError;

use crate::sync::shim::atomic::{AtomicUsize, Ordering};
use crate::sync::shim::{Mutex, MutexGuard};

const WAITING: usize = 1;
const PENDING: usize = 2;
const CLOSED: usize = 4;
/// One permit taken: above the flags.
const ONE: usize = 8;

/// So many permits are to be free before a suspended sender goes on, if that is not more than half of them: enough for the cost of a suspension
/// not to matter, and for a slow receiver few enough.
const HYSTERESIS: usize = 32;

pub(crate) struct Permits<S, P> {
    /// Permits taken, in units of [`ONE`], and the flags.
    word: AtomicUsize,
    capacity: usize,
    queue: Mutex<Queue<S, P>>,
}

/// First to last; the numbers grow.
struct Queue<S, P> {
    waiters: VecDeque<(u64, Waiter<S, P>)>,
    /// How many of them are pending messages.
    pending: usize,
    next: u64,
}

/// Who waits.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Waiter<S, P> {
    /// A sender that may go on.
    Suspended(S),
    /// A message that may be sent.
    Pending(P),
}

/// Why there is no permit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Full,
    Closed,
}

/// A permit that has been taken in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overdrawn {
    /// There was capacity.
    No,
    /// There was none, or others wait for it: the sender is to suspend itself when the message has been sent.
    Yes,
}

/// What has become of a sender that wanted to be suspended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suspension {
    /// It is resumed once more than before.
    Queued,
    /// It was suspended already, and no other sender has come since.
    Already,
    /// No sender waits any more.
    Closed,
}

fn taken_of(word: usize) -> usize {
    word / ONE
}

impl<S: PartialEq, P> Permits<S, P> {
    pub(crate) fn new(capacity: usize) -> Self {
        let queue = Queue { waiters: VecDeque::new(), pending: 0, next: 0 };
        Self { word: AtomicUsize::new(0), capacity, queue: Mutex::new(queue) }
    }

    fn lock(&self) -> MutexGuard<'_, Queue<S, P>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many permits are taken, overdrafts included; none, once closed.
    pub(crate) fn taken(&self) -> usize {
        let word = self.word.load(Ordering::Acquire);
        if word & CLOSED == 0 { taken_of(word) } else { 0 }
    }

    /// With so many permits taken, or less, a suspended sender goes on.
    fn low_water(&self, word: usize) -> usize {
        let low = self.capacity - HYSTERESIS.min(self.capacity / 2);
        if word & PENDING == 0 { low } else { low.max(self.capacity - 1) }
    }

    /// Takes a permit, if there is any.
    #[inline]
    pub(crate) fn take(&self) -> Result<(), Refused> {
        self.take_unless(CLOSED | WAITING)
    }

    #[inline]
    fn take_unless(&self, flags: usize) -> Result<(), Refused> {
        let mut word = self.word.load(Ordering::Acquire);
        loop {
            if word & CLOSED != 0 {
                return Err(Refused::Closed);
            }
            if word & flags != 0 || taken_of(word) >= self.capacity {
                return Err(Refused::Full);
            }
            match self.word.compare_exchange_weak(word, word + ONE, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Ok(()),
                Err(now) => word = now,
            }
        }
    }

    /// Takes a permit, even if there is none.
    #[inline]
    pub(crate) fn overdraw(&self) -> Result<Overdrawn, Refused> {
        let word = self.word.fetch_add(ONE, Ordering::AcqRel);
        if word & (CLOSED | WAITING) == 0 && taken_of(word) < self.capacity {
            Ok(Overdrawn::No)
        } else if word & CLOSED == 0 {
            Ok(Overdrawn::Yes)
        } else {
            Err(Refused::Closed) // where permits are not counted any more
        }
    }

    /// A sender waits to be resumed, behind those that wait already. For `release` see [`let_go`](Self::let_go).
    pub(crate) fn suspend(&self, sender: S, release: impl FnMut(Waiter<S, P>) -> bool) -> Suspension {
        let mut queue = self.lock();
        if matches!(queue.waiters.back(), Some((_, Waiter::Suspended(last))) if *last == sender) {
            return Suspension::Already;
        }
        match self.queue(&mut queue, Waiter::Suspended(sender), release) {
            Ok(_) => Suspension::Queued,
            Err(_) => Suspension::Closed,
        }
    }

    /// A message waits for a permit, behind those that wait already; it is given back if none may any more. The number is for
    /// [`withdraw`](Self::withdraw). For `release` see [`let_go`](Self::let_go).
    pub(crate) fn wait(&self, message: P, release: impl FnMut(Waiter<S, P>) -> bool) -> Result<u64, P> {
        let mut queue = self.lock();
        self.queue(&mut queue, Waiter::Pending(message), release).map_err(|waiter| match waiter {
            Waiter::Pending(message) => message,
            Waiter::Suspended(_) => unreachable!("who is refused gets itself back"),
        })
    }

    fn queue(
        &self,
        queue: &mut Queue<S, P>,
        waiter: Waiter<S, P>,
        release: impl FnMut(Waiter<S, P>) -> bool,
    ) -> Result<u64, Waiter<S, P>> {
        // Set under the lock, as all flags are.
        if self.word.load(Ordering::Acquire) & CLOSED != 0 {
            return Err(waiter);
        }
        let mut flags = WAITING;
        if matches!(waiter, Waiter::Pending(_)) {
            queue.pending += 1;
            flags |= PENDING;
        }
        let number = queue.next;
        queue.next += 1;
        queue.waiters.push_back((number, waiter));
        // The flags first, and then a look at the permits (invariant 2).
        self.word.fetch_or(flags, Ordering::AcqRel);
        self.work_off(queue, release);
        Ok(number)
    }

    /// Takes back a message that waits; `None` if it waits no more.
    pub(crate) fn withdraw(&self, number: u64) -> Option<P> {
        let mut queue = self.lock();
        let index = queue.waiters.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        let (_, waiter) = queue.waiters.remove(index)?;
        let Waiter::Pending(message) = waiter else { return None };
        queue.pending -= 1;
        self.lower_flags(&queue);
        Some(message)
    }

    /// Gives a permit back; `true`: a sender may go on, and the caller is to [let it](Self::let_go).
    #[inline]
    #[must_use]
    pub(crate) fn give_back(&self) -> bool {
        let word = self.word.fetch_sub(ONE, Ordering::AcqRel) - ONE;
        word & WAITING != 0 && taken_of(word) <= self.low_water(word)
    }

    /// Lets go on who waits and may: `release` is called for each, in their order and under the lock, so what it does for one is done before
    /// it is done for the next. It returns whether a pending message uses the permit.
    pub(crate) fn let_go(&self, release: impl FnMut(Waiter<S, P>) -> bool) {
        self.work_off(&mut self.lock(), release);
    }

    fn work_off(&self, queue: &mut Queue<S, P>, mut release: impl FnMut(Waiter<S, P>) -> bool) {
        loop {
            let is_next = match queue.waiters.front() {
                None => break,
                Some((_, Waiter::Pending(_))) => self.take_unless(CLOSED).is_ok(),
                Some((_, Waiter::Suspended(_))) => {
                    let word = self.word.load(Ordering::Acquire);
                    taken_of(word) <= self.low_water(word)
                }
            };
            if !is_next {
                break;
            }
            match queue.waiters.pop_front() {
                Some((_, suspended @ Waiter::Suspended(_))) => {
                    release(suspended);
                }
                Some((_, pending)) => {
                    queue.pending -= 1;
                    if !release(pending) {
                        self.word.fetch_sub(ONE, Ordering::AcqRel);
                    }
                }
                None => break,
            }
            self.lower_flags(queue);
        }
    }

    /// Clears the flags without a waiting sender.
    ///
    /// With the last pending message gone, the low-water mark is lower for who is suspended. That loses no wake-up: a permit that has been given
    /// back before was not enough for it, and the next one is given back after the change.
    fn lower_flags(&self, queue: &Queue<S, P>) {
        let mut over = 0;
        if queue.waiters.is_empty() {
            over |= WAITING;
        }
        if queue.pending == 0 {
            over |= PENDING;
        }
        if over != 0 {
            self.word.fetch_and(!over, Ordering::AcqRel);
        }
    }

    /// From now on no sender gets a permit, or waits. Returns those that have waited so far, first to last.
    pub(crate) fn close(&self) -> impl Iterator<Item = Waiter<S, P>> + use<S, P> {
        let mut queue = self.lock();
        self.word.fetch_or(CLOSED, Ordering::AcqRel);
        queue.pending = 0;
        let waiters = std::mem::take(&mut queue.waiters);
        self.lower_flags(&queue);
        waiters.into_iter().map(|(_, waiter)| waiter)
    }
}
