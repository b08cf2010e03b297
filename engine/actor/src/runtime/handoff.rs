//! Handing a worker from the thread in a long handler to another thread.
//!
//! There are two ways to it. The [monitor](super::monitor) finds a handler that does not return, and takes the worker from its thread. Or a
//! handler says that it is about to block ([`Context::block_in_place`](crate::Context::block_in_place)), and its thread gives the worker up by
//! itself, at once. What follows is the same: the thread goes on with its actor, [detached](super::detached), and a
//! [standby](super::standby) thread runs the worker.
//!
//! Invariants:
//! 1. Who hands off has the thread that will run the worker before the worker is taken or given up: after that there is no way back.
//! 2. A worker is handed off only if somebody waits at it. No more than [`MOST_AWAY`] threads are detached at a time.
//! 3. A thread is counted as detached before it can find out that it is, and so before it counts itself out.
//! 4. A seat loses its worker once, by either way: both go from a claim that nobody has to `TAKEN` in one step (see [`claim`](super::claim)).
//!    Whoever has made that step makes the next seat.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::core::Core;
use super::entry::Key;
use super::seat::Seat;
use super::shared::{Shared, Stage, add};
use super::standby::Standby;
use crate::Mode;
use crate::observe::trace;
use crate::sync::lock;

/// No more threads than this may be in long handlers at a time.
const MOST_AWAY: usize = 512;

/// Whether a worker may be handed off at all.
pub(super) fn may_hand_off(shared: &Shared) -> bool {
    shared.sharing.handover && shared.away.load(Ordering::Relaxed) < MOST_AWAY
}

/// Has a thread run a worker that no other has: a new one, or one that has been taken or given up. In that case the seat that has lost it is
/// noted for the monitor.
pub(super) fn seat_at(shared: &Arc<Shared>, worker: u16, standby: Standby) {
    let seat = Arc::new(Seat::new(Arc::clone(shared), worker));
    let lost = lock(&shared.station(worker).seat).replace(Arc::clone(&seat));
    standby.run(seat);
    if let Some(lost) = lost {
        shared.monitor.note_detached(lost);
    }
}

/// Whether the other workers cannot go on before this one does: in rounds they may be waiting for it.
pub(super) fn is_awaited(core: &Core) -> bool {
    let shared = core.shared();
    shared.mode == Mode::Synchronous && (shared.worker_count() > 1 || !core.rounds.is_empty())
}

/// Whether anything waits for the handler that runs at this worker to return.
pub(super) fn somebody_waits(core: &mut Core) -> bool {
    is_awaited(core)
        // Nobody knows what sockets would have woken by now.
        || core.station().parker.driver().is_some()
        || !core.is_idle()
        || !core.urgent.is_empty()
        || core.station().inbox.has_some()
        || core.mover.is_busy()
        || core.station().timers.first_until(Instant::now()).is_some()
}

/// Counts one more thread as detached; `false` if there are too many.
pub(super) fn count_away(shared: &Shared) -> bool {
    let one_more = |away| (away < MOST_AWAY).then_some(away + 1);
    shared.away.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
}

/// Makes a worker ready to be run by another thread than that of this seat, which goes on with its actor, or the chain of them. For who
/// has the worker, and has [counted](count_away) the thread.
pub(super) fn detach(core: &mut Core, seat: &Seat) {
    let running = seat.chain().filter(|key| *key != Key::worker());
    seat.detach(running.map(|key| core.detach(key)).collect());
    core.load.note_handoff(Instant::now());
    core.flush();
    let tally = &core.station().tally;
    seat.publish(tally);
    add(&tally.handovers, 1);
}

/// For a thread whose handler says that it blocks, until this is dropped.
///
/// What the handler has sent goes out. If anything waits at the worker, another thread runs it at once; if not, the worker stays, and the
/// monitor hands it off as soon as it sees something there.
pub(crate) struct Blocking<'a> {
    seat: &'a Seat,
    outer: bool,
}

impl<'a> Blocking<'a> {
    pub(crate) fn begin(seat: &'a Seat) -> Self {
        let outer = seat.set_blocking(true);
        give_up(seat);
        Self { seat, outer }
    }
}

impl Drop for Blocking<'_> {
    fn drop(&mut self) {
        self.seat.set_blocking(self.outer);
    }
}

/// Hands this thread's worker off, if anything waits at it.
fn give_up(seat: &Seat) {
    let shared = &seat.shared;
    if shared.simulated.get().is_some() {
        return;
    }
    // In mode `thread` only the actor itself has messages here, and it is running.
    let is_alone = shared.mode == Mode::Thread && shared.stage() == Stage::Running;
    let may = !is_alone && may_hand_off(shared);
    let wanted = seat.with_core(|core| {
        core.flush();
        may && !core.ended && somebody_waits(core)
    });
    if wanted != Some(true) {
        return;
    }
    let Ok(standby) = shared.standby.take(shared) else { return };
    let given_up = seat.with_core(|core| {
        if core.ended || !count_away(shared) {
            return false;
        }
        if !seat.claim.give_up() {
            shared.away.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        detach(core, seat);
        true
    });
    if given_up == Some(true) {
        seat_at(shared, seat.worker(), standby);
        trace::handover(shared, seat.worker(), seat.current());
    }
}
