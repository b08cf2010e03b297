//! The workloads as AgentSpeak programs, those of platforms/agentspeak, on Agon's AgentSpeak engine:
//! `agon-agentspeak-platform programs=FOLDER WORKLOAD key=value ...`, otherwise as in docs/protocol.md.

mod actions;
mod project;
mod run;
mod samples;
mod system;
mod task;
mod workloads;

use std::env;
use std::process::ExitCode;

use agon_platform::Platform;

use crate::system::Runtime;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    if arguments == ["--version"] {
        println!("{}", agon_agentspeak::VERSION);
        return ExitCode::SUCCESS;
    }
    // The arguments of platform.toml stand before the lab's, which begin with the workload.
    if arguments.len() > 1 {
        arguments.swap(0, 1);
    }
    Platform { program: "agon-agentspeak-platform", start: Runtime::start, end: |_| Ok(()), workloads: workloads::ALL }
        .answer(&arguments)
}
