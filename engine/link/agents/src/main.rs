//! `agon-nodes run`: a society on several nodes; see [`agon_agents`].

use std::process::ExitCode;

fn main() -> ExitCode {
    agon_agents::main(std::env::args().skip(1))
}
