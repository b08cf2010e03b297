//! One measurement in a process of its own, so that none inherits another's memory, threads or warm caches.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Longer than a workload waits for its actors.
const PATIENCE: Duration = Duration::from_secs(300);

/// How often to look whether a process has ended: rarely, since it is being measured.
const LOOK: Duration = Duration::from_millis(20);

/// What a process that measures a micro workload prints, as one line of JSON.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Nanoseconds or bytes for one operation.
    pub each: f64,
    /// How long it was measured for.
    pub elapsed_ns: u64,
}

/// Runs the command, and reads its sample or why there is none.
pub fn sample<T: DeserializeOwned>(mut command: Command) -> Result<T, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let status = wait(&mut child)?;
    let (mut output, mut complaint) = (String::new(), String::new());
    // Both are short, far below what a pipe holds.
    child.stdout.take().map(|mut pipe| pipe.read_to_string(&mut output));
    child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut complaint));
    if !status.success() {
        let reason = complaint.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no reason given");
        return Err(format!("{reason} ({status})"));
    }
    serde_json::from_str(output.trim()).map_err(|error| format!("not a sample: {error}: {output}"))
}

fn wait(child: &mut Child) -> Result<ExitStatus, String> {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if begun.elapsed() < PATIENCE => thread::sleep(LOOK),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("killed after {} s", PATIENCE.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
