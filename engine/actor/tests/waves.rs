//! Actors that come and go: their places are used again.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_actor::{Actor, Context, Mode, Reply, System};
use common::PATIENCE;

/// Ends when it has been born.
struct Mayfly;

impl Actor for Mayfly {
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.stop();
    }

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

/// Spawns so many at once; returns whether there was capacity for all of them.
struct Swarm;

impl Actor for Swarm {
    type Message = (usize, Reply<bool>);

    fn handle(&mut self, (count, reply): (usize, Reply<bool>), ctx: &mut Context<'_, Self>) {
        reply.send((0..count).all(|_| ctx.try_spawn(Mayfly).is_ok()));
    }
}

#[test]
fn wave_after_wave_fits_where_the_first_did() {
    const WAVE: usize = 3_000;
    let builder = System::builder().mode(Mode::Pool).threads(1).max_actors(4 * WAVE as u32);
    let system = builder.build().expect("a thread can be started");
    let swarm = system.spawn(Swarm);
    for wave in 0..20 {
        assert_eq!(swarm.ask(PATIENCE, |reply| (WAVE, reply)), Ok(true), "wave {wave}");
        common::eventually("all have ended", || system.counters().live() == 1);
    }
}

/// Spawns until it is asked to stop.
struct Endless(Arc<AtomicBool>);

impl Actor for Endless {
    type Message = Reply<()>;

    fn handle(&mut self, begun: Reply<()>, ctx: &mut Context<'_, Self>) {
        begun.send(());
        while !self.0.load(Ordering::Relaxed) {
            ctx.spawn(Mayfly);
        }
    }
}

struct Echo;

impl Actor for Echo {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

#[test]
fn a_handler_that_spawns_and_spawns_delays_no_actor() {
    let system = System::builder().threads(1).build().expect("a thread can be started");
    let enough = Arc::new(AtomicBool::new(false));
    let (endless, echo) = (system.spawn(Endless(Arc::clone(&enough))), system.spawn(Echo));
    assert_eq!(endless.ask(PATIENCE, |reply| reply), Ok(()));
    let answer = echo.ask(PATIENCE, |reply| reply);
    enough.store(true, Ordering::Relaxed);
    assert_eq!(answer, Ok(()), "while the other one spawns");
    common::eventually("all that were spawned have ended", || system.counters().live() == 2);
}
