//! Erlang, as a process of its own that runs the programs in `erlang/`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use crate::measures::{Measure, Workload};
use crate::runtime::{Placement, Setup};

const SOURCES: [(&str, &str); 7] = [
    ("agon_bench.erl", include_str!("../../erlang/agon_bench.erl")),
    ("bench_ring.erl", include_str!("../../erlang/bench_ring.erl")),
    ("bench_chameneos.erl", include_str!("../../erlang/bench_chameneos.erl")),
    ("bench_spawn.erl", include_str!("../../erlang/bench_spawn.erl")),
    ("bench_round_trip.erl", include_str!("../../erlang/bench_round_trip.erl")),
    ("bench_idle.erl", include_str!("../../erlang/bench_idle.erl")),
    ("bench_flood.erl", include_str!("../../erlang/bench_flood.erl")),
];

/// Erlang's programs, compiled; removed when this is dropped.
#[derive(Debug)]
pub struct Erlang {
    folder: PathBuf,
    version: String,
}

/// Why Erlang does not take part.
#[derive(Debug)]
pub enum Missing {
    /// It is not installed.
    NotFound,
    /// It is, but its programs could not be compiled.
    Broken(String),
}

impl Erlang {
    /// Compiles the programs into a temporary folder.
    pub fn find() -> Result<Self, Missing> {
        let version = version().ok_or(Missing::NotFound)?;
        let folder = std::env::temp_dir().join(format!("agon-bench-{}", process::id()));
        let erlang = Self { folder, version };
        erlang.compile().map_err(Missing::Broken)?;
        Ok(erlang)
    }

    /// The release and the runtime's version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The process that takes a measurement.
    pub fn command(&self, measure: &Measure, setup: Setup, operations: u64) -> Command {
        let mut command = Command::new("erl");
        let schedulers = format!("{0}:{0}", setup.workers);
        // +Bd: an interrupt ends it. +P: more than a million processes.
        command.args(["-noshell", "-noinput", "+Bd", "+P", "4194304", "+S", &schedulers]);
        if setup.placement == (Placement::Apart { awake: true }) {
            command.args(["+sbwt", "very_long"]);
        }
        command.arg("-pa").arg(&self.folder).args(["-run", "agon_bench", "main"]);
        command.args(arguments(measure.workload)).arg(operations.to_string());
        command
    }

    fn compile(&self) -> Result<(), String> {
        let write = || -> io::Result<Vec<PathBuf>> {
            fs::create_dir_all(&self.folder)?;
            SOURCES.iter().map(|(name, source)| write(&self.folder.join(name), source)).collect()
        };
        let files = write().map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let output = Command::new("erlc").arg("-pa").arg(&self.folder).arg("-o").arg(&self.folder).args(files).output();
        let output = output.map_err(|error| format!("erlc: {error}"))?;
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stdout).into_owned()) }
    }
}

impl Drop for Erlang {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn write(path: &Path, source: &str) -> io::Result<PathBuf> {
    fs::write(path, source)?;
    Ok(path.to_owned())
}

fn version() -> Option<String> {
    let ask = "io:format(\"~s (ERTS ~s)\", [erlang:system_info(otp_release), erlang:system_info(version)]), halt().";
    let output = Command::new("erl").args(["-noshell", "-eval", ask]).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Module and numbers of a workload, as `agon_bench:main/1` takes them.
fn arguments(workload: Workload) -> Vec<String> {
    let (module, numbers) = match workload {
        Workload::Ring(ring) => ("bench_ring", vec![ring.workers, ring.tokens]),
        Workload::Chameneos(chameneos) => ("bench_chameneos", vec![chameneos.creatures]),
        Workload::Spawn => ("bench_spawn", vec![]),
        Workload::RoundTrip => ("bench_round_trip", vec![]),
        Workload::Idle { .. } => ("bench_idle", vec![]),
        Workload::Flood(flood) => ("bench_flood", vec![flood.senders]),
    };
    std::iter::once(module.to_owned()).chain(numbers.iter().map(usize::to_string)).collect()
}
