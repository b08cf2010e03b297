//! token-ring, apart from messages: parameters, tokens, and what the counter knows.

use std::num::NonZero;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use crate::{Arguments, Failure, Proof};

#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub workers: usize,
    pub tokens: usize,
    pub passes: u64,
    pub witness: bool,
}

impl Ring {
    // agon: begin harness
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        let ring = Self {
            workers: arguments.take_at_least("workers", 1)?,
            tokens: arguments.take_at_least("tokens", 1)?,
            passes: arguments.take("passes")?,
            witness: arguments.take_witness()?,
        };
        arguments.take_variant(&[("default", ())])?;
        arguments.take_samples()?;
        Ok(ring)
    }
    // agon: end

    /// Each token with the place of its first worker, counting from 0; token 1 first.
    pub fn tokens<P: Proof>(&self) -> impl Iterator<Item = (usize, Token<P>)> {
        let ring = *self;
        (1..=ring.tokens)
            .filter_map(NonZero::new)
            .map(move |number| (ring.start(number.get()) - 1, Token { number, left: ring.passes, proof: P::default() }))
    }

    /// Where token `number` starts: max(1, round half up of number * workers / tokens).
    fn start(&self, number: usize) -> usize {
        ((2 * number * self.workers + self.tokens) / (2 * self.tokens)).max(1)
    }
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Token<P> {
    number: NonZero<usize>,
    left: u64,
    proof: P,
}

impl<P: Proof> Token<P> {
    /// What a worker does with the token: it goes on to the neighbour, or ends here.
    pub fn handled_by(self, worker: u64) -> ControlFlow<End<P>, Self> {
        match self.left {
            0 => ControlFlow::Break(End { token: self.number, worker, proof: self.proof }),
            left => ControlFlow::Continue(Self { left: left - 1, proof: self.proof.passed_by(worker), ..self }),
        }
    }
}

/// Which token ended at which worker.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct End<P> {
    token: NonZero<usize>,
    worker: u64,
    proof: P,
}

/// What the counter has received.
#[derive(Debug)]
pub struct Tally<P> {
    missing: usize,
    ends: Vec<u64>,
    proofs: Vec<P>,
}

impl<P: Proof> Tally<P> {
    pub fn new(ring: &Ring) -> Self {
        Self { missing: ring.tokens, ends: vec![0; ring.tokens], proofs: vec![P::default(); ring.tokens] }
    }

    /// Notes an end; true if it was the last.
    pub fn record(&mut self, End { token, worker, proof }: End<P>) -> bool {
        let index = token.get() - 1;
        self.ends[index] = worker;
        self.proofs[index] = proof;
        self.missing -= 1;
        self.missing == 0
    }

    // agon: begin report
    pub fn report(&self) -> Value {
        let mut report = json!({"ends": self.ends});
        if let Some(witness) = self.proofs.iter().map(|proof| proof.value()).collect::<Option<Vec<_>>>() {
            report["witness"] = json!(witness);
        }
        report
    }
    // agon: end
}

// agon: begin report
/// What node 1 of two reports: how many passes its workers have made.
pub fn passed(passes: u64) -> Value {
    json!({"passed": passes})
}
// agon: end

// agon: begin tests
#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::json;

    use super::{Ring, Tally};
    use crate::Witness;

    /// The worked examples of docs/protocol.md, by one worker after the other.
    fn walk(workers: usize, tokens: usize, passes: u64) -> serde_json::Value {
        let ring = Ring { workers, tokens, passes, witness: true };
        let mut tally = Tally::<Witness>::new(&ring);
        for (start, mut token) in ring.tokens() {
            let mut place = start;
            let end = loop {
                match token.handled_by(place as u64 + 1) {
                    ControlFlow::Continue(next) => token = next,
                    ControlFlow::Break(end) => break end,
                }
                place = (place + 1) % workers;
            };
            tally.record(end);
        }
        tally.report()
    }

    #[test]
    fn three_tokens_on_a_large_ring() {
        let expected = json!({"ends": [170, 336, 3], "witness": [1_680_117_219, 2_118_576_110, 1_089_537_852]});
        assert_eq!(walk(500, 3, 1003), expected);
    }

    #[test]
    fn more_tokens_than_workers() {
        assert_eq!(walk(7, 10, 23)["ends"], json!([3, 3, 4, 5, 6, 6, 7, 1, 1, 2]));
    }
}
// agon: end
