//! Actors on two workers that wait for each other come together, whether their workers sleep in between or look on.

mod common;

use std::thread::{self, ThreadId};
use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use common::PATIENCE;

/// Sends what it gets to the other one, until told to stop.
struct Player(Option<Address<ToPlayer>>);

enum ToPlayer {
    Begin(Address<ToPlayer>),
    Ball,
    Where(Reply<ThreadId>),
}

impl Actor for Player {
    type Message = ToPlayer;

    fn handle(&mut self, message: ToPlayer, ctx: &mut Context<'_, Self>) {
        match message {
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
    let one = system.spawn(Player(None));
    let mut other = system.spawn(Player(None));
    while place(&one) == place(&other) {
        other = system.spawn(Player(None));
    }
    other.send(ToPlayer::Begin(one));
    one.send(ToPlayer::Begin(other));
    let begun = Instant::now();
    while place(&one) != place(&other) {
        assert!(begun.elapsed() < PATIENCE / 6, "they are apart");
    }
}
