//! Limits to the time of futures, without an executor's timers.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use super::alarms::Alarm;
use super::deadline::nanos;
use super::shared::Shared;

/// An alarm that is called off when this is dropped.
struct Set<'a> {
    shared: &'a Shared,
    alarm: Alarm,
}

impl Drop for Set<'_> {
    fn drop(&mut self) {
        self.shared.alarms.cancel(self.alarm);
    }
}

impl Shared {
    /// Waits for a time, or until the node has left.
    pub(super) async fn sleep(&self, time: Duration) {
        let by = nanos(self.now().saturating_add(time));
        let set = Set { shared: self, alarm: self.alarms.at(by) };
        // A node that leaves sets this first, and wakes all then.
        let is_over = || nanos(self.now()) >= by || self.left.load(Ordering::Relaxed);
        poll_fn(|cx| {
            self.alarms.set(set.alarm, cx.waker());
            if is_over() {
                return Poll::Ready(());
            }
            self.due_by(by);
            Poll::Pending
        })
        .await;
    }

    /// A future's output, if it comes within a time, and before the node has left.
    pub(super) async fn within<T>(&self, time: Duration, future: impl Future<Output = T>) -> Option<T> {
        let (mut future, mut sleep) = (pin!(future), pin!(self.sleep(time)));
        poll_fn(|cx| match future.as_mut().poll(cx) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending => sleep.as_mut().poll(cx).map(|()| None),
        })
        .await
    }
}
