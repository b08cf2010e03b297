//! Actors whose handlers are futures.
//!
//! An [`Async`] is an actor that runs an [`AsyncActor`]. Given a message, it moves the actor into a future that handles it, polls that, and
//! takes the actor back when it is ready: so the future owns the actor while it borrows it, and no other code can touch it meanwhile. The
//! place of the future is on the heap, allocated once and used again for each message; its type is known to [`Place`] alone.
//!
//! If the future is pending, the handler returns [`flow::AWAIT`], and the worker puts aside what comes for the actor. The future's waker
//! sends [`Signal::Wake`](crate::worker::system_message::Signal::Wake), on which the worker calls [`Actor::woken`]: the future is polled again, and when it is ready,
//! [`flow::AWAITED`] lets the mailbox flow. A kill, a restart or the end of the system drops the actor, and with it the future.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll, Waker};
use std::{fmt, mem};

use crate::api::actor::Actor;
use crate::api::async_context::{AsyncContext, Lending, Loan};
use crate::api::context::Context;
use crate::api::future::poll_within;
use crate::memory::vtable::flow;
use crate::types::description::Description;

/// An actor whose handlers are `async`: they may await other actors, timers, sockets, or whatever a future can.
///
/// It is spawned as [`Async::new(actor)`](Async), wherever an [`Actor`] is: by itself, with options, with a bounded mailbox, as the child of a
/// supervisor, in a simulation.
///
/// *One message at a time.* While a handler awaits something, this actor handles nothing else: its messages wait, and `&mut self` is the
/// handler's from its begin to its end. Who wants to go on meanwhile hands the future to
/// [`pipe`](Context::pipe): `ctx.with(|ctx| ctx.pipe(future, message))`.
///
/// *The end.* A [kill](crate::Address::kill), and the restart by a supervisor for the sake of a sibling, cut short what is awaited: the future is
/// dropped where it is. A [stop](crate::Address::stop) waits, as always, for what came before it, the handler under way included; a handler
/// that may await for long can see it coming by [`AsyncContext::stopping`]. The time limits of shutdowns and supervisors apply.
///
/// *Where it runs.* The future is polled by the actor's worker, as any handler is run; nothing but its wakers is needed. With the feature `tokio` it
/// is polled within the system's [runtime](crate::SystemBuilder#method.tokio), if there is one.
///
/// A panic in a handler is one in any actor's: see [`OnPanic`](crate::OnPanic). An actor that awaits its own answer, or that of one who awaits
/// its, waits for ever; ask [with a limit](crate::Address::ask_async_within).
///
/// ```
/// use std::time::Duration;
/// use agon_actor::{Actor, Address, Async, AsyncActor, AsyncContext, Context, Reply, System};
///
/// struct Prices;
///
/// impl Actor for Prices {
///     type Message = (&'static str, Reply<u32>);
///
///     fn handle(&mut self, (item, reply): Self::Message, _: &mut Context<'_, Self>) {
///         reply.send(item.len() as u32);
///     }
/// }
///
/// struct Till { prices: Address<(&'static str, Reply<u32>)>, sum: u32 }
///
/// enum ToTill { Scan(&'static str), Pay(Reply<u32>) }
///
/// impl AsyncActor for Till {
///     type Message = ToTill;
///
///     async fn handle(&mut self, message: ToTill, _: &mut AsyncContext<Self>) {
///         match message {
///             ToTill::Scan(item) => {
///                 let price = self.prices.ask_async_within(Duration::from_secs(1), |reply| (item, reply));
///                 self.sum += price.await.unwrap_or(0);
///             }
///             ToTill::Pay(reply) => reply.send(std::mem::take(&mut self.sum)),
///         }
///     }
/// }
///
/// let system = System::builder().threads(2).build()?;
/// let prices = system.spawn(Prices);
/// let till = system.spawn(Async::new(Till { prices, sum: 0 }));
/// till.send(ToTill::Scan("tea"));
/// till.send(ToTill::Scan("bread"));
/// assert_eq!(till.ask(Duration::from_secs(5), ToTill::Pay)?, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AsyncActor: Sized + Send + 'static {
    /// What this actor understands; for several kinds of message, an enum.
    type Message: Send + 'static;

    /// Handles one message. An implementation is written as an `async fn`; what it keeps across an `await` has to be `Send`.
    fn handle(&mut self, message: Self::Message, ctx: &mut AsyncContext<Self>) -> impl Future<Output = ()> + Send;

    /// Awaited once before the first message; after a restart, once again for the new actor.
    fn started(&mut self, ctx: &mut AsyncContext<Self>) -> impl Future<Output = ()> + Send {
        let _ = ctx;
        ready(())
    }

    /// Awaited after the last message of an actor that stops; see [`Actor::stopped`].
    fn stopped(&mut self, ctx: &mut AsyncContext<Self>) -> impl Future<Output = ()> + Send {
        let _ = ctx;
        ready(())
    }

    /// Describes this actor for views of the running system; see [`Actor::describe`]. While a handler awaits something,
    /// the actor is shown without.
    fn describe(&self, description: &mut Description) {
        let _ = description;
    }
}

/// Makes an [`Actor`] of an [`AsyncActor`].
///
/// Messages are those of the inner actor. A handler that awaits nothing costs some tens of nanoseconds more than that of a plain actor, and
/// nothing is allocated for a message.
///
/// ```
/// use std::time::Duration;
/// use agon_actor::{Async, AsyncActor, AsyncContext, OnPanic, Reply, SpawnOptions, System};
///
/// #[derive(Default)]
/// struct Echo;
///
/// impl AsyncActor for Echo {
///     type Message = Reply<&'static str>;
///
///     async fn handle(&mut self, reply: Self::Message, ctx: &mut AsyncContext<Self>) {
///         ctx.sleep(Duration::from_millis(1)).await;
///         reply.send("hello");
///     }
/// }
///
/// let system = System::builder().threads(1).build()?;
/// let options = SpawnOptions::new().on_panic(OnPanic::restart(|| Async::new(Echo)));
/// let echo = system.spawn_with(Async::new(Echo), options);
/// assert_eq!(echo.ask(Duration::from_secs(5), |reply| reply)?, "hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Async<A: AsyncActor> {
    stage: Stage<A>,
    running: Option<Running<A>>,
}

enum Stage<A: AsyncActor> {
    /// It has not started.
    New(A),
    /// Between two messages.
    Idle(Box<Body<A>>),
    /// A future has it.
    Handling { last: bool },
}

/// What moves into a future, and back.
struct Body<A: AsyncActor> {
    actor: A,
    ctx: AsyncContext<A>,
}

/// What is made when the actor starts, and stays.
struct Running<A: AsyncActor> {
    place: Box<dyn Futures<A>>,
    lending: Arc<Lending>,
    waker: Waker,
}

impl<A: AsyncActor> Drop for Running<A> {
    fn drop(&mut self) {
        self.lending.end();
    }
}

enum Event<M> {
    Started,
    Message(M),
    Stopped,
}

impl<A: AsyncActor> Async<A> {
    /// The actor that runs `actor`.
    pub fn new(actor: A) -> Self {
        Self { stage: Stage::New(actor), running: None }
    }

    /// Has the actor do something; polls that for the first time.
    fn begin(&mut self, event: Event<A::Message>, ctx: &mut Context<'_, Self>) {
        let last = matches!(event, Event::Stopped);
        let body = match mem::replace(&mut self.stage, Stage::Handling { last }) {
            Stage::Idle(body) => body,
            Stage::New(actor) => Box::new(Body { actor, ctx: self.run(ctx) }),
            Stage::Handling { .. } => unreachable!("an actor that awaits something handles nothing else"),
        };
        if let Some(running) = &mut self.running {
            running.place.begin(body, event);
        }
        if self.poll(ctx).is_pending() {
            ctx.flow |= if last { flow::AWAIT | flow::STAY } else { flow::AWAIT };
        }
    }

    fn run(&mut self, ctx: &Context<'_, Self>) -> AsyncContext<A> {
        let lending = Lending::new(ctx.address());
        self.running = Some(Running {
            place: Box::new(Place::new(handle::<A>)),
            waker: Waker::from(Arc::clone(&lending)),
            lending: Arc::clone(&lending),
        });
        AsyncContext::new(ctx.address(), lending)
    }

    fn poll(&mut self, ctx: &mut Context<'_, Self>) -> Poll<()> {
        let Some(Running { place, lending, waker }) = &mut self.running else { return Poll::Pending };
        let thread = ctx.thread;
        lending.rearm();
        let polled = {
            let _loan = Loan::new(lending, ctx);
            poll_within(&thread.shared, |cx| place.poll(cx), waker)
        };
        polled.map(|body| {
            ctx.flow |= lending.finish();
            self.stage = Stage::Idle(body);
        })
    }
}

impl<A: AsyncActor> Actor for Async<A> {
    type Message = A::Message;

    fn handle(&mut self, message: A::Message, ctx: &mut Context<'_, Self>) {
        self.begin(Event::Message(message), ctx);
    }

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.begin(Event::Started, ctx);
    }

    fn stopped(&mut self, ctx: &mut Context<'_, Self>) {
        self.begin(Event::Stopped, ctx);
    }

    fn woken(&mut self, stopping: bool, ctx: &mut Context<'_, Self>) {
        let Stage::Handling { last } = self.stage else { return };
        if stopping && let Some(running) = &self.running {
            running.lending.notify_stopping();
        }
        ctx.flow |= match self.poll(ctx) {
            Poll::Ready(()) => flow::AWAITED,
            Poll::Pending if last => flow::STAY,
            Poll::Pending => flow::GO_ON,
        };
    }

    fn describe(&self, description: &mut Description) {
        match &self.stage {
            Stage::New(actor) => actor.describe(description),
            Stage::Idle(body) => body.actor.describe(description),
            Stage::Handling { .. } => {}
        }
    }
}

/// The future of one event.
async fn handle<A: AsyncActor>(mut body: Box<Body<A>>, event: Event<A::Message>) -> Box<Body<A>> {
    let Body { actor, ctx } = &mut *body;
    match event {
        Event::Started => actor.started(ctx).await,
        Event::Message(message) => actor.handle(message, ctx).await,
        Event::Stopped => actor.stopped(ctx).await,
    }
    body
}

/// The place of an actor's futures, their type forgotten.
trait Futures<A: AsyncActor>: Send {
    fn begin(&mut self, body: Box<Body<A>>, event: Event<A::Message>);

    fn poll(&mut self, cx: &mut task::Context<'_>) -> Poll<Box<Body<A>>>;
}

struct Place<F, Make> {
    future: Pin<Box<Option<F>>>,
    make: Make,
}

impl<F, Make> Place<F, Make> {
    fn new<A: AsyncActor>(make: Make) -> Self
    where
        Make: Fn(Box<Body<A>>, Event<A::Message>) -> F,
    {
        Self { future: Box::pin(None), make }
    }
}

impl<A, F, Make> Futures<A> for Place<F, Make>
where
    A: AsyncActor,
    F: Future<Output = Box<Body<A>>> + Send,
    Make: Fn(Box<Body<A>>, Event<A::Message>) -> F + Send,
{
    fn begin(&mut self, body: Box<Body<A>>, event: Event<A::Message>) {
        self.future.set(Some((self.make)(body, event)));
    }

    fn poll(&mut self, cx: &mut task::Context<'_>) -> Poll<Box<Body<A>>> {
        let polled = self.future.as_mut().as_pin_mut().map_or(Poll::Pending, |future| future.poll(cx));
        if polled.is_ready() {
            self.future.set(None);
        }
        polled
    }
}

impl<A: AsyncActor> fmt::Debug for Async<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.stage {
            Stage::New(_) => "Async(new)",
            Stage::Idle(_) => "Async(idle)",
            Stage::Handling { .. } => "Async(handling)",
        })
    }
}
