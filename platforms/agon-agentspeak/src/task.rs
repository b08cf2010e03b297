//! What a workload's programs are given: its parameters, and the lab's input.

use std::path::PathBuf;

use agon_agentspeak::term::{Atom, Term};
use agon_platform::print::Print;
use agon_platform::{Arguments, Failure};

use crate::workloads;

/// A workload as the command line asks for it.
pub struct Task {
    pub workload: &'static str,
    /// The folder of all workloads' programs.
    pub programs: PathBuf,
    /// Where bulk data go.
    pub samples: PathBuf,
    /// The numbers of the workload.
    pub numbers: Vec<(&'static str, u64)>,
    /// What its parameters are to the agents, the numbers among them.
    parameters: Vec<(Atom, Term)>,
    /// The lab's input, line by line.
    pub input: Vec<Vec<u64>>,
    /// What the agents print to, if they print.
    pub print: Option<Print>,
    /// Whether that is a terminal, which gets each line at once.
    pub console: bool,
}

impl Task {
    /// Takes what all workloads have. The variant is one of `modes`.
    pub fn take(workload: &'static str, arguments: &mut Arguments, modes: &[&'static str]) -> Result<Self, Failure> {
        arguments.take_variant(&modes.iter().map(|mode| (*mode, ())).collect::<Vec<_>>())?;
        let mut task = Self {
            workload,
            programs: arguments.take("programs")?,
            samples: arguments.take_samples()?,
            numbers: Vec::new(),
            parameters: Vec::new(),
            input: Vec::new(),
            print: None,
            console: false,
        };
        task.take_switch(arguments, "witness")?;
        Ok(task)
    }

    /// Takes an integer from `least` to `most`.
    pub fn take_number(
        &mut self,
        arguments: &mut Arguments,
        key: &'static str,
        least: u64,
        most: u64,
    ) -> Result<u64, Failure> {
        let value = workloads::number(arguments, key, least, most)?;
        self.add_number(key, value);
        Ok(value)
    }

    pub fn add_number(&mut self, key: &'static str, value: u64) {
        self.numbers.push((key, value));
        self.parameters.push((Atom::new(key), Term::from(value as f64)));
    }

    /// Takes what is `on` or `off`.
    pub fn take_switch(&mut self, arguments: &mut Arguments, key: &'static str) -> Result<bool, Failure> {
        let on = arguments.take_switch(key)?;
        self.parameters.push((Atom::new(key), Term::atom(if on { "on" } else { "off" })));
        Ok(on)
    }

    /// Takes one of `words`.
    pub fn take_word(
        &mut self,
        arguments: &mut Arguments,
        key: &'static str,
        words: &[&'static str],
    ) -> Result<&'static str, Failure> {
        let offered: Vec<_> = words.iter().map(|word| (*word, *word)).collect();
        let word = arguments.take_choice(key, &offered)?;
        self.parameters.push((Atom::new(key), Term::atom(word)));
        Ok(word)
    }

    /// What a parameter is to the agents, if there is one of this name.
    pub fn parameter(&self, name: Atom) -> Option<&Term> {
        self.parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A task that needs no files.
    pub fn task(workload: &'static str, numbers: &[(&'static str, u64)]) -> Task {
        let mut task = Task {
            workload,
            programs: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../agentspeak")),
            samples: std::env::temp_dir(),
            numbers: Vec::new(),
            parameters: Vec::new(),
            input: Vec::new(),
            print: None,
            console: false,
        };
        numbers.iter().for_each(|(key, value)| task.add_number(key, *value));
        task
    }

    #[test]
    fn parameters_are_numbers_or_words() {
        let words = ["variant=pool", "programs=.", "samples=.", "witness=on", "tokens=3"].map(str::to_owned);
        let mut arguments = Arguments::parse(&words).unwrap();
        let mut task = Task::take("token-ring", &mut arguments, &["pool"]).unwrap();
        assert_eq!(task.take_number(&mut arguments, "tokens", 1, 9).unwrap(), 3);
        assert_eq!(task.parameter(Atom::new("tokens")), Some(&Term::from(3.0)));
        assert_eq!(task.parameter(Atom::new("witness")), Some(&Term::atom("on")));
        assert_eq!(task.parameter(Atom::new("workers")), None);
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        let words = ["variant=pool", "programs=.", "samples=.", "witness=on", "tokens=3"].map(str::to_owned);
        let mut arguments = Arguments::parse(&words).unwrap();
        let mut task = Task::take("token-ring", &mut arguments, &["pool"]).unwrap();
        let refused = task.take_number(&mut arguments, "tokens", 1, 2).unwrap_err();
        assert_eq!(refused.to_string(), "tokens=3: at most 2 is possible");
    }
}
