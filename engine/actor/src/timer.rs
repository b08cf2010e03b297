use std::fmt;
use std::time::Instant;

use crate::runtime::control::ToWorker;
use crate::runtime::seat::Seat;
use crate::runtime::shared::Stub;
use crate::runtime::timers::Action;

/// Something that will happen later, unless it is cancelled. Dropping this changes nothing.
#[derive(Clone, Copy)]
pub struct Timer {
    stub: &'static Stub,
    /// The worker that has it, and its number there; `None`: never.
    place: Option<(u16, u64)>,
}

impl Timer {
    /// Cancels the timer. What it would have sent is dropped, unless it has gone off already, or is just about to.
    pub fn cancel(&self) {
        let Some((worker, id)) = self.place else { return };
        Seat::with_current(self.stub, |seat| {
            if let Some(seat) = seat
                && seat.worker() == worker
                && let Some(action) = seat.with_core(|core| core.timers.cancel(id))
            {
                drop(action);
                return;
            }
            let _ = self.stub.with(|shared| shared.tell_worker(worker, ToWorker::CancelTimer(id)));
        });
    }
}

impl fmt::Debug for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Timer({:?})", self.place)
    }
}

/// Sets a timer from a handler; a deadline beyond the clock's range never comes.
pub(crate) fn set(seat: &Seat, deadline: Option<Instant>, action: Action) -> Timer {
    let stub = seat.shared.stub;
    let Some(deadline) = deadline else { return Timer { stub, place: None } };
    let mut action = Some(action);
    let id = seat.with_core(|core| action.take().map(|action| core.timers.set(deadline, action))).flatten();
    if let Some(id) = id {
        return Timer { stub, place: Some((seat.worker(), id)) };
    }
    // This thread has lost its worker: ask for it there.
    let worker = seat.worker();
    let id = crate::runtime::fresh_id();
    if let Some(action) = action {
        let set = ToWorker::Visit(Box::new(move |core| core.timers.set_as(id, deadline, action)));
        let _ = stub.with(|shared| shared.tell_worker(worker, set));
    }
    Timer { stub, place: Some((worker, id)) }
}
