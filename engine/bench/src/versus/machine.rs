//! Where the contest took place.

use std::fs;
use std::thread;

use serde::Serialize;

/// What a result contains about the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor's name.
    pub processor: String,
    /// How many processors this process may use.
    pub processors: usize,
    /// The operating system's release.
    pub kernel: String,
    /// The load average over a minute when the contest began: near 0 on a quiet machine.
    pub load: Option<f64>,
}

impl Machine {
    /// The machine at hand.
    pub fn here() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let processor = read("/proc/cpuinfo")
            .lines()
            .find_map(|line| Some(line.strip_prefix("model name")?.trim_start_matches([' ', '\t', ':']).to_owned()))
            .unwrap_or_else(|| "unknown".into());
        Self {
            processor,
            processors: thread::available_parallelism().map_or(1, usize::from),
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            load: read("/proc/loadavg").split(' ').next().and_then(|load| load.parse().ok()),
        }
    }
}
