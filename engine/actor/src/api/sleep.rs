//! Time that passes while a future is pending, by the system's timers: no async runtime is needed.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use crate::api::address::Address;
use crate::api::timer::{Timer, set_from_anywhere};
use crate::memory::reply::channel::{Receiver, Slot, channel};
use crate::worker::timers::table::Action;

/// A future that is ready when some time has passed; see [`AsyncContext::sleep`](crate::AsyncContext::sleep).
///
/// The time runs from its making. Dropping it cancels the timer behind it.
#[must_use = "a future does nothing unless it is awaited"]
pub struct Sleep(State);

enum State {
    /// The timer answers when it goes off, or when there will be no timers any more.
    Set(Receiver<Slot<()>>, Timer),
    Over,
    /// It takes for ever.
    Endless,
}

impl Sleep {
    /// By the timers of the worker that has this actor, or of this thread's. A time beyond the clock's range takes for ever.
    pub(crate) fn new<M>(near: &Address<M>, time: Duration) -> Self {
        if Instant::now().checked_add(time).is_none() {
            return Self(State::Endless);
        }
        let (bell, rings) = channel();
        Self(State::Set(rings, set_from_anywhere(near.system_ref, near.key, time, Action::Answer(bell))))
    }

    /// The output of a future, or nothing if that takes longer.
    pub(crate) async fn limits<F: Future>(self, future: F) -> Option<F::Output> {
        let mut limit = pin!(self);
        let mut future = pin!(future);
        poll_fn(|cx| match future.as_mut().poll(cx) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending => limit.as_mut().poll(cx).map(|()| None),
        })
        .await
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.0 {
            State::Set(rings, _) => {
                if rings.poll(cx.waker()).is_pending() {
                    return Poll::Pending;
                }
                self.0 = State::Over;
                Poll::Ready(())
            }
            State::Over => Poll::Ready(()),
            State::Endless => Poll::Pending,
        }
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let State::Set(rings, timer) = &mut self.0 {
            // Closed first, so that the bell, which the timer drops, wakes no task.
            if rings.close().is_none() {
                timer.cancel();
            }
        }
    }
}

impl fmt::Debug for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sleep(..)")
    }
}
