//! Why actors have ended, asked when they are gone.

mod common;

use agon_actor::{Actor, Address, Context, ExitReason, System};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// So many abnormal ends are remembered.
const REMEMBERED: usize = 4096;

/// Panics over each message.
struct Fragile;

impl Actor for Fragile {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        panic!("injected: on request");
    }
}

/// Of another type, so that no other actor lives in its slot.
struct Other;

impl Actor for Other {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

fn ended<M: Send + 'static>(system: &System, actor: &Address<M>) {
    let live = system.counters().live();
    actor.stop();
    eventually("it has ended", || system.counters().live() == live - 1);
}

#[test]
#[cfg_attr(miri, ignore = "takes long there")]
fn those_of_late_are_right_and_older_ones_unknown() {
    let system = system(1);
    let other = system.spawn(Other);
    ended(&system, &other);
    let all: Vec<_> = (0..2 * REMEMBERED).map(|_| system.spawn(Fragile)).collect();
    let (early, late) = all.split_at(REMEMBERED);
    for actor in &all {
        actor.kill();
    }
    eventually("all have been killed", || system.counters().live() == 0);
    assert_eq!(other.wait(PATIENCE), Ok(ExitReason::Normal), "no actor in its place has ended otherwise");
    for actor in early {
        assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Unknown));
    }
    for actor in late {
        assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Killed));
    }
    // Their successors, in the same places.
    for _ in 0..100 {
        let normal = system.spawn(Fragile);
        ended(&system, &normal);
        assert_eq!(normal.wait(PATIENCE), Ok(ExitReason::Normal));
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes long there")]
fn however_many_have_failed_the_last_one_is_right() {
    quiet_injected_panics();
    let system = system(2);
    let panicked = ExitReason::Panicked("injected: on request".into());
    let lives = REMEMBERED + REMEMBERED / 2;
    let mut last = None;
    for number in 0..lives {
        let actor = system.spawn(Fragile);
        actor.send(());
        if number + 100 >= lives {
            assert_eq!(actor.wait(PATIENCE), Ok(panicked.clone()));
            last = Some(actor);
        }
    }
    eventually("all have ended", || system.counters().live() == 0);
    let last = last.expect("there was one");
    assert_eq!(last.wait(PATIENCE), Ok(panicked), "asked long afterwards");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(last.wait(PATIENCE), Ok(ExitReason::Unknown), "a system that has ended remembers no actor");
}
