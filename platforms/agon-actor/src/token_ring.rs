//! token-ring: workers in a ring pass tokens to their neighbours; a counter hears where each token ends.

use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use serde_json::json;

use crate::harness::{Arguments, FOREVER, Failure, Iteration, Workload};

struct TokenRing {
    workers: usize,
    tokens: usize,
    passes: u64,
    witness: bool,
}

pub fn prepare(arguments: &mut Arguments) -> Result<Box<dyn Workload>, Failure> {
    let workload = TokenRing {
        workers: arguments.take_at_least("workers", 1)?,
        tokens: arguments.take_at_least("tokens", 1)?,
        passes: arguments.take("passes")?,
        witness: arguments.take_witness()?,
    };
    arguments.take_variant(&[("default", ())])?;
    arguments.take_samples()?;
    Ok(Box::new(workload))
}

/// What a token carries to prove its way: nothing, or a number that every worker changes.
trait Proof: Copy + Default + Send + 'static {
    fn passed_by(self, worker: u64) -> Self;
    fn value(self) -> Option<u64>;
}

impl Proof for () {
    fn passed_by(self, _: u64) {}

    fn value(self) -> Option<u64> {
        None
    }
}

#[derive(Clone, Copy, Default)]
struct Witness(u64);

impl Proof for Witness {
    fn passed_by(self, worker: u64) -> Self {
        Self((self.0 * 31 + worker) % 2_147_483_647)
    }

    fn value(self) -> Option<u64> {
        Some(self.0)
    }
}

struct Token<P> {
    number: usize,
    left: u64,
    proof: P,
}

enum ToWorker<P> {
    Pass(Token<P>),
    /// Closes the ring: tells the last worker of the first.
    Close(Box<(Address<ToWorker<P>>, Reply<()>)>),
}

struct Worker<P> {
    number: u64,
    next: Option<Address<ToWorker<P>>>,
    counter: Address<ToCounter<P>>,
}

impl<P: Proof> Actor for Worker<P> {
    type Message = ToWorker<P>;

    fn handle(&mut self, message: ToWorker<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToWorker::Pass(Token { number, left: 0, proof }) => {
                ctx.send(&self.counter, ToCounter::Ended { token: number, worker: self.number, proof });
            }
            ToWorker::Pass(Token { number, left, proof }) => {
                let next = self.next.as_ref().expect("the ring is closed before it is used");
                let token = Token { number, left: left - 1, proof: proof.passed_by(self.number) };
                ctx.send(next, ToWorker::Pass(token));
            }
            ToWorker::Close(link) => {
                let (first, closed) = *link;
                self.next = Some(first);
                closed.send(());
            }
        }
    }
}

enum ToCounter<P> {
    Start { tokens: Vec<(Address<ToWorker<P>>, Token<P>)>, done: Reply<Iteration> },
    Ended { token: usize, worker: u64, proof: P },
}

struct Counter<P> {
    missing: usize,
    ends: Vec<u64>,
    proofs: Vec<P>,
    run: Option<(Instant, Reply<Iteration>)>,
}

impl<P: Proof> Actor for Counter<P> {
    type Message = ToCounter<P>;

    fn handle(&mut self, message: ToCounter<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToCounter::Start { tokens, done } => {
                self.run = Some((Instant::now(), done));
                for (worker, token) in tokens {
                    ctx.send(&worker, ToWorker::Pass(token));
                }
            }
            ToCounter::Ended { token, worker, proof } => {
                self.ends[token - 1] = worker;
                self.proofs[token - 1] = proof;
                self.missing -= 1;
                if self.missing == 0
                    && let Some((start, done)) = self.run.take()
                {
                    done.send(self.outcome(start));
                }
            }
        }
    }
}

impl<P: Proof> Counter<P> {
    fn outcome(&self, start: Instant) -> Iteration {
        let elapsed = start.elapsed();
        let mut report = json!({"ends": self.ends});
        if let Some(witness) = self.proofs.iter().map(|proof| proof.value()).collect::<Option<Vec<_>>>() {
            report["witness"] = json!(witness);
        }
        Iteration { elapsed, report }
    }
}

impl TokenRing {
    fn run<P: Proof>(&self, system: &System) -> Result<Iteration, Failure> {
        let counter = system.spawn(Counter::<P> {
            missing: self.tokens,
            ends: vec![0; self.tokens],
            proofs: vec![P::default(); self.tokens],
            run: None,
        });
        let ring = self.ring(system, &counter)?;
        let tokens = (1..=self.tokens)
            .map(|number| {
                let start = &ring[self.start(number) - 1];
                (start.clone(), Token { number, left: self.passes, proof: P::default() })
            })
            .collect();
        let iteration = counter.ask(FOREVER, |done| ToCounter::Start { tokens, done })?;
        ring.iter().for_each(Address::stop);
        counter.stop();
        Ok(iteration)
    }

    /// Spawns the workers from the last to the first, so that each knows its neighbour from the start; returns the first first.
    fn ring<P: Proof>(
        &self,
        system: &System,
        counter: &Address<ToCounter<P>>,
    ) -> Result<Vec<Address<ToWorker<P>>>, Failure> {
        let mut ring: Vec<Address<ToWorker<P>>> = Vec::with_capacity(self.workers);
        for number in (1..=self.workers as u64).rev() {
            ring.push(system.spawn(Worker { number, next: ring.last().cloned(), counter: counter.clone() }));
        }
        ring.reverse();
        let (first, last) = (&ring[0], &ring[self.workers - 1]);
        last.ask(FOREVER, |closed| ToWorker::Close(Box::new((first.clone(), closed))))?;
        Ok(ring)
    }

    /// Where token `number` starts: max(1, round half up of number * workers / tokens).
    fn start(&self, number: usize) -> usize {
        ((2 * number * self.workers + self.tokens) / (2 * self.tokens)).max(1)
    }
}

impl Workload for TokenRing {
    fn iterate(&self, system: &System, _: u64) -> Result<Iteration, Failure> {
        if self.witness { self.run::<Witness>(system) } else { self.run::<()>(system) }
    }
}
