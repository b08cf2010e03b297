//! The bound is the actor's: every way in, by every policy, while the actor runs, is restarted, ends, and while the system shuts down.
//!
//! What was sent was handled, dropped and counted, given back, or a dead letter; and no more than the capacity waited, but for what is accepted in any case.

mod common;

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context as Polling, Poll, Waker};
use std::time::Duration;

use agon_actor::{
    Actor, Address, AskError, Asking, Bound, ChildSpec, Context, Delivery, Mailbox, OnPanic, Overflow, Recipient,
    Reply, SendError, Sent, Simulation, SpawnOptions, Strategy, Supervisor, Topic,
};
use common::{PATIENCE, quiet_injected_panics};

const CAPACITY: usize = 4;
const MANY: u64 = 12;
const SOON: Duration = Duration::from_millis(2);
const PERIOD: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_secs(4);

static VALUES: Topic<Arc<()>> = Topic::new("values");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Send,
    SendAll,
    SendOfAnActor,
    Forward,
    ToRecipient,
    Publish,
    PublishWithNotice,
    TrySend,
    SendTimeout,
    SendAsync,
    SendBounded,
    Ask,
    AskOfAnActor,
    AskAsync,
    SendConfirmed,
    Timer,
    LargeTimer,
    TimerOfAnActor,
    RepeatedTimer,
    ToItself,
    ToItselfBounded,
    GivesPlace,
    OwnTimer,
    Monitor,
    Pipe,
}

const WAYS: [Way; 25] = [
    Way::Send,
    Way::SendAll,
    Way::SendOfAnActor,
    Way::Forward,
    Way::ToRecipient,
    Way::Publish,
    Way::PublishWithNotice,
    Way::TrySend,
    Way::SendTimeout,
    Way::SendAsync,
    Way::SendBounded,
    Way::Ask,
    Way::AskOfAnActor,
    Way::AskAsync,
    Way::SendConfirmed,
    Way::Timer,
    Way::LargeTimer,
    Way::TimerOfAnActor,
    Way::RepeatedTimer,
    Way::ToItself,
    Way::ToItselfBounded,
    Way::GivesPlace,
    Way::OwnTimer,
    Way::Monitor,
    Way::Pipe,
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Running,
    Restart,
    End,
    Shutdown,
}

impl Way {
    /// What the actor sends itself, or has asked for: accepted in any case.
    fn is_own(self) -> bool {
        use Way::{GivesPlace, Monitor, OwnTimer, Pipe, ToItself, ToItselfBounded};
        matches!(self, ToItself | ToItselfBounded | GivesPlace | OwnTimer | Monitor | Pipe)
    }

    fn is_timer(self) -> bool {
        use Way::{LargeTimer, OwnTimer, RepeatedTimer, Timer, TimerOfAnActor};
        matches!(self, Timer | LargeTimer | TimerOfAnActor | RepeatedTimer | OwnTimer)
    }

    /// The sender learns of each message that is not handled.
    fn is_answered(self) -> bool {
        matches!(self, Way::Ask | Way::AskOfAnActor | Way::AskAsync | Way::SendConfirmed)
    }

    /// With [`Overflow::Await`] all messages are accepted, late or past the bound.
    fn waits(self) -> bool {
        matches!(self, Way::SendAsync | Way::SendBounded | Way::AskAsync)
    }
}

/// What has become of messages, as far as their senders and their receiver know.
#[derive(Default)]
struct World {
    token: Arc<()>,
    sent: AtomicU64,
    handled: AtomicU64,
    /// Given back to the sender, or the answer was that there is none.
    refused: AtomicU64,
    /// Accepted past the bound, as the sender learnt.
    past: AtomicU64,
    lagged: AtomicU64,
    longest: AtomicU64,
    mailbox: OnceLock<Mailbox>,
}

impl World {
    fn see_length(&self, more: u64) {
        if let Some(mailbox) = self.mailbox.get() {
            self.longest.fetch_max(mailbox.len() as u64 + more, Ordering::Relaxed);
        }
    }

    fn item(&self) -> ToSink {
        self.sent.fetch_add(1, Ordering::Relaxed);
        ToSink::Item(Arc::clone(&self.token))
    }

    fn question(&self) -> impl FnOnce(Reply<()>) -> ToSink + use<> {
        self.sent.fetch_add(1, Ordering::Relaxed);
        let token = Arc::clone(&self.token);
        move |reply| ToSink::Ask(reply, token)
    }

    fn note<T, M>(&self, result: Result<T, SendError<M>>) {
        match result {
            // It is counted by the mailbox.
            Ok(_) | Err(SendError::Dropped) => {}
            Err(_) => drop(self.refused.fetch_add(1, Ordering::Relaxed)),
        }
    }

    fn note_answer(&self, answer: Result<(), AskError>) {
        if answer.is_err() {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

enum ToSink {
    Item(#[expect(dead_code, reason = "held")] Arc<()>),
    Large(#[expect(dead_code, reason = "held")] Arc<()>, #[expect(dead_code, reason = "large")] [u64; 20]),
    Ask(Reply<()>, #[expect(dead_code, reason = "held")] Arc<()>),
    Lagged(u64),
    Fail,
    /// Handle nothing until that.
    Pause(Asking<()>),
    /// Do what it does itself.
    Own(Way),
}

struct Sink(Way, Arc<World>);

impl Actor for Sink {
    type Message = ToSink;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        match self.0 {
            Way::Publish => ctx.subscribe(&VALUES, ToSink::Item).expect("of this type"),
            Way::PublishWithNotice => {
                ctx.subscribe_lagging(&VALUES, ToSink::Item, ToSink::Lagged).expect("of this type");
            }
            _ => {}
        }
    }

    fn handle(&mut self, message: ToSink, ctx: &mut Context<'_, Self>) {
        self.1.see_length(1);
        match message {
            ToSink::Item(_) | ToSink::Large(..) => drop(self.1.handled.fetch_add(1, Ordering::Relaxed)),
            ToSink::Ask(reply, _) => {
                self.1.handled.fetch_add(1, Ordering::Relaxed);
                reply.send(());
            }
            ToSink::Lagged(count) => drop(self.1.lagged.fetch_add(count, Ordering::Relaxed)),
            ToSink::Fail => panic!("injected"),
            ToSink::Pause(end) => drop(ctx.await_paused(end, |_| ToSink::Lagged(0))),
            ToSink::Own(way) => (0..MANY).for_each(|_| self.own(way, ctx)),
        }
    }
}

impl Sink {
    fn own(&self, way: Way, ctx: &mut Context<'_, Self>) {
        let item = self.1.item();
        match way {
            Way::ToItself => ctx.send(&ctx.address(), item),
            Way::ToItselfBounded => {
                let sent = ctx.send_bounded(&ctx.address(), item).expect("it lives");
                self.1.past.fetch_add(u64::from(sent == Sent::PastBound), Ordering::Relaxed);
            }
            Way::GivesPlace => ctx.give_way(item),
            Way::OwnTimer => {
                ctx.send_after(SOON, &ctx.address(), item);
            }
            Way::Monitor => {
                let other = ctx.spawn(Ends);
                ctx.monitor(&other, |_| item);
                ctx.send(&other, ());
            }
            Way::Pipe => drop(ctx.pipe(async {}, |()| item)),
            _ => unreachable!("it is others who send in this way"),
        }
    }
}

struct Ends;

impl Actor for Ends {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        ctx.stop();
    }
}

/// Sends many messages in one handler.
struct Driver(Arc<World>);

enum ToDriver {
    /// ... and kills the receiver, or not.
    Go(Way, Address<ToSink>, bool),
    Answer(Result<(), AskError>),
    Delivery(Delivery),
    Ring(Reply<()>),
}

impl Actor for Driver {
    type Message = ToDriver;

    fn handle(&mut self, message: ToDriver, ctx: &mut Context<'_, Self>) {
        let world = Arc::clone(&self.0);
        let (way, to, kill) = match message {
            ToDriver::Go(way, to, kill) => (way, to, kill),
            ToDriver::Ring(reply) => return reply.send(()),
            ToDriver::Answer(answer) => return world.note_answer(answer),
            ToDriver::Delivery(what) => {
                return world.note_answer(if what == Delivery::Handled { Ok(()) } else { Err(AskError::NoReply) });
            }
        };
        for _ in 0..MANY {
            match way {
                Way::SendOfAnActor => ctx.send(&to, world.item()),
                Way::Forward => ctx.forward(&to, world.item()),
                Way::SendBounded => {
                    let sent = ctx.send_bounded(&to, world.item());
                    world.past.fetch_add(u64::from(matches!(sent, Ok(Sent::PastBound))), Ordering::Relaxed);
                    world.note(sent);
                }
                Way::AskOfAnActor => ctx.ask(&to, PATIENCE, world.question(), ToDriver::Answer),
                Way::SendConfirmed => ctx.send_confirmed(&to, world.item(), ToDriver::Delivery),
                Way::TimerOfAnActor => {
                    ctx.send_after(SOON, &to, world.item());
                }
                _ => unreachable!("it is the test that sends in this way"),
            }
        }
        world.see_length(0);
        if kill {
            to.kill();
        }
    }
}

type Waiting = Pin<Box<dyn Future<Output = ()>>>;

/// One run: the futures that wait are polled by the test.
struct Run<'a> {
    simulation: &'a Simulation,
    world: Arc<World>,
    sink: Address<ToSink>,
    driver: Address<ToDriver>,
    waiting: Mutex<Vec<Waiting>>,
}

impl Run<'_> {
    /// Sends many messages in one way, and kills the receiver before it handles any, or not.
    fn send(&self, way: Way, kill: bool) {
        let Self { world, sink, .. } = self;
        if way.is_timer() && way != Way::OwnTimer {
            // Else each message is handled before the next timer goes off.
            let (reply, end) = Reply::channel();
            self.driver.send_after(PAUSE, ToDriver::Ring(reply));
            sink.send(ToSink::Pause(end));
            self.simulation.run_until_idle();
        }
        match way {
            Way::Send => (0..MANY).for_each(|_| sink.send(world.item())),
            Way::SendAll => sink.send_all((0..MANY).map(|_| world.item()).collect()),
            Way::ToRecipient => {
                let recipient = Recipient::new(*sink, |item| item);
                (0..MANY).for_each(|_| recipient.send(world.item()));
            }
            Way::Publish | Way::PublishWithNotice => {
                for _ in 0..MANY {
                    let subscribers = self.simulation.publish(&VALUES, Arc::clone(&world.token)).expect("of this type");
                    world.sent.fetch_add(subscribers as u64, Ordering::Relaxed);
                }
            }
            Way::TrySend => (0..MANY).for_each(|_| world.note(sink.try_send(world.item()))),
            Way::SendTimeout => (0..MANY).for_each(|_| world.note(sink.send_timeout(Duration::ZERO, world.item()))),
            Way::SendAsync => (0..MANY).for_each(|_| {
                let (sending, world) = (sink.send_async(world.item()), Arc::clone(world));
                self.wait(async move { world.note(sending.await) });
            }),
            Way::AskAsync => (0..MANY).for_each(|_| {
                let (asking, world) = (sink.ask_async(world.question()), Arc::clone(world));
                self.wait(async move { world.note_answer(asking.await) });
            }),
            // One after the other: each drives the simulation.
            Way::Ask => (0..MANY).for_each(|_| {
                let asked = sink.ask(PATIENCE, world.question());
                world.note_answer(asked);
            }),
            Way::Timer => (0..MANY).for_each(|_| {
                sink.send_after(SOON, world.item());
            }),
            Way::LargeTimer => (0..MANY).for_each(|_| {
                world.sent.fetch_add(1, Ordering::Relaxed);
                sink.send_after(SOON, ToSink::Large(Arc::clone(&world.token), [7; 20]));
            }),
            Way::RepeatedTimer => (0..MANY).for_each(|_| {
                let world = Arc::clone(world);
                sink.send_every(PERIOD, move || world.item());
            }),
            own if own.is_own() => sink.send(ToSink::Own(own)),
            _ => return self.driver.send(ToDriver::Go(way, *sink, kill)),
        }
        world.see_length(0);
        if kill {
            sink.kill();
        }
    }

    fn wait(&self, future: impl Future<Output = ()> + 'static) {
        let mut future: Waiting = Box::pin(future);
        if poll(&mut future).is_pending() {
            self.waiting.lock().expect("no panic").push(future);
        }
    }

    /// Until nothing happens any more.
    fn settle(&self) {
        for _ in 0..2 * MANY {
            self.simulation.run_until_idle();
            self.waiting.lock().expect("no panic").retain_mut(|future| poll(future).is_pending());
        }
        self.simulation.advance(Duration::from_secs(5));
    }
}

fn poll(future: &mut Waiting) -> Poll<()> {
    pin!(future).poll(&mut Polling::from_waker(Waker::noop()))
}

fn check(way: Way, overflow: Overflow, event: Event) {
    let what = format!("{way:?}, {overflow:?}, {event:?}");
    let simulation = Simulation::new(1);
    let world = Arc::new(World::default());
    let made = Arc::clone(&world);
    let options = SpawnOptions::new()
        .on_panic(OnPanic::restart(move || Sink(way, Arc::clone(&made))))
        .bounded(Bound::new(CAPACITY, overflow));
    let sink = simulation.spawn_with(Sink(way, Arc::clone(&world)), options);
    let mailbox = sink.mailbox().expect("it has a bound");
    world.mailbox.set(mailbox.clone()).expect("once");
    let driver = simulation.spawn(Driver(Arc::clone(&world)));
    let run = Run { simulation: &simulation, world: Arc::clone(&world), sink, driver, waiting: Mutex::default() };
    simulation.run_until_idle();
    if event == Event::Restart {
        sink.send(ToSink::Fail);
    }
    run.send(way, event == Event::End);
    let mut lost = 0;
    if event == Event::Shutdown {
        let Run { waiting, .. } = run;
        let report = simulation.shutdown(Duration::from_secs(5));
        waiting.lock().expect("no panic").retain_mut(|future| poll(future).is_pending());
        assert!(waiting.lock().expect("no panic").is_empty(), "{what}: a future waits for ever");
        lost += report.counters().dead_letters();
        assert_eq!(report.counters().dropped(), mailbox.dropped(), "{what}");
    } else {
        run.settle();
        if event == Event::Restart {
            assert_eq!(simulation.counters().restarts(), 1, "{what}");
            run.send(way, false);
            run.settle();
        }
        if event != Event::End && way == Way::PublishWithNotice {
            world.sent.fetch_add(1, Ordering::Relaxed);
            assert_eq!(simulation.publish(&VALUES, Arc::clone(&world.token)), Ok(1));
            run.settle();
            assert_eq!(world.lagged.load(Ordering::Relaxed), mailbox.dropped(), "{what}: of the loss it has notice");
        }
        assert!(run.waiting.lock().expect("no panic").is_empty(), "{what}: a future waits for ever");
        assert_eq!(simulation.counters().dropped(), mailbox.dropped(), "{what}");
        lost += simulation.counters().dead_letters();
        assert_eq!(mailbox.len(), 0, "{what}");
        drop(run);
        drop(simulation);
    }
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let [sent, handled, refused, past] = [&world.sent, &world.handled, &world.refused, &world.past].map(count);
    let dropped = mailbox.dropped();
    let sums = format!("{what}: {sent} sent, {handled} handled, {dropped} dropped, {refused} refused, {lost} lost");
    // Timers that had not gone off, and what comes of those that repeat, end with the receiver or the system without a count.
    let is_exact = !(way.is_timer() || way.is_own()) || matches!(event, Event::Running | Event::Restart);
    if way.is_answered() {
        assert_eq!(handled + refused, sent, "{sums}");
        assert!(dropped <= refused, "{sums}");
    } else if way == Way::RepeatedTimer {
        // What is dropped has not been made.
        assert!(handled + lost <= sent && (handled == sent || !is_exact), "{sums}");
        assert!(dropped > 0 || event == Event::End || event == Event::Shutdown, "{sums}");
    } else if is_exact {
        assert_eq!(handled + dropped + refused + lost, sent, "{sums}");
    } else {
        // The end of the pause may be a dead letter.
        assert!(handled + dropped + refused + lost <= sent + 1, "{sums}");
    }
    if way.is_own() {
        assert_eq!(dropped + refused, 0, "{sums}");
    }
    if event == Event::Running {
        let all = way.is_own() || way == Way::Ask || overflow == Overflow::Await && way.waits();
        let most = if way == Way::PublishWithNotice { CAPACITY as u64 + 1 } else { CAPACITY as u64 };
        assert_eq!(handled, if all { sent } else { most }, "{sums}");
    }
    let longest = count(&world.longest);
    let beyond = if way.is_own() { MANY } else { past + u64::from(way == Way::PublishWithNotice) };
    assert!(longest <= CAPACITY as u64 + 1 + beyond, "{sums}: {longest} in the mailbox");
    assert_eq!(Arc::strong_count(&world.token), 1, "{sums}: something is left");
}

fn check_all(overflow: Overflow) {
    quiet_injected_panics();
    for way in WAYS {
        for event in [Event::Running, Event::Restart, Event::End, Event::Shutdown] {
            check(way, overflow, event);
        }
    }
}

/// Pairs: timers x bounds, topics x bounds, bounds x asks, bounds x monitors, bounds x restarts, bounds x shutdown.
#[test]
fn every_way_in_keeps_to_a_bound_that_holds_senders_back() {
    check_all(Overflow::Await);
}

/// Pairs: timers x bounds, topics x bounds, bounds x asks, bounds x monitors, bounds x restarts, bounds x shutdown.
#[test]
fn every_way_in_keeps_to_a_bound_that_drops() {
    check_all(Overflow::DropNewest);
}

/// Pairs: timers x bounds, topics x bounds, bounds x asks, bounds x monitors, bounds x restarts, bounds x shutdown.
#[test]
fn every_way_in_keeps_to_a_bound_that_rejects() {
    check_all(Overflow::Reject);
}

/// In the first life, in the next at the same address, and in one at another.
/// Pair: bounds x supervision.
#[test]
fn the_mailbox_of_a_supervised_child_is_bounded_in_every_life() {
    quiet_injected_panics();
    let simulation = Simulation::new(1);
    let world = Arc::new(World::default());
    let made = Arc::clone(&world);
    let spec = ChildSpec::new("sink", move || Sink(Way::Send, Arc::clone(&made)))
        .bounded(Bound::new(CAPACITY, Overflow::DropNewest));
    let supervisor = simulation.spawn(Supervisor::new(Strategy::OneForOne).child(spec));
    simulation.run_until_idle();
    let child = || supervisor.child::<ToSink>("sink", PATIENCE).expect("it is there").expect("it lives");
    for life in 1..=3 {
        let sink = child();
        let mailbox = sink.mailbox().expect("it has a bound");
        let before = mailbox.dropped();
        (0..MANY).for_each(|_| sink.send(world.item()));
        assert_eq!((mailbox.len(), mailbox.dropped() - before), (CAPACITY, MANY - CAPACITY as u64), "life {life}");
        simulation.run_until_idle();
        assert_eq!(world.handled.load(Ordering::Relaxed), life * CAPACITY as u64);
        if life == 1 {
            sink.send(ToSink::Fail)
        } else {
            sink.kill()
        }
        simulation.advance(Duration::from_secs(10));
    }
    assert_eq!(simulation.counters().dropped(), 3 * (MANY - CAPACITY as u64));
}
