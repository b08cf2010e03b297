//! The time limit of a question: the part of the question's slot that the asker's worker, and later perhaps a timer, holds on to.
//!
//! Most answers come long before their limit. So a limit is no timer at first: it waits in a [list](crate::worker::timers::limits) at the worker, and is dropped
//! from there if the question is over by the time the worker looks; only otherwise a timer is set.
//!
//! Three parties share the slot, and each *comes* once: the reply, the limit, and the asker, when it has the result and needs the slot no more.
//!
//! Invariants:
//! 1. Reply or limit, the first to come, decides what the result is. The other one drops its own.
//! 2. The last to come frees the slot; one that has come does not touch it, unless it decides: it does so until it has passed the result on, without
//!    which the asker does not come.
//! 3. The timer is written by the holder of the limit, before it sets `BEGUN`. The asker reads it if it finds `BEGUN` when it sets `OVER`. The holder
//!    that finds `OVER` cancels the timer by itself. So a timer is left behind by neither.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::NonNull;

use crate::memory::reply::{AskError, Head, Reply};
use crate::sync::shim::UnsafeCell;
use crate::sync::shim::atomic::{AtomicU8, Ordering};
use crate::worker::timers::wheel::TimerId;

const REPLY: u8 = 1;
const LIMIT: u8 = 2;
const ASKER: u8 = 4;
const ALL: u8 = REPLY | LIMIT | ASKER;
/// A timer has been set.
const BEGUN: u8 = 8;
/// No timer is needed any more.
const OVER: u8 = 16;

/// Of whom it is found out who comes when.
pub(crate) struct Parties(AtomicU8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Before the other of reply and limit.
    First,
    Later,
    /// The other no longer needs the slot.
    Last,
}

impl Parties {
    /// The reply comes, or the certainty that there will be none.
    #[inline]
    pub(crate) fn reply_comes(&self) -> Turn {
        self.come(REPLY)
    }

    /// The time is over, or the limit not needed any more.
    #[inline]
    pub(crate) fn limit_comes(&self) -> Turn {
        self.come(LIMIT)
    }

    fn come(&self, who: u8) -> Turn {
        // No other is left that could come at the same time.
        if (self.0.load(Ordering::Acquire) | who) & ALL == ALL {
            return Turn::Last;
        }
        // Release: what was done to the slot so far; acquire, for who is the last: what all others did.
        let before = self.0.fetch_or(who, Ordering::AcqRel);
        if (before | who) & ALL == ALL {
            Turn::Last
        } else if before & (REPLY | LIMIT) == 0 {
            Turn::First
        } else {
            Turn::Later
        }
    }
}

/// A timer: the worker that has it, and its number there.
pub(crate) type TimerPlace = (u16, TimerId);

/// What a slot has for the limit.
#[repr(C)]
pub(crate) struct Limit {
    /// Of the reply that the timer gives.
    head: Head<()>,
    pub(crate) parties: Parties,
    timer: UnsafeCell<MaybeUninit<TimerPlace>>,
}

impl Limit {
    /// `is_over` is called when the limit comes: with an error if it is not needed any more.
    pub(crate) fn new(is_over: unsafe fn(NonNull<Head<()>>, Result<(), AskError>)) -> Self {
        Self {
            head: Head { answer: is_over },
            parties: Parties(AtomicU8::new(0)),
            timer: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The asker comes: whether it is the last, and which timer is to be cancelled.
    ///
    /// # Safety
    ///
    /// `this` is alive, and the asker has not come.
    #[inline]
    pub(crate) unsafe fn asker_comes(this: *const Self) -> (bool, Option<TimerPlace>) {
        // SAFETY: the caller's promise.
        let (before, timer) = unsafe { Self::add(this, ASKER | OVER) };
        ((before | ASKER) & ALL == ALL, timer)
    }

    /// The asker does not want the result any more: which timer is to be cancelled.
    ///
    /// # Safety
    ///
    /// As for [`asker_comes`](Self::asker_comes).
    pub(crate) unsafe fn give_up(this: *const Self) -> Option<TimerPlace> {
        // SAFETY: the caller's promise.
        unsafe { Self::add(this, OVER) }.1
    }

    /// What the state was before; and the timer, if there is one (invariant 3).
    ///
    /// # Safety
    ///
    /// As for [`asker_comes`](Self::asker_comes).
    #[inline]
    unsafe fn add(this: *const Self, bits: u8) -> (u8, Option<TimerPlace>) {
        // SAFETY: the caller's promise: it lives until the exchange at least. References last for one operation each.
        unsafe {
            let mut state = (*this).parties.0.load(Ordering::Acquire);
            loop {
                let timer = (state & BEGUN != 0).then(|| (*this).timer.with(|timer| (*timer).assume_init()));
                // No other is left to notify.
                if (state | bits) & ALL == ALL {
                    return (state, timer);
                }
                match (*this).parties.0.compare_exchange_weak(state, state | bits, Ordering::AcqRel, Ordering::Acquire)
                {
                    Ok(_) => return (state, timer),
                    Err(changed) => state = changed,
                }
            }
        }
    }
}

/// Who holds it sees to it that the limit comes: dropped, it comes as one that is not needed any more.
pub(crate) struct LimitRef(NonNull<Limit>);

// SAFETY: a reply is, and that is what it becomes; else it looks at the parties only.
unsafe impl Send for LimitRef {}

impl LimitRef {
    /// # Safety
    ///
    /// The limit is alive until it has come; this is the only one for it, and may be used by any thread.
    pub(crate) unsafe fn new(limit: NonNull<Limit>) -> Self {
        Self(limit)
    }

    /// Whether no timer is needed any more.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        // SAFETY: the limit has not come.
        unsafe { (*self.0.as_ptr()).parties.0.load(Ordering::Acquire) & OVER != 0 }
    }

    /// What a timer is to give when it goes off.
    pub(crate) fn into_reply(self) -> Reply<()> {
        // SAFETY: the head is the first part of the limit, which is alive until it has come.
        unsafe { Reply::from_slot(ManuallyDrop::new(self).0.cast()) }
    }

    /// Sets a timer of this worker, by `set`. With `false` it is to be cancelled: it is not needed any more.
    ///
    /// # Safety
    ///
    /// The timer does not go off before this returns, or else neither asker nor reply come before that.
    pub(crate) unsafe fn begin<E>(
        self,
        worker: u16,
        set: impl FnOnce(Reply<()>) -> Result<TimerId, E>,
    ) -> Result<(TimerId, bool), E> {
        let this = self.0.as_ptr();
        let id = set(self.into_reply())?;
        // SAFETY: the caller's promise: one has still to come. The timer is ours until `BEGUN` (invariant 3).
        let before = unsafe {
            (*this).timer.with_mut(|timer| (*timer).write((worker, id)));
            (*this).parties.0.fetch_or(BEGUN, Ordering::AcqRel)
        };
        Ok((id, before & OVER == 0))
    }
}

impl Drop for LimitRef {
    fn drop(&mut self) {
        drop(Self(self.0).into_reply());
    }
}

#[cfg(test)]
mod models {
    use super::*;
    use crate::worker::timers::wheel::Wheel;
    #[cfg(agon_loom)]
    use loom::{sync::Arc, thread};
    #[cfg(not(agon_loom))]
    use std::{sync::Arc, thread};

    #[repr(C)]
    struct Slot {
        limit: Limit,
        result: UnsafeCell<u8>,
        made: AtomicU8,
        cancelled: AtomicU8,
        freed: AtomicU8,
    }

    // SAFETY: the invariants under test.
    unsafe impl Send for Slot {}
    // SAFETY: likewise.
    unsafe impl Sync for Slot {}

    impl Slot {
        fn decide(&self, turn: Turn, result: u8) {
            if turn == Turn::First {
                // SAFETY: invariant 1.
                self.result.with_mut(|place| unsafe { *place = result });
                // The asker has it at once.
                // SAFETY: likewise.
                assert_eq!(self.result.with(|place| unsafe { *place }), result);
                self.made.fetch_add(1, Ordering::Relaxed);
                // SAFETY: it comes once.
                let (is_last, timer) = unsafe { Limit::asker_comes(&raw const self.limit) };
                if is_last {
                    self.free();
                }
                if timer.is_some() {
                    self.cancelled.fetch_add(1, Ordering::Relaxed);
                }
            } else if turn == Turn::Last {
                self.free();
            }
        }

        fn free(&self) {
            // SAFETY: invariant 2.
            self.result.with_mut(|place| unsafe { *place = 0 });
            self.limit.timer.with_mut(|_| ());
            assert_eq!(self.freed.fetch_add(1, Ordering::Relaxed), 0, "freed twice");
        }
    }

    unsafe fn limit_comes(head: NonNull<Head<()>>, _: Result<(), AskError>) {
        // SAFETY: the limit is the slot's first part, and the pointer reaches all of it.
        let slot = unsafe { head.cast::<Slot>().as_ref() };
        slot.decide(slot.limit.parties.limit_comes(), 1);
    }

    fn check() {
        let id = Wheel::new().insert(0, ());
        let slot = Arc::new(Slot {
            limit: Limit::new(limit_comes),
            result: UnsafeCell::new(0),
            made: AtomicU8::new(0),
            cancelled: AtomicU8::new(0),
            freed: AtomicU8::new(0),
        });
        let worker = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || {
                let limit = NonNull::from(&*slot).cast();
                // SAFETY: the slot is alive to the end of the test.
                let limit = unsafe { LimitRef::new(limit) };
                if limit.is_over() {
                    return false; // dropped
                }
                let mut timer = None;
                let set = |reply| {
                    timer = Some(reply);
                    Ok::<_, ()>(id)
                };
                // SAFETY: it goes off below.
                let (_, is_needed) = unsafe { limit.begin(0, set) }.expect("it is set");
                if is_needed {
                    timer.into_iter().for_each(|timer| timer.send(()));
                }
                is_needed
            })
        };
        slot.decide(slot.limit.parties.reply_comes(), 2);
        let is_needed = worker.join().unwrap();
        let [made, cancelled, freed] =
            [&slot.made, &slot.cancelled, &slot.freed].map(|count| count.load(Ordering::Relaxed));
        assert_eq!((made, freed), (1, 1));
        assert_eq!(cancelled == 1, is_needed, "a timer is cancelled by one of the two");
    }

    /// Reply and time limit at the same time: one result, no timer left behind, and the slot is freed once, when it is not needed.
    #[test]
    fn models_ask() {
        #[cfg(agon_loom)]
        loom::model(check);
        #[cfg(not(agon_loom))]
        (0..if cfg!(miri) { 10 } else { 1_000 }).for_each(|_| check());
    }
}
