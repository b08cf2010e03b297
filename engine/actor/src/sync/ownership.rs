//! How a thread can lose its worker.
//!
//! A *worker* is a set of actors with their queues: data. A thread owns it and runs it. While the thread is in an actor's
//! handler (place `User`) it does not touch the worker; every operation of the handler that needs it goes back (place
//! `Runtime`) for its duration. So if a handler does not return, the monitor can take the worker from under it and put another
//! thread there; the handler goes on where it is, with the one actor it runs, and reaches its system as a thread outside would.
//!
//! The two parties decide as in Dekker's algorithm: each writes its own word, and then reads the other's. The thread does so
//! twice a message, the monitor a thousand times a second at most; so the fence that has to lie between the write and the read is
//! only a compiler's for the thread, and a system call that interrupts all threads for the monitor (`membarrier`).
//! Where there is no such call, or a seccomp filter refuses it, both use the processor's fence: that costs the thread some nanoseconds
//! a message. Which of the two it is is found out once for a process, when it makes its first system, and kept in every ownership. So a
//! process that is to be confined is confined before that; where the call is refused later, workers are not handed over any more.
//!
//! Invariants:
//! 1. The thread touches the worker only between a [`Ownership::enter`] that returned `true` and the next [`Ownership::leave`].
//! 2. The monitor sets `TAKEN` only after it has set `CLAIMING`, fenced, and read `User` or `Waiting`. The thread that finds `CLAIMING`
//!    waits for the decision (place `Waiting`: it has not touched the worker yet, so a handler that goes back and forth all the
//!    time can lose it too): none has been read so and overlooked. Until it is made the monitor may look at the worker, and at what the
//!    thread keeps for itself; after it, only at the worker.
//! 3. `TAKEN` is final: a thread that has lost its worker never gets one again. The thread sets it itself where it gives its worker up
//!    ([`Ownership::give_up`]), at its worker, and not while the monitor decides: one of the two does.
//! 4. What the monitor does before the decision, the thread that finds `TAKEN` sees. So what the thread is to undo is done before.
//! 5. Both parties use the same kind of fence, from the beginning of an ownership to its end.

use crate::sync::shim::atomic::{AtomicU8, Ordering, fence};
use crate::sync::shim::hint;

const USER: u8 = 0;
const RUNTIME: u8 = 1;
/// On the way from the one to the other.
const WAITING: u8 = 2;

const NONE: u8 = 0;
const ATTENTION: u8 = 1;
/// The thread keeps its worker to the end.
const KEPT: u8 = 2;
const CLAIMING: u8 = 3;
const TAKEN: u8 = 4;

pub(crate) struct Ownership {
    /// Written by the thread.
    place: AtomicU8,
    /// Written by the monitor, but for [`Ownership::clear`], [`Ownership::keep`] and [`Ownership::give_up`].
    signal: AtomicU8,
    fences: Fences,
}

/// What lies between a party's write of its own word and its read of the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fences {
    /// The compiler's for the thread, `membarrier` for the monitor.
    Asymmetric,
    /// The processor's for both.
    Full,
}

impl Fences {
    fn of_this_process() -> Self {
        if membarrier::is_offered() { Self::Asymmetric } else { Self::Full }
    }

    /// The thread's.
    #[inline(always)]
    fn light(self) {
        match self {
            Self::Asymmetric => std::sync::atomic::compiler_fence(Ordering::SeqCst),
            Self::Full => fence(Ordering::SeqCst),
        }
    }

    /// The monitor's; `false` if it cannot be had.
    fn heavy(self) -> bool {
        match self {
            Self::Asymmetric => membarrier::barrier(),
            Self::Full => {
                fence(Ordering::SeqCst);
                true
            }
        }
    }
}

#[cfg(all(target_os = "linux", not(agon_loom), not(miri), not(agon_tsan)))]
mod membarrier {
    use std::sync::OnceLock;

    const QUERY: i32 = 0;
    const PRIVATE_EXPEDITED: i32 = 1 << 3;
    const REGISTER_PRIVATE_EXPEDITED: i32 = 1 << 4;

    fn call(command: i32) -> libc::c_long {
        // SAFETY: the call takes integers and touches no memory.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) }
    }

    /// Whether the kernel has the call, and lets this process use it.
    pub(crate) fn is_offered() -> bool {
        static OFFERED: OnceLock<bool> = OnceLock::new();
        let wanted = libc::c_long::from(PRIVATE_EXPEDITED | REGISTER_PRIVATE_EXPEDITED);
        *OFFERED.get_or_init(|| {
            let offered = call(QUERY);
            offered >= 0 && offered & wanted == wanted
        })
    }

    /// Takes the kernel some ten milliseconds the first time in a process that has several threads.
    pub(crate) fn register() -> bool {
        static REGISTERED: OnceLock<bool> = OnceLock::new();
        *REGISTERED.get_or_init(|| is_offered() && call(REGISTER_PRIVATE_EXPEDITED) == 0)
    }

    /// Whether the process has one thread.
    pub(crate) fn is_alone() -> bool {
        use std::os::unix::fs::MetadataExt;
        // A folder has two links, and one for each folder in it: here, of a thread.
        std::fs::metadata("/proc/self/task").is_ok_and(|threads| threads.nlink() == 3)
    }

    /// Every running thread of the process has passed a full barrier when this returns `true`.
    pub(crate) fn barrier() -> bool {
        register() && call(PRIVATE_EXPEDITED) == 0
    }
}

/// Where there is no such call, or who checks the program would not understand it.
#[cfg(not(all(target_os = "linux", not(agon_loom), not(miri), not(agon_tsan))))]
mod membarrier {
    pub(crate) fn is_offered() -> bool {
        false
    }

    pub(crate) fn register() -> bool {
        false
    }

    pub(crate) fn is_alone() -> bool {
        false
    }

    pub(crate) fn barrier() -> bool {
        false
    }
}

/// For who is about to start threads: what is slow the first time in a process that has several is done now, if it has one.
pub(crate) fn prepare_alone() {
    if membarrier::is_alone() {
        membarrier::register();
    }
}

/// For the monitor, before it claims anything: what is slow the first time is done now, while no thread waits for a decision.
pub(crate) fn prepare() {
    membarrier::register();
}

impl Ownership {
    /// Of a thread that is at its worker, in the runtime.
    pub(crate) fn new() -> Self {
        Self::with(Fences::of_this_process())
    }

    fn with(fences: Fences) -> Self {
        Self { place: AtomicU8::new(RUNTIME), signal: AtomicU8::new(NONE), fences }
    }

    /// For the thread: from the handler to the worker. `false`: there is no worker any more.
    #[inline(always)]
    #[must_use]
    pub(crate) fn enter(&self) -> bool {
        self.place.store(RUNTIME, Ordering::Relaxed);
        self.fences.light();
        // Acquire: what the monitor has looked at, it has looked at before.
        let signal = self.signal.load(Ordering::Acquire);
        signal < CLAIMING || self.await_decision()
    }

    #[cold]
    #[inline(never)]
    fn await_decision(&self) -> bool {
        loop {
            self.place.store(WAITING, Ordering::Release);
            while self.signal.load(Ordering::Acquire) == CLAIMING {
                hint::spin_loop();
                #[cfg(agon_loom)]
                loom::thread::yield_now();
            }
            self.place.store(RUNTIME, Ordering::Relaxed);
            self.fences.light();
            match self.signal.load(Ordering::Acquire) {
                CLAIMING => {}
                signal => return signal != TAKEN,
            }
        }
    }

    /// For the thread: as [`enter`](Self::enter), where it also wants to know whether there is anything unusual: `true` means that it
    /// is back at the worker and its attention is not wanted. After `false` it is to `enter`.
    #[inline(always)]
    #[must_use]
    pub(crate) fn enter_undisturbed(&self) -> bool {
        self.place.store(RUNTIME, Ordering::Relaxed);
        self.fences.light();
        self.signal.load(Ordering::Acquire) == NONE
    }

    /// For the thread: from the worker to the handler.
    #[inline(always)]
    pub(crate) fn leave(&self) {
        self.place.store(USER, Ordering::Release);
    }

    /// For the thread, at its worker: whether the monitor wants it to look around.
    #[inline]
    pub(crate) fn wants_attention(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != NONE
    }

    /// For the thread, at its worker: it has looked around.
    pub(crate) fn clear(&self) {
        let _ = self.signal.compare_exchange(ATTENTION, NONE, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// For the thread, at its worker: from now on it is not taken, whatever runs here.
    pub(crate) fn keep(&self) {
        let keep = |signal| (signal < CLAIMING).then_some(KEPT);
        while self.signal.fetch_update(Ordering::Acquire, Ordering::Relaxed, keep).is_err() {
            // The monitor sees that the thread is at its worker.
            hint::spin_loop();
            #[cfg(agon_loom)]
            loom::thread::yield_now();
        }
    }

    /// For the thread, at its worker: gives the worker up, as if the monitor had taken it; `false`: it cannot. After `true` the worker is
    /// whom the thread hands it to, and the thread uses it until then.
    #[must_use]
    pub(crate) fn give_up(&self) -> bool {
        loop {
            let give = |signal| (signal < KEPT).then_some(TAKEN);
            match self.signal.fetch_update(Ordering::Acquire, Ordering::Relaxed, give) {
                Ok(_) => return true,
                // The monitor sees that the thread is at its worker.
                Err(CLAIMING) => hint::spin_loop(),
                Err(_) => return false,
            }
            #[cfg(agon_loom)]
            loom::thread::yield_now();
        }
    }

    /// For the monitor: asks the thread to look around after the current message.
    pub(crate) fn call_attention(&self) {
        let _ = self.signal.compare_exchange(NONE, ATTENTION, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// For the monitor: takes the worker, if the thread does not use it and `decide`, which may use the worker, returns true. After
    /// `true` the worker is the monitor's.
    #[must_use]
    pub(crate) fn take(&self, decide: impl FnOnce() -> bool) -> bool {
        let ownership = |signal| (signal < KEPT).then_some(CLAIMING);
        if self.signal.fetch_update(Ordering::Relaxed, Ordering::Relaxed, ownership).is_err() {
            return false;
        }
        let taken = self.fences.heavy() && self.place.load(Ordering::Acquire) != RUNTIME && decide();
        // A call for attention meanwhile was not observed: the thread looks around in any case.
        self.signal.store(if taken { TAKEN } else { ATTENTION }, Ordering::Release);
        taken
    }
}

#[cfg(test)]
mod models {
    use super::{Fences, Ownership};

    #[cfg(not(agon_loom))]
    #[test]
    fn only_a_thread_in_a_handler_loses_its_worker() {
        for fences in [Fences::of_this_process(), Fences::Full] {
            let ownership = Ownership::with(fences);
            assert!(!ownership.take(|| true), "in the runtime");
            ownership.call_attention();
            assert!(ownership.wants_attention());
            assert!(ownership.enter());
            ownership.clear();
            assert!(!ownership.wants_attention());
            ownership.leave();
            assert!(ownership.take(|| true), "{fences:?}");
            assert!(!ownership.enter(), "taken");
            ownership.leave();
            assert!(!ownership.take(|| true), "taken once");
            assert!(!ownership.enter());
        }
    }

    #[cfg(not(agon_loom))]
    #[test]
    fn a_worker_is_given_up_once_and_not_where_it_is_kept() {
        let ownership = Ownership::new();
        ownership.leave();
        assert!(ownership.enter());
        ownership.call_attention();
        assert!(ownership.give_up());
        ownership.leave();
        assert!(!ownership.take(|| true), "it has been given up");
        assert!(!ownership.enter());
        assert!(!ownership.give_up(), "there is none any more");
        let kept = Ownership::new();
        kept.keep();
        assert!(!kept.give_up());
        assert!(kept.enter());
    }

    /// A thread gives its worker up while the monitor wants to take it: one of them does, and the worker is used by one at a time.
    #[cfg(agon_loom)]
    #[test]
    fn models_give_up() {
        use crate::sync::shim::UnsafeCell;
        use loom::sync::Arc;
        use loom::thread;
        struct Worker {
            ownership: Ownership,
            data: UnsafeCell<u32>,
        }
        // SAFETY: the ownership guards the cell: that is what the model checks.
        unsafe impl Sync for Worker {}
        // SAFETY: likewise.
        unsafe impl Send for Worker {}
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(5));
        model.check(|| {
            let shared = Arc::new(Worker { ownership: Ownership::new(), data: UnsafeCell::new(0) });
            let thread = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    shared.ownership.leave();
                    let given_up = shared.ownership.enter() && {
                        // SAFETY: entered.
                        shared.data.with_mut(|data| unsafe { *data += 1 });
                        let given_up = shared.ownership.give_up();
                        // SAFETY: given up, and not yet given to another.
                        shared.data.with_mut(|data| unsafe { *data += 1 });
                        given_up
                    };
                    shared.ownership.leave();
                    assert!(!shared.ownership.enter(), "the worker is gone in any case");
                    given_up
                })
            };
            let taken = shared.ownership.take(|| true);
            if taken {
                // SAFETY: taken.
                shared.data.with_mut(|data| unsafe { *data += 10 });
            }
            let given_up = thread.join().unwrap();
            assert!(taken != given_up, "by one of the two");
            // SAFETY: everybody else is gone.
            assert_eq!(shared.data.with_mut(|data| unsafe { *data }), if taken { 10 } else { 2 });
        });
    }

    /// The worker is never used by both, nor what the thread keeps for itself: loom watches the cells. And a thread that has lost its
    /// worker has been counted before it can report that it is done. The fences are those of where `membarrier` is refused.
    #[cfg(agon_loom)]
    #[test]
    fn models_claim() {
        use crate::sync::shim::UnsafeCell;
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicUsize, Ordering};
        use loom::thread;
        struct Worker {
            ownership: Ownership,
            data: UnsafeCell<u32>,
            current: UnsafeCell<u32>,
            away: AtomicUsize,
        }
        // SAFETY: the ownership guards the cells: that is what the model checks.
        unsafe impl Sync for Worker {}
        // SAFETY: likewise.
        unsafe impl Send for Worker {}
        // The waiting thread spins, in a loop within another: without a bound there is no end to it.
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(5));
        model.check(|| {
            assert_eq!(Fences::of_this_process(), Fences::Full);
            let shared = Arc::new(Worker {
                ownership: Ownership::new(),
                data: UnsafeCell::new(0),
                current: UnsafeCell::new(0),
                away: AtomicUsize::new(0),
            });
            let thread = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let mut worked = 0;
                    for _ in 0..2 {
                        shared.ownership.leave();
                        let guard = shared.ownership.enter();
                        // SAFETY: the thread's own, but while the monitor decides.
                        shared.current.with_mut(|current| unsafe { *current += 1 });
                        if !guard {
                            assert_eq!(shared.away.fetch_sub(1, Ordering::Relaxed), 1, "counted before");
                            break;
                        }
                        // SAFETY: entered.
                        shared.data.with_mut(|data| unsafe { *data += 1 });
                        worked += 1;
                    }
                    worked
                })
            };
            // The monitor looks at the worker first, and lets it be.
            let looked = || {
                // SAFETY: while the ownership is decided.
                shared.data.with_mut(|data| unsafe { data.read() });
                false
            };
            let let_be = shared.ownership.take(looked);
            assert!(!let_be);
            let taken = shared.ownership.take(|| {
                // SAFETY: while the ownership is decided.
                shared.current.with_mut(|current| unsafe { current.read() });
                shared.away.fetch_add(1, Ordering::Relaxed);
                true
            });
            if taken {
                // SAFETY: taken.
                shared.data.with_mut(|data| unsafe { *data += 10 });
            }
            let worked = thread.join().unwrap();
            // SAFETY: everybody else is gone.
            assert_eq!(shared.data.with_mut(|data| unsafe { *data }), worked + if taken { 10 } else { 0 });
            assert!(taken || worked == 2, "neither taken nor lost");
        });
    }
}
