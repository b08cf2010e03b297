//! What a line is: a program that every contestant has written in its own way.

use clap::ValueEnum;
use serde::Serialize;

use crate::contestants::Contestant;
use crate::workloads::Wrong;

/// A line of the table.
#[derive(Debug)]
pub struct Line {
    /// Names it on the command line and in results.
    pub id: &'static str,
    /// Lines of the same part share one weight in the mean over all: the asks are one part of twelve.
    pub part: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What time is counted for.
    pub per: &'static str,
    /// How many of these an iteration does.
    pub counts: Counts,
    /// Everybody's.
    pub programs: Programs,
}

/// How many operations make an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// In a measurement that is to be quoted.
    pub full: u64,
    /// In one that is to be quick.
    pub brief: u64,
    /// In one that only checks the answer.
    pub check: u64,
}

/// A line's programs.
#[derive(Debug)]
pub struct Programs {
    /// agon-actor's.
    pub agon: Program,
    /// tokio's.
    pub tokio: Program,
    /// actix's.
    pub actix: Program,
    /// ractor's.
    pub ractor: Program,
    /// kameo's.
    pub kameo: Program,
}

/// A contestant's program for a line.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// Starts the runtime, creates what lives through all iterations, and returns what an iteration does.
    Runs(fn(Scale) -> Iteration),
    /// The contestant lacks what the line is about, for this reason.
    NotOffered(&'static str),
}

/// Does everything once and checks the answer. It owns the runtime.
pub type Iteration = Box<dyn FnMut() -> Result<(), Wrong>>;

/// How much a program has to do, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Worker threads.
    pub workers: usize,
    /// Operations an iteration.
    pub count: u64,
}

/// How thoroughly everything is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// To be quoted.
    Full,
    /// To be quick.
    Brief,
    /// Answers only.
    Check,
}

impl Line {
    /// A contestant's program.
    pub fn program(&self, contestant: Contestant) -> Program {
        let Programs { agon, tokio, actix, ractor, kameo } = self.programs;
        match contestant {
            Contestant::Agon => agon,
            Contestant::Tokio => tokio,
            Contestant::Actix => actix,
            Contestant::Ractor => ractor,
            Contestant::Kameo => kameo,
        }
    }

    /// How many operations an iteration has.
    pub fn count(&self, form: Form) -> u64 {
        match form {
            Form::Full => self.counts.full,
            Form::Brief => self.counts.brief,
            Form::Check => self.counts.check,
        }
    }
}
