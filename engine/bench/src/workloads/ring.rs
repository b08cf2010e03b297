//! Workers in a ring pass tokens to their neighbours. One operation is one pass.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use super::{Cost, Wrong, receive};
use crate::runtime::{Behaviour, Runtime, Scope};

/// The size of the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// How many workers.
    pub workers: usize,
    /// How many tokens go round at the same time, at equal distances.
    pub tokens: usize,
}

impl Ring {
    /// Passes the tokens so often that it makes about `passes` passes; they are spread over the runtime's `threads` in one piece each.
    pub fn run<R: Runtime>(self, runtime: &R, threads: usize, passes: u64) -> Result<Cost, Wrong> {
        let each = u32::try_from(passes / self.tokens as u64).unwrap_or(u32::MAX).max(1);
        let (done, outcome) = channel();
        let counter =
            runtime.spawn(0, Counter { ends: vec![None; self.tokens], missing: self.tokens, begun: None, done });
        let ring = self.build(runtime, threads, &counter)?;
        let tokens = (0..self.tokens).map(|id| (ring[self.start(id)].clone(), id as u32)).collect();
        runtime.send(&counter, ToCounter::Start { tokens, left: each });
        let (elapsed, ends) = receive(&outcome)?;
        for (id, end) in ends.into_iter().enumerate() {
            let expected = (self.start(id) + each as usize) % self.workers;
            if end != Some(expected as u32) {
                return Err(Wrong(format!("token {id} ended at {end:?} instead of {expected}")));
            }
        }
        Ok(Cost::of_time(elapsed, u64::from(each) * self.tokens as u64))
    }

    /// Every worker is spawned with its neighbour's address, from the last to the first; then the ring is closed.
    fn build<R: Runtime>(
        self,
        runtime: &R,
        threads: usize,
        counter: &R::Address<Counter>,
    ) -> Result<Vec<R::Address<Worker<R>>>, Wrong> {
        let mut ring = Vec::with_capacity(self.workers);
        let mut next = None;
        for number in (0..self.workers).rev() {
            let worker = Worker { number: number as u32, next, counter: counter.clone() };
            let address = runtime.spawn(number * threads / self.workers, worker);
            ring.push(address.clone());
            next = Some(address);
        }
        ring.reverse();
        let (closed, closing) = channel();
        let close = Close { first: ring[0].clone(), closed };
        runtime.send(&ring[self.workers - 1], ToWorker::Close(Box::new(close)));
        receive(&closing)?;
        Ok(ring)
    }

    fn start(self, token: usize) -> usize {
        token * self.workers / self.tokens
    }
}

enum ToWorker<R: Runtime> {
    Pass { token: u32, left: u32 },
    Close(Box<Close<R>>),
}

/// Sends the last worker the first one's address. In a box, so that a token is a small message.
struct Close<R: Runtime> {
    first: R::Address<Worker<R>>,
    closed: Sender<()>,
}

struct Worker<R: Runtime> {
    number: u32,
    next: Option<R::Address<Worker<R>>>,
    counter: R::Address<Counter>,
}

impl<R: Runtime> Behaviour<R> for Worker<R> {
    type Message = ToWorker<R>;

    #[inline]
    fn handle(&mut self, message: ToWorker<R>, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToWorker::Pass { token, left: 0 } => {
                scope.send::<Counter>(&self.counter, ToCounter::Ended { token, at: self.number });
            }
            ToWorker::Pass { token, left } => {
                let next = self.next.as_ref().expect("the ring is closed before it is used");
                scope.send::<Self>(next, ToWorker::Pass { token, left: left - 1 });
            }
            ToWorker::Close(close) => {
                self.next = Some(close.first);
                let _ = close.closed.send(());
            }
        }
    }
}

enum ToCounter<R: Runtime> {
    Start { tokens: Vec<(R::Address<Worker<R>>, u32)>, left: u32 },
    Ended { token: u32, at: u32 },
}

/// Hands out the tokens, and gets a message from where each ends.
struct Counter {
    ends: Vec<Option<u32>>,
    missing: usize,
    begun: Option<Instant>,
    done: Sender<(Duration, Vec<Option<u32>>)>,
}

impl<R: Runtime> Behaviour<R> for Counter {
    type Message = ToCounter<R>;

    fn handle(&mut self, message: ToCounter<R>, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToCounter::Start { tokens, left } => {
                self.begun = Some(Instant::now());
                for (worker, token) in tokens {
                    scope.send::<Worker<R>>(&worker, ToWorker::Pass { token, left });
                }
            }
            ToCounter::Ended { token, at } => {
                self.ends[token as usize] = Some(at);
                self.missing -= 1;
                if self.missing == 0 {
                    let elapsed = self.begun.expect("it has started").elapsed();
                    let _ = self.done.send((elapsed, std::mem::take(&mut self.ends)));
                }
            }
        }
    }
}
