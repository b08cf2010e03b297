//! An actor that uses some features in each of its lives, and counts what comes of them; as a plain actor and as an async one.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{self, Poll, Waker};
use std::time::Duration;

use agon_actor::{
    Actor, Address, AskError, AsyncActor, AsyncContext, Context, ExitReason, Goal, Offer, Reply, Stream, Terminated,
    Topic,
};

use super::common::PATIENCE;

pub const TICK: Duration = Duration::from_millis(10);
pub const NAME: &str = "subject";
pub static VALUES: Topic<u64> = Topic::new("values");
pub static GOAL: Goal<u64, u64> = Goal::new("increment");

/// Each is to hold in every life of the actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Ticks come at their rate, and no more often in a later life.
    Timer,
    /// Each item is handled once; an earlier life's stream is gone.
    Stream,
    /// What is published comes once; an actor that takes another's place is the only subscriber.
    Topic,
    /// As many messages wait as there is capacity for; the rest is counted.
    Bound,
    /// Questions to the actor are answered, and so are its own.
    Ask,
    /// Of an end there is one notice, over restarts as well; the actor's own restart is no end, and one that takes its place is another.
    Monitor,
    /// A failure goes along it, over restarts as well; a restart is none.
    Link,
    /// The name finds the actor that lives.
    Name,
    /// A request is answered by the actor that lives.
    Goal,
}

impl Use {
    pub const ALL: [Self; 9] = [
        Self::Timer,
        Self::Stream,
        Self::Topic,
        Self::Bound,
        Self::Ask,
        Self::Monitor,
        Self::Link,
        Self::Name,
        Self::Goal,
    ];
}

/// What has come, over all lives.
#[derive(Default)]
pub struct World {
    pub lives: AtomicU64,
    pub ticks: AtomicU64,
    pub items: AtomicU64,
    pub values: AtomicU64,
    pub answers: AtomicU64,
    pub notices: AtomicU64,
    pub handled: AtomicU64,
    pub orders: AtomicU64,
    pub source: Source,
}

pub fn of(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::SeqCst)
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::SeqCst);
}

/// A stream of what is put into it.
#[derive(Clone, Default)]
pub struct Source(Arc<Mutex<(VecDeque<u32>, Option<Waker>)>>);

impl Source {
    pub fn put(&self, item: u32) {
        let mut state = self.0.lock().expect("no panic");
        state.0.push_back(item);
        let waker = state.1.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    /// How many streams there are of it.
    pub fn streams(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}

impl Stream for Source {
    type Item = u32;

    fn poll_next(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Option<u32>> {
        let mut state = self.0.lock().expect("no panic");
        let Some(item) = state.0.pop_front() else {
            let before = state.1.replace(cx.waker().clone());
            drop(state);
            drop(before);
            return Poll::Pending;
        };
        Poll::Ready(Some(item))
    }
}

#[derive(Clone)]
pub struct Plan {
    pub uses: Arc<[Use]>,
    pub world: Arc<World>,
}

pub enum ToSubject {
    Tick,
    Item,
    Value,
    Question(Reply<u64>),
    AskOther(Address<ToOther>),
    Answer(Result<u64, AskError>),
    Watch(Address<ToOther>),
    Gone,
    Link(Address<ToOther>),
    Work,
    Fail,
}

impl Plan {
    /// A life begins.
    fn begin<A: Actor<Message = ToSubject>>(&self, ctx: &mut Context<'_, A>) {
        for which in &*self.uses {
            match which {
                Use::Timer => _ = ctx.timer_every("tick", TICK, || ToSubject::Tick),
                Use::Stream => _ = ctx.attach(self.world.source.clone(), |_| ToSubject::Item),
                Use::Topic => ctx.subscribe(&VALUES, |_| ToSubject::Value).expect("of this type"),
                Use::Name => ctx.register(NAME).expect("one that has ended has no name"),
                Use::Goal => ctx.offer(&GOAL, Offer::Direct, |_, number, _| number + 1).expect("numbers"),
                Use::Bound | Use::Ask | Use::Monitor | Use::Link => {}
            }
        }
        count(&self.world.lives);
    }

    fn handle<A: Actor<Message = ToSubject>>(&self, message: ToSubject, ctx: &mut Context<'_, A>) {
        let world = &self.world;
        match message {
            ToSubject::Tick => count(&world.ticks),
            ToSubject::Item => count(&world.items),
            ToSubject::Value => count(&world.values),
            ToSubject::Question(reply) => reply.send(of(&world.lives)),
            ToSubject::AskOther(other) => ctx.ask(&other, PATIENCE, ToOther::Question, ToSubject::Answer),
            ToSubject::Answer(answer) => {
                assert_eq!(answer, Ok(7));
                count(&world.answers);
            }
            ToSubject::Watch(other) => {
                let notice = |gone: Terminated| {
                    assert!(matches!(gone.reason(), ExitReason::Panicked(_)), "{gone:?}");
                    ToSubject::Gone
                };
                let _ = ctx.monitor(&other, notice);
                count(&world.orders);
            }
            ToSubject::Gone => count(&world.notices),
            ToSubject::Link(other) => {
                ctx.link(&other);
                count(&world.orders);
            }
            ToSubject::Work => count(&world.handled),
            ToSubject::Fail => panic!("injected"),
        }
    }
}

pub struct Subject(pub Plan);

impl Actor for Subject {
    type Message = ToSubject;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.0.begin(ctx);
    }

    fn handle(&mut self, message: ToSubject, ctx: &mut Context<'_, Self>) {
        self.0.handle(message, ctx);
    }
}

/// Awaits something in each handler.
pub struct AsyncSubject(pub Plan);

impl AsyncActor for AsyncSubject {
    type Message = ToSubject;

    async fn started(&mut self, ctx: &mut AsyncContext<Self>) {
        once().await;
        ctx.with(|ctx| self.0.begin(ctx));
    }

    async fn handle(&mut self, message: ToSubject, ctx: &mut AsyncContext<Self>) {
        once().await;
        ctx.with(|ctx| self.0.handle(message, ctx));
    }
}

/// Ready when it is polled again.
fn once() -> impl Future<Output = ()> + Send {
    let mut polled = false;
    poll_fn(move |cx| {
        if polled {
            return Poll::Ready(());
        }
        polled = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Answers, and fails.
pub struct Other;

pub enum ToOther {
    Question(Reply<u64>),
    Fail,
}

impl Actor for Other {
    type Message = ToOther;

    fn handle(&mut self, message: ToOther, _: &mut Context<'_, Self>) {
        match message {
            ToOther::Question(reply) => reply.send(7),
            ToOther::Fail => panic!("injected"),
        }
    }
}
