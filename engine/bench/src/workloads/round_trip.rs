//! Two actors send a ball to and fro. One operation is there and back: two messages.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use super::{Cost, Wrong, check, receive};
use crate::runtime::{Behaviour, Runtime, Scope};

/// Plays `rounds` rounds between the first and the last worker of the runtime's `threads`.
pub fn run<R: Runtime>(runtime: &R, threads: usize, rounds: u64) -> Result<Cost, Wrong> {
    let (done, outcome) = channel();
    let ping = runtime.spawn(0, Ping { pong: None, left: 0, sum: 0, begun: None, done });
    let pong = runtime.spawn(threads - 1, Pong { ping: ping.clone() });
    runtime.send(&ping, ToPing::Start { pong, rounds });
    let (elapsed, sum) = receive(&outcome)?;
    // The n-th ball comes back as n + 1.
    check("sum of the balls that came back", &sum, &(rounds * (rounds + 3) / 2))?;
    Ok(Cost::of_time(elapsed, rounds))
}

enum ToPing<R: Runtime> {
    Start { pong: R::Address<Pong<R>>, rounds: u64 },
    Ball(u64),
}

struct Ping<R: Runtime> {
    pong: Option<R::Address<Pong<R>>>,
    left: u64,
    sum: u64,
    begun: Option<Instant>,
    done: Sender<(Duration, u64)>,
}

impl<R: Runtime> Behaviour<R> for Ping<R> {
    type Message = ToPing<R>;

    #[inline]
    fn handle(&mut self, message: ToPing<R>, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToPing::Start { pong, rounds } => {
                self.pong = Some(pong);
                self.left = rounds;
                self.begun = Some(Instant::now());
            }
            ToPing::Ball(ball) => {
                self.sum += ball;
                self.left -= 1;
            }
        }
        if self.left == 0 {
            let elapsed = self.begun.expect("it has started").elapsed();
            let _ = self.done.send((elapsed, self.sum));
        } else {
            let pong = self.pong.as_ref().expect("it has started");
            scope.send::<Pong<R>>(pong, self.left);
        }
    }
}

struct Pong<R: Runtime> {
    ping: R::Address<Ping<R>>,
}

impl<R: Runtime> Behaviour<R> for Pong<R> {
    type Message = u64;

    #[inline]
    fn handle(&mut self, ball: u64, scope: &mut R::Scope<'_, Self>) {
        scope.send::<Ping<R>>(&self.ping, ToPing::Ball(ball + 1));
    }
}
