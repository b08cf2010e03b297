//! Mode `synchronous`: everybody one message, then everybody the next.
//!
//! In each *round*, every actor that has messages handles one of those that it had when the round began. What is sent during
//! a round can be handled in the next. The workers go through the rounds together, and the actors stay where they are.
//!
//! A worker begins a round with the actors that had more than one message before: each has a [`Queue`] of what is left over
//! ([`Rounds::left_over`]). Then come the entries that had reached the ring when the round began. The first message of an actor
//! is handled; a second one begins the actor's queue, and whatever comes for an actor that has a queue goes to its end. So an
//! entry is put aside once at most, however long an actor's mailbox is.
//!
//! Between two rounds there are two meetings of all workers ([`Barrier`]):
//!
//! 1. *Run.* A worker that is through with its round has sent off what its actors have sent, and waits for the others.
//! 2. *Collect.* When all are through, all that was sent in the round has been pushed. Each worker takes what it was sent, notes
//!    where it ends, and says whether there is anything to do.
//! 3. When all have collected, the next round runs; or nobody has anything to do, and all are *idle* until somebody has.
//!
//! Invariants:
//! 1. An entry in the ring is behind all entries of the same actor that have been put aside: an actor's messages are handled in the
//!    order in which they have come.
//! 2. What is behind `left` in the ring is for a later round. Nothing that was sent in a round is before it, since all have
//!    collected before any runs; and everything sent in the round before is, since all have run before any collects.
//! 3. An actor with a queue is in exactly one of `visits` and `next_visits`; if its handler runs, in `next_visits`.
//! 4. The phase changes when all workers have arrived in it, by the hand of the last; from *idle*, by the hand of whoever has
//!    something to do.
//! 5. Nobody sleeps through a change of phase: who wants to sleep says so and then looks at the phase, who changes the phase
//!    looks afterwards who sleeps.
//!
//! What has no sender in the system is of no round: a message from outside, or from a timer, is handled in the next round that
//! begins, or in the one after. Neither is an actor whose handler has lost its worker by not returning: the rounds go on without
//! it until it is back.

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering, fence};
use std::time::Instant;

use super::batch::BatchBox;
use super::control::Control;
use super::core::Core;
use super::entry::{Header, Key, Special};
use super::lifecycle::{core, unusual};
use super::queue::Queue;
use super::seat::Seated;
use super::shared::{Shared, add};
use super::turn::{QUANTUM, SPIN, idle};

/// A worker's part.
#[derive(Default)]
pub(crate) struct Rounds {
    /// Counts them, from 1; what is in an actor's slot is the last in which it had its turn.
    number: u32,
    /// The phase in which this worker has done its part.
    done: u64,
    /// Bytes at the head of the ring that belong to this round.
    left: usize,
    /// By slot: what is left over from earlier rounds, or was put aside in this one.
    left_over: HashMap<u32, Queue>,
    /// Whose turn it still is in this round.
    visits: VecDeque<u32>,
    /// Whose turn it will be in the next.
    next_visits: VecDeque<u32>,
}

impl Rounds {
    /// Whether nothing is left to do in this round.
    fn is_through(&self) -> bool {
        self.left == 0 && self.visits.is_empty()
    }

    /// Whether anybody waits for more than what is in the ring.
    pub(crate) fn is_empty(&self) -> bool {
        self.visits.is_empty() && self.next_visits.is_empty()
    }

    /// Gives everything that was put aside to `take`, each actor's in its order.
    pub(crate) fn drain(&mut self, mut take: impl FnMut(*const u8)) {
        let visits = mem::take(&mut self.visits).into_iter().chain(mem::take(&mut self.next_visits));
        for mut queue in visits.filter_map(|index| self.left_over.remove(&index)) {
            while let Some((_, entry)) = queue.pop() {
                take(entry);
            }
        }
        self.left = 0;
    }
}

/// What all workers do now: a kind, and above it a count that tells two phases of a kind apart.
const KIND: u64 = 3;
const IDLE: u64 = 0;
const COLLECT: u64 = 1;
const RUN: u64 = 2;
/// The system ends: every worker is for itself.
const OVER: u64 = 3;

/// Where the workers meet.
#[derive(Default)]
pub(crate) struct Barrier {
    phase: AtomicU64,
    arrived: AtomicU16,
    /// Somebody who has arrived has something to do.
    work: AtomicBool,
}

impl Barrier {
    fn phase(&self) -> u64 {
        self.phase.load(Ordering::SeqCst)
    }

    /// A worker has done its part in a phase.
    fn arrive(&self, shared: &Shared, phase: u64, has_work: bool) {
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

    /// The next phase, unless it is over or somebody else was faster.
    fn go_on(&self, shared: &Shared, phase: u64, kind: u64) {
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
    for (_, station) in shared.stations() {
        if station.inbox.is_asleep() {
            // An empty batch: only a knock.
            drop(station.push(BatchBox::new(8)));
        }
    }
}

/// Does a piece of what is to be done in this phase; `false`: the worker is gone.
pub(crate) fn go_on(seat: &mut Seated<'_>) -> bool {
    let core = core(seat);
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
        return run(seat);
    }
    let todo = phase != core.rounds.done;
    match phase & KIND {
        COLLECT if todo => {
            core.collect();
            core.rounds.done = phase;
            barrier.arrive(shared, phase, !core.rounds.is_through());
        }
        RUN if todo && !core.rounds.is_through() => return run(seat),
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
fn run(seat: &mut Seated<'_>) -> bool {
    for _ in 0..QUANTUM {
        let rounds = &mut core(seat).rounds;
        let seated = if let Some(index) = rounds.visits.pop_front() {
            visit(seat, index)
        } else if rounds.left > 0 {
            first(seat)
        } else {
            break;
        };
        if !seated {
            return false;
        }
        if seat.claim.wants_attention() {
            break;
        }
    }
    true
}

/// The turn of an actor that has a queue.
fn visit(seat: &mut Seated<'_>, index: u32) -> bool {
    core(seat).rounds.next_visits.push_back(index);
    loop {
        let core = core(seat);
        let number = core.rounds.number;
        let Some(queue) = core.rounds.left_over.get_mut(&index) else { return true };
        let Some((header, entry)) = queue.pop() else { break };
        // SAFETY: a whole entry, just taken, of an actor of this worker.
        let (is_turn, seated) = unsafe {
            let is_turn = is_turn(core, header, entry);
            if is_turn {
                (*core.slot(index)).round = number;
            }
            (is_turn, unusual(seat, header, entry))
        };
        if !seated {
            return false;
        }
        if is_turn {
            break;
        }
    }
    let rounds = &mut core(seat).rounds;
    if rounds.left_over.get_mut(&index).is_some_and(Queue::is_empty) {
        rounds.left_over.remove(&index);
        rounds.next_visits.pop_back();
    }
    true
}

/// The first entry of the ring.
fn first(seat: &mut Seated<'_>) -> bool {
    let core = core(seat);
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
        unusual(seat, header, entry)
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
            Some(Special::Control) => {
                let control = entry.add(8).cast::<*const Control>().read();
                is_ready && matches!(*control, Control::Notice(_) | Control::Down(..))
            }
            Some(Special::Notice) => is_ready,
            Some(Special::Drain) => {
                core.held.get(&key.index()).is_some_and(|held| held.reasons == 0 && !held.queue.is_empty())
            }
            Some(Special::Start | Special::Install | Special::Wake) => false,
        }
    }
}

/// Waits for the next phase, or for something to do.
fn wait(core: &mut Core, phase: u64) {
    let station = core.station();
    let barrier = &core.shared().barrier;
    let begin = Instant::now();
    while begin.elapsed() <= SPIN {
        for _ in 0..32 {
            if station.inbox.has_some() || barrier.phase() != phase {
                return;
            }
            std::hint::spin_loop();
        }
    }
    let deadline = station.timers.look();
    // As in a pool: see `idle`.
    let urgent = !core.urgent.is_empty() || station.urgent.has_some();
    if deadline.is_some_and(|deadline| deadline <= Instant::now()) || urgent {
        return;
    }
    core.shrink();
    if station.inbox.fall_asleep() {
        // Invariant 5.
        fence(Ordering::SeqCst);
        if barrier.phase() == phase {
            add(&station.tally.sleeps, 1);
            station.parker.park(deadline);
        }
        station.inbox.rouse();
        core.shared().monitor.stay_awake();
    }
}
