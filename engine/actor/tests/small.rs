//! One small system for each thing that actors can do, for checkers that make everything slow: Miri gets through all of it in a minute
//! or two.
//!
//! Most are simulations, so that the same steps are taken each time, and a seed chooses which.

mod common;

use std::future::{Future, poll_fn};
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::Poll;
use std::time::Duration;

use agon_actor::{
    Actor, Address, AskError, Async, AsyncActor, AsyncContext, Binding, Bound, Called, ChildSpec, Context, ExitReason,
    Goal, GoalError, Mode, Offer, OnPanic, Overflow, Reply, SendError, Simulation, SpawnOptions, Strategy, Supervisor,
    System, Terminated,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

const SEEDS: Range<u64> = 0..if cfg!(miri) { 2 } else { 40 };

fn panicked() -> ExitReason {
    ExitReason::Panicked("injected: asked to break".into())
}

fn with_each_seed(test: impl Fn(&Simulation, &Hand)) {
    quiet_injected_panics();
    for seed in SEEDS {
        let (simulation, hand) = (Simulation::new(seed), Hand::default());
        test(&simulation, &hand);
        let report = simulation.shutdown(PATIENCE);
        assert!(report.is_clean(), "seed {seed}: {report}");
        assert_eq!(Arc::strong_count(&hand.alive), 1, "seed {seed}: every actor has been dropped");
    }
}

/// Runs what it is sent.
#[derive(Default)]
struct Hand {
    sum: u64,
    ends: Vec<ExitReason>,
    /// Held by all that live.
    alive: Arc<()>,
}

impl Hand {
    fn another(&self) -> Self {
        Self { alive: Arc::clone(&self.alive), ..Self::default() }
    }
}

#[expect(clippy::large_enum_variant, reason = "one is to be too large for a queue")]
enum Order {
    Add(u64),
    Text(String),
    /// Too large for a queue.
    Large([u64; 40]),
    Get(Reply<u64>),
    Break,
    Stop,
    Stash(u64),
    Unstash,
    GiveWay(u64),
    Spawn(Reply<Address<Order>>),
    Link(Address<Order>),
    Monitor(Address<Order>),
    Gone(Terminated),
    Ends(Reply<Vec<ExitReason>>),
    AddLater(Duration, u64),
    Ask(Address<Order>, Reply<Result<u64, AskError>>),
    Answered(Result<u64, AskError>, Reply<Result<u64, AskError>>),
    Compute(Reply<u64>),
    Computed(u64, Reply<u64>),
}

impl Actor for Hand {
    type Message = Order;

    fn handle(&mut self, order: Order, ctx: &mut Context<'_, Self>) {
        let me = ctx.address();
        match order {
            Order::Add(number) => self.sum += number,
            Order::Text(text) => self.sum += text.len() as u64,
            Order::Large(words) => self.sum += words.iter().sum::<u64>(),
            Order::Get(reply) => reply.send(self.sum),
            Order::Break => panic!("injected: asked to break"),
            Order::Stop => ctx.stop(),
            Order::Stash(number) => ctx.stash(Order::Add(number)),
            Order::Unstash => ctx.unstash_all(),
            Order::GiveWay(number) => ctx.give_way(Order::Add(number)),
            Order::Spawn(reply) => reply.send(ctx.spawn(self.another())),
            Order::Link(other) => ctx.link(&other),
            Order::Monitor(other) => drop(ctx.monitor(&other, Order::Gone)),
            Order::Gone(who) => self.ends.push(who.reason().clone()),
            Order::Ends(reply) => reply.send(self.ends.clone()),
            Order::AddLater(delay, number) => drop(ctx.send_after(delay, &me, Order::Add(number))),
            Order::Ask(other, reply) => {
                ctx.ask(&other, PATIENCE, Order::Get, |answer| Order::Answered(answer, reply));
            }
            Order::Answered(answer, reply) => reply.send(answer),
            Order::Compute(reply) => {
                let sum = self.sum;
                ctx.pipe(async move { sum + 1 }, |sum| Order::Computed(sum, reply));
            }
            Order::Computed(number, reply) => reply.send(number),
        }
    }
}

fn sum(hand: &Address<Order>) -> Result<u64, AskError> {
    hand.ask(PATIENCE, Order::Get)
}

#[test]
fn they_are_spawned_handle_and_end() {
    with_each_seed(|simulation, hand| {
        let one = simulation.spawn(hand.another());
        let other = one.ask(PATIENCE, Order::Spawn).expect("an answer");
        for hand in [one, other] {
            hand.send(Order::Add(1));
            hand.send(Order::Text("four".into()));
            hand.send(Order::Large([1; 40]));
            hand.send(Order::GiveWay(100));
            simulation.run_until_idle();
            assert_eq!(sum(&hand), Ok(145));
        }
        one.send(Order::Stop);
        one.send(Order::Text("too late".into()));
        other.kill();
        assert_eq!(one.wait(PATIENCE), Ok(ExitReason::Normal));
        assert_eq!(other.wait(PATIENCE), Ok(ExitReason::Killed));
        simulation.run_until_idle();
        assert_eq!(simulation.counters().dead_letters(), 1);
        // An actor in one of their slots now is another.
        let next = simulation.spawn(hand.another());
        for gone in [one, other] {
            gone.send(Order::Text("even later".into()));
            assert_eq!(sum(&gone), Err(AskError::NoReply));
        }
        assert_eq!((sum(&next), simulation.counters().dead_letters()), (Ok(0), 5));
    });
}

#[test]
fn restarts_keep_mailbox_and_stash() {
    with_each_seed(|simulation, hand| {
        let again = hand.another();
        let options = SpawnOptions::new().on_panic(OnPanic::restart_at_most(2, PATIENCE, move || again.another()));
        let one = simulation.spawn_with(hand.another(), options);
        for order in [Order::Stash(3), Order::Add(1), Order::Break, Order::Unstash, Order::Text("4444".into())] {
            one.send(order);
        }
        assert_eq!(sum(&one), Ok(7));
        one.send(Order::Stash(5));
        one.send(Order::Break);
        one.send(Order::Break);
        assert_eq!(one.wait(PATIENCE), Ok(panicked()));
        assert_eq!((simulation.counters().restarts(), simulation.counters().panics()), (2, 3));
    });
}

#[test]
fn supervisors_restart_children() {
    with_each_seed(|simulation, hand| {
        let again = hand.another();
        let child = ChildSpec::new("child", move || again.another());
        let supervisor = simulation.spawn(Supervisor::new(Strategy::OneForOne).child(child));
        let child: Address<Order> = supervisor.child("child", PATIENCE).expect("an answer").expect("there is one");
        for order in [Order::Add(1), Order::Break, Order::Add(2)] {
            child.send(order);
        }
        assert_eq!(sum(&child), Ok(2));
        supervisor.stop();
        assert_eq!(child.wait(PATIENCE), Ok(ExitReason::Normal));
    });
}

#[test]
fn ends_are_reported_and_followed() {
    with_each_seed(|simulation, hand| {
        let [one, other, watcher] = [(); 3].map(|()| simulation.spawn(hand.another()));
        for watched in [one, other] {
            watcher.send(Order::Monitor(watched));
        }
        one.send(Order::Link(other));
        simulation.run_until_idle();
        other.send(Order::Break);
        simulation.run_until_idle();
        watcher.send(Order::Monitor(one));
        simulation.run_until_idle();
        let ends = watcher.ask(PATIENCE, Order::Ends).expect("an answer");
        assert!(ends.contains(&panicked()) && ends.len() == 3, "{ends:?}");
        assert_eq!(ends.iter().filter(|end| **end == ExitReason::Linked).count(), 2);
    });
}

#[test]
fn timers_go_off_and_are_cancelled() {
    const MILLISECOND: Duration = Duration::from_millis(1);
    with_each_seed(|simulation, hand| {
        let one = simulation.spawn(hand.another());
        one.send(Order::AddLater(5 * MILLISECOND, 1));
        let far = one.send_after(10 * MILLISECOND, Order::Text("it is not sent".into()));
        let often = one.send_every(2 * MILLISECOND, || Order::Add(10));
        simulation.advance(5 * MILLISECOND);
        assert_eq!(sum(&one), Ok(21));
        far.cancel();
        often.cancel();
        simulation.advance(20 * MILLISECOND);
        assert_eq!(sum(&one), Ok(21));
        // Of these two, one comes too late for the actor, the other for the system.
        one.send_after(MILLISECOND, Order::Text("to nobody".into()));
        one.send_after(PATIENCE, Order::Text("the system has ended".into()));
        one.stop();
        simulation.advance(2 * MILLISECOND);
    });
}

#[test]
fn questions_are_answered_or_not() {
    with_each_seed(|simulation, hand| {
        let [one, other, gone] = [(); 3].map(|()| simulation.spawn(hand.another()));
        other.send(Order::Add(7));
        gone.stop();
        simulation.run_until_idle();
        assert_eq!(one.ask(PATIENCE, |reply| Order::Ask(other, reply)), Ok(Ok(7)));
        assert_eq!(one.ask(PATIENCE, |reply| Order::Ask(gone, reply)), Ok(Err(AskError::NoReply)));
        assert_eq!(other.ask(PATIENCE, Order::Compute), Ok(8));
    });
}

/// Passes on what it gets to a bounded mailbox.
struct Source(Address<Order>);

impl Actor for Source {
    type Message = u64;

    fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
        let _ = ctx.send_bounded(&self.0, Order::Add(number));
    }
}

#[test]
fn bounded_mailboxes_refuse_drop_or_hold_back() {
    with_each_seed(|simulation, hand| {
        let sink = |overflow| simulation.spawn_bounded(hand.another(), SpawnOptions::new(), Bound::new(1, overflow));
        let refuses = sink(Overflow::Reject);
        assert_eq!(refuses.send_bounded(Order::Text("one".into())).map_err(|_| ()), Ok(()));
        let back = refuses.send_bounded(Order::Text("no room".into()));
        assert!(matches!(back, Err(SendError::Full(Order::Text(text))) if text == "no room"));
        let drops = sink(Overflow::DropNewest);
        assert_eq!(drops.send_bounded(Order::Text("one".into())).map_err(|_| ()), Ok(()));
        assert!(matches!(drops.send_bounded(Order::Text("no room".into())), Err(SendError::Dropped)));
        assert_eq!(drops.mailbox().map(|mailbox| mailbox.dropped()), Some(1));

        let holds_back = sink(Overflow::Await);
        let sources = [(); 2].map(|()| simulation.spawn(Source(holds_back)));
        for number in 1..=4 {
            sources.iter().for_each(|source| source.send(number));
        }
        simulation.run_until_idle();
        assert_eq!([&refuses, &drops, &holds_back].map(sum), [Ok(3), Ok(3), Ok(20)]);
        assert!(holds_back.mailbox().is_some_and(|mailbox| mailbox.is_empty()));

        // A waiting sender goes on when the receiver is gone.
        sources.iter().for_each(|source| (0..3).for_each(|number| source.send(number)));
        holds_back.kill();
        simulation.run_until_idle();
        assert!(refuses.send_bounded(Order::Stop).is_ok());
        simulation.run_until_idle();
        assert!(matches!(refuses.send_bounded(Order::Stop), Err(SendError::Closed(Order::Stop))));
    });
}

/// Adds up, also for others in their own handlers.
struct Teller(Goal<u64, u64>, u64);

impl Actor for Teller {
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let offered = ctx.offer(&self.0, Offer::Direct, |teller: &mut Self, number: u64, ctx| {
            match number {
                0 => panic!("injected: asked to break"),
                1 => ctx.stop(),
                _ => teller.1 += number,
            }
            teller.1
        });
        offered.expect("numbers");
    }

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

/// Calls, and answers when it has the answer.
struct Client {
    goal: Goal<u64, u64>,
    binding: Option<Binding<u64, u64>>,
    waiting: Option<Reply<Result<u64, GoalError>>>,
}

enum ToClient {
    Call(u64, Reply<Result<u64, GoalError>>),
    Answer(Result<u64, GoalError>),
}

impl Client {
    fn answer(&mut self, answer: Result<u64, GoalError>) {
        self.waiting.take().expect("one answer for each question").send(answer);
    }
}

impl Actor for Client {
    type Message = ToClient;

    fn handle(&mut self, message: ToClient, ctx: &mut Context<'_, Self>) {
        match message {
            ToClient::Call(number, reply) => {
                self.waiting = Some(reply);
                let binding = self.binding.get_or_insert_with(|| ctx.bind(&self.goal).expect("numbers"));
                match ctx.call(binding, number, ToClient::Answer) {
                    Called::Done(sum) => self.answer(Ok(sum)),
                    Called::Failed(error) => self.answer(Err(error)),
                    Called::Asked => {}
                }
            }
            ToClient::Answer(answer) => self.answer(answer),
        }
    }
}

#[test]
fn direct_calls_return_panic_and_stop() {
    with_each_seed(|simulation, _| {
        let goal = Goal::named("sum");
        let again = goal.clone();
        let options = SpawnOptions::new().on_panic(OnPanic::restart(move || Teller(again.clone(), 0)));
        let teller = simulation.spawn_with(Teller(goal.clone(), 0), options);
        let client = simulation.spawn(Client { goal, binding: None, waiting: None });
        let call = |number| {
            simulation.run_until_idle();
            client.ask(PATIENCE, |reply| ToClient::Call(number, reply)).expect("an answer")
        };
        assert_eq!([call(2), call(3)], [Ok(2), Ok(5)]);
        assert_eq!(call(0), Err(GoalError::NoAnswer));
        assert_eq!(call(4), Ok(4), "restarted");
        assert_eq!(call(1), Ok(4), "it stops after the answer");
        assert_eq!(call(2), Err(GoalError::NoProvider));
        assert_eq!(teller.wait(PATIENCE), Ok(ExitReason::Normal));
    });
}

/// Answers, or does not.
#[derive(Default)]
struct Office(Vec<Reply<u64>>);

enum ToOffice {
    Answer(Reply<u64>),
    Refuse(Reply<u64>),
    Keep(Reply<u64>),
    AnswerAll,
}

impl Actor for Office {
    type Message = ToOffice;

    fn handle(&mut self, message: ToOffice, _: &mut Context<'_, Self>) {
        match message {
            ToOffice::Answer(reply) => reply.send(1),
            ToOffice::Refuse(reply) => drop(reply),
            ToOffice::Keep(reply) => self.0.push(reply),
            ToOffice::AnswerAll => self.0.drain(..).for_each(|reply| reply.send(2)),
        }
    }
}

/// Asks, with a limit to the time, what is answered at once, never and too late; and gives a question up.
struct Inquirer(Address<ToOffice>);

impl AsyncActor for Inquirer {
    type Message = Reply<[Result<u64, AskError>; 4]>;

    async fn handle(&mut self, reply: Self::Message, _: &mut AsyncContext<Self>) {
        let ask = |question: fn(Reply<u64>) -> ToOffice| self.0.ask_async_within(Duration::from_millis(3), question);
        let first = [ask(ToOffice::Answer).await, ask(ToOffice::Refuse).await, ask(ToOffice::Keep).await];
        let mut unfinished = ask(ToOffice::Keep);
        assert!(poll_fn(|cx| Poll::Ready(Pin::new(&mut unfinished).poll(cx).is_pending())).await);
        drop(unfinished);
        let last = ask(ToOffice::Keep);
        self.0.send(ToOffice::AnswerAll);
        reply.send([first[0], first[1], first[2], last.await]);
    }
}

#[test]
fn questions_are_answered_or_not_within_their_time() {
    with_each_seed(|simulation, _| {
        let inquirer = simulation.spawn(Async::new(Inquirer(simulation.spawn(Office::default()))));
        let answers = inquirer.ask(PATIENCE, |reply| reply);
        assert_eq!(answers, Ok([Ok(1), Err(AskError::NoReply), Err(AskError::Timeout), Ok(2)]));
    });
}

// --- with threads ------------------------------------------------------------------------------------------------------

/// Passes a token on; the last to have it reports that.
struct Walker {
    next: Option<Address<ToWalker>>,
    done: Sender<()>,
}

enum ToWalker {
    Meet(Address<ToWalker>),
    Pass(u64),
}

impl Actor for Walker {
    type Message = ToWalker;

    fn handle(&mut self, message: ToWalker, ctx: &mut Context<'_, Self>) {
        match message {
            ToWalker::Meet(next) => self.next = Some(next),
            ToWalker::Pass(left) => match &self.next {
                Some(next) if left > 0 => ctx.send(next, ToWalker::Pass(left - 1)),
                _ => self.done.send(()).expect("the test waits"),
            },
        }
    }
}

#[test]
fn actors_move_from_thread_to_thread() {
    let system = System::builder().threads(2).shuffle(1).build().expect("threads can be started");
    let (done, is_done) = channel();
    let walkers: Vec<_> = (0..4).map(|_| system.spawn(Walker { next: None, done: done.clone() })).collect();
    for (walker, next) in walkers.iter().zip(walkers.iter().cycle().skip(1)) {
        walker.send(ToWalker::Meet(*next));
    }
    eventually("some actors have moved", || {
        walkers.iter().for_each(|walker| walker.send(ToWalker::Pass(20)));
        walkers.iter().for_each(|_| is_done.recv_timeout(PATIENCE).expect("it comes to its end"));
        system.migration_stats().0 >= 4
    });
    assert!(is_done.try_recv().is_err(), "each token ends once");
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Reports that it runs, waits until another has had its turn, and ends as requested.
struct Long {
    running: Sender<()>,
    turn: Receiver<()>,
    results: Address<bool>,
}

impl Actor for Long {
    type Message = Order;

    fn handle(&mut self, order: Order, ctx: &mut Context<'_, Self>) {
        self.running.send(()).expect("the test waits");
        let had_its_turn = self.turn.recv_timeout(PATIENCE).is_ok();
        // The worker is another thread's by now.
        ctx.send(&self.results, had_its_turn);
        match order {
            Order::Break => panic!("injected: asked to break"),
            Order::Stop => ctx.stop(),
            _ => {}
        }
    }
}

/// Passes on to the test what it gets.
struct Outlet<T>(Sender<T>);

impl<T: Send + 'static> Actor for Outlet<T> {
    type Message = T;

    fn handle(&mut self, message: T, _: &mut Context<'_, Self>) {
        self.0.send(message).expect("the test waits");
    }
}

#[test]
fn a_long_handler_ends_without_its_worker() {
    quiet_injected_panics();
    let system = system(1);
    let (results, received) = channel();
    let results = system.spawn(Outlet(results));
    for (order, end) in [(Order::Stop, ExitReason::Normal), (Order::Break, panicked())] {
        let ((running, runs), (sender, turn)) = (channel(), channel());
        let long = system.spawn_with(Long { running, turn, results }, SpawnOptions::new().on_worker(0));
        let other = system.spawn_with(Outlet(sender), SpawnOptions::new().on_worker(0));
        long.send(order);
        runs.recv_timeout(PATIENCE).expect("the handler runs");
        long.send(Order::Text("not handled".into()));
        other.send(());
        assert_eq!(received.recv_timeout(PATIENCE), Ok(true));
        assert_eq!(long.wait(PATIENCE), Ok(end));
    }
    assert!(system.migration_stats().1 >= 2);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn every_mode_starts_and_ends() {
    for mode in [Mode::Pool, Mode::Thread, Mode::Synchronous] {
        let hand = Hand::default();
        let system = System::builder().threads(2).max_actors(64).mode(mode).build().expect("threads can be started");
        let hands = [(); 3].map(|()| system.spawn(hand.another()));
        for one in hands.iter().cycle().take(30) {
            one.send(Order::Text("four".into()));
        }
        assert_eq!(hands.map(|one| sum(&one)), [Ok(40); 3], "{mode}");
        assert!(system.shutdown(PATIENCE).is_clean(), "{mode}");
        assert_eq!(Arc::strong_count(&hand.alive), 1, "{mode}");
    }
}

#[test]
fn what_a_shutdown_cuts_off_is_dropped_and_counted() {
    let hand = Hand::default();
    let system = system(2);
    let hands = [0, 1].map(|worker| system.spawn_with(hand.another(), SpawnOptions::new().on_worker(worker)));
    for one in hands.iter().cycle().take(20) {
        one.send(Order::Text("four".into()));
    }
    let report = system.shutdown(Duration::ZERO);
    let undelivered: u64 = report.undelivered().iter().map(|actor| actor.messages()).sum();
    assert_eq!(report.counters().handled() + undelivered, 20, "{report}");
    assert_eq!(Arc::strong_count(&hand.alive), 1);
}
