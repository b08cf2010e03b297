//! What others see of a thread at a worker: the monitor, and those that hand over or move something. It is made of atomics and a lock,
//! so that it may be shared without a promise: only to follow the [chain](Watched::chain) of direct calls takes one.

use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU64, Ordering};
use std::time::Duration;

use crate::sync::os_thread;
use crate::sync::ownership::Ownership;
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::worker::threads::detached::Detached;

/// An actor that waits for the one it has called.
pub(crate) struct Frame {
    pub(crate) caller: Key,
    pub(crate) outer: *const Frame,
}

/// The part of a [`WorkerThread`](crate::worker::thread::WorkerThread) that others see.
///
/// The first five fields are written by the thread, and by the monitor while it decides over the ownership, when the thread is held
/// up before it uses them again: the ownership orders the two, so no access needs an order of its own.
pub(crate) struct Watched {
    pub(crate) ownership: Ownership,
    /// Whose handler runs, or ran last.
    current: AtomicU64,
    /// Messages handled since the worker's counter was brought up to date.
    handled: AtomicU64,
    /// The innermost direct call that runs: see [`direct`](crate::api::direct).
    calls: AtomicPtr<Frame>,
    /// The actors that the thread went on with when it lost its worker, until each is handed back: see [`detached`](crate::worker::threads::detached).
    detached: Mutex<Vec<Detached>>,
    worker: u16,
    /// How often the thread has looked around.
    looks: AtomicU64,
    /// The operating system's number for the thread's clock; 0 before the thread has begun, and after it has left.
    clock: AtomicI32,
    /// What the thread had had when it began, in nanoseconds.
    used_before: AtomicU64,
    /// Processor time of the thread here, in nanoseconds, once it has left.
    used: AtomicU64,
    /// The operating system's number of the thread; 0 before it has begun.
    thread: AtomicI32,
    /// The handler has announced that it blocks.
    blocking: AtomicBool,
}

/// How much processor time a thread has had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Used {
    /// So much up to now.
    SoFar(Duration),
    /// It will have no more.
    InAll(Duration),
    /// It cannot be asked, or not just now.
    Unknown,
}

/// A clock that counts a thread's processor time.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Clock(i32);

impl Clock {
    /// `0` if there is none.
    fn of_this_thread() -> i32 {
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            let mut clock = 0;
            // SAFETY: asks about the calling thread; the result is written to a variable of ours.
            if unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) } == 0 {
                return clock;
            }
        }
        0
    }

    /// `None` if the thread has ended.
    fn read(self) -> Option<Duration> {
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: the result is written to a variable of ours; of a clock that is gone the call reports that.
            if unsafe { libc::clock_gettime(self.0, &raw mut time) } == 0 {
                return Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?));
            }
        }
        None
    }
}

impl Watched {
    /// Of a thread that will be at this worker.
    pub(super) fn new(worker: u16) -> Self {
        Self {
            ownership: Ownership::new(),
            current: AtomicU64::new(Key::worker().0),
            handled: AtomicU64::new(0),
            calls: AtomicPtr::default(),
            detached: Mutex::default(),
            worker,
            looks: AtomicU64::new(0),
            clock: AtomicI32::new(0),
            used_before: AtomicU64::new(0),
            used: AtomicU64::new(0),
            thread: AtomicI32::new(0),
            blocking: AtomicBool::new(false),
        }
    }

    /// The thread that will begin here has had so much processor time; nothing: that is not known.
    pub(crate) fn begin_at(&self, used: Duration) {
        self.used_before.store(used.as_nanos() as u64, Ordering::Relaxed);
    }

    /// The processor time that the thread has had when it left.
    pub(crate) fn used_by_thread(&self) -> Duration {
        Duration::from_nanos(self.used_before.load(Ordering::Relaxed) + self.used.load(Ordering::Relaxed))
    }

    /// The current thread is this one from now on.
    pub(super) fn begin(&self) {
        let clock = Clock::of_this_thread();
        if self.used_before.load(Ordering::Relaxed) == 0 {
            self.begin_at(Clock(clock).read().filter(|_| clock != 0).unwrap_or_default());
        }
        self.thread.store(os_thread::number(), Ordering::Relaxed);
        // Release: a thread that sees the clock sees its value then.
        self.clock.store(clock, Ordering::Release);
    }

    /// The current thread, which was this one, is no worker's any more.
    pub(super) fn leave(&self) {
        if self.has_left() {
            return;
        }
        let used = self.clock().and_then(|clock| self.read(clock)).unwrap_or_default();
        // At least one: it has left, even if it has no clock.
        self.used.store((used.as_nanos() as u64).max(1), Ordering::Relaxed);
        // Release: a thread that sees that the clock is gone sees its last value.
        self.clock.store(0, Ordering::Release);
    }

    /// Whether the thread is no worker's any more.
    pub(crate) fn has_left(&self) -> bool {
        self.used.load(Ordering::Relaxed) != 0
    }

    fn clock(&self) -> Option<Clock> {
        let clock = self.clock.load(Ordering::Acquire);
        (clock != 0).then_some(Clock(clock))
    }

    /// What the thread has had here, given its clock.
    fn read(&self, clock: Clock) -> Option<Duration> {
        let before = Duration::from_nanos(self.used_before.load(Ordering::Relaxed));
        clock.read().map(|now| now.saturating_sub(before))
    }

    /// Whether the thread waits for something; `false` if that is not known.
    pub(crate) fn is_blocked(&self) -> bool {
        os_thread::is_blocked(self.thread.load(Ordering::Relaxed))
    }

    /// Whether the handler has announced that it blocks.
    pub(crate) fn is_blocking(&self) -> bool {
        self.blocking.load(Ordering::Relaxed)
    }

    /// The handler announces whether it blocks from now on; returns its announcement before.
    pub(crate) fn set_blocking(&self, blocking: bool) -> bool {
        let before = self.is_blocking();
        self.blocking.store(blocking, Ordering::Relaxed);
        before
    }

    /// The processor time of the thread since it began, also while it works without its worker.
    pub(crate) fn used(&self) -> Used {
        if let Some(clock) = self.clock() {
            return self.read(clock).map_or(Used::Unknown, Used::SoFar);
        }
        match self.used.load(Ordering::Relaxed) {
            0 => Used::Unknown,
            used => Used::InAll(Duration::from_nanos(used)),
        }
    }

    pub(crate) fn worker(&self) -> u16 {
        self.worker
    }

    /// How often the thread has looked around: if it has not in a long time, it is in a long handler.
    pub(crate) fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }

    pub(crate) fn looking(&self) {
        self.looks.store(self.looks() + 1, Ordering::Relaxed);
    }

    /// Messages handled that the worker's counter does not know of.
    #[inline(always)]
    pub(crate) fn handled(&self) -> u64 {
        self.handled.load(Ordering::Relaxed)
    }

    #[inline(always)]
    pub(crate) fn set_handled(&self, messages: u64) {
        self.handled.store(messages, Ordering::Relaxed);
    }

    pub(crate) fn count(&self) {
        self.set_handled(self.handled() + 1);
    }

    /// Brings the worker's counter up to date: for who has the worker.
    pub(crate) fn publish(&self, counter: &AtomicU64) {
        let fresh = self.handled();
        if fresh > 0 {
            self.set_handled(0);
            counter.store(counter.load(Ordering::Relaxed) + fresh, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(crate) fn current(&self) -> Key {
        Key(self.current.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(crate) fn set_current(&self, key: Key) {
        self.current.store(key.0, Ordering::Relaxed);
    }

    /// For who hands the worker off: the actors that the thread goes on with.
    pub(crate) fn detach(&self, actors: Vec<Detached>) {
        *lock(&self.detached) = actors;
    }

    /// For a thread that has lost its worker: one of the actors that it went on with, to be handed back or ended.
    pub(crate) fn take_detached(&self, key: Key) -> Detached {
        let mut actors = lock(&self.detached);
        let at =
            actors.iter().position(|actor| actor.key == key).expect("a thread without a worker was detached from it");
        actors.swap_remove(at)
    }

    /// The innermost direct call that runs.
    #[inline(always)]
    pub(crate) fn calls(&self) -> *const Frame {
        self.calls.load(Ordering::Relaxed)
    }

    /// For the thread: which direct call is the innermost from now on.
    #[inline(always)]
    pub(crate) fn set_calls(&self, innermost: *const Frame) {
        self.calls.store(innermost.cast_mut(), Ordering::Relaxed);
    }

    /// Who is inside a handler at this thread: the actor that runs, and those that wait for it, innermost first.
    ///
    /// # Safety
    ///
    /// The caller is the thread itself, or holds up its entering, for as long as it uses what is returned: linked frames live that long
    /// (see the invariants of [`direct`](crate::api::direct)).
    pub(crate) unsafe fn chain(&self) -> impl Iterator<Item = Key> {
        let mut frame = self.calls();
        let waiting = iter::from_fn(move || {
            // SAFETY: the caller's promise.
            let waits = unsafe { frame.as_ref() }?;
            frame = waits.outer;
            Some(waits.caller)
        });
        iter::once(self.current()).chain(waiting)
    }
}
