//! Futures that wait for actors, and actors that wait for futures.

mod common;

use std::future::{Future, poll_fn, ready};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context as Polling, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Bound, Context, Overflow, Reply, SpawnOptions, Task};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// A future whose output is provided from outside; one way to make one without an executor.
struct Promise<T>(Arc<Mutex<(Option<T>, Option<Waker>)>>);

impl<T> Promise<T> {
    fn new() -> (Self, Self) {
        let state = Arc::new(Mutex::new((None, None)));
        (Self(Arc::clone(&state)), Self(state))
    }

    fn keep(&self, value: T) {
        let mut state = self.0.lock().expect("no panic");
        state.0 = Some(value);
        let waker = state.1.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }
}

impl<T> Future for Promise<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Polling<'_>) -> Poll<T> {
        let mut state = self.0.lock().expect("no panic");
        match state.0.take() {
            Some(value) => Poll::Ready(value),
            None => {
                state.1 = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

struct Doubler;

impl Actor for Doubler {
    type Message = (u32, Reply<u32>);

    fn handle(&mut self, (number, reply): (u32, Reply<u32>), _: &mut Context<'_, Self>) {
        match number {
            0 => drop(reply),
            _ => reply.send(2 * number),
        }
    }
}

struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn an_answer_is_awaited_by_any_executor() {
    let system = system(2);
    let doubler = system.spawn(Doubler);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("an executor");
    runtime.block_on(async {
        assert_eq!(doubler.ask_async(|reply| (21, reply)).await, Ok(42));
        assert_eq!(doubler.ask_async(|reply| (0, reply)).await, Err(AskError::NoReply));
        let mut tasks = Vec::new();
        for number in 1..100 {
            tasks.push(tokio::spawn(async move { doubler.ask_async(|reply| (number, reply)).await }));
        }
        for (number, task) in (1..).zip(tasks) {
            assert_eq!(task.await.expect("no panic"), Ok(2 * number));
        }
    });
    doubler.stop();
    runtime.block_on(async {
        assert_eq!(doubler.ask_async(|reply| (1, reply)).await, Err(AskError::NoReply));
    });
    drop(system);
    runtime.block_on(async {
        assert_eq!(doubler.ask_async(|reply| (1, reply)).await, Err(AskError::NoReply), "nor after the end");
    });
}

#[test]
fn a_dropped_question_and_a_changed_waker_do_no_harm() {
    /// Answers on request.
    #[derive(Default)]
    struct Late(Vec<Reply<u32>>);
    impl Actor for Late {
        type Message = Option<Reply<u32>>;
        fn handle(&mut self, message: Self::Message, _: &mut Context<'_, Self>) {
            match message {
                Some(reply) => self.0.push(reply),
                None => self.0.drain(..).for_each(|reply| reply.send(1)),
            }
        }
    }
    let system = system(1);
    let late = system.spawn(Late::default());
    let counts = [Arc::new(Count(AtomicUsize::new(0))), Arc::new(Count(AtomicUsize::new(0)))];
    let wakers = [Waker::from(Arc::clone(&counts[0])), Waker::from(Arc::clone(&counts[1]))];
    let given_up = late.ask_async(Some);
    let mut asking = pin!(late.ask_async(Some));
    for waker in &wakers {
        assert_eq!(asking.as_mut().poll(&mut Polling::from_waker(waker)), Poll::Pending);
    }
    drop(given_up);
    late.send(None);
    eventually("the last waker is woken", || counts[1].0.load(Ordering::SeqCst) == 1);
    assert_eq!(counts[0].0.load(Ordering::SeqCst), 0, "the first has been replaced");
    assert_eq!(asking.as_mut().poll(&mut Polling::from_waker(&wakers[0])), Poll::Ready(Ok(1)));
}

/// Notes the messages that it gets, in order, and starts futures.
struct Notes {
    notes: Vec<u32>,
    notes_sender: Sender<Vec<u32>>,
}

type Start = Box<dyn FnOnce(&mut Context<'_, Notes>) -> Task + Send>;

enum ToNotes {
    Note(u32),
    Pipe(Promise<u32>),
    AwaitPaused(Promise<u32>),
    Start(Start, Sender<Task>),
    Report,
}

impl Actor for Notes {
    type Message = ToNotes;

    fn handle(&mut self, message: ToNotes, ctx: &mut Context<'_, Self>) {
        match message {
            ToNotes::Note(note) => self.notes.push(note),
            ToNotes::Pipe(promise) => _ = ctx.pipe(promise, ToNotes::Note),
            ToNotes::AwaitPaused(promise) => _ = ctx.await_paused(promise, ToNotes::Note),
            ToNotes::Start(start, start_sender) => start_sender.send(start(ctx)).expect("the test listens"),
            ToNotes::Report => self.notes_sender.send(self.notes.clone()).expect("the test listens"),
        }
    }
}

#[test]
fn an_actor_goes_on_while_a_future_is_piped() {
    let system = system(2);
    let (notes_sender, notes) = channel();
    let actor = system.spawn(Notes { notes: Vec::new(), notes_sender });
    let (promise, keeper) = Promise::new();
    actor.send(ToNotes::Pipe(promise));
    actor.send(ToNotes::Note(1));
    actor.send(ToNotes::Report);
    assert_eq!(notes.recv_timeout(PATIENCE), Ok(vec![1]));
    keeper.keep(2);
    eventually("the output comes", || {
        actor.send(ToNotes::Report);
        notes.recv_timeout(PATIENCE) == Ok(vec![1, 2])
    });
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().spawned(), 2, "the future had an actor of its own");
}

#[test]
fn a_paused_actor_handles_the_output_first() {
    let system = system(2);
    for round in 0..200 {
        let (notes_sender, notes) = channel();
        let actor = system.spawn(Notes { notes: Vec::new(), notes_sender });
        let (promise, keeper) = Promise::new();
        actor.send(ToNotes::AwaitPaused(promise));
        actor.send(ToNotes::Note(1));
        actor.send(ToNotes::Report);
        if round % 10 == 0 {
            assert!(notes.recv_timeout(Duration::from_millis(2)).is_err(), "it is paused");
        }
        keeper.keep(0);
        assert_eq!(notes.recv_timeout(PATIENCE), Ok(vec![0, 1]));
    }
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn a_paused_actor_waits_for_all_of_several_futures() {
    let system = system(2);
    let (notes_sender, notes) = channel();
    let actor = system.spawn(Notes { notes: Vec::new(), notes_sender });
    let (first, first_keeper) = Promise::new();
    let (second, second_keeper) = Promise::new();
    let (start_sender, started) = channel();
    let start = Box::new(move |ctx: &mut Context<'_, Notes>| {
        ctx.await_paused(first, ToNotes::Note);
        ctx.await_paused(second, ToNotes::Note)
    });
    actor.send(ToNotes::Start(start, start_sender));
    actor.send(ToNotes::Note(3));
    actor.send(ToNotes::Report);
    started.recv_timeout(PATIENCE).expect("both are started");
    second_keeper.keep(2);
    assert!(notes.recv_timeout(Duration::from_millis(5)).is_err(), "one is missing");
    first_keeper.keep(1);
    let mut notes = notes.recv_timeout(PATIENCE).expect("it goes on");
    assert_eq!(notes.pop(), Some(3));
    notes.sort_unstable();
    assert_eq!(notes, [1, 2]);
}

#[test]
fn a_pause_ends_without_an_output() {
    quiet_injected_panics();
    let system = system(2);
    let (notes_sender, notes) = channel();
    let actor = system.spawn(Notes { notes: Vec::new(), notes_sender });
    let (start_sender, started) = channel();
    let never = Box::new(|ctx: &mut Context<'_, Notes>| ctx.await_paused(std::future::pending::<u32>(), ToNotes::Note));
    actor.send(ToNotes::Start(never, start_sender.clone()));
    actor.send(ToNotes::Report);
    let task = started.recv_timeout(PATIENCE).expect("it is started");
    assert!(notes.recv_timeout(Duration::from_millis(5)).is_err(), "it is paused");
    task.cancel();
    assert_eq!(notes.recv_timeout(PATIENCE), Ok(vec![]));
    let panics =
        Box::new(|ctx: &mut Context<'_, Notes>| ctx.await_paused(async { panic!("injected") }, |()| ToNotes::Note(1)));
    actor.send(ToNotes::Start(panics, start_sender.clone()));
    actor.send(ToNotes::Report);
    assert_eq!(notes.recv_timeout(PATIENCE), Ok(vec![]));
    assert_eq!(system.counters().panics(), 1);
    // At the end of the system the future is given up, and the actor goes on to stop.
    let never = Box::new(|ctx: &mut Context<'_, Notes>| ctx.await_paused(std::future::pending::<u32>(), ToNotes::Note));
    actor.send(ToNotes::Start(never, start_sender));
    actor.send(ToNotes::Note(5));
    actor.send(ToNotes::Report);
    started.recv_timeout(PATIENCE).expect("it is started");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(notes.recv_timeout(PATIENCE), Ok(vec![5]));
}

/// The future is ready, and the pause over, while the handler that began it still runs on a thread that has lost its worker.
#[test]
fn a_pause_may_end_before_its_handler() {
    let system = system(1);
    let (notes_sender, notes) = channel();
    let actor = system.spawn(Notes { notes: Vec::new(), notes_sender });
    let (start_sender, started) = channel();
    let handovers = Arc::new(AtomicUsize::new(0));
    let polled = Arc::clone(&handovers);
    let long = Box::new(move |ctx: &mut Context<'_, Notes>| {
        let seen = Arc::clone(&polled);
        let task = ctx.await_paused(
            async move {
                seen.store(1, Ordering::SeqCst);
                1
            },
            ToNotes::Note,
        );
        eventually("another thread polls the future", || polled.load(Ordering::SeqCst) == 1);
        thread::sleep(Duration::from_millis(5));
        task
    });
    actor.send(ToNotes::Start(long, start_sender));
    actor.send(ToNotes::Note(2));
    actor.send(ToNotes::Report);
    started.recv_timeout(PATIENCE).expect("it is started");
    assert_eq!(notes.recv_timeout(PATIENCE), Ok(vec![1, 2]));
    assert_eq!(handovers.load(Ordering::SeqCst), 1);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn futures_wake_themselves_and_each_other() {
    /// Ready when polled for the hundredth time.
    fn stubborn() -> impl Future<Output = u32> + Send {
        let mut polls = 0;
        poll_fn(move |cx| {
            polls += 1;
            cx.waker().wake_by_ref();
            cx.waker().wake_by_ref();
            if polls == 100 { Poll::Ready(polls) } else { Poll::Pending }
        })
    }
    struct Many {
        left: usize,
        doubler: Address<(u32, Reply<u32>)>,
        done: Sender<u32>,
        sum: u32,
    }
    impl Actor for Many {
        type Message = u32;
        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            for _ in 0..self.left / 2 {
                ctx.pipe(stubborn(), |polls| polls);
                let doubler = self.doubler;
                let twice = async move {
                    let double = doubler.ask_async(|reply| (1, reply)).await.expect("it lives");
                    doubler.ask_async(|reply| (double, reply)).await.expect("it lives")
                };
                ctx.pipe(twice, |four| four);
            }
        }
        fn handle(&mut self, number: u32, _: &mut Context<'_, Self>) {
            self.left -= 1;
            self.sum += number;
            if self.left == 0 {
                self.done.send(self.sum).expect("the test listens");
            }
        }
    }
    const HALF: u32 = if cfg!(miri) { 3 } else { 200 };
    let system = system(3);
    let doubler = system.spawn(Doubler);
    let (done, result) = channel();
    system.spawn(Many { left: 2 * HALF as usize, doubler, done, sum: 0 });
    assert_eq!(result.recv_timeout(PATIENCE), Ok(HALF * 104));
    eventually("the futures' actors have gone", || system.counters().live() == 2);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "a wake too many is no dead letter: {report}");
    assert_eq!(report.counters().dead_letters(), 0);
}

#[test]
fn an_output_for_an_actor_that_is_gone_is_dropped() {
    let token = Arc::new(());
    let system = system(2);
    let (notes_sender, _notes) = channel();
    let actor = system.spawn(Notes { notes: Vec::new(), notes_sender });
    let (promise, keeper) = Promise::new();
    let held = Arc::clone(&token);
    let (start_sender, started) = channel();
    let start = Box::new(move |ctx: &mut Context<'_, Notes>| {
        ctx.pipe(promise, move |number| {
            drop(held);
            ToNotes::Note(number)
        })
    });
    actor.send(ToNotes::Start(start, start_sender));
    started.recv_timeout(PATIENCE).expect("it is started");
    actor.kill();
    actor.wait(PATIENCE).expect("it is killed");
    keeper.keep(1);
    eventually("the output is dropped", || Arc::strong_count(&token) == 1);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_piped_future_sends_under_back_pressure() {
    struct Sum(u64, u64, Sender<u64>);
    impl Actor for Sum {
        type Message = u64;
        fn handle(&mut self, number: u64, _: &mut Context<'_, Self>) {
            assert_eq!(number, self.1, "in order");
            self.1 += 1;
            self.0 += number;
            if self.1 == 1000 {
                self.2.send(self.0).expect("the test listens");
            }
        }
    }
    struct Source;
    impl Actor for Source {
        type Message = ();
        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
    }
    struct Starter(Option<Address<u64>>);
    impl Actor for Starter {
        type Message = ();
        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            let to = self.0.take().expect("started once");
            let send = async move {
                for number in 0..1000 {
                    to.send_async(number).await.expect("it lives");
                }
            };
            ctx.pipe(send, |()| ());
            ctx.pipe(ready(()), |()| ());
        }
        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
    }
    let system = system(2);
    system.spawn(Source);
    let (done, result) = channel();
    let sum = system.spawn_bounded(Sum(0, 0, done), SpawnOptions::new(), Bound::new(3, Overflow::Await));
    system.spawn(Starter(Some(sum)));
    assert_eq!(result.recv_timeout(PATIENCE), Ok(499_500));
    assert!(system.shutdown(PATIENCE).is_clean());
}
