//! What is measured.

use crate::runtime::{Runtime, Setup};
use crate::workloads::chameneos::Chameneos;
use crate::workloads::flood::Flood;
use crate::workloads::ring::Ring;
use crate::workloads::{Cost, Wrong, idle, round_trip, spawn};

/// A workload of a certain size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// See [`crate::workloads::ring`].
    Ring(Ring),
    /// See [`crate::workloads::chameneos`].
    Chameneos(Chameneos),
    /// See [`crate::workloads::spawn`].
    Spawn,
    /// See [`crate::workloads::round_trip`].
    RoundTrip,
    /// See [`crate::workloads::idle`].
    Idle {
        /// The process may not use more bytes than this.
        limit: Option<u64>,
    },
    /// See [`crate::workloads::flood`].
    Flood(Flood),
}

impl Workload {
    /// Runs it in a runtime that was started with `setup`.
    pub fn run<R: Runtime>(self, runtime: &R, setup: Setup, operations: u64) -> Result<Cost, Wrong> {
        let threads = setup.workers;
        match self {
            Self::Ring(ring) => ring.run(runtime, threads, operations),
            Self::Chameneos(chameneos) => chameneos.run(runtime, threads, operations),
            Self::Spawn => spawn::run(runtime, operations),
            Self::RoundTrip => round_trip::run(runtime, threads, operations),
            Self::Flood(flood) => flood.run(runtime, threads, operations),
            Self::Idle { limit } => {
                let idle = idle::run(runtime, threads, operations)?;
                match limit {
                    Some(limit) if idle.resident > limit => {
                        Err(Wrong(format!("{} MiB in use, limit {} MiB", idle.resident >> 20, limit >> 20)))
                    }
                    _ => Ok(idle.cost),
                }
            }
        }
    }

    /// Whether a first run, whose cost is ignored, makes the second one representative. What fills the memory is not run twice, nor
    /// is what is asked once only in a program's life.
    fn warms_up(self) -> bool {
        match self {
            Self::Ring(ring) => ring.workers < 100_000,
            Self::Chameneos(_) | Self::RoundTrip | Self::Flood(_) | Self::Spawn => true,
            Self::Idle { .. } => false,
        }
    }
}

/// A line of the table.
#[derive(Debug)]
pub struct Measure {
    /// Names it on the command line and in results.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// `ns` or `B`.
    pub unit: &'static str,
    /// What the unit is counted for.
    pub per: &'static str,
    /// What is run.
    pub workload: Workload,
    /// How runtimes are started; of several, the one that suits a contestant best is quoted.
    pub setups: Setups,
    /// With how many operations to begin, and how many to do at most.
    pub operations: (u64, u64),
    /// Whether agon-actor is measured alone.
    pub alone: bool,
}

/// How runtimes are started.
#[derive(Clone, Copy, Debug)]
pub enum Setups {
    /// With one thread.
    One,
    /// With one thread, and with two.
    OneOrTwo,
    /// With two threads and actors that stay where they are, left to themselves and kept awake: [`Setup::apart`].
    Apart,
}

impl Setups {
    /// All of them.
    pub fn all(self) -> Vec<Setup> {
        match self {
            Self::One => vec![Setup::free(1)],
            Self::OneOrTwo => vec![Setup::free(1), Setup::free(2)],
            Self::Apart => vec![Setup::apart(false), Setup::apart(true)],
        }
    }
}

impl Measure {
    /// Starts a runtime, warms it up and measures.
    pub fn run<R: Runtime>(&self, setup: Setup, operations: u64) -> Result<Cost, Wrong> {
        let runtime = R::start(setup);
        if self.workload.warms_up() {
            self.workload.run(&runtime, setup, (operations / 4).max(1))?;
        }
        self.workload.run(&runtime, setup, operations)
    }

    /// The measure with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        MEASURES.iter().find(|measure| measure.id == id)
    }
}

const MILLION: u64 = 1_000_000;

/// Enough for anybody: growth ends when a run takes long enough.
const ANY: u64 = 200 * MILLION;

const fn ring(id: &'static str, title: &'static str, workers: usize, tokens: usize) -> Measure {
    Measure {
        id,
        title,
        unit: "ns",
        per: "pass",
        workload: Workload::Ring(Ring { workers, tokens }),
        setups: Setups::OneOrTwo,
        operations: (50_000, ANY),
        alone: false,
    }
}

const fn chameneos(id: &'static str, title: &'static str, creatures: usize) -> Measure {
    Measure {
        id,
        title,
        unit: "ns",
        per: "meeting",
        workload: Workload::Chameneos(Chameneos { creatures }),
        setups: Setups::OneOrTwo,
        operations: (20_000, ANY),
        alone: false,
    }
}

/// All measures, in the order of the table.
pub const MEASURES: &[Measure] = &[
    ring("ring-1", "ring of 500, 1 token", 500, 1),
    ring("ring-50", "ring of 500, 50 tokens", 500, 50),
    ring("ring-500", "ring of 500, 500 tokens", 500, 500),
    Measure {
        operations: (2 * MILLION, ANY),
        ..ring("ring-million", "ring of 1,000,000, 1,000 tokens", 1_000_000, 1_000)
    },
    chameneos("chameneos-5", "5 chameneos", 5),
    chameneos("chameneos-500", "500 chameneos", 500),
    Measure {
        id: "spawn",
        title: "spawn, until the actor has started",
        unit: "ns",
        per: "actor",
        workload: Workload::Spawn,
        setups: Setups::OneOrTwo,
        operations: (20_000, MILLION),
        alone: false,
    },
    Measure {
        id: "round-trip",
        title: "round trip in one worker",
        unit: "ns",
        per: "round trip",
        workload: Workload::RoundTrip,
        setups: Setups::One,
        operations: (50_000, ANY),
        alone: false,
    },
    Measure {
        id: "round-trip-apart",
        title: "round trip across two awake workers",
        unit: "ns",
        per: "round trip",
        workload: Workload::RoundTrip,
        setups: Setups::Apart,
        operations: (5_000, ANY),
        alone: false,
    },
    Measure {
        id: "flood",
        title: "100 senders flood one receiver",
        unit: "ns",
        per: "message",
        workload: Workload::Flood(Flood { senders: 100 }),
        setups: Setups::OneOrTwo,
        operations: (50_000, 20 * MILLION),
        alone: false,
    },
    Measure {
        id: "idle",
        title: "memory of an idle actor, 1,000,000 of them",
        unit: "B",
        per: "actor",
        workload: Workload::Idle { limit: None },
        setups: Setups::One,
        operations: (MILLION, MILLION),
        alone: false,
    },
    Measure {
        id: "idle-10-million",
        title: "memory of an idle actor, 10,000,000 within 2 GiB",
        unit: "B",
        per: "actor",
        workload: Workload::Idle { limit: Some(2 << 30) },
        setups: Setups::One,
        operations: (10 * MILLION, 10 * MILLION),
        alone: true,
    },
];
