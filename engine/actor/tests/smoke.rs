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
