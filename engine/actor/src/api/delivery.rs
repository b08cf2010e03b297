//! Confirmed delivery: the sender learns what became of its message.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::context::Context;
use crate::api::timer::holding;
use crate::memory::reply::AskError;
use crate::sync::shim::lock;
use crate::worker::system_message::{Confirmation, Confirmed, LazyMessage, SystemMessage};
use crate::worker::thread::WorkerThread;

/// What became of a message whose sender wanted to know.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delivery {
    /// The handler has got it, and has returned. (If it has [stashed](Context::stash) the message, this counts.)
    Handled,
    /// The handler has got it, and has panicked over it.
    Panicked,
    /// It was not handled, and will not be: its receiver terminated first, and it is counted as a dead letter; or its receiver's mailbox was
    /// [full](crate::Bound).
    Dropped,
}

impl fmt::Display for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Handled => "handled",
            Self::Panicked => "its handler panicked",
            Self::Dropped => "dropped, since its receiver has terminated, or its mailbox was full",
        })
    }
}

impl From<Confirmed> for Delivery {
    fn from(confirmed: Confirmed) -> Self {
        match confirmed {
            Confirmed::Handled => Self::Handled,
            Confirmed::Panicked => Self::Panicked,
            Confirmed::Dropped => Self::Dropped,
        }
    }
}

impl<M: Send + 'static> Address<M> {
    /// Sends a message, and returns a receipt that will show what became of it.
    ///
    /// The message is an ordinary one: it keeps its place among those of the same sender, and counts as handled, or as a dead letter.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Delivery, System};
    ///
    /// struct Printer;
    ///
    /// impl Actor for Printer {
    ///     type Message = String;
    ///
    ///     fn handle(&mut self, line: String, _: &mut Context<'_, Self>) {
    ///         println!("{line}");
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(1).build()?;
    /// let printer = system.spawn(Printer);
    /// let receipt = printer.send_confirmed("hello".to_owned());
    /// assert_eq!(receipt.wait(Duration::from_secs(5))?, Delivery::Handled);
    ///
    /// printer.stop();
    /// let receipt = printer.send_confirmed("too late".to_owned());
    /// assert_eq!(receipt.wait(Duration::from_secs(5))?, Delivery::Dropped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn send_confirmed(&self, message: M) -> Receipt {
        let slip = Arc::new(Slip::default());
        let ours = Arc::clone(&slip);
        self.send_then(message, move |delivery| ours.fill(delivery));
        Receipt(slip)
    }

    fn send_then(&self, message: M, then: impl FnOnce(Delivery) + Send + 'static) {
        let Ok(held) = self.hold(false) else { return then(Delivery::Dropped) };
        let make = holding(held, message);
        let confirmation = Some(Confirmation::new(move |confirmed| then(confirmed.into())));
        self.send_system(SystemMessage::LazyMessage(LazyMessage { make, confirmation, letter: true, is_wanted: None }));
    }
}

impl<A: Actor> Context<'_, A> {
    /// Sends a message; this actor is notified of what became of it, once, by the message that `on_delivery` makes of that.
    ///
    /// The message is an ordinary one: it keeps its place among those to the same receiver, and counts as handled, or as a dead
    /// letter.
    pub fn send_confirmed<M: Send + 'static>(
        &mut self,
        to: &Address<M>,
        message: M,
        on_delivery: impl FnOnce(Delivery) -> A::Message + Send + 'static,
    ) {
        let me = self.address();
        to.send_then(message, move |delivery| me.notify(move || on_delivery(delivery)));
    }
}

/// Will show what became of a message; see [`Address::send_confirmed`].
///
/// It can be waited for by a thread ([`wait`](Self::wait)), looked at ([`delivery`](Self::delivery)), or awaited: it is a
/// [`Future`]. Dropping it changes nothing.
#[must_use = "a message whose fate is of no interest is better sent by `send`"]
pub struct Receipt(Arc<Slip>);

/// What sender and receiver share.
#[derive(Default)]
struct Slip {
    state: Mutex<State>,
    filled: Condvar,
}

#[derive(Default)]
struct State {
    delivery: Option<Delivery>,
    waker: Option<Waker>,
}

impl Slip {
    fn fill(&self, delivery: Delivery) {
        let mut state = lock(&self.state);
        state.delivery = Some(delivery);
        let waker = state.waker.take();
        drop(state);
        self.filled.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Receipt {
    /// What became of the message, if that is known by now.
    pub fn delivery(&self) -> Option<Delivery> {
        lock(&self.0.state).delivery
    }

    /// Blocks this thread until it is known what became of the message.
    ///
    /// # Errors
    ///
    /// [`AskError::Timeout`] if it is not known in time (it may be asked again); [`AskError::InsideHandler`] if called where it
    /// would block a worker: use [`Context::send_confirmed`] there.
    pub fn wait(&self, timeout: Duration) -> Result<Delivery, AskError> {
        let mut state = lock(&self.0.state);
        if let Some(delivery) = state.delivery {
            return Ok(delivery);
        }
        if WorkerThread::is_current_thread() {
            return Err(AskError::InsideHandler);
        }
        let deadline = Instant::now().checked_add(timeout);
        loop {
            if let Some(delivery) = state.delivery {
                return Ok(delivery);
            }
            let left = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Err(AskError::Timeout);
            }
            let waited = self.0.filled.wait_timeout(state, left);
            state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }
}

impl Future for Receipt {
    type Output = Delivery;

    fn poll(self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Delivery> {
        let mut state = lock(&self.0.state);
        match state.delivery {
            Some(delivery) => Poll::Ready(delivery),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl fmt::Debug for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Receipt").field(&self.delivery()).finish()
    }
}
