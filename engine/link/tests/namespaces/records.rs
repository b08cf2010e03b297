//! What a process writes down of what happens in it: for the checker, even if the process is killed.

use std::fs::{self, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;

use agon_link::{Outcome, Refusal};

use crate::history::Event;

/// Of each event: what it is, the number of its message, and the outcome.
const SIZE: usize = 6;

const REFUSALS: [Refusal; 6] = [
    Refusal::NoActor,
    Refusal::Undecodable,
    Refusal::NotSent,
    Refusal::NodeGone,
    Refusal::NotHere,
    Refusal::OtherVersion,
];

fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Handled => 0,
        Outcome::Panicked => 1,
        Outcome::Unknown => 2,
        Outcome::Refused(why) => 3 + REFUSALS.iter().position(|refusal| *refusal == why).expect("it is one") as u8,
    }
}

fn outcome(code: u8) -> Outcome {
    match code {
        0 => Outcome::Handled,
        1 => Outcome::Panicked,
        2 => Outcome::Unknown,
        refused => Outcome::Refused(REFUSALS[usize::from(refused) - 3]),
    }
}

pub struct Records<W: Write>(W);

impl<W: Write> Records<W> {
    pub fn write(&mut self, event: Event) {
        let (kind, id, outcome) = match event {
            Event::Sent { id, .. } => (0, id, 0),
            Event::Handled { id, .. } => (1, id, 0),
            Event::Settled { id, outcome } => (2, id, code(outcome)),
            Event::GivenUp | Event::Died { .. } => (3, 0, 0),
        };
        let [a, b, c, d] = id.to_le_bytes();
        self.0.write_all(&[kind, a, b, c, d, outcome]).expect("a file that can be written");
    }

    pub fn flush(&mut self) {
        self.0.flush().expect("a file that can be written");
    }
}

fn open(path: &Path) -> fs::File {
    OpenOptions::new().append(true).create(true).open(path).expect("a file")
}

/// Each is there when this returns, also if the process is killed then.
pub fn at_once(path: &Path) -> Records<fs::File> {
    Records(open(path))
}

pub fn buffered(path: &Path) -> Records<BufWriter<fs::File>> {
    Records(BufWriter::with_capacity(1 << 16, open(path)))
}

pub fn read(path: &Path) -> Vec<Event> {
    let bytes = fs::read(path).expect("a file");
    let event = |record: &[u8]| {
        let id = u32::from_le_bytes([record[1], record[2], record[3], record[4]]);
        match record[0] {
            0 => Event::Sent { id, life: 0, actor: 0, acked: true },
            1 => Event::Handled { id, panicked: false },
            2 => Event::Settled { id, outcome: outcome(record[5]) },
            _ => Event::GivenUp,
        }
    };
    bytes.chunks_exact(SIZE).map(event).collect()
}
