//! A panic stays where it happened.

mod common;

use std::panic::panic_any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_actor::{Actor, Address, Context, ExitReason, OnPanic, Reply, SpawnOptions};
use common::{PATIENCE, Random, quiet_injected_panics, system};

#[derive(Default)]
struct Fragile {
    generation: u64,
    sum: u64,
}

enum ToFragile {
    Add(u64),
    Break,
    Get(Reply<(u64, u64)>),
}

impl Actor for Fragile {
    type Message = ToFragile;

    fn handle(&mut self, message: ToFragile, _: &mut Context<'_, Self>) {
        match message {
            ToFragile::Add(step) => self.sum += step,
            ToFragile::Break => panic!("injected: asked to break"),
            ToFragile::Get(reply) => reply.send((self.generation, self.sum)),
        }
    }
}

#[test]
fn stops_the_actor_and_no_other() {
    quiet_injected_panics();
    let system = system(1);
    let (broken, whole) = (system.spawn(Fragile::default()), system.spawn(Fragile::default()));
    for address in [&broken, &whole] {
        address.send(ToFragile::Add(1));
    }
    broken.send(ToFragile::Break);
    for _ in 0..5 {
        broken.send(ToFragile::Add(1)); // dead letters
    }
    assert_eq!(broken.wait(PATIENCE), Ok(ExitReason::Panicked("injected: asked to break".into())));
    assert_eq!(broken.ask(PATIENCE, ToFragile::Get), Err(agon_actor::AskError::NoReply));
    assert_eq!(whole.ask(PATIENCE, ToFragile::Get), Ok((0, 1)));
    let counters = system.shutdown(PATIENCE).counters();
    assert_eq!((counters.panics(), counters.dead_letters()), (1, 6));
}

#[test]
fn a_restarted_actor_keeps_address_and_mailbox() {
    quiet_injected_panics();
    let system = system(2);
    let mut generation = 0;
    let options = SpawnOptions::new().on_panic(OnPanic::restart(move || {
        generation += 1;
        Fragile { generation, sum: 0 }
    }));
    let actor = system.spawn_with(Fragile::default(), options);
    for message in [ToFragile::Add(5), ToFragile::Break, ToFragile::Break, ToFragile::Add(7)] {
        actor.send(message);
    }
    assert_eq!(actor.ask(PATIENCE, ToFragile::Get), Ok((2, 7)), "a new state twice, and the message behind");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().panics(), report.counters().dead_letters()), (2, 0));
}

/// Injects panics at random and accounts for every message.
#[test]
fn exactly_the_messages_that_panicked_are_lost() {
    quiet_injected_panics();
    let total = Arc::new(AtomicU64::new(0));
    struct Tally(Arc<AtomicU64>);
    impl Actor for Tally {
        type Message = bool;

        fn handle(&mut self, breaks: bool, _: &mut Context<'_, Self>) {
            assert!(!breaks, "injected");
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    for threads in [1, 2, 4] {
        total.store(0, Ordering::Relaxed);
        let system = system(threads);
        let actors: Vec<_> = (0..30)
            .map(|_| {
                let (first, later) = (Arc::clone(&total), Arc::clone(&total));
                let restart = OnPanic::restart(move || Tally(Arc::clone(&later)));
                system.spawn_with(Tally(first), SpawnOptions::new().on_panic(restart))
            })
            .collect();
        let mut random = Random::new(threads as u64);
        let mut injected = 0;
        for _ in 0..20_000 {
            let breaks = random.below(50) == 0;
            injected += u64::from(breaks);
            actors[random.below(30) as usize].send(breaks);
        }
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{report}");
        assert_eq!(report.counters().panics(), injected);
        assert_eq!(report.counters().handled(), 20_000);
        assert_eq!(total.load(Ordering::Relaxed), 20_000 - injected);
    }
}

/// Panics in every place where the user's code runs, other than the handler.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Started,
    Stopped,
    Destructor,
    MessageDestructor,
    PayloadDestructor,
}

struct Breaks(Place);

struct Message(Place);

impl Drop for Message {
    fn drop(&mut self) {
        assert!(self.0 != Place::MessageDestructor, "injected: message destructor");
    }
}

struct Payload;

impl Drop for Payload {
    fn drop(&mut self) {
        panic!("injected: payload destructor");
    }
}

impl Actor for Breaks {
    type Message = Message;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        assert!(self.0 != Place::Started, "injected: started");
    }

    fn handle(&mut self, message: Message, ctx: &mut Context<'_, Self>) {
        if message.0 == Place::PayloadDestructor {
            panic_any(Payload);
        }
        ctx.stop();
    }

    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        assert!(self.0 != Place::Stopped, "injected: stopped");
    }
}

impl Drop for Breaks {
    fn drop(&mut self) {
        assert!(self.0 != Place::Destructor, "injected: destructor");
    }
}

#[test]
fn in_hooks_and_destructors() {
    quiet_injected_panics();
    for (place, reason, panics) in [
        (Place::Started, ExitReason::Panicked("injected: started".into()), 1),
        (Place::Stopped, ExitReason::Panicked("injected: stopped".into()), 1),
        (Place::Destructor, ExitReason::Normal, 1),
        (Place::PayloadDestructor, ExitReason::Panicked("a panic whose payload is no text".into()), 1),
        // In the handler, and again as a dead letter.
        (Place::MessageDestructor, ExitReason::Panicked("injected: message destructor".into()), 2),
    ] {
        let system = system(1);
        let bystander = system.spawn(Fragile::default());
        let actor = system.spawn(Breaks(place));
        actor.send(Message(place));
        assert_eq!(actor.wait(PATIENCE), Ok(reason));
        actor.send(Message(place)); // a dead letter by now
        assert_eq!(bystander.ask(PATIENCE, ToFragile::Get), Ok((0, 0)), "the only worker lives");
        let counters = system.shutdown(PATIENCE).counters();
        assert_eq!(counters.panics(), panics);
        assert_eq!(counters.live(), 0);
    }
}

#[test]
fn in_the_factory() {
    quiet_injected_panics();
    let system = system(1);
    let options = SpawnOptions::new().on_panic(OnPanic::restart(|| panic!("injected: factory")));
    let actor = system.spawn_with(Fragile::default(), options);
    actor.send(ToFragile::Break);
    assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Panicked("injected: factory".into())));
    assert_eq!(system.counters().panics(), 2);
}

#[test]
fn in_making_a_notice_it_is_the_receivers() {
    quiet_injected_panics();
    struct Watcher(Address<ToFragile>);
    impl Actor for Watcher {
        type Message = ();

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            ctx.monitor(&self.0, |_| panic!("injected: notice"));
        }

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
    }
    let system = system(2);
    let watched = system.spawn(Fragile::default());
    let watcher = system.spawn(Watcher(watched));
    watched.stop();
    assert_eq!(watched.wait(PATIENCE), Ok(ExitReason::Normal), "the watched actor does not suffer");
    assert_eq!(watcher.wait(PATIENCE), Ok(ExitReason::Panicked("injected: notice".into())));
}

#[test]
fn restarts_can_be_limited() {
    quiet_injected_panics();
    let system = system(1);
    for times in [0, 1, 5] {
        let options = SpawnOptions::new().on_panic(OnPanic::restart_at_most(times, PATIENCE, Fragile::default));
        let actor = system.spawn_with(Fragile::default(), options);
        for _ in 0..times {
            actor.send(ToFragile::Break);
        }
        actor.send(ToFragile::Add(1));
        assert_eq!(actor.ask(PATIENCE, ToFragile::Get), Ok((0, 1)), "after {times} panics");
        let before = system.counters().dead_letters();
        actor.send(ToFragile::Break);
        actor.send(ToFragile::Add(1));
        assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Panicked("injected: asked to break".into())));
        common::eventually("what was behind is a dead letter", || system.counters().dead_letters() == before + 1);
    }
}

#[test]
fn an_old_panic_does_not_count_against_a_restart() {
    quiet_injected_panics();
    let system = system(1);
    let window = std::time::Duration::from_millis(1);
    let options = SpawnOptions::new().on_panic(OnPanic::restart_at_most(1, window, Fragile::default));
    let actor = system.spawn_with(Fragile::default(), options);
    for _ in 0..3 {
        actor.send(ToFragile::Break);
        assert_eq!(actor.ask(PATIENCE, ToFragile::Get), Ok((0, 0)), "it lives");
        std::thread::sleep(2 * window);
    }
}
