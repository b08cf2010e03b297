//! Actors on two workers that wait for each other come together, whether their workers sleep in between or look on.

mod common;

use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, System};
use common::{PATIENCE, compute};

/// Sends what it gets to the other one, until asked to stop.
struct Player(Option<Address<ToPlayer>>);

enum ToPlayer {
    Compute,
    Begin(Address<ToPlayer>),
    Ball,
    Where(Reply<ThreadId>),
}

impl Actor for Player {
    type Message = ToPlayer;

    fn handle(&mut self, message: ToPlayer, ctx: &mut Context<'_, Self>) {
        match message {
            ToPlayer::Compute => compute(Duration::from_micros(100)),
            ToPlayer::Begin(other) => self.0 = Some(other),
            ToPlayer::Ball => {}
            ToPlayer::Where(reply) => return reply.send(thread::current().id()),
        }
        if let Some(other) = &self.0 {
            ctx.send(other, ToPlayer::Ball);
        }
    }
}

#[test]
fn two_that_wait_for_each_other_come_together() {
    let system = System::builder().threads(2).build().expect("threads can be started");
    let place = |player: &Address<ToPlayer>| player.ask(PATIENCE, ToPlayer::Where).expect("an answer");
    let players: Vec<_> = (0..100).map(|_| system.spawn(Player(None))).collect();
    let begun = Instant::now();
    let (one, other) = loop {
        assert!(begun.elapsed() < PATIENCE, "no two are apart");
        // The other worker takes a part of it.
        (0..4).for_each(|_| players.iter().for_each(|player| player.send(ToPlayer::Compute)));
        let first = place(&players[0]);
        if let Some(other) = players.iter().find(|player| place(player) != first) {
            break (players[0], *other);
        }
    };
    other.send(ToPlayer::Begin(one));
    one.send(ToPlayer::Begin(other));
    let begun = Instant::now();
    while place(&one) != place(&other) {
        assert!(begun.elapsed() < PATIENCE / 6, "they are apart");
    }
}
