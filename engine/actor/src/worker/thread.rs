//! A thread and its worker: the way from a handler to the worker, and to the system when the thread has lost the worker.
//!
//! A [`WorkerThread`] is made for one run of one thread at one worker. While it is in the runtime the thread has a [`WorkerGuard`], by which it reaches
//! the worker's [`Core`]; from a handler it [enters](WorkerThread::with_worker) for each thing that it does there.

use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::memory::batch::BatchBox;
use crate::memory::envelope::{self, Header, Layout, drop_message};
use crate::memory::slab::{IN_TRANSIT, Slot};
use crate::memory::vtable::{Flow, ThreadHandle};
use crate::sync::current_thread;
use crate::types::id::Key;
use crate::types::report::ActorLabel;
use crate::worker::bounds::Recent;
use crate::worker::cell_head::Entered;
use crate::worker::core::Core;
use crate::worker::restart::Outcome;
use crate::worker::shared::{Shared, SystemRef};
use crate::worker::system_message::{Signal, SystemMessage};
use crate::worker::watched::Watched;

/// A thread at a worker, as that thread sees it. It is not `Sync`, and so nothing that borrows it leaves its thread: a
/// [`Context`](crate::Context) is neither `Send` nor `Sync` for this reason. Others see its [`Watched`] part.
///
/// On cache lines of its own: the thread writes here for every message, and those of other threads may lie next to it.
#[repr(align(128))]
pub(crate) struct WorkerThread {
    watched: Watched,
    /// Used only by who has the worker (see [`ownership`](crate::sync::ownership)).
    core: *mut Core,
    /// A message that is written in a batch of its own. Nothing, but between [`reserve_slowly`] and [`send_slowly`].
    unsent: Cell<Option<Unsent>>,
    /// Bounded mailboxes that its actors have sent to.
    recent: RefCell<Recent>,
    pub(crate) shared: Arc<Shared>,
    system_ref: *const SystemRef,
}

impl Deref for WorkerThread {
    type Target = Watched;

    #[inline(always)]
    fn deref(&self) -> &Watched {
        &self.watched
    }
}

/// A thread at a worker, for all others: they see what is [watched](Watched) of it. One of them is the thread itself, before it
/// begins.
pub(crate) struct WatchedThread(Arc<WorkerThread>);

// SAFETY: what others reach by this is a `Watched`, which is `Sync`; the rest is reached by `own` alone, whose caller is the thread.
// The last that drops this may be another thread: then the thread has ended its run, and what is dropped may be dropped anywhere (a
// batch is `Send`, and the system `Send` and `Sync`).
unsafe impl Send for WatchedThread {}
// SAFETY: likewise.
unsafe impl Sync for WatchedThread {}

const _: () = {
    const fn shared_with_others<T: Send + Sync>() {}
    const fn dropped_anywhere<T: Send>() {}
    shared_with_others::<Watched>();
    shared_with_others::<Arc<Shared>>();
    dropped_anywhere::<BatchBox>();
    dropped_anywhere::<Recent>();
};

impl WatchedThread {
    #[expect(clippy::arc_with_non_send_sync, reason = "only the watched part is shared: see the type")]
    pub(crate) fn new(shared: Arc<Shared>, worker: u16) -> Self {
        Self(Arc::new(WorkerThread::new(shared, worker)))
    }

    /// Which thread this is, among those that live.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The whole of it.
    ///
    /// # Safety
    ///
    /// It is for the one thread that runs the worker by this, or, where there are no threads, for who drives the worker.
    pub(crate) unsafe fn own(&self) -> &WorkerThread {
        &self.0
    }
}

impl Clone for WatchedThread {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl Deref for WatchedThread {
    type Target = Watched;

    fn deref(&self) -> &Watched {
        &self.0.watched
    }
}

/// The outcome of users' code.
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    /// The worker is still this thread's. If not, nothing of it may be touched.
    pub(crate) guard: bool,
}

impl WorkerThread {
    pub(crate) fn new(shared: Arc<Shared>, worker: u16) -> Self {
        let core = shared.worker_shared(worker).core.get();
        let system_ref = shared.system_ref;
        Self {
            watched: Watched::new(worker),
            core,
            unsent: Cell::new(None),
            recent: RefCell::default(),
            system_ref,
            shared,
        }
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

    /// The current thread is this one from now on.
    pub(crate) fn bind(&self) {
        self.watched.begin();
        current_thread::set(ptr::from_ref(self).cast());
    }

    /// The current thread, which was this one, is no worker's any more.
    pub(crate) fn unbind(&self) {
        current_thread::set(ptr::null());
        self.watched.leave();
    }

    /// Calls `f` with the current thread, if it is one of this system's.
    #[inline]
    pub(crate) fn with_current<R>(system_ref: *const SystemRef, f: impl FnOnce(Option<&Self>) -> R) -> R {
        let thread = current_thread::get().cast::<Self>();
        // SAFETY: a thread is unbound before this is freed.
        let thread = unsafe { thread.as_ref() };
        f(thread.filter(|thread| ptr::eq(thread.system_ref, system_ref)))
    }

    /// Which actor's code the current thread runs, if any: to be called within that code.
    pub(crate) fn running_actor() -> Option<ActorLabel> {
        // SAFETY: a thread is unbound before this is freed.
        let thread = unsafe { current_thread::get().cast::<Self>().as_ref() }?;
        let key = thread.current();
        (key != Key::worker()).then(|| thread.shared.label(key))
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
        // A bounded mailbox has another word: that is the slow way.
        self.send_by(system_ref, key, message, |core| core.route_word(key) == core.id());
    }

    /// The same for a message that holds a permit of the receiver's bounded mailbox, as the key shows.
    #[inline(always)]
    pub(crate) fn send_counted<M>(&self, system_ref: &'static SystemRef, key: Key, message: M) {
        self.send_by(system_ref, key, message, |core| core.route(key) == core.id());
    }

    #[inline(always)]
    fn send_by<M>(&self, system_ref: &'static SystemRef, key: Key, message: M, is_here: impl FnOnce(&Core) -> bool) {
        // Lost if there is no memory to be had, which ends the process: what may have to be dropped would be in memory before that.
        let message = ManuallyDrop::new(message);
        let has_entered = ptr::eq(system_ref, self.system_ref) && self.ownership.enter();
        if has_entered {
            let core = self.core;
            // SAFETY: entered, and nothing in between runs the users' code; the space is the message's.
            unsafe {
                if is_here(&*core)
                    && let Some(at) = (*core).ring.try_reserve(Layout::<M>::STRIDE)
                {
                    envelope::write(at, key, ManuallyDrop::into_inner(message));
                    self.ownership.leave();
                    return;
                }
            }
        }
        // SAFETY: entered, or not; the space is the message's, which is then there.
        unsafe {
            let Place { at, key } = reserve_slowly(self, has_entered, key, Layout::<M>::STRIDE);
            envelope::write(at, key, ManuallyDrop::into_inner(message));
            send_slowly(self, system_ref, at, drop_message::<M>);
        }
    }

    /// Takes a permit for a message of a handler; `None`: the receiver's mailbox is not bounded, or the receiver has ended.
    #[inline]
    pub(crate) fn enter_mailbox(&self, key: Key, own: bool) -> Option<Entered> {
        self.recent.borrow_mut().with(&self.shared.bounds, key, |mailbox| mailbox.enter(own))
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
        self.thread.set_current(key);
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

/// Space for a message, and under which key it is sent.
#[repr(C)]
struct Place {
    at: *mut u8,
    key: Key,
}

/// What is to be done with a message in a batch of its own.
enum Unsent {
    /// To be sent: the thread has lost its worker, or the receiver is in another system.
    Elsewhere(BatchBox),
    /// To be dropped: the receiver's mailbox is bounded and full.
    Refused(BatchBox),
}

/// Space with another worker, with this one, whose queue has to grow first, or in a bounded mailbox; or else in a batch of its own, for
/// [`send_slowly`]. A call that does not unwind.
///
/// # Safety
///
/// The thread has entered, if `has_entered`.
#[cold]
#[inline(never)]
unsafe extern "C" fn reserve_slowly(thread: &WorkerThread, has_entered: bool, key: Key, stride: usize) -> Place {
    if has_entered && let Some(key) = thread.shared.admit(key, key == thread.current()) {
        // SAFETY: the caller's promise.
        return Place { at: unsafe { (*thread.core).reserve(key, stride) }, key };
    }
    thread.ownership.leave();
    let mut batch = BatchBox::new(stride);
    let at = batch.reserve(stride).expect("made to measure");
    thread.unsent.set(Some(if has_entered { Unsent::Refused(batch) } else { Unsent::Elsewhere(batch) }));
    Place { at, key }
}

/// Sends what is written in the place from [`reserve_slowly`].
///
/// # Safety
///
/// A message is there, and `drop_message` is for its type.
#[cold]
#[inline(never)]
unsafe fn send_slowly(
    thread: &WorkerThread,
    system_ref: &'static SystemRef,
    at: *mut u8,
    drop_message: unsafe fn(*const u8),
) {
    let mut left = match thread.unsent.take() {
        // It is where it is to be.
        None => return thread.ownership.leave(),
        Some(Unsent::Refused(batch)) => Some(batch),
        Some(Unsent::Elsewhere(batch)) => {
            // SAFETY: the caller's promise: the entry's header is there, and the batch is ours.
            let header = Header(unsafe { at.cast::<u64>().read() });
            let key = header.key();
            let own = ptr::eq(system_ref, thread.system_ref) && key == thread.current();
            let sent = system_ref.give(batch, |shared, batch| {
                let Some(admitted) = (if header.is_counted() { Some(key) } else { shared.admit(key, own) }) else {
                    return Some(batch);
                };
                // SAFETY: as above.
                unsafe { Header::count_as(at, admitted) };
                shared.deliver(key, batch);
                None
            });
            sent.unwrap_or_else(Some)
        }
    };
    // The system has ended, and with it all that knows the message's type; but we do. Or the mailbox is full.
    if let Some(entry) = left.as_mut().and_then(BatchBox::pop) {
        // SAFETY: a whole entry with a message of that type, just taken.
        unsafe { drop_message(entry.add(8)) };
    }
}
