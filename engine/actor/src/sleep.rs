//! Time that passes while a future is pending, by the system's timers: no async runtime is needed.

use std::fmt;
use std::future::{Future, poll_fn};
use std::mem;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use crate::address::Address;
use crate::runtime::timers::Action;
use crate::sync::lock;
use crate::timer::{Timer, set_from_anywhere};

/// A future that is ready when some time has passed; see [`AsyncContext::sleep`](crate::AsyncContext::sleep).
///
/// The time runs from its making. Dropping it cancels the timer behind it.
#[must_use = "a future does nothing unless it is awaited"]
pub struct Sleep {
    alarm: Arc<Mutex<Alarm>>,
    /// `None`: it takes for ever.
    timer: Option<Timer>,
}

enum Alarm {
    Set(Option<Waker>),
    Rung,
}

/// Rings when it is dropped: when the timer goes off, or when there will be no timers any more.
struct Bell(Arc<Mutex<Alarm>>);

impl Drop for Bell {
    fn drop(&mut self) {
        let before = mem::replace(&mut *lock(&self.0), Alarm::Rung);
        if let Alarm::Set(Some(waker)) = before {
            waker.wake();
        }
    }
}

impl Sleep {
    /// By the timers of the worker that has this actor, or of this thread's. A time beyond the clock's range takes for ever.
    pub(crate) fn new<M>(near: &Address<M>, time: Duration) -> Self {
        let alarm = Arc::new(Mutex::new(Alarm::Set(None)));
        let is_finite = Instant::now().checked_add(time).is_some();
        let bell = is_finite.then(|| Bell(Arc::clone(&alarm)));
        let timer = bell.map(|bell| set_from_anywhere(near.stub, near.key, time, Action::once(move || drop(bell))));
        Self { alarm, timer }
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

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut alarm = lock(&self.alarm);
        match &mut *alarm {
            Alarm::Rung => Poll::Ready(()),
            Alarm::Set(Some(old)) if old.will_wake(cx.waker()) => Poll::Pending,
            Alarm::Set(waker) => {
                let old = waker.replace(cx.waker().clone());
                drop(alarm); // a waker is somebody else's code
                drop(old);
                Poll::Pending
            }
        }
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        // Rung from now on, so that the bell, which the timer drops, wakes nobody.
        let before = mem::replace(&mut *lock(&self.alarm), Alarm::Rung);
        if let (Alarm::Set(_), Some(timer)) = (&before, self.timer) {
            timer.cancel();
        }
    }
}

impl fmt::Debug for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sleep(..)")
    }
}
