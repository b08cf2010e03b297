//! What happens to actors, as events of the `tracing` crate, if the feature of that name is on; else nothing, and at no cost.
//!
//! Subscribers are users' code. Where an event comes from the runtime, they run as on a thread outside the system, and what they
//! throw is dropped: see [`run_as_outside`](crate::sync::current_thread::run_as_outside).

#[cfg(feature = "tracing")]
mod on {
    use tracing::span::EnteredSpan;
    use tracing::{Level, debug, span, warn};

    use crate::memory::vtable::VTable;
    use crate::sync::current_thread::run_as_outside;
    use crate::types::exit::ExitReason;
    use crate::types::id::Key;
    use crate::worker::shared::Shared;
    use crate::worker::thread::WorkerThread;

    const TARGET: &str = "agon_actor";

    /// Around a handler, in its place.
    pub(crate) fn handling(thread: &WorkerThread, key: Key, type_name: &'static str) -> EnteredSpan {
        span!(target: TARGET, Level::TRACE, "handle", actor = %thread.shared.id_of(key), r#type = type_name).entered()
    }

    /// Before an actor's `started`, in its place.
    pub(crate) fn started(thread: &WorkerThread, key: Key, type_name: &'static str) {
        debug!(target: TARGET, actor = %thread.shared.id_of(key), r#type = type_name, "started");
    }

    /// After an actor has been restarted, in its place.
    pub(crate) fn restarted(thread: &WorkerThread, key: Key, vtable: &'static VTable) {
        debug!(target: TARGET, actor = %thread.shared.id_of(key), r#type = (vtable.type_name)(), "restarted");
    }

    /// From the runtime.
    pub(crate) fn panicked(shared: &Shared, key: Key, vtable: &'static VTable, why: &ExitReason) {
        run_as_outside(|| {
            warn!(target: TARGET, actor = %shared.id_of(key), r#type = (vtable.type_name)(), reason = %why, "panicked");
        });
    }

    /// From the runtime.
    pub(crate) fn stopped(shared: &Shared, key: Key, vtable: &'static VTable, why: &ExitReason) {
        run_as_outside(|| {
            debug!(target: TARGET, actor = %shared.id_of(key), r#type = (vtable.type_name)(), reason = %why, "stopped");
        });
    }

    /// From the runtime: so many actors have come to a worker.
    pub(crate) fn moved(shared: &Shared, to: u16, actors: usize) {
        run_as_outside(|| debug!(target: TARGET, system = shared.system_ref.number, to, actors, "moved"));
    }

    /// From the monitor: a worker goes to another thread, since this actor's handler does not return.
    pub(crate) fn handover(shared: &Shared, worker: u16, key: Key) {
        let actor = (key != Key::worker()).then(|| tracing::field::display(shared.id_of(key)));
        run_as_outside(|| debug!(target: TARGET, actor, worker, "handover"));
    }
}

#[cfg(not(feature = "tracing"))]
mod off {
    use crate::memory::vtable::VTable;
    use crate::types::exit::ExitReason;
    use crate::types::id::Key;
    use crate::worker::shared::Shared;
    use crate::worker::thread::WorkerThread;

    #[inline]
    pub(crate) fn started(_: &WorkerThread, _: Key, _: &'static str) {}

    #[inline]
    pub(crate) fn restarted(_: &WorkerThread, _: Key, _: &'static VTable) {}

    #[inline]
    pub(crate) fn panicked(_: &Shared, _: Key, _: &'static VTable, _: &ExitReason) {}

    #[inline]
    pub(crate) fn stopped(_: &Shared, _: Key, _: &'static VTable, _: &ExitReason) {}

    #[inline]
    pub(crate) fn moved(_: &Shared, _: u16, _: usize) {}

    #[inline]
    pub(crate) fn handover(_: &Shared, _: u16, _: Key) {}
}

#[cfg(not(feature = "tracing"))]
pub(crate) use off::*;
#[cfg(feature = "tracing")]
pub(crate) use on::*;
