//! Who takes part from within this program.

use clap::ValueEnum;

use crate::measures::Measure;
use crate::runtime::Setup;
use crate::runtimes::{Actix, Agon, Kameo, Ractor, Tokio};
use crate::workloads::{Cost, Wrong};

/// A runtime that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Contestant {
    /// agon-actor.
    Agon,
    /// Tasks and channels of tokio.
    Tokio,
    /// actix.
    Actix,
    /// ractor.
    Ractor,
    /// kameo.
    Kameo,
}

impl Contestant {
    /// All of them; the one that the others are compared with comes first.
    pub const ALL: [Self; 5] = [Self::Agon, Self::Tokio, Self::Actix, Self::Ractor, Self::Kameo];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agon => "agon-actor",
            Self::Tokio => "tokio",
            Self::Actix => "actix",
            Self::Ractor => "ractor",
            Self::Kameo => "kameo",
        }
    }

    /// The version measured: the one that the manifest pins.
    pub fn version(self) -> &'static str {
        let manifest = include_str!("../Cargo.toml");
        let line =
            manifest.lines().find(|line| line.strip_prefix(self.name()).is_some_and(|rest| rest.starts_with(" =")));
        let version = line.and_then(|line| line.split("\"=").nth(1)).and_then(|rest| rest.split('"').next());
        version.expect("the manifest pins every contestant")
    }

    /// Starts the runtime, warms it up and measures.
    pub fn run(self, measure: &Measure, setup: Setup, operations: u64) -> Result<Cost, Wrong> {
        match self {
            Self::Agon => measure.run::<Agon>(setup, operations),
            Self::Tokio => measure.run::<Tokio>(setup, operations),
            Self::Actix => measure.run::<Actix>(setup, operations),
            Self::Ractor => measure.run::<Ractor>(setup, operations),
            Self::Kameo => measure.run::<Kameo>(setup, operations),
        }
    }
}
