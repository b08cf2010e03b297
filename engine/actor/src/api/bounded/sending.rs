use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Instant;
use std::{fmt, mem};

use crate::api::address::Address;
use crate::api::bounded::Way;
use crate::api::bounded::admission::{Admission, Fate, SharedFate};
use crate::api::bounded::bound::Overflow;
use crate::api::bounded::outcome::SendError;
use crate::sync::shim::lock;

/// The future of [`Address::send_async`].
#[must_use = "nothing is sent before the first poll"]
pub struct Sending<M: Send + 'static> {
    to: Address<M>,
    stage: Stage<M>,
}

enum Stage<M: Send + 'static> {
    New(M),
    Waiting { admission: Arc<Admission<M>>, number: u64, fate: SharedFate<M> },
    Done,
}

impl<M: Send + 'static> Sending<M> {
    pub(super) fn new(to: Address<M>, message: M) -> Self {
        Self { to, stage: Stage::New(message) }
    }

    fn begin(&mut self, message: M, waker: &Waker) -> Poll<Result<(), SendError<M>>> {
        let admission = match self.to.way() {
            Way::Bounded(admission) => admission,
            Way::Unbounded => {
                self.to.send(message);
                return Poll::Ready(Ok(()));
            }
            Way::Closed => return Poll::Ready(Err(SendError::Closed(message))),
        };
        let message = match admission.offer_from_outside(message) {
            Err(SendError::Full(message)) if admission.overflow() == Overflow::Await => message,
            result => return Poll::Ready(result),
        };
        match admission.wait(message, waker.clone()) {
            Err(error) => Poll::Ready(Err(error)),
            Ok((number, fate)) => {
                self.stage = Stage::Waiting { admission, number, fate };
                self.look(waker)
            }
        }
    }

    /// Whether the message has been accepted, or refused, meanwhile.
    fn look(&mut self, waker: &Waker) -> Poll<Result<(), SendError<M>>> {
        let Stage::Waiting { fate, .. } = &self.stage else { unreachable!("it waits") };
        let mut state = lock(fate);
        if let Fate::Waiting(old) = &mut *state {
            let old = (!old.will_wake(waker)).then(|| mem::replace(old, waker.clone()));
            drop(state);
            drop(old);
            return Poll::Pending;
        }
        let result = match mem::replace(&mut *state, Fate::Seen) {
            Fate::Refused(message) => Err(SendError::Closed(message)),
            _ => Ok(()),
        };
        drop(state);
        self.stage = Stage::Done;
        Poll::Ready(result)
    }

    /// Blocks the thread until the future is ready, or the time has come.
    pub(super) fn block(mut self, deadline: Option<Instant>) -> Result<(), SendError<M>> {
        struct Unpark(Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut cx = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(result) = Pin::new(&mut self).poll(&mut cx) {
                return result;
            }
            let Some(deadline) = deadline else {
                thread::park();
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero()
                && let Stage::Waiting { admission, number, .. } = &self.stage
                && let Some(message) = admission.withdraw(*number)
            {
                self.stage = Stage::Done;
                return Err(SendError::Timeout(message));
            }
            thread::park_timeout(left);
        }
    }
}

// The message is never pinned: it only moves through.
impl<M: Send + 'static> Unpin for Sending<M> {}

impl<M: Send + 'static> Future for Sending<M> {
    type Output = Result<(), SendError<M>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match mem::replace(&mut self.stage, Stage::Done) {
            Stage::New(message) => self.begin(message, cx.waker()),
            waiting @ Stage::Waiting { .. } => {
                self.stage = waiting;
                self.look(cx.waker())
            }
            Stage::Done => panic!("polled after it was ready"),
        }
    }
}

impl<M: Send + 'static> Drop for Sending<M> {
    fn drop(&mut self) {
        if let Stage::Waiting { admission, number, .. } = &self.stage {
            drop(admission.withdraw(*number));
        }
    }
}

impl<M: Send + 'static> fmt::Debug for Sending<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.stage {
            Stage::New(_) => "Sending(new)",
            Stage::Waiting { .. } => "Sending(waiting)",
            Stage::Done => "Sending(done)",
        })
    }
}
