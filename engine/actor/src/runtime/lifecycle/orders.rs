//! What a worker is told: about itself, and about its actors before any message.

use std::collections::BTreeSet;
use std::mem;

use crate::exit::ExitReason;
use crate::runtime::batch::BatchBox;
use crate::runtime::control::{Control, ToWorker};
use crate::runtime::core::Core;
use crate::runtime::entry::{CHUNK, Header, Key};
use crate::runtime::seat::Seated;
use crate::runtime::table::{IN_TRANSIT, status};
use crate::sync::lock;

use super::*;

/// Does what cannot wait; `false`: the worker is gone.
pub(crate) fn urgent(seat: &mut Seated<'_>) -> bool {
    let mut jobs = mem::take(&mut core(seat).urgent);
    let mut chain = core(seat).station().urgent.take();
    // SAFETY: the chain is ours; urgent batches hold one control each.
    unsafe {
        while let Some(mut batch) = BatchBox::first_of(&mut chain) {
            while let Some(entry) = batch.pop() {
                let key = Header(entry.cast::<u64>().read()).key();
                jobs.push((key, Control::unboxed(entry.add(8).cast::<*mut u8>().read())));
            }
        }
    }
    let mut jobs = jobs.into_iter();
    while let Some((key, control)) = jobs.next() {
        let seated = match control {
            Control::Worker(what) => worker(seat, what),
            control => {
                let core = core(seat);
                let route = core.route(key);
                if route == core.id() || core.mover.is_moving(key.chunk()) {
                    supervise(seat, key, control)
                } else if route == IN_TRANSIT | core.id() {
                    core.urgent.push((key, control)); // again when it has arrived
                    true
                } else {
                    core.shared().send_urgent(key, control);
                    true
                }
            }
        };
        if !seated {
            // The rest goes the way that everybody outside goes.
            for (key, control) in jobs {
                match control {
                    Control::Worker(what) => seat.shared.tell_worker_urgently(seat.worker(), what),
                    control => seat.shared.send_urgent(key, control),
                }
            }
            return false;
        }
    }
    true
}

pub(super) fn worker(seat: &mut Seated<'_>, what: ToWorker) -> bool {
    let core = core(seat);
    match what {
        ToWorker::StopAll => {
            core.stopping = true;
            core.receive(usize::MAX);
            core.bring_all();
            let chunks = core.chunks.clone();
            core.stop_all_in(&chunks);
            true
        }
        ToWorker::KillAll => {
            core.killing = true;
            kill_all(seat)
        }
        ToWorker::Sync { mover } => {
            core.sync(mover);
            true
        }
        ToWorker::Synced => {
            core.mover.synced();
            true
        }
        ToWorker::Shipment(shipment) => {
            core.unload(*shipment);
            !core.killing || kill_all(seat)
        }
        // It has come; timers are looked at between messages.
        ToWorker::LookAtTimers => true,
        ToWorker::Visit(visit) => {
            visit(core);
            true
        }
        ToWorker::End => {
            core.ended = true;
            true
        }
    }
}

impl Core {
    /// Every actor of some chunks is asked to stop.
    pub(crate) fn stop_all_in(&mut self, chunks: &BTreeSet<u32>) {
        for key in self.live_in(chunks) {
            self.send_control(key, Control::ShutDown);
        }
    }

    pub(super) fn live_in(&self, chunks: &BTreeSet<u32>) -> Vec<Key> {
        let mut live = Vec::new();
        for index in chunks
            .iter()
            .filter(|&&chunk| self.owns(Key::new(chunk * CHUNK, 1)))
            .flat_map(|chunk| chunk * CHUNK..(chunk + 1) * CHUNK)
        {
            // SAFETY: the chunk is ours.
            let slot = unsafe { &*self.slot(index) };
            if slot.is_live() {
                live.push(Key::new(index, slot.generation()));
            }
        }
        live
    }
}

pub(super) fn kill_all(seat: &mut Seated<'_>) -> bool {
    let chunks = core(seat).chunks.clone();
    let shared = core(seat).shared();
    for key in core(seat).live_in(&chunks) {
        let slot = slot(seat, key);
        let label = shared.label(key);
        lock(&shared.killed).push(label);
        if slot.has(status::BUSY) {
            lock(&shared.stuck).insert(key, label);
        }
        if !kill(seat, key, ExitReason::Killed) {
            shared.tell_worker_urgently(seat.worker(), ToWorker::KillAll);
            return false;
        }
    }
    true
}
