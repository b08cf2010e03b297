//! service-rounds, apart from messages: parameters, data, the printer, and what the client receives.

use std::time::Instant;

use serde_json::json;

use crate::print::{Lines, Print, number};
use crate::{Arguments, Failure, Iteration, Proof};

// Everybody's number, for the proofs.
pub const CLIENT: u64 = 1;
pub const COORDINATOR: u64 = 2;
pub const RETRIEVER: u64 = 3;
pub const PRINTER: u64 = 4;

#[derive(Debug)]
pub struct Rounds<V> {
    rounds: u64,
    pub witness: bool,
    pub variant: V,
    print: Print,
}

impl<V: Copy> Rounds<V> {
    /// Takes the arguments, the variant as one of `variants`.
    pub fn take(arguments: &mut Arguments, variants: &[(&str, V)]) -> Result<Self, Failure> {
        let rounds = Self {
            rounds: arguments.take_at_least("rounds", 1)?,
            witness: arguments.take_witness()?,
            variant: arguments.take_variant(variants)?,
            print: Print::take(arguments)?,
        };
        arguments.take_samples()?;
        Ok(rounds)
    }

    /// The printer of an iteration, its file empty.
    pub fn printer(&self) -> Result<Printer, Failure> {
        self.print.clear()?;
        Ok(Printer { last: self.rounds, lines: self.print.lines()? })
    }

    /// What the client knows before the first round.
    pub fn answers<P: Proof>(&self) -> Answers<P> {
        Answers { rounds: self.rounds, handled: 0, sum: 0, proof: P::default() }
    }
}

/// The datum of a round.
pub fn datum(round: u64) -> u64 {
    round * 7919 % 1_000_003
}

#[derive(Debug)]
pub struct Printer {
    last: u64,
    lines: Lines,
}

impl Printer {
    /// Prints a round's line; with the last one the file is complete.
    #[inline]
    pub fn print(&mut self, round: u64, datum: u64) {
        self.lines.line(|buffer| {
            number(buffer, round);
            buffer.push(b' ');
            number(buffer, datum);
        });
        if round == self.last {
            self.lines.flush();
        }
    }
}

/// What the client has received.
#[derive(Debug)]
pub struct Answers<P> {
    rounds: u64,
    handled: u64,
    sum: u64,
    proof: P,
}

impl<P: Proof> Answers<P> {
    /// What the client asks next: round and proof; nothing after the last round.
    #[inline]
    pub fn next(&self) -> Option<(u64, P)> {
        (self.handled < self.rounds).then_some((self.handled + 1, self.proof))
    }

    #[inline]
    pub fn record(&mut self, datum: u64, proof: P) {
        self.handled += 1;
        self.sum += datum;
        self.proof = proof.passed_by(CLIENT);
    }

    /// To be called when the client has handled the last answer: stops the clock.
    pub fn finish(&self, begun: Instant) -> Iteration {
        let elapsed = begun.elapsed();
        let mut report = json!({"answers": self.handled, "sum": self.sum});
        if let Some(witness) = self.proof.value() {
            report["witness"] = json!(witness);
        }
        Iteration { elapsed, report }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;
    use std::{env, fs, process};

    use serde_json::json;

    use super::{CLIENT, COORDINATOR, PRINTER, RETRIEVER, Rounds, datum};
    use crate::{Arguments, Proof, Witness};

    #[test]
    fn a_thousand_rounds() {
        let path = env::temp_dir().join(format!("agon-rounds-{}", process::id()));
        let words = [
            "rounds=1000".to_owned(),
            "witness=on".to_owned(),
            "variant=default".to_owned(),
            format!("print={}", path.display()),
            format!("samples={}", env::temp_dir().display()),
        ];
        let rounds = Rounds::take(&mut Arguments::parse(&words).unwrap(), &[("default", ())]).unwrap();
        let (mut answers, mut printer) = (rounds.answers::<Witness>(), rounds.printer().unwrap());
        let mut acc = 0;
        while let Some((round, proof)) = answers.next() {
            let way = [COORDINATOR, RETRIEVER, COORDINATOR, PRINTER, COORDINATOR];
            printer.print(round, datum(round));
            answers.record(datum(round), way.iter().fold(proof, |proof, &number| proof.passed_by(number)));
            for number in [2, 3, 2, 4, 2, 1] {
                acc = (acc * 31 + number) % 2_147_483_647_u64;
            }
        }
        assert_eq!(CLIENT, 1);
        let written = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(written.starts_with("1 7919\n2 15838\n"));
        assert!(written.ends_with(&format!("\n1000 {}\n", datum(1000))));
        assert_eq!(written.lines().count(), 1000);
        let report = answers.finish(Instant::now()).report;
        assert_eq!(report, json!({"answers": 1000, "sum": 495_449_096, "witness": acc}));
    }
}
