//! Handing a worker from the thread in a long handler to another thread.
//!
//! There are two ways to it. The [monitor](crate::sched::sysmon) finds a handler that does not return, and takes the worker from its thread. Or a
//! handler announces that it is about to block ([`Context::block_in_place`](crate::Context::block_in_place)), and its thread gives the worker up by
//! itself, at once. What follows is the same: the thread goes on with its actor, [detached](crate::worker::threads::detached), and a
//! [standby](crate::worker::threads::standby) thread runs the worker.
//!
//! Invariants:
//! 1. Who hands off has the thread that will run the worker before the worker is taken or given up: after that there is no way back.
//! 2. A worker is handed off only if something waits at it. No more than [`MOST_AWAY`] threads are detached at a time.
//! 3. A thread is counted as detached before it can find out that it is, and so before it counts itself out.
//! 4. A thread loses its worker once, by either way: both go from an ownership that no thread is deciding over to `TAKEN` in one step (see [`ownership`](crate::sync::ownership)).
//!    The one that has made that step gives the worker its next thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::memory::vtable::Dispatch;
use crate::sync::os_thread;
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::types::mode::Mode;
use crate::worker::core::Core;
use crate::worker::shared::{Shared, Stage, add};
use crate::worker::thread::{WatchedThread, WorkerThread};
use crate::worker::threads::standby::StandbyThread;
use crate::worker::trace;
use crate::worker::watched::Watched;

/// No more threads than this may be in long handlers at a time.
const MOST_AWAY: usize = 512;

/// Who waits for less than this need not have handed its worker off.
const BRIEF: Duration = Duration::from_micros(100);

/// Whether a worker may be handed off at all.
pub(crate) fn may_hand_off(shared: &Shared) -> bool {
    shared.sharing.handover && shared.away.load(Ordering::Relaxed) < MOST_AWAY
}

/// Has a thread run a worker that no other has: a new one, or one that has been taken or given up. In that case the thread that has lost it is
/// noted for the monitor.
pub(crate) fn run_on(shared: &Arc<Shared>, worker: u16, standby: StandbyThread<WatchedThread>) {
    let thread = WatchedThread::new(Arc::clone(shared), worker);
    let lost = lock(&shared.worker_shared(worker).thread).replace(thread.clone());
    standby.run(thread);
    if let Some(lost) = lost {
        shared.monitor.note_detached(lost);
    }
}

/// Whether the other workers cannot go on before this one does: in rounds they may be waiting for it.
pub(crate) fn is_awaited(core: &Core) -> bool {
    let shared = core.shared();
    shared.mode == Mode::Synchronous && (shared.worker_count() > 1 || !core.rounds.is_empty())
}

/// Whether anything waits for the handler that runs at this worker to return.
pub(crate) fn has_pending_work(core: &mut Core) -> bool {
    is_awaited(core)
        // What sockets would have woken by now is unknown.
        || core.worker_shared().parker.driver().is_some()
        || !core.is_idle()
        || !core.urgent.is_empty()
        || core.worker_shared().inbox.has_some()
        // It came with a wake-up at the inbox, which may have been consumed behind the last look at what is urgent.
        || core.worker_shared().urgent.has_some()
        || core.migration.is_busy()
        || core.worker_shared().timers.first_until(&mut core.limits, Instant::now()).is_some()
}

/// Counts one more thread as detached; `false` if there are too many.
pub(crate) fn count_away(shared: &Shared) -> bool {
    let one_more = |away| (away < MOST_AWAY).then_some(away + 1);
    shared.away.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
}

/// Makes a worker ready to be run by another thread than this, which goes on with its actor, or the chain of them. For who
/// has the worker, and has [counted](count_away) the thread.
///
/// # Safety
///
/// The caller is the thread, or decides over its ownership.
pub(crate) unsafe fn detach(core: &mut Core, thread: &Watched) {
    // SAFETY: the caller's promise.
    let running = unsafe { thread.chain() }.filter(|key| *key != Key::worker());
    thread.detach(running.map(|key| core.detach(key)).collect());
    core.load.note_handoff(Instant::now());
    core.flush();
    let counters = &core.worker_shared().counters;
    thread.publish(&counters.handled);
    add(&counters.handovers, 1);
}

/// For a thread whose handler announces that it blocks, until this is dropped.
///
/// What the handler has sent goes out. If anything waits at the worker, another thread runs it at once; if not, the worker stays, and the
/// monitor hands it off as soon as it sees something there.
pub(crate) struct Blocking<'a> {
    thread: &'a WorkerThread,
    outer: bool,
}

impl<'a> Blocking<'a> {
    pub(crate) fn begin(thread: &'a WorkerThread) -> Self {
        let outer = thread.set_blocking(true);
        give_up(thread);
        Self { thread, outer }
    }
}

impl Drop for Blocking<'_> {
    fn drop(&mut self) {
        self.thread.set_blocking(self.outer);
    }
}

/// For a thread that runs a handler of a [type that has been found to block](crate::worker::threads::blocking_types), until this is dropped: the handler counts as one that has announced that it blocks, and
/// whether it does is noted.
pub(crate) struct Expected<'a> {
    thread: &'a WorkerThread,
    dispatch: Dispatch,
    since: Instant,
    waits: u64,
    _blocking: Blocking<'a>,
}

impl<'a> Expected<'a> {
    /// To be called where a handler could be: the worker may be another thread's afterwards.
    pub(crate) fn begin(thread: &'a WorkerThread, dispatch: Dispatch) -> Self {
        let blocking = Blocking::begin(thread);
        Self { thread, dispatch, since: Instant::now(), waits: os_thread::waits(), _blocking: blocking }
    }
}

impl Drop for Expected<'_> {
    fn drop(&mut self) {
        let has_blocked = self.since.elapsed() >= BRIEF && os_thread::waits() > self.waits;
        self.thread.shared.blocking_types.judge(self.dispatch, has_blocked);
    }
}

/// Hands this thread's worker off, if anything waits at it.
fn give_up(thread: &WorkerThread) {
    let shared = &thread.shared;
    if shared.clock.get().is_some() {
        return;
    }
    // In mode `thread` only the actor itself has messages here, and it is running.
    let is_alone = shared.mode == Mode::Thread && shared.stage() == Stage::Running;
    let may = !is_alone && may_hand_off(shared);
    let wanted = thread.with_worker(|core| {
        core.flush();
        may && !core.ended && has_pending_work(core)
    });
    if wanted != Some(true) {
        return;
    }
    let Ok(standby) = shared.standby.take() else { return };
    let given_up = thread.with_worker(|core| {
        if core.ended || !count_away(shared) {
            return false;
        }
        if !thread.ownership.give_up() {
            shared.away.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        // SAFETY: this is the thread.
        unsafe { detach(core, thread) };
        true
    });
    if given_up == Some(true) {
        run_on(shared, thread.worker(), standby);
        trace::handover(shared, thread.worker(), thread.current());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::system_message::WorkerMessage;

    /// A worker looks at what is urgent, gets an urgent message, and takes what is in its inbox, the wake-up with it: then its next handler blocks. The
    /// sender waits, for example a worker that moves actors for its answer.
    #[test]
    fn urgent_message_counts_as_pending_when_its_wakeup_was_already_consumed() {
        let shared = Shared::without_threads(2);
        let thread = WorkerThread::new(Arc::clone(&shared), 0);
        // SAFETY: the worker has one thread, whose place is the runtime.
        let mut guard = unsafe { thread.guard() };
        assert!(!has_pending_work(guard.core()));
        shared.notify_worker_urgently(0, WorkerMessage::Sync { giver: 1 });
        guard.core().receive(usize::MAX);
        assert!(has_pending_work(guard.core()));
        assert!(guard.handle_urgent() && !has_pending_work(guard.core()));
        guard.clear_worker();
    }
}
