//! population, apart from messages: parameters, and what the host knows.

use serde_json::{Value, json};

use crate::{Arguments, Failure};

#[derive(Clone, Copy, Debug)]
pub struct Population {
    pub agents: u64,
    witness: bool,
}

impl Population {
    // agon: begin harness
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        let population = Self { agents: arguments.take_at_least("agents", 1)?, witness: arguments.take_witness()? };
        arguments.take_variant(&[("default", ())])?;
        arguments.take_samples()?;
        Ok(population)
    }
    // agon: end
}

/// An agent takes leave, with what it is to answer to a dismissal after so many greetings.
#[derive(Clone, Copy, Debug)]
pub struct Goodbye {
    number: u64,
    acc: u64,
}

impl Goodbye {
    pub fn of(number: u64, greetings: u64) -> Self {
        Self { number, acc: number * 31 + greetings }
    }
}

/// What the host has received.
#[derive(Debug)]
pub struct Tally {
    population: Population,
    greetings: u64,
    goodbyes: u64,
    sum: u64,
    witness: u64,
}

impl Tally {
    pub fn new(population: Population) -> Self {
        Self { population, greetings: 0, goodbyes: 0, sum: 0, witness: 0 }
    }

    /// Notes a greeting; when it was the last, how many there were.
    pub fn greet(&mut self) -> Option<u64> {
        self.greetings += 1;
        (self.greetings == self.population.agents).then_some(self.greetings)
    }

    /// Notes a goodbye; true if it was the last.
    pub fn leave(&mut self, goodbye: Goodbye) -> bool {
        self.goodbyes += 1;
        self.sum += goodbye.number;
        // agon: begin witness
        self.witness = (self.witness + goodbye.acc) % 2_147_483_647;
        // agon: end
        self.goodbyes == self.population.agents
    }

    // agon: begin report
    pub fn report(&self) -> Value {
        let mut report = json!({"greetings": self.greetings, "goodbyes": self.goodbyes, "sum": self.sum});
        if self.population.witness {
            report["witness"] = json!(self.witness);
        }
        report
    }
    // agon: end
}

// agon: begin tests
#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Goodbye, Population, Tally};

    /// The worked example of docs/protocol.md.
    #[test]
    fn a_thousand_agents() {
        let mut tally = Tally::new(Population { agents: 1000, witness: true });
        let greeted: Vec<_> = (1..=1000).filter_map(|_| tally.greet()).collect();
        let last: Vec<_> = (1..=1000).filter(|number| tally.leave(Goodbye::of(*number, greeted[0]))).collect();
        assert_eq!((greeted, last), (vec![1000], vec![1000]));
        let expected = json!({"greetings": 1000, "goodbyes": 1000, "sum": 500_500, "witness": 16_515_500});
        assert_eq!(tally.report(), expected);
    }
}
// agon: end
