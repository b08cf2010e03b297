//! Who has an actor whose thread has lost its worker.
//!
//! A handler that does not return keeps its thread, and its actor; the worker goes to another thread. From then on the thread is *detached*:
//! it runs the one actor (or the chain of those inside each other's [direct calls](crate::api::direct)) and has nothing of the worker. When the handler
//! has returned it hands the actor back, by a message to the worker that has the actor's slot then; or, if the system has ended meanwhile, ends
//! the actor itself. An actor that is to be settled after a direct call is handed over and back in the same way, by one thread.
//!
//! What is handed over is the *cell*. There is one pointer to it, and who has that pointer has the actor.
//!
//! Invariants:
//! 1. The pointer to the cell of a living actor is in one place: in its slot; or with the detached thread
//!    ([`WorkerThread::take_detached`](crate::worker::thread::WorkerThread::take_detached)); or in a [`Reattach`](crate::worker::system_message::SystemMessage::Reattach) on its way to the slot's worker.
//! 2. [`Core::detach`](crate::worker::core::Core::detach) takes it out of the slot, whose status is `BUSY` from then on: by the monitor while it decides over the worker (so the
//!    thread sees it when it finds that it has lost), or by the thread at the worker. [`Core::reattach`](crate::worker::core::Core::reattach) puts it back.
//! 3. A detached thread touches neither the slot nor the worker, a worker no cell but those in its slots. So a worker that clears what is
//!    left when the system ends, and a detached thread that frees its cell at the same time, have nothing in common: messages for the
//!    actor are dropped by the type of the slot, which is in the [table](crate::memory::slab) and outlives them all.
//! 4. The thread hands over inside the [epoch](crate::sync::epoch). A worker closes its inbox only after the epoch has been closed and everybody who
//!    was inside has left. So either the thread gets in, and the worker that clears finds the `Reattach` and ends the actor; or it does not, and
//!    ends the actor itself. Never both, and never neither.

use crate::types::id::Key;

/// The cell of an actor that is not in its slot.
#[derive(Debug)]
pub(crate) struct Detached {
    pub(crate) key: Key,
    pub(crate) cell: *mut u8,
}

// SAFETY: it is the only pointer to the cell of an actor, which is `Send`.
unsafe impl Send for Detached {}

#[cfg(all(test, agon_loom))]
mod models {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicPtr, Ordering};
    use loom::thread;

    use crate::sync::epoch::Epoch;
    use crate::sync::inbox::{Inbox, Link};
    use crate::sync::shim::UnsafeCell;

    /// As a `Reattach` that travels: it holds the cell.
    struct Back {
        next: UnsafeCell<*mut Back>,
        cell: *mut Cell,
    }

    impl Link for Back {
        unsafe fn set_next(this: *mut Self, next: *mut Self) {
            // SAFETY: the caller's promise.
            unsafe { (*this).next.with_mut(|cell| *cell = next) };
        }

        unsafe fn next(this: *mut Self) -> *mut Self {
            // SAFETY: the caller's promise.
            unsafe { (*this).next.with_mut(|cell| *cell) }
        }
    }

    /// How often the actor has been run or ended.
    struct Cell(UnsafeCell<u32>);

    struct System {
        epoch: Epoch,
        inbox: Inbox<Back>,
        /// The type of the slot, of which a message is dropped.
        of_type: AtomicPtr<u32>,
        /// Actors that were ended, by whom: the worker, the detached thread.
        ended: [UnsafeCell<u32>; 2],
    }

    // SAFETY: the protocol guards the cells: that is what the model checks.
    unsafe impl Sync for System {}
    // SAFETY: likewise.
    unsafe impl Send for System {}

    /// Ends an actor: the cell is freed, so that any other use of it is found.
    fn end(cell: *mut Cell, ended: &UnsafeCell<u32>) {
        // SAFETY: that no other thread has the cell is what the model checks.
        unsafe {
            let cell = Box::from_raw(cell);
            cell.0.with_mut(|uses| assert_eq!(*uses, 1, "its handler has returned"));
            ended.with_mut(|ended| *ended += 1);
        }
    }

    /// A handler that outlives its system: whatever comes first, its actor is ended once, by the thread or by the worker that clears.
    #[test]
    fn models_detached() {
        static TYPE: u32 = 7;
        loom::model(|| {
            let system = Arc::new(System {
                epoch: Epoch::new(),
                inbox: Inbox::new(),
                of_type: AtomicPtr::new((&raw const TYPE).cast_mut()),
                ended: [UnsafeCell::new(0), UnsafeCell::new(0)],
            });
            let detached = {
                let system = Arc::clone(&system);
                thread::spawn(move || {
                    let cell = Box::into_raw(Box::new(Cell(UnsafeCell::new(0))));
                    // SAFETY: the thread has the cell.
                    unsafe { (*cell).0.with_mut(|uses| *uses += 1) };
                    let Some(inside) = system.epoch.enter() else { return end(cell, &system.ended[1]) };
                    let back = Box::into_raw(Box::new(Back { next: UnsafeCell::new(std::ptr::null_mut()), cell }));
                    // SAFETY: the letter is the thread's.
                    assert!(unsafe { system.inbox.push(back) }.is_ok(), "who is inside finds the worker");
                    drop(inside);
                })
            };
            system.epoch.close();
            while !system.epoch.is_empty() {
                thread::yield_now();
            }
            // The worker clears: a message for the actor, and what has come.
            // SAFETY: the type is for ever.
            assert_eq!(unsafe { *system.of_type.load(Ordering::Acquire) }, TYPE);
            let mut chain = system.inbox.close();
            while !chain.is_null() {
                // SAFETY: taken from the inbox, so ours.
                unsafe {
                    let next = Link::next(chain);
                    end(Box::from_raw(chain).cell, &system.ended[0]);
                    chain = next;
                }
            }
            detached.join().unwrap();
            // SAFETY: everybody else is gone.
            let ended = |who: usize| system.ended[who].with_mut(|ended| unsafe { *ended });
            assert_eq!(ended(0) + ended(1), 1);
        });
    }
}
