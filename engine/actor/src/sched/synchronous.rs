//! Mode `synchronous`: everybody one message, then everybody the next.
//!
//! In each *round*, every actor that has messages handles one of those that it had when the round began. What is sent during
//! a round can be handled in the next. The workers go through the rounds together, and the actors stay where they are.
//!
//! A worker begins a round with the actors that had more than one message before: each has a [`Queue`] of what is left over
//! ([`Rounds::left_over`](crate::worker::rounds::Rounds::left_over)). Then come the entries that had reached the ring when the round began. The first message of an actor
//! is handled; a second one begins the actor's queue, and whatever comes for an actor that has a queue goes to its end. So an
//! entry is put aside once at most, however long an actor's mailbox is.
//!
//! Between two rounds there are two meetings of all workers ([`Barrier`](crate::worker::rounds::Barrier)):
//!
//! 1. *Run.* A worker that is through with its round has sent off what its actors have sent, and waits for the others.
//! 2. *Collect.* When all are through, all that was sent in the round has been pushed. Each worker takes what it was sent, notes
//!    where it ends, and reports whether there is anything to do.
//! 3. When all have collected, the next round runs; or none has anything to do, and all are *idle* until one has.
//!
//! Invariants:
//! 1. An entry in the ring is behind all entries of the same actor that have been put aside: an actor's messages are handled in the
//!    order in which they have come.
//! 2. What is behind `left` in the ring is for a later round. Nothing that was sent in a round is before it, since all have
//!    collected before any runs; and everything sent in the round before is, since all have run before any collects.
//! 3. An actor with a queue is in exactly one of `visits` and `next_visits`; if its handler runs, in `next_visits`.
//! 4. The phase changes when all workers have arrived in it, by the hand of the last; from *idle*, by the hand of the one that has
//!    something to do.
//! 5. No worker sleeps through a change of phase: one that wants to sleep announces that and then looks at the phase, one that changes the phase
//!    looks afterwards who sleeps.
//!
//! What has no sender in the system is of no round: a message from outside, or from a timer, is handled in the next round that
//! begins, or in the one after. Neither is an actor whose handler has lost its worker by not returning: the rounds go on without
//! it until it is back.

use std::mem;
use std::sync::atomic::{Ordering, fence};
use std::time::Instant;

use crate::memory::batch::BatchBox;
use crate::memory::batch_queue::Queue;
use crate::memory::envelope::{Header, Special};
use crate::sched::idle::{QUANTUM, SPIN, idle};
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::rounds::{Barrier, COLLECT, IDLE, KIND, OVER, RUN};
use crate::worker::shared::{Shared, add};
use crate::worker::system_message::SystemMessage;
use crate::worker::thread::WorkerGuard;

impl Barrier {
    /// A worker has done its part in a phase.
    pub(crate) fn arrive(&self, shared: &Shared, phase: u64, has_work: bool) {
        if has_work {
            self.work.store(true, Ordering::Relaxed);
        }
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 < shared.worker_count() {
            return;
        }
        self.arrived.store(0, Ordering::Relaxed);
        let next = match phase & KIND {
            RUN => COLLECT,
            _ if self.work.swap(false, Ordering::Relaxed) => RUN,
            _ => IDLE,
        };
        self.go_on(shared, phase, next);
    }

    /// The next phase, unless it is over or another thread was faster.
    pub(crate) fn go_on(&self, shared: &Shared, phase: u64, kind: u64) {
        let next = (phase | KIND) + 1 + kind;
        if self.phase.compare_exchange(phase, next, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            wake_all(shared);
        }
    }

    /// The system ends.
    pub(crate) fn end(&self, shared: &Shared) {
        self.phase.store(OVER, Ordering::SeqCst);
        wake_all(shared);
    }
}

fn wake_all(shared: &Shared) {
    // Invariant 5.
    fence(Ordering::SeqCst);
    for (_, worker_shared) in shared.workers() {
        if worker_shared.inbox.is_asleep() {
            // An empty batch: only a wake-up.
            drop(worker_shared.push(BatchBox::new(8)));
        }
    }
}

/// Does a piece of what is to be done in this phase; `false`: the worker is gone.
pub(crate) fn go_on(thread: &mut WorkerGuard<'_>) -> bool {
    let core = thread.core();
    let shared = core.shared();
    let barrier = &shared.barrier;
    let phase = barrier.phase();
    if phase == OVER {
        if core.rounds.is_through() {
            if core.is_idle() && core.rounds.is_empty() {
                idle(core);
                return true;
            }
            core.collect();
        }
        return run(thread);
    }
    let todo = phase != core.rounds.done;
    match phase & KIND {
        COLLECT if todo => {
            core.collect();
            core.rounds.done = phase;
            barrier.arrive(shared, phase, !core.rounds.is_through());
        }
        RUN if todo && !core.rounds.is_through() => return run(thread),
        RUN if todo => {
            core.flush();
            core.rounds.done = phase;
            barrier.arrive(shared, phase, false);
        }
        IDLE if !core.is_idle() => barrier.go_on(shared, phase, COLLECT),
        IDLE if todo => core.rounds.done = phase,
        _ => wait(core, phase),
    }
    true
}

impl Core {
    /// Takes all that has come: that, and no more, belongs to the next round.
    fn collect(&mut self) {
        self.receive(usize::MAX);
        let rounds = &mut self.rounds;
        rounds.left = self.ring.len();
        mem::swap(&mut rounds.visits, &mut rounds.next_visits);
        rounds.number = rounds.number.wrapping_add(1).max(1);
    }
}

/// Handles some of what belongs to this round; `false`: the worker is gone.
fn run(thread: &mut WorkerGuard<'_>) -> bool {
    for _ in 0..QUANTUM {
        let rounds = &mut thread.core().rounds;
        let guard = if let Some(index) = rounds.visits.pop_front() {
            visit(thread, index)
        } else if rounds.left > 0 {
            first(thread)
        } else {
            break;
        };
        if !guard {
            return false;
        }
        if thread.ownership.wants_attention() {
            break;
        }
    }
    true
}

/// The turn of an actor that has a queue.
fn visit(thread: &mut WorkerGuard<'_>, index: u32) -> bool {
    thread.core().rounds.next_visits.push_back(index);
    loop {
        let core = thread.core();
        let number = core.rounds.number;
        let Some(queue) = core.rounds.left_over.get_mut(&index) else { return true };
        let Some((header, entry)) = queue.pop() else { break };
        // SAFETY: a whole entry, just taken, of an actor of this worker.
        let (is_turn, guard) = unsafe {
            let is_turn = is_turn(core, header, entry);
            if is_turn {
                (*core.slot(index)).round = number;
            }
            (is_turn, thread.handle_unusual(header, entry))
        };
        if !guard {
            return false;
        }
        if is_turn {
            break;
        }
    }
    let rounds = &mut thread.core().rounds;
    if rounds.left_over.get_mut(&index).is_some_and(Queue::is_empty) {
        rounds.left_over.remove(&index);
        rounds.next_visits.pop_back();
    }
    true
}

/// The first entry of the ring.
fn first(thread: &mut WorkerGuard<'_>) -> bool {
    let core = thread.core();
    let Some((header, entry)) = core.ring.pop() else { return true };
    let rounds = &mut core.rounds;
    rounds.left -= header.stride();
    let index = header.index();
    // SAFETY: a whole entry, just taken, throughout; the slot of an actor is this worker's.
    unsafe {
        if header.key() != Key::worker() {
            if let Some(queue) = rounds.left_over.get_mut(&index) {
                queue.push_raw(entry);
                return true;
            }
            let number = rounds.number;
            if is_turn(core, header, entry) {
                let slot = core.slot(index);
                if (*slot).round == number {
                    core.rounds.left_over.entry(index).or_default().push_raw(entry);
                    core.rounds.next_visits.push_back(index);
                    return true;
                }
                (*slot).round = number;
            }
        }
        thread.handle_unusual(header, entry)
    }
}

/// Whether an entry will have an actor handle a message now.
///
/// # Safety
///
/// `entry` is a whole entry, for an actor of this worker.
unsafe fn is_turn(core: &Core, header: Header, entry: *const u8) -> bool {
    let key = header.key();
    // SAFETY: the caller's promise.
    unsafe {
        let is_ready = (*core.slot(key.index())).tag == key.tag();
        match header.as_special() {
            None => is_ready,
            Some(Special::SystemMessage) => {
                let control = entry.add(8).cast::<*const SystemMessage>().read();
                is_ready && matches!(*control, SystemMessage::LazyMessage(_) | SystemMessage::Down(..))
            }
            Some(Special::LazyMessage | Special::Timed) => is_ready,
            Some(Special::Drain) => core
                .deferred
                .get(&key.index())
                .is_some_and(|deferred| deferred.reasons == 0 && !deferred.queue.is_empty()),
            Some(Special::Start | Special::Install | Special::Wake) => false,
        }
    }
}

/// Waits for the next phase, or for something to do.
fn wait(core: &mut Core, phase: u64) {
    let worker_shared = core.worker_shared();
    let barrier = &core.shared().barrier;
    let begin = Instant::now();
    while begin.elapsed() <= SPIN {
        for _ in 0..32 {
            if worker_shared.inbox.has_some() || barrier.phase() != phase {
                return;
            }
            std::hint::spin_loop();
        }
    }
    let deadline = worker_shared.timers.look(&mut core.limits);
    // As in a pool: see `idle`.
    let urgent = !core.urgent.is_empty() || worker_shared.urgent.has_some();
    if deadline.is_some_and(|deadline| deadline <= Instant::now()) || urgent {
        return;
    }
    core.shrink();
    if worker_shared.inbox.fall_asleep() {
        // Invariant 5.
        fence(Ordering::SeqCst);
        if barrier.phase() == phase {
            add(&worker_shared.counters.sleeps, 1);
            worker_shared.parker.park(deadline);
        }
        worker_shared.inbox.rouse();
        core.shared().monitor.stay_awake();
    }
}
