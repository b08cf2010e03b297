//! What a worker is told: about itself, and about its actors before any message.

use std::collections::BTreeSet;
use std::mem;

use crate::memory::batch::BatchBox;
use crate::memory::envelope::Header;
use crate::memory::slab::{IN_TRANSIT, status};
use crate::sync::shim::lock;
use crate::types::exit::ExitReason;
use crate::types::id::{CHUNK, Key};
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
                    if route == core.id() || core.migration.is_moving(key.chunk()) {
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
                        SystemMessage::Worker(what) => self.shared.tell_worker_urgently(self.worker(), what),
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
                let chunks = core.chunks.clone();
                core.stop_all_in(&chunks);
                true
            }
            WorkerMessage::KillAll => {
                core.killing = true;
                self.kill_all()
            }
            WorkerMessage::Sync { mover } => {
                core.sync(mover);
                true
            }
            WorkerMessage::Synced => {
                core.migration.synced();
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
    /// Every actor of some chunks is asked to stop.
    pub(crate) fn stop_all_in(&mut self, chunks: &BTreeSet<u32>) {
        for key in self.live_in(chunks) {
            self.send_system(key, SystemMessage::ShutDown);
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

impl WorkerGuard<'_> {
    pub(super) fn kill_all(&mut self) -> bool {
        let chunks = self.core().chunks.clone();
        let shared = self.core().shared();
        for key in self.core().live_in(&chunks) {
            let slot = self.slot(key);
            let label = shared.label(key);
            lock(&shared.killed).push(label);
            if slot.has(status::BUSY) {
                lock(&shared.stuck).insert(key, label);
            }
            if !self.kill(key, ExitReason::Killed) {
                shared.tell_worker_urgently(self.worker(), WorkerMessage::KillAll);
                return false;
            }
        }
        true
    }
}
