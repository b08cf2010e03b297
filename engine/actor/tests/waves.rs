//! Actors that come and go: their places are used again.

mod common;

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

/// Spawns so many at once; says whether there was room for all of them.
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
