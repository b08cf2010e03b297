//! Actors whose handlers are futures.

mod common;

use std::future::{Future, pending, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

use agon_actor::{
    Actor, Address, AskError, Async, AsyncActor, AsyncContext, Bound, ChildSpec, Context, Delivery, ExitReason, Mode,
    OnPanic, Overflow, Reply, Simulation, SpawnOptions, Strategy, Supervisor, System, Terminated,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// Pending until it is opened.
#[derive(Clone, Default)]
struct Gate(Arc<Mutex<(bool, Vec<Waker>)>>);

impl Gate {
    fn open(&self) {
        let mut state = self.0.lock().expect("no panic");
        state.0 = true;
        let wakers = std::mem::take(&mut state.1);
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }

    fn opened(&self) -> impl Future<Output = ()> + Send + use<> {
        let state = Arc::clone(&self.0);
        poll_fn(move |cx| {
            let mut state = state.lock().expect("no panic");
            if state.0 {
                return Poll::Ready(());
            }
            state.1.push(cx.waker().clone());
            Poll::Pending
        })
    }
}

/// Ready when either is.
async fn either(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    let (mut one, mut other): (Pin<&mut _>, Pin<&mut _>) = (pin!(one), pin!(other));
    poll_fn(|cx| if one.as_mut().poll(cx).is_ready() { Poll::Ready(()) } else { other.as_mut().poll(cx) }).await;
}

/// Notes the messages that it gets, in order.
#[derive(Default)]
struct Notes {
    notes: Vec<u32>,
    goodbye: Option<(Gate, Sender<Vec<u32>>)>,
    held: Option<Arc<()>>,
}

enum ToNotes {
    Note(u32),
    NoteWhen(Gate, u32),
    WaitToStop(Sender<()>),
    Hold(Arc<()>),
    Panic(Option<Gate>),
    Stash(u32),
    Unstash,
    StopWhen(Gate),
    Ended(Terminated),
    Watch(Address<ToNotes>),
    SpawnAndAsk(Reply<Vec<u32>>),
    Report(Reply<Vec<u32>>),
}

impl AsyncActor for Notes {
    type Message = ToNotes;

    async fn handle(&mut self, message: ToNotes, ctx: &mut AsyncContext<Self>) {
        match message {
            ToNotes::Note(note) => self.notes.push(note),
            ToNotes::NoteWhen(gate, note) => {
                self.notes.push(note);
                gate.opened().await;
                self.notes.push(note + 1);
            }
            ToNotes::WaitToStop(sender) => {
                sender.send(()).expect("the test listens");
                either(pending(), ctx.stopping()).await;
                self.notes.push(99);
            }
            ToNotes::Hold(token) => {
                self.held = Some(Arc::clone(&token));
                pending::<()>().await;
                drop(token);
            }
            ToNotes::Panic(gate) => {
                if let Some(gate) = gate {
                    gate.opened().await;
                }
                panic!("injected");
            }
            ToNotes::Stash(note) => ctx.with(|ctx| ctx.stash(ToNotes::Note(note))),
            ToNotes::Unstash => ctx.with(|ctx| ctx.unstash_all()),
            ToNotes::StopWhen(gate) => {
                ctx.stop();
                gate.opened().await;
                self.notes.push(7);
            }
            ToNotes::Watch(other) => drop(ctx.monitor(&other, ToNotes::Ended)),
            ToNotes::Ended(terminated) => self.notes.push(u32::from(*terminated.reason() == ExitReason::Killed)),
            ToNotes::SpawnAndAsk(reply) => {
                let child = ctx.spawn(Async::new(Notes { notes: vec![5], ..Notes::default() }));
                reply.send(child.ask_async_within(PATIENCE, ToNotes::Report).await.expect("it answers"));
                child.stop();
            }
            ToNotes::Report(reply) => reply.send(self.notes.clone()),
        }
    }

    async fn stopped(&mut self, _: &mut AsyncContext<Self>) {
        if let Some((gate, sender)) = self.goodbye.take() {
            gate.opened().await;
            sender.send(self.notes.clone()).expect("the test listens");
        }
    }
}

fn notes(system: &System) -> Address<ToNotes> {
    system.spawn(Async::new(Notes::default()))
}

#[test]
fn what_comes_while_a_handler_awaits_waits_in_order() {
    let system = system(2);
    for round in 0..200 {
        let actor = notes(&system);
        let gate = Gate::default();
        if round % 2 == 0 {
            gate.open(); // or while it is handled
        }
        actor.send(ToNotes::NoteWhen(gate.clone(), 1));
        actor.send(ToNotes::Note(3));
        let answer = actor.ask_async(ToNotes::Report);
        gate.open();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("an executor");
        assert_eq!(runtime.block_on(answer), Ok(vec![1, 2, 3]));
    }
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().handled(), 600, "a wake is no message");
}

#[test]
fn an_actor_that_awaits_handles_nothing_else() {
    let system = system(2);
    let actor = notes(&system);
    let gate = Gate::default();
    actor.send(ToNotes::NoteWhen(gate.clone(), 1));
    assert_eq!(actor.ask(Duration::from_millis(20), ToNotes::Report), Err(AskError::Timeout));
    gate.open();
    assert_eq!(actor.ask(PATIENCE, ToNotes::Report), Ok(vec![1, 2]));
}

#[test]
fn every_mode_runs_them() {
    for mode in [Mode::Pool, Mode::Thread, Mode::Synchronous] {
        let system = System::builder().threads(2).mode(mode).build().expect("threads can be started");
        let actors: Vec<_> = (0..20).map(|_| notes(&system)).collect();
        for actor in &actors {
            let gate = Gate::default();
            actor.send(ToNotes::NoteWhen(gate.clone(), 1));
            actor.send(ToNotes::Note(3));
            gate.open();
            assert_eq!(actor.ask(PATIENCE, ToNotes::Report), Ok(vec![1, 2, 3]), "{mode}");
        }
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{mode}: {report}");
    }
}

/// Pair: migration x async handlers.
#[test]
fn they_move_between_workers_while_they_await() {
    let system = System::builder().threads(3).shuffle(11).build().expect("threads can be started");
    let actors: Vec<_> = (0..200).map(|_| notes(&system)).collect();
    for _ in 0..20 {
        let gates: Vec<_> = actors.iter().map(|_| Gate::default()).collect();
        for (actor, gate) in actors.iter().zip(&gates) {
            actor.send(ToNotes::NoteWhen(gate.clone(), 1));
            actor.send(ToNotes::Note(3));
        }
        std::thread::sleep(Duration::from_millis(1));
        gates.iter().for_each(Gate::open);
    }
    for actor in &actors {
        assert_eq!(actor.ask(PATIENCE, ToNotes::Report), Ok([1, 2, 3].repeat(20)));
    }
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn a_kill_drops_what_is_awaited() {
    let system = system(2);
    let token = Arc::new(());
    let actor = notes(&system);
    actor.send(ToNotes::Hold(Arc::clone(&token)));
    actor.send(ToNotes::Note(1));
    eventually("the handler awaits", || Arc::strong_count(&token) == 3);
    actor.kill();
    assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Killed));
    eventually("its future and its state are dropped", || Arc::strong_count(&token) == 1);
    let gate = Gate::default();
    let woken_late = notes(&system);
    woken_late.send(ToNotes::NoteWhen(gate.clone(), 1));
    eventually("it awaits", || !gate.0.lock().expect("no panic").1.is_empty());
    woken_late.kill();
    assert_eq!(woken_late.wait(PATIENCE), Ok(ExitReason::Killed));
    gate.open(); // no handler is there
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_stop_lets_the_handler_end_and_notifies_it() {
    let system = system(2);
    let (sender, awaits) = channel();
    let (gate, (goodbye, last)) = (Gate::default(), channel());
    let actor = system.spawn(Async::new(Notes { goodbye: Some((gate.clone(), goodbye)), ..Notes::default() }));
    actor.send(ToNotes::WaitToStop(sender));
    actor.send(ToNotes::Note(1));
    awaits.recv_timeout(PATIENCE).expect("the handler runs");
    actor.stop();
    gate.open();
    assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Normal));
    assert_eq!(last.recv_timeout(PATIENCE), Ok(vec![99, 1]), "what was sent before the stop is handled");
    // Both at the end of the system, and under a supervisor.
    let (sender, awaits) = channel();
    notes(&system).send(ToNotes::WaitToStop(sender.clone()));
    let supervisor = Supervisor::new(Strategy::OneForOne).child(ChildSpec::new("a", || Async::new(Notes::default())));
    let supervisor = system.spawn(supervisor);
    let child = supervisor.child::<ToNotes>("a", PATIENCE).expect("it answers").expect("it is there");
    child.send(ToNotes::WaitToStop(sender));
    awaits.recv_timeout(PATIENCE).expect("one runs");
    awaits.recv_timeout(PATIENCE).expect("the other runs");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn a_stop_of_its_own_waits_for_the_end_of_the_handler() {
    let system = system(2);
    let (gate, (goodbye, last)) = (Gate::default(), channel());
    let open = Gate::default();
    open.open();
    let actor = system.spawn(Async::new(Notes { goodbye: Some((open, goodbye)), ..Notes::default() }));
    actor.send(ToNotes::StopWhen(gate.clone()));
    assert_eq!(actor.wait(Duration::from_millis(10)), Err(AskError::Timeout));
    gate.open();
    assert_eq!(last.recv_timeout(PATIENCE), Ok(vec![7]));
    assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Normal));
}

#[test]
fn a_goodbye_that_awaits_holds_up_the_end() {
    let system = system(2);
    let (gate, (goodbye, last)) = (Gate::default(), channel());
    let actor = system.spawn(Async::new(Notes { goodbye: Some((gate.clone(), goodbye)), ..Notes::default() }));
    actor.stop();
    assert_eq!(actor.wait(Duration::from_millis(10)), Err(AskError::Timeout));
    actor.send(ToNotes::Note(1)); // too late
    gate.open();
    assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Normal));
    assert_eq!(last.recv_timeout(PATIENCE), Ok(vec![]));
    eventually("what came too late is a dead letter", || system.counters().dead_letters() == 1);
}

#[test]
fn a_panic_is_one_whether_before_or_after_an_await() {
    quiet_injected_panics();
    let system = system(2);
    for late in [false, true] {
        for restarts in [false, true] {
            let gate = Gate::default();
            let options = if restarts {
                SpawnOptions::new().on_panic(OnPanic::restart(|| Async::new(Notes::default())))
            } else {
                SpawnOptions::new()
            };
            let actor = system.spawn_with(Async::new(Notes { notes: vec![0], ..Notes::default() }), options);
            actor.send(ToNotes::Panic(late.then(|| gate.clone())));
            actor.send(ToNotes::Note(1));
            gate.open();
            if restarts {
                assert_eq!(actor.ask(PATIENCE, ToNotes::Report), Ok(vec![1]), "late: {late}");
            } else {
                assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Panicked("injected".into())));
            }
        }
    }
    assert_eq!(system.counters().panics(), 4);
}

/// Pair: restarts x async handlers.
#[test]
fn a_restart_drops_what_is_awaited_and_keeps_the_mailbox() {
    quiet_injected_panics();
    let system = system(2);
    let made = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&made);
    let make = move || {
        count.fetch_add(1, Ordering::SeqCst);
        Async::new(Notes::default())
    };
    let supervisor = Supervisor::new(Strategy::OneForAll)
        .child(ChildSpec::new("one", make.clone()))
        .child(ChildSpec::new("other", make));
    let supervisor = system.spawn(supervisor);
    let child = |name: &str| supervisor.child::<ToNotes>(name, PATIENCE).expect("it answers").expect("it is there");
    let (one, other) = (child("one"), child("other"));
    let token = Arc::new(());
    other.send(ToNotes::Hold(Arc::clone(&token)));
    other.send(ToNotes::Note(1));
    eventually("the handler awaits", || Arc::strong_count(&token) == 3);
    one.send(ToNotes::Panic(None));
    assert_eq!(other.ask(PATIENCE, ToNotes::Report), Ok(vec![1]));
    assert_eq!(Arc::strong_count(&token), 1);
    assert_eq!(made.load(Ordering::SeqCst), 4);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn the_context_is_a_whole_one() {
    let system = system(2);
    let actor = notes(&system);
    actor.send(ToNotes::Stash(1));
    actor.send(ToNotes::Note(2));
    actor.send(ToNotes::Unstash);
    assert_eq!(actor.ask(PATIENCE, ToNotes::SpawnAndAsk), Ok(vec![5]));
    assert_eq!(actor.ask(PATIENCE, ToNotes::Report), Ok(vec![2, 1]));
    let other = notes(&system);
    actor.send(ToNotes::Watch(other));
    other.kill();
    eventually("the end of the other is reported", || actor.ask(PATIENCE, ToNotes::Report) == Ok(vec![2, 1, 1]));
}

/// Pair: bounds x async handlers.
#[test]
fn mailboxes_may_be_bounded_and_deliveries_confirmed() {
    let system = system(2);
    let actor =
        system.spawn_bounded(Async::new(Notes::default()), SpawnOptions::new(), Bound::new(2, Overflow::Reject));
    let mailbox = actor.mailbox().expect("it has a bound");
    let gate = Gate::default();
    actor.send_bounded(ToNotes::NoteWhen(gate.clone(), 1)).expect("there is capacity");
    eventually("it awaits", || mailbox.is_empty());
    actor.send_bounded(ToNotes::Note(3)).expect("there is capacity");
    actor.send_bounded(ToNotes::Note(4)).expect("there is capacity");
    assert!(actor.send_bounded(ToNotes::Note(5)).is_err(), "they wait while the handler awaits");
    gate.open();
    eventually("there is capacity", || mailbox.is_empty());
    let receipt = actor.send_confirmed(ToNotes::Note(6));
    assert_eq!(receipt.wait(PATIENCE), Ok(Delivery::Handled));
    assert_eq!(actor.ask(PATIENCE, ToNotes::Report), Ok(vec![1, 2, 3, 4, 6]));
}

/// Blocks between two awaits for so long that its thread loses its worker.
struct Blocks;

impl AsyncActor for Blocks {
    type Message = (Gate, Reply<()>);

    async fn handle(&mut self, (gate, reply): Self::Message, ctx: &mut AsyncContext<Self>) {
        std::thread::sleep(Duration::from_millis(20));
        either(gate.opened(), pending()).await;
        std::thread::sleep(Duration::from_millis(20));
        ctx.sleep(Duration::from_millis(1)).await;
        reply.send(());
    }
}

#[test]
fn a_handler_may_lose_its_worker_while_it_is_polled() {
    let system = system(1);
    let actor = system.spawn(Async::new(Blocks));
    for late in [false, true] {
        let gate = Gate::default();
        let answer = actor.ask_async(|reply| (gate.clone(), reply));
        if late {
            std::thread::sleep(Duration::from_millis(10)); // woken while it runs without a worker
        }
        gate.open();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("an executor");
        assert_eq!(runtime.block_on(answer), Ok(()));
    }
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Awaits the first gate, and then the second, in a poll that does not return before it is let go.
struct BlocksLater;

struct ToBlocksLater {
    gates: [Gate; 2],
    polled: Sender<()>,
    leave: Receiver<()>,
    reply: Reply<()>,
}

impl AsyncActor for BlocksLater {
    type Message = ToBlocksLater;

    async fn handle(&mut self, message: ToBlocksLater, _: &mut AsyncContext<Self>) {
        let ToBlocksLater { gates: [first, second], polled, leave, reply } = message;
        first.opened().await;
        let blocks = move || {
            let _ = polled.send(());
            let _ = leave.recv();
        };
        let mut blocks = Some(blocks);
        either(
            second.opened(),
            poll_fn(|_| {
                if let Some(blocks) = blocks.take() {
                    blocks();
                }
                Poll::Pending
            }),
        )
        .await;
        reply.send(());
    }
}

#[test]
fn a_handler_that_lost_its_worker_in_a_later_poll_is_woken_by_what_came_meanwhile() {
    let system = system(1);
    let (actor, other) = (system.spawn(Async::new(BlocksLater)), notes(&system));
    // Answers when the only worker has handled all that came before.
    let worker_goes_on = || {
        other.ask(PATIENCE, ToNotes::Report).expect("another thread has the worker");
    };
    let gates = [Gate::default(), Gate::default()];
    let (polled, is_polled) = channel();
    let (go, leave) = channel::<()>();
    let waits = gates.clone();
    let answer = actor.ask_async(move |reply| ToBlocksLater { gates: waits, polled, leave, reply });
    worker_goes_on();
    gates[0].open();
    is_polled.recv_timeout(PATIENCE).expect("it is polled again");
    worker_goes_on();
    gates[1].open();
    worker_goes_on();
    drop(go);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("an executor");
    let answer = runtime.block_on(async { tokio::time::timeout(PATIENCE, answer).await });
    assert_eq!(answer.expect("it is woken"), Ok(()));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn simulations_run_them_in_their_own_time() {
    struct Slow;
    impl AsyncActor for Slow {
        type Message = Reply<()>;
        async fn handle(&mut self, reply: Reply<()>, ctx: &mut AsyncContext<Self>) {
            ctx.sleep(Duration::from_secs(3_600)).await;
            reply.send(());
        }
    }
    Simulation::explore(0..20, |simulation| {
        let slow = simulation.spawn(Async::new(Slow));
        assert_eq!(slow.ask(Duration::from_secs(7_200), |reply| reply), Ok(()));
        assert_eq!(slow.ask(Duration::from_secs(60), |reply| reply), Err(AskError::Timeout));
    })
    .expect("no seed finds fault");
}

#[test]
fn what_was_awaited_leaves_nothing_behind() {
    /// Waits for its stop, by a waker that holds what the actor holds.
    struct Waits(#[allow(dead_code)] Arc<()>);
    impl AsyncActor for Waits {
        type Message = Arc<()>;
        async fn handle(&mut self, token: Arc<()>, ctx: &mut AsyncContext<Self>) {
            ctx.stopping().await;
            drop(token);
        }
    }
    let token = Arc::new(());
    let system = system(2);
    for _ in 0..50 {
        let actor = system.spawn(Async::new(Waits(Arc::clone(&token))));
        actor.send(Arc::clone(&token));
        actor.send(Arc::clone(&token));
    }
    drop(system); // kills
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn a_plain_actor_asks_an_async_one() {
    struct Asks(Address<ToNotes>, Option<Reply<Vec<u32>>>);
    enum ToAsks {
        Ask(Reply<Vec<u32>>),
        Answered(Result<Vec<u32>, AskError>),
    }
    impl Actor for Asks {
        type Message = ToAsks;
        fn handle(&mut self, message: ToAsks, ctx: &mut Context<'_, Self>) {
            match message {
                ToAsks::Ask(reply) => {
                    self.1 = Some(reply);
                    ctx.ask(&self.0, PATIENCE, ToNotes::Report, ToAsks::Answered);
                }
                ToAsks::Answered(answer) => self.1.take().expect("asked").send(answer.expect("it answers")),
            }
        }
    }
    let system = system(2);
    let asks = system.spawn(Asks(notes(&system), None));
    assert_eq!(asks.ask(PATIENCE, ToAsks::Ask), Ok(vec![]));
}

/// An actor whose handler is woken while it is being polled by a thread that has lost its worker.
struct Blocking {
    probe: Address<()>,
    passed: Mutex<Receiver<()>>,
}

impl AsyncActor for Blocking {
    type Message = Reply<()>;

    async fn handle(&mut self, done: Reply<()>, ctx: &mut AsyncContext<Self>) {
        ctx.sleep(Duration::from_millis(1)).await; // polled for the second time from here on
        let (reply, answer) = Reply::channel();
        let (mut reply, mut answer) = (Some(reply), pin!(answer));
        poll_fn(|cx| {
            let polled = answer.as_mut().poll(cx);
            if let Some(reply) = reply.take() {
                assert!(polled.is_pending());
                reply.send(());
                // The wake comes before this; both are for another thread, since this one blocks.
                self.probe.send(());
                self.passed
                    .lock()
                    .expect("no panic")
                    .recv_timeout(PATIENCE)
                    .expect("the worker goes on without this thread");
            }
            polled
        })
        .await
        .expect("it has been sent");
        done.send(());
    }
}

struct Probe(Sender<()>);

impl Actor for Probe {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        let _ = self.0.send(());
    }
}

#[test]
fn a_wake_is_not_lost_with_the_worker() {
    let system = system(1);
    let (pass, passed) = channel();
    let probe = system.spawn(Probe(pass));
    let blocking = system.spawn(Async::new(Blocking { probe, passed: Mutex::new(passed) }));
    assert_eq!(blocking.ask(PATIENCE, |reply| reply), Ok(()));
}
