//! One value, from a sender to a receiver that may wait for it as a future does. No lock.
//!
//! ```text
//!            poll               send
//!  EMPTY <---------> WAITING ---------> TAKING
//!    |                                   |   |
//!    | send                         send |   | close
//!    v                                   v   v
//!   SENT <-------------------------------+  CLOSED <--- close --- EMPTY
//! ```
//!
//! Invariants:
//! 1. The sender writes the value before it sets `SENT`. Then it is the receiver's; but the sender that finds `CLOSED` has it back.
//! 2. The waker is the receiver's in `EMPTY`. In `WAITING` both may look at it, and who changes the state has it: the receiver by `EMPTY`,
//!    the sender by `TAKING`.
//! 3. `SENT` and `CLOSED` are final. Who sets one of them does not touch the oneshot afterwards; who finds it is the last, and frees it.

use std::mem::MaybeUninit;
use std::task::Waker;

use crate::sync::shim::UnsafeCell;
use crate::sync::shim::atomic::{AtomicU8, Ordering};

const EMPTY: u8 = 0;
/// The receiver has left its waker.
const WAITING: u8 = 1;
/// The sender has the waker.
const TAKING: u8 = 2;
const SENT: u8 = 3;
/// The receiver has gone.
const CLOSED: u8 = 4;

pub(crate) struct Oneshot<T> {
    state: AtomicU8,
    waker: UnsafeCell<MaybeUninit<Waker>>,
    value: UnsafeCell<MaybeUninit<T>>,
}

impl<T> Oneshot<T> {
    pub(crate) fn new() -> Self {
        Self {
            state: AtomicU8::new(EMPTY),
            waker: UnsafeCell::new(MaybeUninit::uninit()),
            value: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// Sends the value, and wakes the waiting task. `Some`: it is not wanted, and the oneshot is the caller's, to be freed; otherwise it may be
    /// gone already.
    ///
    /// # Safety
    ///
    /// `this` is alive, and this is called once.
    pub(crate) unsafe fn send(this: *const Self, value: T) -> Option<T> {
        // SAFETY: the caller's promise; the owner of each cell is in the invariants. References last for one operation each, for behind the last
        // one the receiver may free all.
        unsafe {
            (*this).value.with_mut(|place| (*place).write(value));
            let take_back = || (*this).value.with(|value| value.cast::<T>().read());
            // An acquire, in case that the receiver has gone: what it did to the waker is over.
            let mut state = (*this).state.load(Ordering::Acquire);
            loop {
                let next = match state {
                    EMPTY => SENT,
                    WAITING => TAKING,
                    _ => return Some(take_back()),
                };
                // Release: the value; acquire: the waker.
                match (*this).state.compare_exchange(state, next, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(EMPTY) => return None,
                    Ok(_) => break,
                    Err(changed) => state = changed,
                }
            }
            let waker = (*this).waker.with(|waker| waker.cast::<Waker>().read());
            if (*this).state.swap(SENT, Ordering::AcqRel) == CLOSED {
                return Some(take_back());
            }
            waker.wake();
            None
        }
    }

    /// The value, if it is there: then the oneshot is the caller's, to be freed. Otherwise the waker is kept.
    ///
    /// # Safety
    ///
    /// `this` is alive; the receiver calls it, not after it has got the value or closed.
    pub(crate) unsafe fn poll(this: *const Self, waker: &Waker) -> Option<T> {
        // SAFETY: as for `send`.
        unsafe {
            loop {
                match (*this).state.load(Ordering::Acquire) {
                    EMPTY => {
                        let waker = waker.clone();
                        (*this).waker.with_mut(|place| (*place).write(waker));
                        let waits =
                            (*this).state.compare_exchange(EMPTY, WAITING, Ordering::Release, Ordering::Relaxed);
                        if waits.is_ok() {
                            return None;
                        }
                        (*this).waker.with_mut(|waker| (*waker).assume_init_drop());
                    }
                    WAITING => {
                        // Which waker it is can be seen even while the sender takes it.
                        if (*this).waker.with(|old| (*old).assume_init_ref().will_wake(waker)) {
                            return None;
                        }
                        Self::take_waker(this);
                    }
                    // It is just being sent; but to whom the waker belongs that is going to be woken, who knows.
                    TAKING => {
                        waker.wake_by_ref();
                        return None;
                    }
                    _ => return Some((*this).value.with(|value| value.cast::<T>().read())),
                }
            }
        }
    }

    /// The receiver goes. `Some`: the value was there, and the oneshot is the caller's, to be freed; otherwise it may be gone already.
    ///
    /// # Safety
    ///
    /// As for [`poll`](Self::poll).
    pub(crate) unsafe fn close(this: *const Self) -> Option<T> {
        // SAFETY: as for `send`.
        unsafe {
            loop {
                match (*this).state.load(Ordering::Acquire) {
                    WAITING => Self::take_waker(this),
                    SENT => return Some((*this).value.with(|value| value.cast::<T>().read())),
                    state => {
                        // Release: the sender, which frees, does so behind us.
                        let closed =
                            (*this).state.compare_exchange(state, CLOSED, Ordering::Release, Ordering::Relaxed);
                        if closed.is_ok() {
                            return None;
                        }
                    }
                }
            }
        }
    }

    /// The receiver takes its waker back, unless the sender has just done so.
    ///
    /// # Safety
    ///
    /// As for [`poll`](Self::poll).
    unsafe fn take_waker(this: *const Self) {
        // SAFETY: as for `send`.
        unsafe {
            if (*this).state.compare_exchange(WAITING, EMPTY, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                let old = (*this).waker.with_mut(|waker| waker.cast::<Waker>().read());
                drop(old); // runs foreign code
            }
        }
    }
}

#[cfg(test)]
mod models {
    use std::sync::Arc;
    use std::task::Wake;

    use super::*;
    #[cfg(agon_loom)]
    use loom::thread;
    #[cfg(not(agon_loom))]
    use std::thread;

    /// How often a task has been woken.
    struct Task(AtomicU8);

    impl Wake for Task {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Release);
        }
    }

    fn task() -> (Arc<Task>, Waker) {
        let task = Arc::new(Task(AtomicU8::new(0)));
        (Arc::clone(&task), Waker::from(task))
    }

    /// What both sides have of it; counts who frees.
    struct Shared {
        oneshot: Oneshot<Box<u8>>,
        freed: AtomicU8,
    }

    #[derive(Clone, Copy)]
    struct End(*const Shared);

    // SAFETY: that is what a oneshot is for; the number in it may go to another thread.
    unsafe impl Send for End {}

    impl End {
        fn send(self, value: u8) {
            // SAFETY: the test calls it once, and frees behind both sides.
            if let Some(back) = unsafe { Oneshot::send(&raw const (*self.0).oneshot, Box::new(value)) } {
                assert_eq!(*back, value);
                self.free();
            }
        }

        fn poll(self, waker: &Waker) -> Option<u8> {
            // SAFETY: likewise.
            let value = unsafe { Oneshot::poll(&raw const (*self.0).oneshot, waker) };
            value.inspect(|_| self.free()).map(|value| *value)
        }

        fn close(self) {
            // SAFETY: likewise.
            if unsafe { Oneshot::close(&raw const (*self.0).oneshot) }.is_some() {
                self.free();
            }
        }

        fn free(self) {
            // SAFETY: likewise.
            assert_eq!(unsafe { (*self.0).freed.fetch_add(1, Ordering::Relaxed) }, 0, "freed twice");
        }
    }

    fn check(receive: fn(End)) {
        let shared = Box::into_raw(Box::new(Shared { oneshot: Oneshot::new(), freed: AtomicU8::new(0) }));
        let end = End(shared);
        let sender = thread::spawn(move || {
            let end = end;
            end.send(7);
        });
        receive(end);
        sender.join().unwrap();
        // SAFETY: both sides are done.
        let shared = unsafe { Box::from_raw(shared) };
        assert_eq!(shared.freed.load(Ordering::Relaxed), 1, "freed by one of the two");
    }

    #[cfg(agon_loom)]
    fn model(receive: fn(End)) {
        loom::model(move || check(receive));
    }

    #[cfg(not(agon_loom))]
    fn model(receive: fn(End)) {
        (0..if cfg!(miri) { 10 } else { 1_000 }).for_each(|_| check(receive));
    }

    /// The waiting task is woken, or has been notified to look again.
    #[test]
    fn models_oneshot_wakes() {
        model(|end| {
            let (task, waker) = task();
            if end.poll(&waker).is_some() {
                return;
            }
            while task.0.load(Ordering::Acquire) == 0 {
                thread::yield_now();
            }
            let mut value = end.poll(&waker);
            while value.is_none() {
                thread::yield_now();
                value = end.poll(&waker);
            }
            assert_eq!(value, Some(7));
        });
    }

    /// The waker that was given last is woken.
    #[test]
    fn models_oneshot_wakes_the_latest() {
        model(|end| {
            let (first, second) = (task(), task());
            if end.poll(&first.1).is_some() || end.poll(&second.1).is_some() {
                return;
            }
            while second.0.0.load(Ordering::Acquire) == 0 {
                thread::yield_now();
            }
            end.close();
        });
    }

    /// A receiver may go, having waited or not.
    #[test]
    fn models_oneshot_closes() {
        model(End::close);
        model(|end| {
            let (_, waker) = task();
            if end.poll(&waker).is_none() {
                end.close();
            }
        });
    }
}
