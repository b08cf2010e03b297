//! compute, apart from messages: parameters, the steps, and what the controller knows.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::{Arguments, Failure, Iteration};

/// Steps are taken modulo this prime, which is a power of two less one.
const MODULUS: u64 = (1 << BITS) - 1;
const BITS: u32 = 31;
const FACTOR: u64 = 48_271;

/// Steps taken without a pause by those that let others have their turn in between: some hundred microseconds.
const SLICE: u64 = 1 << 16;

#[derive(Clone, Copy, Debug)]
pub struct Compute {
    agents: u32,
    operations: u64,
    witness: bool,
}

impl Compute {
    /// Takes the arguments; the variant is one of `variants`.
    pub fn take<V: Copy>(arguments: &mut Arguments, variants: &[(&str, V)]) -> Result<Self, Failure> {
        let compute = Self {
            agents: arguments.take_at_least("agents", 1)?,
            operations: arguments.take("operations")?,
            witness: arguments.take_witness()?,
        };
        arguments.take_variant(variants)?;
        arguments.take_samples()?;
        Ok(compute)
    }

    /// What each agent has to do, agent 1 first.
    pub fn shares(&self) -> impl Iterator<Item = Share> + use<> {
        let (agents, operations) = (u64::from(self.agents), self.operations);
        (1..=agents).map(move |number| Share {
            number,
            x: number,
            left: operations / agents + u64::from(number <= operations % agents),
            taken: 0,
        })
    }
}

/// An agent's steps.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    number: u64,
    x: u64,
    left: u64,
    taken: u64,
}

impl Share {
    /// Takes all the steps, one after the other.
    pub fn compute(&mut self) {
        self.take_steps(self.left);
    }

    /// Takes some of the steps; whether they were the last.
    pub fn compute_slice(&mut self) -> bool {
        self.take_steps(self.left.min(SLICE));
        self.left == 0
    }

    fn take_steps(&mut self, steps: u64) {
        let mut x = self.x;
        for _ in 0..steps {
            // The quotient by the power of two counts as much as the remainder. What is left is below twice the modulus, and the
            // next step takes it as it is.
            let product = x * FACTOR;
            x = (product & MODULUS) + (product >> BITS);
            self.taken += 1;
        }
        self.left -= steps;
        self.x = x % MODULUS;
    }
}

/// What so many steps from `x` on come to, and how many were taken.
pub fn steps(x: u64, count: u64) -> (u64, u64) {
    let mut share = Share { number: 0, x, left: count, taken: 0 };
    share.compute();
    (share.x, share.taken)
}

/// What the controller has received.
#[derive(Debug)]
pub struct Tally {
    missing: u32,
    xor: u64,
    steps: Option<Vec<u64>>,
    begun: Instant,
}

impl Tally {
    /// Starts the clock.
    pub fn begin(compute: &Compute) -> Self {
        let steps = compute.witness.then(|| vec![0; compute.agents as usize]);
        Self { missing: compute.agents, xor: 0, steps, begun: Instant::now() }
    }

    /// An agent has done its share; the time when it was the last.
    pub fn record(&mut self, share: Share) -> Option<Duration> {
        self.xor ^= share.x;
        if let Some(steps) = &mut self.steps {
            steps[share.number as usize - 1] = share.taken;
        }
        self.missing -= 1;
        (self.missing == 0).then(|| self.begun.elapsed())
    }

    pub fn finish(self, elapsed: Duration) -> Iteration {
        let mut report = json!({"xor": self.xor});
        if let Some(steps) = self.steps {
            report["steps"] = json!(steps);
        }
        Iteration { elapsed, report }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Compute, FACTOR, MODULUS, SLICE, Tally};

    fn run(agents: u32, operations: u64) -> serde_json::Value {
        let compute = Compute { agents, operations, witness: true };
        let mut tally = Tally::begin(&compute);
        let mut end = None;
        for mut share in compute.shares() {
            assert_eq!(end, None);
            while !share.compute_slice() {}
            end = tally.record(share);
        }
        tally.finish(end.unwrap()).report
    }

    #[test]
    fn the_example() {
        assert_eq!(run(3, 1000), json!({"xor": 2_080_284_363, "steps": [334, 333, 333]}));
    }

    #[test]
    fn every_step_is_the_remainder() {
        let mut x = 1;
        for steps in 1..1000 {
            x = x * FACTOR % MODULUS;
            let share = Compute { agents: 1, operations: steps, witness: false }.shares().next();
            let mut share = share.unwrap();
            share.compute();
            assert_eq!((share.x, share.taken), (x, steps));
        }
    }

    #[test]
    fn slices_add_up() {
        let steps = 2 * SLICE + 1;
        let x = (0..steps).fold(1, |x, _| x * FACTOR % MODULUS);
        assert_eq!(run(1, steps), json!({"xor": x, "steps": [steps]}));
    }

    #[test]
    fn there_may_be_more_agents_than_steps() {
        assert_eq!(run(3, 1), json!({"xor": FACTOR ^ 2 ^ 3, "steps": [1, 0, 0]}));
    }
}
