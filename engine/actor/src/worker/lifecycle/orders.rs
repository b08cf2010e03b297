//! Orders to a worker: about itself, and about its actors before any message.

use std::mem;

use crate::memory::batch::BatchBox;
use crate::memory::envelope::Header;
use crate::memory::slab::{IN_TRANSIT, slots_of, status};
use crate::sync::shim::lock;
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::system_message::{SystemMessage, WorkerMessage};
use crate::worker::thread::WorkerGuard;

impl WorkerGuard<'_> {
    /// Does what cannot wait; `false`: the worker is gone.
    pub(crate) fn handle_urgent(&mut self) -> bool {
        let mut jobs = mem::take(&mut self.core().urgent);
        let mut chain = self.core().worker_shared().urgent.take();
        // SAFETY: the chain is ours; urgent batches hold one control each.
        unsafe {
            while let Some(mut batch) = BatchBox::first_of(&mut chain) {
                while let Some(entry) = batch.pop() {
                    let key = Header(entry.cast::<u64>().read()).key();
                    jobs.push((key, SystemMessage::unboxed(entry.add(8).cast::<*mut u8>().read())));
                }
            }
        }
        let mut jobs = jobs.into_iter();
        while let Some((key, control)) = jobs.next() {
            let guard = match control {
                SystemMessage::Worker(what) => self.obey(what),
                control => {
                    let core = self.core();
                    let route = core.route(key);
                    if core.owns(key) {
                        self.supervise(key, control)
                    } else if route == IN_TRANSIT | core.id() {
                        core.urgent.push((key, control)); // again when it has arrived
                        true
                    } else {
                        core.shared().send_urgent(key, control);
                        true
                    }
                }
            };
            if !guard {
                // The rest goes the way that everybody outside goes.
                for (key, control) in jobs {
                    match control {
                        SystemMessage::Worker(what) => self.shared.notify_worker_urgently(self.worker(), what),
                        control => self.shared.send_urgent(key, control),
                    }
                }
                return false;
            }
        }
        true
    }

    pub(super) fn obey(&mut self, what: WorkerMessage) -> bool {
        let core = self.core();
        match what {
            WorkerMessage::StopAll => {
                core.stopping = true;
                core.receive(usize::MAX);
                core.bring_all();
                let all = core.slots_here();
                core.stop_all_in(all);
                true
            }
            WorkerMessage::KillAll => {
                core.killing = true;
                self.kill_all()
            }
            WorkerMessage::Sync { giver } => {
                core.sync(giver);
                true
            }
            WorkerMessage::Synced => {
                core.migration.synced();
                true
            }
            WorkerMessage::Pull { taker } => {
                core.load.takers.push(taker);
                true
            }
            WorkerMessage::Transfer(shipment) => {
                core.unload(*shipment);
                !core.killing || self.kill_all()
            }
            // It has come; timers are looked at between messages.
            WorkerMessage::LookAtTimers => true,
            WorkerMessage::Visit(visit) => {
                visit(core);
                true
            }
            WorkerMessage::End => {
                core.ended = true;
                true
            }
        }
    }
}

impl Core {
    /// Every actor that lives in one of these slots is asked to stop.
    pub(crate) fn stop_all_in(&mut self, slots: impl IntoIterator<Item = u32>) {
        for key in self.live_in(slots) {
            self.send_system(key, SystemMessage::ShutDown);
        }
    }

    /// The slots that are this worker's, and may be a living actor's.
    pub(crate) fn slots_here(&self) -> Vec<u32> {
        let is_here = |index: &u32| self.owns(Key::new(*index, 1));
        self.chunks.iter().flat_map(|&chunk| slots_of(chunk)).filter(is_here).collect()
    }

    /// Who lives in slots that are this worker's.
    pub(crate) fn live_in(&self, slots: impl IntoIterator<Item = u32>) -> Vec<Key> {
        let here = slots.into_iter().filter_map(|index| {
            debug_assert!(self.owns(Key::new(index, 1)), "the slot of another worker");
            // SAFETY: the slot is ours.
            let slot = unsafe { &*self.slot(index) };
            slot.is_live().then(|| Key::new(index, slot.generation()))
        });
        here.collect()
    }
}

impl WorkerGuard<'_> {
    pub(super) fn kill_all(&mut self) -> bool {
        let shared = self.core().shared();
        let here = self.core().slots_here();
        for key in self.core().live_in(here) {
            let slot = self.slot(key);
            let label = shared.label(key);
            lock(&shared.killed).push(label);
            if slot.has(status::BUSY) {
                lock(&shared.stuck).insert(key, label);
            }
            if !self.kill(key, ExitReason::Killed) {
                shared.notify_worker_urgently(self.worker(), WorkerMessage::KillAll);
                return false;
            }
        }
        true
    }
}
