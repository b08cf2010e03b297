//! How batches of messages reach a worker from other threads: many senders, one receiver, no lock.
//!
//! One pointer, `top`, is everything. It is
//! - null: nothing has come, and the worker is awake (or will look before it sleeps),
//! - `ASLEEP`: nothing has come, and the worker sleeps, or is about to,
//! - `CLOSED`: the worker has ended,
//! - else the last batch pushed, which points to the one before, and so on.
//!
//! Invariants:
//! 1. A batch belongs to its sender until the exchange that pushes it, and from then on to the receiver.
//! 2. Batches are taken all at once and reversed: what one thread pushes is received in that order, and so is what two threads
//!    push one after the other.
//! 3. Only the receiver writes `ASLEEP`, by an exchange against null: so it never sleeps over a batch. A sender that replaces
//!    `ASLEEP` must wake it: so a batch is never slept over.
//! 4. After `CLOSED` nothing is accepted; a push gives the batch back.
//! 5. A sender that [finds the receiver asleep](Inbox::finds_asleep) notes that by an exchange of `ASLEEP` for itself: so the receiver, which ends its sleep by an exchange of its own,
//!    or by one of who wakes it, sees when it is awake what was done before that.

use std::ptr;

use crate::sync::shim::atomic::{AtomicPtr, Ordering, fence};

/// What can be pushed: something with a field for a link.
pub(crate) trait Link: Sized {
    /// # Safety
    ///
    /// `this` is valid and owned by the caller.
    unsafe fn set_next(this: *mut Self, next: *mut Self);
    /// # Safety
    ///
    /// Likewise.
    unsafe fn next(this: *mut Self) -> *mut Self;
}

pub(crate) struct Inbox<T> {
    top: AtomicPtr<T>,
}

/// What a successful push leaves to be done.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pushed {
    Awake,
    /// The sender that reads this wakes the receiver.
    WakeIt,
}

fn asleep<T>() -> *mut T {
    ptr::without_provenance_mut(1)
}

fn closed<T>() -> *mut T {
    ptr::without_provenance_mut(2)
}

fn is_mark<T>(pointer: *mut T) -> bool {
    pointer.addr() <= 2
}

impl<T: Link> Inbox<T> {
    pub(crate) fn new() -> Self {
        Self { top: AtomicPtr::new(ptr::null_mut()) }
    }

    /// Gives a batch to the receiver; gives it back as an error if there is none any more.
    ///
    /// # Safety
    ///
    /// `batch` is valid and the caller's own, and is not used by the caller after success.
    pub(crate) unsafe fn push(&self, batch: *mut T) -> Result<Pushed, *mut T> {
        let mut top = self.top.load(Ordering::Relaxed);
        loop {
            if top == closed() {
                // Who gets it back sees all that the receiver did before it closed.
                fence(Ordering::Acquire);
                return Err(batch);
            }
            // SAFETY: the batch is still the caller's (invariant 1).
            unsafe { T::set_next(batch, if is_mark(top) { ptr::null_mut() } else { top }) };
            match self.top.compare_exchange_weak(top, batch, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Ok(if top == asleep() { Pushed::WakeIt } else { Pushed::Awake }),
                Err(now) => top = now,
            }
        }
    }

    /// For the receiver: whether there may be something to take.
    #[inline]
    pub(crate) fn has_some(&self) -> bool {
        !is_mark(self.top.load(Ordering::Relaxed))
    }

    /// For the receiver: all that has come, as a chain with the oldest first; null if nothing. Ends the sleep.
    pub(crate) fn take(&self) -> *mut T {
        let now = self.top.load(Ordering::Relaxed);
        if now.is_null() || now == closed() {
            return ptr::null_mut();
        }
        Self::reverse(self.top.swap(ptr::null_mut(), Ordering::AcqRel))
    }

    /// For the receiver: announces sleep. `false`: do not, something has come.
    #[must_use]
    pub(crate) fn fall_asleep(&self) -> bool {
        self.top.compare_exchange(ptr::null_mut(), asleep(), Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// For the receiver: ends its sleep, if no sender has.
    pub(crate) fn rouse(&self) {
        let _ = self.top.compare_exchange(asleep(), ptr::null_mut(), Ordering::AcqRel, Ordering::Acquire);
    }

    /// Whether the receiver is asleep; if so, it sees when it wakes what the caller has done before.
    pub(crate) fn finds_asleep(&self) -> bool {
        self.top.compare_exchange(asleep(), asleep(), Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Whether no sender has ended its sleep yet.
    pub(crate) fn is_asleep(&self) -> bool {
        self.top.load(Ordering::Acquire) == asleep()
    }

    /// For the receiver: accepts nothing more, and takes what there is.
    pub(crate) fn close(&self) -> *mut T {
        Self::reverse(self.top.swap(closed(), Ordering::AcqRel))
    }

    fn reverse(mut top: *mut T) -> *mut T {
        let mut first = ptr::null_mut();
        while !is_mark(top) {
            // SAFETY: taken from the inbox, so ours (invariant 1).
            unsafe {
                let below = T::next(top);
                T::set_next(top, first);
                first = top;
                top = below;
            }
        }
        first
    }
}

#[cfg(test)]
pub(crate) mod models {
    use super::*;
    use crate::sync::shim::UnsafeCell;

    pub(crate) struct Letter {
        next: UnsafeCell<*mut Letter>,
        pub(crate) from: usize,
        pub(crate) number: usize,
    }

    impl Letter {
        pub(crate) fn boxed(from: usize, number: usize) -> *mut Self {
            Box::into_raw(Box::new(Self { next: UnsafeCell::new(ptr::null_mut()), from, number }))
        }
    }

    impl Link for Letter {
        unsafe fn set_next(this: *mut Self, next: *mut Self) {
            // SAFETY: the caller's promise.
            unsafe { (*this).next.with_mut(|cell| *cell = next) };
        }

        unsafe fn next(this: *mut Self) -> *mut Self {
            // SAFETY: the caller's promise.
            unsafe { (*this).next.with_mut(|cell| *cell) }
        }
    }

    fn take(inbox: &Inbox<Letter>, seen: &mut Vec<(usize, usize)>) {
        drain(inbox.take(), seen);
    }

    pub(crate) fn drain(mut chain: *mut Letter, seen: &mut Vec<(usize, usize)>) {
        while !chain.is_null() {
            // SAFETY: taken from the inbox, so ours.
            unsafe {
                let next = Link::next(chain);
                let letter = Box::from_raw(chain);
                seen.push((letter.from, letter.number));
                chain = next;
            }
        }
    }

    #[cfg(not(agon_loom))]
    #[test]
    fn first_in_first_out_and_closed_at_the_end() {
        let inbox = Inbox::new();
        let mut seen = Vec::new();
        // SAFETY: fresh letters.
        unsafe {
            assert_eq!(inbox.push(Letter::boxed(0, 1)), Ok(Pushed::Awake));
            assert_eq!(inbox.push(Letter::boxed(0, 2)), Ok(Pushed::Awake));
            assert!(!inbox.fall_asleep(), "there is mail");
            take(&inbox, &mut seen);
            assert!(inbox.fall_asleep() && inbox.is_asleep());
            assert_eq!(inbox.push(Letter::boxed(0, 3)), Ok(Pushed::WakeIt));
            assert!(!inbox.is_asleep());
            drain(inbox.close(), &mut seen);
            let refused = inbox.push(Letter::boxed(0, 4)).expect_err("closed");
            drop(Box::from_raw(refused));
        }
        assert_eq!(seen, [(0, 1), (0, 2), (0, 3)]);
    }

    /// Two senders, one of two letters, and a receiver that sleeps whenever it may: no order changes, nothing is slept over.
    #[cfg(agon_loom)]
    #[test]
    fn models_inbox() {
        use loom::sync::{Arc, Condvar, Mutex};
        use loom::thread;
        // Without a bound it takes hours.
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(5));
        model.check(|| {
            let shared = Arc::new((Inbox::new(), Mutex::new(false), Condvar::new()));
            let senders: Vec<_> = [(0, 2), (1, 1)]
                .into_iter()
                .map(|(from, letters)| {
                    let shared = Arc::clone(&shared);
                    thread::spawn(move || {
                        for number in 0..letters {
                            // SAFETY: a fresh letter.
                            if let Ok(Pushed::WakeIt) = unsafe { shared.0.push(Letter::boxed(from, number)) } {
                                *shared.1.lock().unwrap() = true;
                                shared.2.notify_one();
                            }
                        }
                    })
                })
                .collect();
            let mut seen = Vec::new();
            while seen.len() < 3 {
                take(&shared.0, &mut seen);
                if seen.len() < 3 && shared.0.fall_asleep() {
                    let mut woken = shared.1.lock().unwrap();
                    while !*woken {
                        woken = shared.2.wait(woken).unwrap();
                    }
                    *woken = false;
                }
            }
            senders.into_iter().for_each(|sender| sender.join().unwrap());
            let of = |from| seen.iter().filter(|(f, _)| *f == from).map(|(_, n)| *n).collect::<Vec<_>>();
            assert_eq!((of(0), of(1)), (vec![0, 1], vec![0]));
        });
    }
}
