//! A thread and its worker: the way from a handler to the worker, and to the system when the thread has lost the worker.
//!
//! A [`WorkerThread`] is made for one run of one thread at one worker. While it is in the runtime the thread has a [`WorkerGuard`], by which it reaches
//! the worker's [`Core`]; from a handler it [enters](WorkerThread::with_worker) for each thing that it does there.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::Duration;

use crate::memory::batch::BatchBox;
use crate::memory::envelope::{self, Layout, drop_message};
use crate::memory::slab::{IN_TRANSIT, Slot};
use crate::memory::vtable::{Flow, ThreadHandle};
use crate::sync::ownership::Ownership;
use crate::sync::{current_thread, os_thread};
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::detached::Detached;
use crate::worker::restart::Outcome;
use crate::worker::shared::{Shared, SystemRef, WorkerCounters, add};
use crate::worker::system_message::{Signal, SystemMessage};

/// An actor that waits for the one it has called.
pub(crate) struct Frame {
    pub(crate) caller: Key,
    pub(crate) outer: *const Frame,
}

/// A thread at a worker. On cache lines of its own: the thread writes here for every message, and those of other threads may lie next to it.
#[repr(align(128))]
pub(crate) struct WorkerThread {
    pub(crate) ownership: Ownership,
    /// Used only by who has the worker (see [`ownership`](crate::sync::ownership)).
    core: *mut Core,
    worker: u16,
    /// Whose handler runs, or ran last.
    current: Cell<Key>,
    /// Messages handled since the worker's counter was brought up to date.
    handled: Cell<u64>,
    /// How often the thread has looked around.
    looks: AtomicU64,
    /// A message on its way to another thread.
    unsent: Cell<Option<BatchBox>>,
    /// The innermost direct call that runs: see [`direct`](crate::api::direct).
    pub(crate) calls: Cell<*const Frame>,
    /// The actors that the thread went on with when it lost its worker, until each is handed back: see [`detached`](crate::worker::detached).
    detached: Cell<Vec<Detached>>,
    pub(crate) shared: Arc<Shared>,
    system_ref: *const SystemRef,
    /// The operating system's number for the thread's clock; 0 before it is bound, and after it has left.
    clock: AtomicI32,
    /// What the thread had had when it was bound, in nanoseconds.
    used_before: AtomicU64,
    /// Processor time of the thread here, in nanoseconds, once it has left.
    used: AtomicU64,
    /// The operating system's number of the thread that is bound here; 0 before.
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

// SAFETY: the cells are used by the thread that is bound here, and by the monitor while it decides over its ownership, when the thread is held up
// before it uses them again; the ownership orders the two.
unsafe impl Sync for WorkerThread {}
// SAFETY: likewise.
unsafe impl Send for WorkerThread {}

/// The outcome of users' code.
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    /// The worker is still this thread's. If not, nothing of it may be touched.
    pub(crate) guard: bool,
}

impl WorkerThread {
    pub(crate) fn new(shared: Arc<Shared>, worker: u16) -> Self {
        let core = shared.worker_shared(worker).core.get();
        Self {
            ownership: Ownership::new(),
            core,
            current: Cell::new(Key::worker()),
            handled: Cell::new(0),
            looks: AtomicU64::new(0),
            worker,
            unsent: Cell::new(None),
            calls: Cell::new(ptr::null()),
            detached: Cell::default(),
            system_ref: shared.system_ref,
            shared,
            clock: AtomicI32::new(0),
            used_before: AtomicU64::new(0),
            used: AtomicU64::new(0),
            thread: AtomicI32::new(0),
            blocking: AtomicBool::new(false),
        }
    }

    /// The thread that will be bound here has had so much processor time; nothing: that is not known.
    pub(crate) fn begin_at(&self, used: Duration) {
        self.used_before.store(used.as_nanos() as u64, Ordering::Relaxed);
    }

    /// The processor time that the thread has had when it stood up.
    pub(crate) fn used_by_thread(&self) -> Duration {
        Duration::from_nanos(self.used_before.load(Ordering::Relaxed) + self.used.load(Ordering::Relaxed))
    }

    /// For the functions of a [`VTable`](crate::memory::vtable::VTable).
    #[inline(always)]
    pub(crate) fn handle(&self) -> ThreadHandle<'_> {
        ThreadHandle::new(self)
    }

    /// # Safety
    ///
    /// The handle is a thread's: the functions of a vtable are called with no other.
    #[inline(always)]
    pub(crate) unsafe fn of(handle: ThreadHandle<'_>) -> &Self {
        // SAFETY: the caller's promise.
        unsafe { handle.get() }
    }

    /// Makes this the thread of the current thread.
    pub(crate) fn bind(&self) {
        let clock = Clock::of_this_thread();
        if self.used_before.load(Ordering::Relaxed) == 0 {
            self.begin_at(Clock(clock).read().filter(|_| clock != 0).unwrap_or_default());
        }
        self.thread.store(os_thread::number(), Ordering::Relaxed);
        // Release: a thread that sees the clock sees its value then.
        self.clock.store(clock, Ordering::Release);
        current_thread::set(ptr::from_ref(self).cast());
    }

    /// The current thread, whose thread this was, is no worker's any more.
    pub(crate) fn unbind(&self) {
        current_thread::set(ptr::null());
        if self.has_left() {
            return;
        }
        let used = self.clock().and_then(|clock| self.read(clock)).unwrap_or_default();
        // At least one: it has left, even if it has no clock.
        self.used.store((used.as_nanos() as u64).max(1), Ordering::Relaxed);
        // Release: a thread that sees that the clock is gone sees its last value.
        self.clock.store(0, Ordering::Release);
    }

    /// Whether the thread that sat here is no worker's any more.
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

    /// Whether the thread that is bound here waits for something; `false` if that is not known.
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

    /// The processor time of the thread that is bound here, works here without its worker, or did: since it was bound.
    pub(crate) fn used(&self) -> Used {
        if let Some(clock) = self.clock() {
            return self.read(clock).map_or(Used::Unknown, Used::SoFar);
        }
        match self.used.load(Ordering::Relaxed) {
            0 => Used::Unknown,
            used => Used::InAll(Duration::from_nanos(used)),
        }
    }

    /// Calls `f` with the current thread, if it is one of this system's.
    #[inline]
    pub(crate) fn with_current<R>(system_ref: *const SystemRef, f: impl FnOnce(Option<&Self>) -> R) -> R {
        let thread = current_thread::get().cast::<Self>();
        // SAFETY: a thread is unbound before this is freed.
        let thread = unsafe { thread.as_ref() };
        f(thread.filter(|thread| ptr::eq(thread.system_ref, system_ref)))
    }

    /// Whether this thread is a worker's, of whatever system.
    pub(crate) fn is_current_thread() -> bool {
        !current_thread::get().is_null()
    }

    /// The worker. To be used only between `enter` and `leave`, or by way of [`WorkerGuard`].
    #[inline(always)]
    pub(crate) fn core_ptr(&self) -> *mut Core {
        self.core
    }

    /// The thread has its worker from now on.
    ///
    /// # Safety
    ///
    /// The worker is this thread's, its place is the runtime, and no other [`WorkerGuard`] of it is in use.
    pub(crate) unsafe fn guard(&self) -> WorkerGuard<'_> {
        WorkerGuard { thread: self, lost: false }
    }

    #[inline]
    pub(crate) fn system_ref(&self) -> *const SystemRef {
        self.system_ref
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
        self.handled.get()
    }

    #[inline(always)]
    pub(crate) fn set_handled(&self, messages: u64) {
        self.handled.set(messages);
    }

    pub(crate) fn count(&self) {
        self.handled.set(self.handled.get() + 1);
    }

    /// Brings the worker's counter up to date.
    pub(crate) fn publish(&self, counters: &WorkerCounters) {
        let fresh = self.handled.replace(0);
        if fresh > 0 {
            add(&counters.handled, fresh);
        }
    }

    #[inline]
    pub(crate) fn current(&self) -> Key {
        self.current.get()
    }

    #[inline(always)]
    pub(crate) fn set_current(&self, key: Key) {
        self.current.set(key);
    }

    /// For who hands the worker off: the actors that the thread goes on with.
    pub(crate) fn detach(&self, actors: Vec<Detached>) {
        self.detached.set(actors);
    }

    /// For a thread that has lost its worker: one of the actors that it went on with, to be handed back or ended.
    pub(crate) fn take_detached(&self, key: Key) -> Detached {
        let mut actors = self.detached.take();
        let at =
            actors.iter().position(|actor| actor.key == key).expect("a thread without a worker was detached from it");
        let actor = actors.swap_remove(at);
        self.detached.set(actors);
        actor
    }

    /// Goes to the worker from a handler, and does something there. `None`: there is no worker any more.
    ///
    /// `f` uses the worker by what it is given, and by nothing else: neither this nor the thread, in whatever it calls.
    #[inline]
    pub(crate) fn with_worker<R>(&self, f: impl FnOnce(&mut Core) -> R) -> Option<R> {
        self.give_core((), |core, ()| f(core)).ok()
    }

    /// The same with something that `f` takes; it comes back if there is no worker any more.
    #[inline]
    pub(crate) fn give_core<T, R>(&self, what: T, f: impl FnOnce(&mut Core, T) -> R) -> Result<R, T> {
        if !self.ownership.enter() {
            self.ownership.leave();
            return Err(what);
        }
        // SAFETY: entered; `f` runs none of the users' code, so no other code gets at the worker meanwhile.
        let result = f(unsafe { &mut *self.core }, what);
        self.ownership.leave();
        Ok(result)
    }

    /// Sends a message from a handler.
    ///
    /// The message is written once, straight into the place it travels in: copying a value that has just been built costs more than
    /// everything else here. So it is written here, on either way; a message that is handed to a function by any of them would have
    /// to be in memory for all.
    #[inline(always)]
    pub(crate) fn send<M>(&self, system_ref: &'static SystemRef, key: Key, message: M) {
        // Lost if there is no memory to be had, which ends the process: what may have to be dropped would be in memory before that.
        let message = ManuallyDrop::new(message);
        if ptr::eq(system_ref, self.system_ref) && self.ownership.enter() {
            let core = self.core;
            // SAFETY: entered, and nothing in between runs the users' code; the space is the message's.
            unsafe {
                let reserved = if (*core).route(key) == (*core).id() {
                    (*core).ring.try_reserve(Layout::<M>::STRIDE)
                } else {
                    None
                };
                let at = match reserved {
                    Some(at) => at,
                    None => reserve_slowly(core, key, Layout::<M>::STRIDE),
                };
                envelope::write(at, key, ManuallyDrop::into_inner(message));
            }
            self.ownership.leave();
        } else {
            let at = reserve_elsewhere(self, Layout::<M>::STRIDE);
            // SAFETY: the space is the message's.
            unsafe { envelope::write(at, key, ManuallyDrop::into_inner(message)) };
            send_elsewhere(self, system_ref, key, drop_message::<M>);
        }
    }

    /// Sends a message of an actor to itself that gives way to others.
    pub(crate) fn send_low_priority<M>(&self, key: Key, message: M) {
        if self.ownership.enter() {
            // SAFETY: as in `send`.
            unsafe { envelope::write((*self.core).reserve_low_priority(key, Layout::<M>::STRIDE), key, message) };
            self.ownership.leave();
        } else {
            self.ownership.leave();
            let sent = self.shared.system_ref.give(message, |shared, message| shared.send_message(key, message));
            if sent.is_err() {
                self.lose_letter();
            }
        }
    }

    /// Sends a system message to an actor from a handler.
    pub(crate) fn send_system(&self, key: Key, control: SystemMessage) {
        if let Err(control) = self.give_core(control, |core, control| core.send_system(key, control)) {
            self.post_system(key, control);
        }
    }

    /// The same for a thread that has lost its worker.
    pub(crate) fn post_system(&self, key: Key, control: SystemMessage) {
        if self.shared.system_ref.send_system(key, control) {
            self.lose_letter();
        }
    }

    /// The system has ended, but for its counters.
    fn lose_letter(&self) {
        self.shared.lost_letters.fetch_add(1, Ordering::Relaxed);
    }

    /// The same for a frequent message without contents.
    #[inline]
    pub(crate) fn signal(&self, key: Key, signal: Signal) {
        if let Err(signal) = self.give_core(signal, |core, signal| core.signal(key, signal)) {
            // What the signal is about is dropped if the system has ended.
            let _ = self.shared.system_ref.give(signal, |shared, signal| shared.send_signal(key, signal));
        }
    }

    /// Sends a system message to an actor from a handler, before any message.
    pub(crate) fn send_system_urgently(&self, key: Key, control: SystemMessage) {
        match self.give_core(control, |core, control| core.urgent.push((key, control))) {
            Ok(()) => self.ownership.call_attention(),
            Err(control) => {
                let _ = self.shared.system_ref.give(control, |shared, control| shared.send_urgent(key, control));
            }
        }
    }

    /// The slot of an actor of this worker that could be called right now.
    ///
    /// # Safety
    ///
    /// The thread has entered, and holds no reference to the worker.
    #[inline]
    pub(crate) unsafe fn local_slot(&self, key: Key) -> Option<*mut Slot> {
        // SAFETY: the caller's promise; the slot is looked at if it is this worker's.
        unsafe {
            let core = &*self.core;
            let route = core.route(key);
            if route & IN_TRANSIT != 0 || route != core.id() {
                return None;
            }
            let slot = core.slot(key.index());
            ((*slot).tag == key.tag()).then_some(slot)
        }
    }
}

/// A thread that has its worker, in the runtime: the way to the worker for all that is done there between two handlers.
///
/// A thread has one of these, and lends it on. What it gives of the worker is borrowed from it, and so is everything that runs users'
/// code, in which the thread uses the worker by other ways, or loses it. So no reference to the worker outlives the next handler: the
/// compiler sees to it. When the worker is lost this gives nothing of it any more.
pub(crate) struct WorkerGuard<'a> {
    thread: &'a WorkerThread,
    lost: bool,
}

impl Deref for WorkerGuard<'_> {
    type Target = WorkerThread;

    #[inline]
    fn deref(&self) -> &WorkerThread {
        self.thread
    }
}

impl<'a> WorkerGuard<'a> {
    /// The thread, for handlers.
    #[inline]
    pub(crate) fn thread(&self) -> &'a WorkerThread {
        self.thread
    }

    /// The worker.
    #[inline]
    pub(crate) fn core(&mut self) -> &mut Core {
        assert!(!self.lost, "the worker is another thread's");
        // SAFETY: the thread has the worker; every other reference to it is borrowed from this, or was given up when users' code was left.
        unsafe { &mut *self.thread.core }
    }

    /// The slot of an actor of this worker.
    pub(crate) fn slot(&mut self, key: Key) -> &mut Slot {
        let core = self.core();
        debug_assert!(core.owns(key), "the slot of an actor of another worker");
        // SAFETY: as for the worker, whose slot it is.
        unsafe { &mut *core.slot(key.index()) }
    }

    /// Runs users' code, on behalf of an actor or of the worker itself.
    pub(crate) fn run(&mut self, key: Key, code: impl FnOnce() -> Flow) -> Ran {
        let thread = self.thread;
        self.run_leaving(key, || {
            thread.ownership.leave();
            code()
        })
    }

    /// The same with code that leaves the worker by itself, when it has what it needs of it.
    pub(crate) fn run_leaving(&mut self, key: Key, code: impl FnOnce() -> Flow) -> Ran {
        self.thread.current.set(key);
        let outcome = catch_unwind(AssertUnwindSafe(code));
        self.come_back(outcome)
    }

    /// Users' code has returned, with this outcome.
    pub(crate) fn come_back(&mut self, outcome: Outcome) -> Ran {
        let guard = self.thread.ownership.enter();
        self.lost |= !guard;
        Ran { outcome, guard }
    }
}

/// Space with another worker, or with this one, whose queue has to grow first. A call that does not unwind.
///
/// # Safety
///
/// The core is the caller's.
#[cold]
#[inline(never)]
unsafe extern "C" fn reserve_slowly(core: *mut Core, key: Key, stride: usize) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe { (*core).reserve(key, stride) }
}

/// Space for a message in a batch of its own: the thread has lost its worker, or the receiver is in another system.
#[cold]
#[inline(never)]
extern "C" fn reserve_elsewhere(thread: &WorkerThread, stride: usize) -> *mut u8 {
    thread.ownership.leave();
    let mut batch = BatchBox::new(stride);
    let at = batch.reserve(stride).expect("made to measure");
    thread.unsent.set(Some(batch));
    at
}

/// Sends what [`reserve_elsewhere`] reserved space for.
#[cold]
#[inline(never)]
fn send_elsewhere(thread: &WorkerThread, system_ref: &'static SystemRef, key: Key, drop_message: unsafe fn(*const u8)) {
    let Some(batch) = thread.unsent.take() else { return };
    let Err(mut batch) = system_ref.give(batch, |shared, batch| shared.deliver(key, batch)) else { return };
    // The system has ended, and with it all that knows the message's type; but we do.
    if let Some(entry) = batch.pop() {
        // SAFETY: a whole entry with a message of that type, just taken.
        unsafe { drop_message(entry.add(8)) };
    }
}
