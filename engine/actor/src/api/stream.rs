//! Streams attached to actors: what they yield arrives as messages, no faster than it is handled.
//!
//! An actor of its own, the *pump*, polls the stream and sends what it yields to the owner. At most [`WINDOW`] items are on their way or
//! unhandled; each is a message that notifies the pump of what became of it.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Poll, Waker};

use futures_core::Stream;

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::context::Context;
use crate::api::future::{PollWaker, Task, poll_again, poll_within};
use crate::memory::vtable::lazily;
use crate::worker::system_message::{Confirmation, Confirmed, LazyMessage, SystemMessage};

/// Items that may wait for the owner. More than one, so that the stream is polled while the owner works.
const WINDOW: usize = 8;

/// Items polled before others have their turn.
const AT_ONCE: usize = WINDOW;

impl<A: Actor> Context<'_, A> {
    /// Attaches a stream to this actor: each of its items comes as the message that `message` makes of it, in order, and its end as the
    /// message made of `None`. So an accept loop, or the frames of a connection, are messages like any other.
    ///
    /// *Backpressure.* The stream is not polled while eight of its items wait for this actor. An item counts as handled when the
    /// handler has returned, or, of an [`AsyncActor`](crate::AsyncActor), when its future has first been polled.
    ///
    /// *Its end.* The stream is dropped when it has ended, when the [`Task`] is [cancelled](Task::cancel), and together with this actor: when it
    /// terminates or is restarted. An actor that wants its stream again after a restart attaches it in
    /// [`started`](Actor::started). An item that was not handled before the actor terminated is a dead letter. The end is reported if the
    /// stream has ended, or has panicked, by itself; not when it is dropped for one of the reasons above, or because the system shuts
    /// down.
    ///
    /// The stream is polled by an actor of its own, as a future of [`pipe`](Self::pipe) is, and within the same async runtime if there is one. `message` is
    /// called by this actor: if it panics, that is this actor's failure.
    ///
    /// ```
    /// use std::pin::Pin;
    /// use std::task::{self, Poll};
    /// use agon_actor::{Actor, Context, Reply, Stream, System};
    ///
    /// /// Yields the numbers below its limit. Streams of other crates will do as well.
    /// struct Numbers(u32, u32);
    ///
    /// impl Stream for Numbers {
    ///     type Item = u32;
    ///
    ///     fn poll_next(mut self: Pin<&mut Self>, _: &mut task::Context<'_>) -> Poll<Option<u32>> {
    ///         self.0 += 1;
    ///         Poll::Ready((self.0 <= self.1).then_some(self.0 - 1))
    ///     }
    /// }
    ///
    /// #[derive(Default)]
    /// struct Sum { sum: u32, customer: Option<Reply<u32>> }
    ///
    /// enum ToSum { All(Numbers, Reply<u32>), Number(Option<u32>) }
    ///
    /// impl Actor for Sum {
    ///     type Message = ToSum;
    ///
    ///     fn handle(&mut self, message: ToSum, ctx: &mut Context<'_, Self>) {
    ///         match message {
    ///             ToSum::All(numbers, reply) => {
    ///                 self.customer = Some(reply);
    ///                 ctx.attach(numbers, ToSum::Number);
    ///             }
    ///             ToSum::Number(Some(number)) => self.sum += number,
    ///             ToSum::Number(None) => self.customer.take().unwrap().send(self.sum),
    ///         }
    ///     }
    /// }
    /// # let system = System::builder().threads(1).build()?;
    /// # let sum = system.spawn(Sum::default());
    /// # let timeout = std::time::Duration::from_secs(5);
    /// assert_eq!(sum.ask(timeout, |reply| ToSum::All(Numbers(0, 100), reply)), Ok(4950));
    /// # Ok::<(), agon_actor::BuildError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    pub fn attach<S>(
        &mut self,
        stream: S,
        message: impl Fn(Option<S::Item>) -> A::Message + Send + Sync + 'static,
    ) -> Task
    where
        S: Stream + Send + 'static,
        S::Item: Send,
    {
        let (flow, message, owner) = (Arc::new(Flow::default()), Arc::new(message), self.address());
        let end = Arc::clone(&message);
        let pump = Pump {
            stream: Box::pin(stream),
            message,
            owner,
            notify_end: Some(Box::new(move || owner.notify(move || end(None)))),
            polling: false,
            flow: Arc::clone(&flow),
            poll_waker: None,
        };
        let address = self.spawn(pump);
        let attached = &mut self.cold().attached;
        if attached.len() == attached.capacity() {
            attached.retain(|attached| !attached.downcast_ref::<Attached>().is_some_and(Attached::is_over));
        }
        let attached: Box<dyn Any + Send> = Box::new(Attached { pump: address, flow });
        self.cold().attached.push(attached);
        Task { address }
    }
}

/// What a pump and its owner's worker share.
#[derive(Default)]
struct Flow {
    /// Items sent and not handled.
    open: AtomicUsize,
    /// The pump has ended.
    over: AtomicBool,
}

/// Dropped at the owner's worker: ends the pump when the owner goes.
struct Attached {
    pump: Address<()>,
    flow: Arc<Flow>,
}

impl Attached {
    fn is_over(&self) -> bool {
        self.flow.over.load(Ordering::Relaxed)
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        if !self.is_over() {
            self.pump.stop();
        }
    }
}

/// The actor that polls a stream. Each of its messages is a wake-up.
struct Pump<S, F, M> {
    stream: Pin<Box<S>>,
    message: Arc<F>,
    owner: Address<M>,
    notify_end: Option<Box<dyn FnOnce() + Send>>,
    /// The stream is being polled, or has panicked.
    polling: bool,
    flow: Arc<Flow>,
    poll_waker: Option<Arc<PollWaker>>,
}

impl<S, F, M> Pump<S, F, M>
where
    S: Stream + Send + 'static,
    S::Item: Send,
    F: Fn(Option<S::Item>) -> M + Send + Sync + 'static,
    M: Send + 'static,
{
    fn pump(&mut self, ctx: &mut Context<'_, Self>) {
        let poll_waker =
            Arc::clone(self.poll_waker.get_or_insert_with(|| Arc::new(PollWaker::new(ctx.address(), poll_again))));
        let waker = Waker::from(Arc::clone(&poll_waker));
        for _ in 0..AT_ONCE {
            // Before the window is looked at: the thread that opens it afterwards wakes this actor.
            poll_waker.rearm();
            if self.flow.open.load(Ordering::SeqCst) >= WINDOW {
                return;
            }
            self.polling = true;
            let polled = poll_within(&ctx.thread.shared, |cx| self.stream.as_mut().poll_next(cx), &waker);
            self.polling = false;
            match polled {
                Poll::Pending => return,
                Poll::Ready(Some(item)) => self.send(item, ctx.address(), Arc::clone(&poll_waker)),
                Poll::Ready(None) => {
                    poll_waker.disarm();
                    self.notify_end();
                    return ctx.stop();
                }
            }
        }
        poll_waker.wake_actor();
    }

    fn send(&self, item: S::Item, me: Address<()>, poll_waker: Arc<PollWaker>) {
        let (flow, message) = (Arc::clone(&self.flow), Arc::clone(&self.message));
        flow.open.fetch_add(1, Ordering::SeqCst);
        let confirmation = Confirmation::new(move |what| {
            if what == Confirmed::Dropped {
                me.stop(); // the owner is gone
            } else if flow.open.fetch_sub(1, Ordering::SeqCst) == WINDOW {
                poll_waker.wake_actor();
            }
        });
        let held = self.owner.hold_notice();
        let make = lazily::<M, _>(move || {
            drop(held);
            message(Some(item))
        });
        self.owner.send_system(SystemMessage::LazyMessage(LazyMessage {
            is_wanted: None,
            make,
            confirmation: Some(confirmation),
            letter: true,
        }));
    }
}

impl<S, F, M> Actor for Pump<S, F, M>
where
    S: Stream + Send + 'static,
    S::Item: Send,
    F: Fn(Option<S::Item>) -> M + Send + Sync + 'static,
    M: Send + 'static,
{
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.pump(ctx);
    }

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        self.pump(ctx);
    }
}

impl<S, F, M> Pump<S, F, M> {
    fn notify_end(&mut self) {
        if let Some(notify) = self.notify_end.take() {
            notify();
        }
    }
}

impl<S, F, M> Drop for Pump<S, F, M> {
    fn drop(&mut self) {
        self.flow.over.store(true, Ordering::Relaxed);
        if self.polling {
            self.notify_end();
        }
    }
}
