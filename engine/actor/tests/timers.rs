//! Timers: in order, never early, each once; cancelled from anywhere; a million of them.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, SpawnOptions, System, Timer};
use common::{PATIENCE, Random, eventually, quiet_injected_panics, system};

const MILLISECOND: Duration = Duration::from_millis(1);

/// Far enough not to come, and not so far that it could not.
const LATER: Duration = Duration::from_secs(3600);

/// Passes everything on.
struct Listener(Sender<u64>);

impl Actor for Listener {
    type Message = u64;

    fn handle(&mut self, number: u64, _: &mut Context<'_, Self>) {
        let _ = self.0.send(number);
    }
}

/// Runs a given closure in a handler.
struct Hand;

type Job = Box<dyn FnOnce(&mut Context<'_, Hand>) + Send>;

impl Actor for Hand {
    type Message = Job;

    fn handle(&mut self, job: Job, ctx: &mut Context<'_, Self>) {
        job(ctx);
    }
}

/// Has a handler do something, and waits for what comes of it.
fn inside<R: Send + 'static>(hand: &Address<Job>, job: impl FnOnce(&mut Context<'_, Hand>) -> R + Send + 'static) -> R {
    let (sender, receiver) = channel();
    hand.send(Box::new(move |ctx| sender.send(job(ctx)).expect("the test listens")));
    receiver.recv_timeout(PATIENCE).expect("it is done")
}

fn hands(system: &System, count: usize) -> Vec<Address<Job>> {
    (0..count).map(|worker| system.spawn_with(Hand, SpawnOptions::new().on_worker(worker))).collect()
}

#[test]
fn go_off_by_deadline_and_then_by_turn() {
    let system = system(1);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    let hand = system.spawn(Hand);
    let start = Instant::now();
    inside(&hand, move |ctx| {
        for (number, delay) in [(4, 30), (1, 10), (3, 20), (5, 40), (2, 15)] {
            ctx.send_after(delay * MILLISECOND, &listener, number);
        }
        // In no time, but not at once: behind what is sent meanwhile.
        ctx.send_after(Duration::ZERO, &listener, 0);
    });
    for number in 0..=5 {
        assert_eq!(receiver.recv_timeout(PATIENCE), Ok(number));
    }
    assert!(start.elapsed() >= 40 * MILLISECOND);
}

#[test]
fn are_set_from_outside() {
    let system = system(2);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    let start = Instant::now();
    listener.send_after(20 * MILLISECOND, 2);
    listener.send_after(5 * MILLISECOND, 1);
    let never = listener.send_after(Duration::MAX, 3);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(1));
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(2));
    assert!(start.elapsed() >= 20 * MILLISECOND);
    never.cancel();
    assert!(system.shutdown(PATIENCE).is_clean());
    listener.send_after(Duration::ZERO, 4).cancel();
    assert!(receiver.recv().is_err(), "nothing comes of a system that has ended");
}

/// What a cancelled timer would have sent is dropped: by the cancelling thread, wherever it was set.
#[test]
fn are_cancelled_from_anywhere() {
    struct Keeper;
    impl Actor for Keeper {
        type Message = Arc<()>;
        fn handle(&mut self, _: Arc<()>, _: &mut Context<'_, Self>) {
            panic!("it was cancelled");
        }
    }
    let system = system(2);
    let hands = hands(&system, 2);
    let keeper = system.spawn(Keeper);
    let token = Arc::new(());
    let set = |place: usize| -> Timer {
        let token = Arc::clone(&token);
        match hands.get(place) {
            Some(hand) => inside(hand, move |ctx| ctx.send_after(LATER, &keeper, token)),
            None => keeper.send_after(LATER, token),
        }
    };
    for set_at in 0..=hands.len() {
        for cancelled_at in 0..=hands.len() {
            let timer = set(set_at);
            assert_eq!(Arc::strong_count(&token), 2);
            match hands.get(cancelled_at) {
                Some(hand) => inside(hand, move |_| timer.cancel()),
                None => timer.cancel(),
            };
            eventually("the message is dropped", || Arc::strong_count(&token) == 1);
            timer.cancel();
        }
    }
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Its worker sleeps when the timer has gone off; the message is for another one.
#[test]
fn what_they_send_does_not_wait_for_their_worker_to_wake_again() {
    let system = system(2);
    let (sender, receiver) = channel();
    let listener = system.spawn_with(Listener(sender), SpawnOptions::new().on_worker(1));
    let hand = system.spawn_with(Hand, SpawnOptions::new().on_worker(0));
    for number in 0..3 {
        inside(&hand, move |ctx| {
            ctx.send_after(2 * MILLISECOND, &listener, number);
        });
        assert_eq!(receiver.recv_timeout(PATIENCE), Ok(number));
    }
}

/// Passes a number on, and drops what came with it.
struct Relay(Address<u64>);

impl Actor for Relay {
    type Message = (Arc<()>, u64);

    fn handle(&mut self, (_, number): (Arc<()>, u64), ctx: &mut Context<'_, Self>) {
        ctx.send(&self.0, number);
    }
}

/// A timer that is cancelled when it may be going off either goes off or does not; its neighbours do.
#[test]
fn a_race_for_a_timer_has_one_end() {
    let system = system(2);
    let hands = hands(&system, 2);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    let rounds: u64 = if cfg!(miri) { 5 } else { 500 };
    let token = Arc::new(());
    for round in 0..rounds {
        let held = Arc::clone(&token);
        let hand = hands[(round % 2) as usize];
        let timer = inside(&hand, move |ctx| {
            let relay = ctx.spawn(Relay(listener));
            let timer = ctx.send_after(MILLISECOND / 2, &relay, (held, 2 * round));
            ctx.send_after(MILLISECOND / 2, &listener, 2 * round + 1);
            timer
        });
        if round % 3 == 0 {
            thread::sleep(MILLISECOND / 2);
        }
        timer.cancel();
    }
    let mut seen = vec![0; 2 * rounds as usize];
    for _ in 0..rounds {
        loop {
            let number = receiver.recv_timeout(PATIENCE).expect("neighbours go off");
            seen[number as usize] += 1;
            if number % 2 == 1 {
                break;
            }
        }
    }
    assert!(system.shutdown(PATIENCE).is_clean());
    receiver.try_iter().for_each(|number| seen[number as usize] += 1);
    assert!(seen.iter().enumerate().all(|(number, &count)| count == 1 || number % 2 == 0 && count == 0));
    assert_eq!(Arc::strong_count(&token), 1);
}

/// Every timer reports when it was due and that it went off.
struct Due {
    due: Vec<Option<Instant>>,
    left: usize,
    done: Sender<()>,
    early: Arc<AtomicUsize>,
    twice: Arc<AtomicUsize>,
}

enum ToDue {
    Set { from: usize, to: usize, random: Random },
    Now(usize),
}

impl Actor for Due {
    type Message = ToDue;

    fn handle(&mut self, message: ToDue, ctx: &mut Context<'_, Self>) {
        match message {
            ToDue::Set { from, to, mut random } => {
                let me = ctx.address();
                for number in from..to {
                    let delay = Duration::from_micros(random.below(300_000));
                    self.due[number] = Some(Instant::now() + delay);
                    ctx.send_after(delay, &me, ToDue::Now(number));
                }
            }
            ToDue::Now(number) => {
                match self.due[number].take() {
                    Some(due) if due > Instant::now() => _ = self.early.fetch_add(1, Ordering::SeqCst),
                    Some(_) => {}
                    None => _ = self.twice.fetch_add(1, Ordering::SeqCst),
                }
                self.left -= 1;
                if self.left == 0 {
                    self.done.send(()).expect("the test listens");
                }
            }
        }
    }
}

#[test]
fn a_million_at_once_are_neither_early_nor_lost() {
    const COUNT: usize = if cfg!(miri) {
        100
    } else if cfg!(debug_assertions) {
        100_000
    } else {
        1_000_000
    };
    let system = system(2);
    let (done, all_done) = channel();
    let (early, twice) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let due = system.spawn(Due {
        due: vec![None; COUNT],
        left: COUNT,
        done,
        early: Arc::clone(&early),
        twice: Arc::clone(&twice),
    });
    for part in 0..10 {
        let (from, to) = (part * COUNT / 10, (part + 1) * COUNT / 10);
        due.send(ToDue::Set { from, to, random: Random::new(part as u64) });
    }
    all_done.recv_timeout(PATIENCE).expect("all go off");
    assert_eq!((early.load(Ordering::SeqCst), twice.load(Ordering::SeqCst)), (0, 0));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().handled(), COUNT as u64 + 10);
}

#[test]
fn an_interval_keeps_its_rate() {
    let system = system(2);
    let ticks = Arc::new(Mutex::new(Vec::new()));
    struct Ticks(Arc<Mutex<Vec<(u64, Instant)>>>);
    impl Actor for Ticks {
        type Message = u64;
        fn handle(&mut self, number: u64, _: &mut Context<'_, Self>) {
            self.0.lock().expect("no panic").push((number, Instant::now()));
        }
    }
    let actor = system.spawn(Ticks(Arc::clone(&ticks)));
    let period = 5 * MILLISECOND;
    let start = Instant::now();
    let mut number = 0;
    let timer = actor.send_every(period, move || {
        number += 1;
        number
    });
    eventually("some ticks have come", || ticks.lock().expect("no panic").len() >= 20);
    timer.cancel();
    let ticks = ticks.lock().expect("no panic");
    for (index, &(number, at)) in ticks.iter().enumerate() {
        assert_eq!(number, index as u64 + 1);
        // Late ticks may come late, and missed ones not at all; but none comes before its time.
        assert!(at - start >= period * u32::try_from(number).expect("few"), "tick {number} after {:?}", at - start);
    }
    drop(ticks);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn an_interval_ends_when_it_is_cancelled() {
    let system = system(2);
    let hands = hands(&system, 2);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    let token = Arc::new(());
    for place in 0..=hands.len() {
        for cancelled_at in 0..=hands.len() {
            let held = Arc::clone(&token);
            let make = move || Arc::strong_count(&held) as u64;
            let timer = match hands.get(place) {
                Some(hand) => inside(hand, move |ctx| ctx.send_every(MILLISECOND, &listener, make)),
                None => listener.send_every(MILLISECOND, make),
            };
            for _ in 0..3 {
                assert_eq!(receiver.recv_timeout(PATIENCE), Ok(2));
            }
            match hands.get(cancelled_at) {
                Some(hand) => inside(hand, move |_| timer.cancel()),
                None => timer.cancel(),
            };
            eventually("the closure is dropped", || Arc::strong_count(&token) == 1);
            receiver.try_iter().for_each(drop);
        }
    }
    thread::sleep(5 * MILLISECOND);
    assert_eq!(receiver.try_iter().count(), 0);
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// An interval ends with its receiver, and is no source of dead letters; a closure that panics ends its own.
#[test]
fn an_interval_ends_with_its_receiver_or_its_closure() {
    quiet_injected_panics();
    let system = system(2);
    let (sender, receiver) = channel();
    let (mortal, other) = (system.spawn(Listener(sender.clone())), system.spawn(Listener(sender)));
    let token = Arc::new(());
    let held = Arc::clone(&token);
    mortal.send_every(MILLISECOND, move || Arc::strong_count(&held) as u64);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(2));
    mortal.stop();
    eventually("the closure is dropped", || Arc::strong_count(&token) == 1);
    receiver.try_iter().for_each(drop);
    let (held, mut left) = (Arc::clone(&token), 3);
    other.send_every(MILLISECOND, move || {
        left -= 1;
        assert!(left > 0, "injected");
        Arc::strong_count(&held) as u64
    });
    eventually("the closure has panicked", || system.counters().panics() == 1);
    eventually("it is dropped", || Arc::strong_count(&token) == 1);
    assert_eq!(receiver.try_iter().count(), 2);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().dead_letters(), 0);
}

#[test]
fn an_interval_may_cancel_itself_and_be_held_up() {
    let system = system(1);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    let own: Arc<Mutex<Option<Timer>>> = Arc::new(Mutex::new(None));
    let token = Arc::new(());
    let (cell, held) = (Arc::clone(&own), Arc::clone(&token));
    let mut ticks = 0;
    let mut own_place = own.lock().expect("no panic");
    *own_place = Some(listener.send_every(MILLISECOND, move || {
        let _ = &held;
        ticks += 1;
        // So long that the worker is taken from the thread that does this.
        thread::sleep(8 * MILLISECOND);
        if ticks == 3
            && let Some(timer) = *cell.lock().expect("no panic")
        {
            timer.cancel();
        }
        ticks
    }));
    drop(own_place);
    let busy = system.spawn(Hand);
    for _ in 0..100 {
        busy.send(Box::new(|_| thread::sleep(MILLISECOND / 2)));
    }
    eventually("the closure is dropped", || Arc::strong_count(&token) == 1);
    assert!(system.shutdown(PATIENCE).is_clean());
    // The third is made when the timer has been cancelled; the others may have been in the mailbox.
    let received: Vec<_> = receiver.iter().collect();
    assert!([1, 2].starts_with(&received) || received == [2], "{received:?}");
}

#[test]
fn a_long_handler_does_not_hold_them_up() {
    let system = system(1);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    let hand = hands(&system, 1)[0];
    let received = inside(&hand, move |ctx| {
        ctx.send_after(3 * MILLISECOND, &listener, 1);
        // Nothing else waits for the worker.
        receiver.recv_timeout(PATIENCE / 2)
    });
    assert_eq!(received, Ok(1), "while the handler ran");
}

/// Timers of an address outlive who set them; those for an actor that is gone are dead letters, and those of a system that ends are
/// dropped.
#[test]
fn the_ends_of_actors_and_systems() {
    struct Holder;
    impl Actor for Holder {
        type Message = (Arc<()>, Option<Reply<()>>);
        fn handle(&mut self, (token, reply): Self::Message, ctx: &mut Context<'_, Self>) {
            let me = ctx.address();
            me.send_after(5 * MILLISECOND, (Arc::clone(&token), None));
            me.send_after(LATER, (token, None));
            reply.into_iter().for_each(|reply| reply.send(()));
            ctx.stop();
        }
    }
    let token = Arc::new(());
    let system = system(2);
    let hand = system.spawn(Hand);
    let (sender, receiver) = channel();
    let listener = system.spawn(Listener(sender));
    inside(&hand, move |ctx| {
        listener.send_after(10 * MILLISECOND, 1);
        ctx.stop();
    });
    let holder = system.spawn(Holder);
    let held = Arc::clone(&token);
    holder.ask(PATIENCE, |reply| (held, Some(reply))).expect("it answers");
    holder.wait(PATIENCE).expect("it stops");
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(1), "who set it has gone");
    eventually("the first timer has gone off", || system.counters().dead_letters() == 1);
    assert_eq!(Arc::strong_count(&token), 2, "the second has not");
    assert!(system.shutdown(PATIENCE).is_clean());
    assert_eq!(Arc::strong_count(&token), 1);
}
