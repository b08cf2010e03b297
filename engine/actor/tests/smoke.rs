//! The life of one actor, small enough for Miri.

mod common;

use agon_actor::{Actor, Address, Context, ExitReason, Reply};
use common::{PATIENCE, system};

struct Sum(u64);

enum ToSum {
    Add(u64),
    Get(Reply<u64>),
}

impl Actor for Sum {
    type Message = ToSum;

    fn handle(&mut self, message: ToSum, _: &mut Context<'_, Self>) {
        match message {
            ToSum::Add(step) => self.0 += step,
            ToSum::Get(reply) => reply.send(self.0),
        }
    }
}

#[test]
fn counts_and_stops() {
    let system = system(2);
    let sum = system.spawn(Sum(0));
    for step in 1..=10 {
        sum.send(ToSum::Add(step));
    }
    assert_eq!(sum.ask(PATIENCE, ToSum::Get), Ok(55));
    sum.stop();
    assert_eq!(sum.wait(PATIENCE), Ok(ExitReason::Normal));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().handled(), 11);
}

/// An actor of many lines of memory.
struct Large {
    next: Option<Address<ToLarge>>,
    seen: [u64; 200],
}

enum ToLarge {
    Meet(Address<ToLarge>),
    Pass(u64),
    Get(Reply<u64>),
}

impl Actor for Large {
    type Message = ToLarge;

    fn handle(&mut self, message: ToLarge, ctx: &mut Context<'_, Self>) {
        match message {
            ToLarge::Meet(next) => self.next = Some(next),
            ToLarge::Pass(left) => {
                self.seen[left as usize % 200] += 1;
                if let (1.., Some(next)) = (left, &self.next) {
                    ctx.send(next, ToLarge::Pass(left - 1));
                }
            }
            ToLarge::Get(reply) => reply.send(self.seen.iter().sum()),
        }
    }
}

/// The next message may be for another such actor, for one that is quite different, for one that is gone, or for none.
#[test]
fn large_actors_are_there_when_their_turn_comes() {
    let system = system(1);
    let large = || system.spawn(Large { next: None, seen: [0; 200] });
    let (one, other, gone) = (large(), large(), large());
    let small = system.spawn(Sum(0));
    one.send(ToLarge::Meet(other));
    other.send(ToLarge::Meet(one));
    gone.stop();
    for left in 0..10 {
        one.send(ToLarge::Pass(left));
        small.send(ToSum::Add(left));
        gone.send(ToLarge::Pass(left));
    }
    while system.counters().dead_letters() < 10 || small.ask(PATIENCE, ToSum::Get) != Ok(45) {
        std::thread::yield_now();
    }
    let count = |large: &Address<ToLarge>| large.ask(PATIENCE, ToLarge::Get).expect("it is there");
    while count(&one) + count(&other) < 55 {
        std::thread::yield_now();
    }
    assert_eq!(count(&one) + count(&other), 55);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn addresses_are_equal_if_their_actor_is_the_same() {
    let system = system(1);
    let (one, other) = (system.spawn(Sum(0)), system.spawn(Sum(0)));
    assert_eq!(one, one.clone());
    assert_ne!(one, other);
    assert_eq!(format!("{one:?}"), format!("Address({})", one.id()));
}

#[test]
fn the_types_cross_threads() {
    fn crosses<T: Send + Sync>() {}
    crosses::<Address<ToSum>>();
    crosses::<agon_actor::System>();
    crosses::<agon_actor::Counters>();
}
