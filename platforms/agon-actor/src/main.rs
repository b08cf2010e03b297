//! The workloads on Agon's actors: `agon-actor-platform WORKLOAD key=value ...`, as docs/protocol.md says.

mod chameneos;
mod fibonacci;
mod harness;
mod token_ring;

use std::env;
use std::process::ExitCode;

use harness::{Arguments, Failure, Workload};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments == ["--version"] {
        println!("{}", agon_actor::VERSION);
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("agon-actor-platform: {failure}");
            failure.exit_code()
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Failure> {
    let (workload, rest) = arguments
        .split_first()
        .ok_or_else(|| Failure::usage("no workload given: agon-actor-platform WORKLOAD key=value ..."))?;
    let mut arguments = Arguments::parse(rest)?;
    let workload: Box<dyn Workload> = match workload.as_str() {
        "token-ring" => token_ring::prepare(&mut arguments)?,
        "chameneos" => chameneos::prepare(&mut arguments)?,
        "fibonacci" => fibonacci::prepare(&mut arguments)?,
        unknown => {
            let known = "token-ring, chameneos, fibonacci";
            return Err(Failure::usage(format!("unknown workload '{unknown}': this platform has {known}")));
        }
    };
    harness::run(workload.as_ref(), arguments)
}
